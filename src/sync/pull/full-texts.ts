import { documentCalls } from '../../readwise/document-calls';
import { textVersion } from '../../notes/full-text/text-block';
import type { Document } from '../../model/model';
import { documentKey } from '../../model/record';
import { bugOf, problemOf, type Problem } from '../../model/problem';
import type { Reporter, StateChange, StateStore } from '../../model/ports';
import { hasNoAnswer, isReadwiseError } from '../../readwise/errors';
import type { ReadwiseClient } from '../../readwise/client';
import { keys } from '../../store/keys';
import { later, putOff, queueOf, removeWanted, type Wanted } from '../../store/queue';
import type { DueItem, Replica } from '../../store/replica';
import { readStoredText, type StoredText } from '../../store/stored';
import { perItem } from '../context/contained';
import type { SyncStats } from '../context/sync-stats';
import { readRecords, recordOf } from '../../store/library';
import { readOne } from '../../store/read-state';

/** The stored text of a document; null if it was never fetched. */
export const storedTextOf = (state: StateStore, documentId: string): Promise<StoredText | null> =>
  readOne(state, keys.text(documentId), readStoredText);

/** Whether the text was never fetched, or may have changed since. */
export const isTextWanted = (document: Document, stored: StoredText | null): boolean =>
  stored === null || stored.version !== textVersion(document);

export interface FetchOptions {
  readonly client: ReadwiseClient;
  readonly state: StateStore;
  readonly replica: Replica;
  readonly reporter: Reporter;
  readonly stats: SyncStats;
  /** The service's time, in milliseconds since the epoch. */
  readonly now: number;
  readonly convert: (html: string, address: string) => Promise<string>;
  readonly write: (due: readonly DueItem[]) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches the texts that notes need one by one, and writes each note before the next request. The newest come
 * first, but behind those that were tried less often. Whatever fails with one text costs that text only.
 */
export async function fetchTexts(options: FetchOptions, most: number): Promise<void> {
  const { state, reporter, signal, now } = options;
  const all = await queueOf(state, 'text');
  const wanted = all.filter(({ notBefore }) => notBefore <= now).slice(0, most);
  let hadNoAnswer = false;
  for (const [index, text] of wanted.entries()) {
    signal?.throwIfAborted();
    reporter.progress({ step: 'texts', done: index, total: wanted.length });
    const noAnswer = await fetchText(text, options);
    // Two in a row without an answer: the service is down, not one document.
    if (hadNoAnswer && noAnswer !== null) throw noAnswer;
    hadNoAnswer = noAnswer !== null;
  }
  const waiting = all.filter(({ notBefore }) => notBefore > now);
  await reportWaiting(waiting, options);
}

const NO_TEXT: Problem = { code: 'no-full-text' };

/** Texts that wait for another day are reported as missing, so that nobody thinks they are there. */
async function reportWaiting(waiting: readonly Wanted[], { state, stats }: FetchOptions): Promise<void> {
  const records = await readRecords(
    state,
    waiting.map(({ id }) => documentKey(id)),
  );
  for (const [index, { id }] of waiting.entries()) {
    if (records[index]?.document?.id === id) stats.fail({ id, path: null, problem: NO_TEXT });
  }
}

/** Fetches one text and writes its note. Returns the error when the service gave no answer. */
async function fetchText(text: Wanted, options: FetchOptions): Promise<Error | null> {
  const { client, state, replica, stats, now, write } = options;
  const result = await perItem(async () => {
    const isKnown = (await documentOf(state, text)) !== null;
    const html = isKnown ? await client.send(documentCalls.html(text.id)) : null;
    const { changes, itemKey } = await textChanges(text, html, options);
    await write(await replica.makeDue(itemKey === null ? [] : [itemKey], changes));
  });
  if (result.ok) return null;
  const { error } = result;
  // A pause that the service asks for concerns all texts.
  if (isReadwiseError(error, 'rate-limited')) throw error;
  stats.fail({ id: text.id, path: null, problem: problemOf(error) });
  await state.commit([postponed(text, now)]);
  return hasNoAnswer(error) ? error : null;
}

async function documentOf(state: StateStore, { id }: Wanted): Promise<Document | null> {
  const record = await recordOf(state, documentKey(id));
  return record?.document?.id === id ? record.document : null;
}

/** The next try is in the next sync, later ones after growing waits. */
const postponed = (wanted: Wanted, now: number): StateChange =>
  wanted.tries === 0 ? putOff(wanted, now) : later(wanted, now, wanted.tries - 1);

/** The service may give an empty text for days. Only after so many tries it replaces another text. */
const TRIES_WHEN_EMPTY = 3;

/** What to store of a text that was asked for, and the item whose note it changes. */
interface TakenText {
  readonly changes: readonly StateChange[];
  readonly itemKey: string | null;
}

/**
 * Converts a text. One that is not as it should be is reported and waits for its next try.
 * @param html null when the service does not have the document, which the audit will find, or it is unreadable
 */
export async function textChanges(
  wanted: Wanted,
  html: string | null,
  { state, stats, now, convert }: FetchOptions,
): Promise<TakenText> {
  const { id, tries } = wanted;
  const document = await documentOf(state, wanted);
  if (document === null) return { changes: [removeWanted(wanted)], itemKey: null };
  const before = await storedTextOf(state, id);
  const markdown = html === null ? NO_TEXT : await converted(() => convert(html, document.sourceUrl));
  const isPassing = markdown === '' && (before?.markdown ?? '') !== '' && tries < TRIES_WHEN_EMPTY;
  if (typeof markdown !== 'string' || isPassing) {
    stats.fail({ id, path: null, problem: typeof markdown === 'string' ? NO_TEXT : markdown });
    return { changes: [postponed(wanted, now)], itemKey: null };
  }
  const text: StoredText = { version: textVersion(document), markdown, previous: before?.markdown };
  return {
    changes: [removeWanted(wanted), { put: keys.text(id), value: text }],
    itemKey: documentKey(id),
  };
}

/** The markdown of a page, `''` for one of white space; or why there is none: hosts throw many names of errors. */
async function converted(convert: () => Promise<string>): Promise<string | Problem> {
  try {
    const markdown = await convert();
    return markdown.trim() === '' ? '' : markdown;
  } catch (error) {
    return bugOf(error);
  }
}

/** Most full texts, and most attachments, fetched in one sync; the rest waits for the next. */
export const MOST_FETCHED = 200;
