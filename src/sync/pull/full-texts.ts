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
import { MOST_FETCHED } from './most-fetched';
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
 * Fetches the texts that notes need, and writes each note before the next request. The newest come first, but
 * behind those that were tried less often. Whatever fails with one text costs that text only.
 */
export async function fetchTexts(options: FetchOptions): Promise<void> {
  const { state, reporter, signal, stats, now } = options;
  const all = await queueOf(state, 'text');
  const wanted = all.filter(({ notBefore }) => notBefore <= now).slice(0, MOST_FETCHED);
  let hadNoAnswer = false;
  for (const [index, text] of wanted.entries()) {
    signal?.throwIfAborted();
    reporter.progress({ step: 'texts', done: index, total: wanted.length });
    const failure = await textFailureOf(() => fetchText(text, options));
    if (failure !== null) {
      stats.fail({ id: text.id, path: null, problem: failure.problem });
      await state.commit([postponed(text, now)]);
    }
    const noAnswer = failure?.noAnswer ?? null;
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

/** Why a text could not be fetched. */
interface TextFailure {
  readonly problem: Problem;
  /** Null if the service answered. */
  readonly noAnswer: Error | null;
}

/** Why it failed. A pause that the service asks for concerns all texts, and is thrown. */
async function textFailureOf(fetch: () => Promise<Problem | null>): Promise<TextFailure | null> {
  const result = await perItem(fetch);
  if (result.ok) return result.value === null ? null : { problem: result.value, noAnswer: null };
  const { error } = result;
  if (isReadwiseError(error, 'rate-limited')) throw error;
  return { problem: problemOf(error), noAnswer: hasNoAnswer(error) ? error : null };
}

/** The next try is in the next sync, later ones after growing waits. */
const postponed = (wanted: Wanted, now: number): StateChange =>
  wanted.tries === 0 ? putOff(wanted, now) : later(wanted, now, wanted.tries - 1);

/** The service may give an empty text for days. Only after so many tries it replaces another text. */
const TRIES_WHEN_EMPTY = 3;

/** Fetches one text; null when done, otherwise what is wrong. */
async function fetchText(
  wanted: Wanted,
  { client, state, replica, convert, write }: FetchOptions,
): Promise<Problem | null> {
  const { id: documentId, tries } = wanted;
  const itemKey = documentKey(documentId);
  const { document = null } = (await recordOf(state, itemKey)) ?? {};
  const done = removeWanted(wanted);
  if (document?.id !== documentId) {
    await state.commit([done]);
    return null;
  }
  const html = await client.documents.htmlOf(documentId);
  // Deleted at the service, which the audit will find, or unreadable.
  if (html === null) return NO_TEXT;
  const before = await storedTextOf(state, documentId);
  const page = await converted(() => convert(html, document.sourceUrl));
  if (typeof page !== 'string') return page;
  if (page.trim() === '' && (before?.markdown ?? '') !== '' && tries < TRIES_WHEN_EMPTY) return NO_TEXT;
  const text: StoredText = { version: textVersion(document), markdown: page, previous: before?.markdown };
  await write(await replica.makeDue([itemKey], [done, { put: keys.text(documentId), value: text }]));
  return null;
}

/** The markdown of a page, or why there is none: hosts throw errors of many names at odd pages. */
async function converted(convert: () => Promise<string>): Promise<string | Problem> {
  try {
    return await convert();
  } catch (error) {
    return bugOf(error);
  }
}
