import { documentCalls } from '../../readwise/document-calls';
import { textVersion } from '../../notes/full-text/text-block';
import type { Decide } from '../../notes/layout/decision';
import type { Document } from '../../model/model';
import { documentKey } from '../../model/record';
import { bugOf, problemOf, type Problem } from '../../model/problem';
import type { StateChange, StateStore } from '../../model/ports';
import type { Failure } from '../../model/report';
import { hasNoAnswer, isReadwiseError } from '../../readwise/readwise-error';
import { keys, prefixes } from '../../store/keys';
import {
  endWaits,
  retryLater,
  putOff,
  queueNeeds,
  queueOf,
  queueUpTo,
  removeWanted,
  type Need,
  type Wanted,
} from '../../store/queue';
import { readStoredText, type StoredText } from '../../store/stored';
import { perItem } from '../context/contained';
import { timeOf } from '../context/time-of';
import type { SyncRun } from '../run';
import { readRecords, recordOf } from '../../store/library';
import { keyRange, readOne } from '../../store/read-state';

/** The stored text of a document; null if it was never fetched. */
export const storedTextOf = (state: StateStore, documentId: string): Promise<StoredText | null> =>
  readOne(state, keys.text(documentId), readStoredText);

export type TextNeed = Pick<Need, 'id' | 'source' | 'notBefore'>;

/**
 * Null if the stored text is up to date. One that may have a corrected word is fetched again together with all
 * others of the day, because most records change just because somebody reads them.
 */
export function textNeedOf(document: Document, stored: StoredText | null): TextNeed | null {
  const { id, category: source, updatedAt } = document;
  if (stored === null || stored.version !== textVersion(document)) return { id, source };
  if (updatedAt === null || updatedAt === stored.updatedAt) return null;
  return { id, source, notBefore: nextMidnight(updatedAt) };
}

const DAY_MS = 24 * 60 * 60 * 1000;

const nextMidnight = (moment: string): number => (Math.floor(Date.parse(moment) / DAY_MS) + 1) * DAY_MS;

/** Queues every text that notes contain to be fetched again at once. */
export async function wantAllTexts(state: StateStore, decide: Decide): Promise<void> {
  await endWaits(state, 'text');
  for await (const texts of keyRange(state, prefixes.text)) {
    const itemKeys = texts.map((key) => documentKey(key.slice(prefixes.text.length)));
    const needs = (await readRecords(state, itemKeys)).flatMap((record): readonly Need[] => {
      const document = record?.document ?? null;
      if (record === null || document === null) return [];
      const { isLeftOut = true, fullText = 'off' } = decide(record) ?? {};
      if (isLeftOut || fullText === 'off') return [];
      return [{ kind: 'text', id: document.id, source: document.category, record }];
    });
    await state.commit(await queueNeeds(state, needs));
  }
}

/**
 * Fetches the texts that notes need one by one, and writes each note before the next request, in the order of the
 * queue. A text that fails, for whatever reason, costs only itself.
 */
export async function fetchTexts(run: SyncRun): Promise<void> {
  const { reporter } = run.deps;
  const wanted = (await textsToFetch(run)).slice(0, MAX_FETCHED);
  let hadNoAnswer = false;
  for (const [index, text] of wanted.entries()) {
    run.options.signal?.throwIfAborted();
    reporter.progress({ step: 'texts', done: index, total: wanted.length });
    const noAnswer = await fetchText(run, text);
    // Two in a row without an answer: the service is down, not one document.
    if (hadNoAnswer && noAnswer !== null) throw noAnswer;
    hadNoAnswer = noAnswer !== null;
  }
}

/** The queued texts whose turn has come. */
export const textsToFetch = (run: SyncRun): Promise<readonly Wanted[]> =>
  queueUpTo(run.deps.state, 'text', timeOf(run));

const NO_TEXT: Problem = { code: 'no-full-text' };

/** Reports texts that wait for another try as missing, so that nobody thinks they are there. */
export async function reportFailedTexts(run: SyncRun): Promise<void> {
  const { deps, stats } = run;
  const { state } = deps;
  const now = timeOf(run);
  const all = await queueOf(state, 'text');
  const waiting = all.filter(({ tries, notBefore }) => tries > 0 && notBefore > now);
  const records = await readRecords(
    state,
    waiting.map(({ id }) => documentKey(id)),
  );
  for (const [index, { id }] of waiting.entries()) {
    const document = records[index]?.document;
    if (document?.id === id) stats.fail(failureOf(document, NO_TEXT));
  }
}

const failureOf = ({ id, title }: Pick<Document, 'id' | 'title'>, problem: Problem): Failure => ({
  id,
  path: null,
  ...(title === '' ? {} : { title }),
  problem,
});

/** Fetches one text and writes its note. Returns the error when the service gave no answer. */
async function fetchText(run: SyncRun, text: Wanted): Promise<Error | null> {
  const { client, deps, replica, stats, writer } = run;
  const { state } = deps;
  const result = await perItem(async () => {
    const isKnown = (await documentOf(state, text)) !== null;
    const html = isKnown ? await client.send(documentCalls.html(text.id)) : null;
    const { changes, itemKey } = await textChanges(run, text, html);
    await writer.write(await replica.makeDue(itemKey === null ? [] : [itemKey], changes));
  });
  if (result.ok) return null;
  const { error } = result;
  // A pause that the service demands affects all texts.
  if (isReadwiseError(error, 'rate-limited')) throw error;
  stats.fail(failureOf((await documentOf(state, text)) ?? { id: text.id, title: '' }, problemOf(error)));
  await state.commit([postponed(text, timeOf(run))]);
  return hasNoAnswer(error) ? error : null;
}

async function documentOf(state: StateStore, { id }: Wanted): Promise<Document | null> {
  const record = await recordOf(state, documentKey(id));
  return record?.document?.id === id ? record.document : null;
}

/** The next try is in the next sync, later ones follow at growing intervals. */
const postponed = (wanted: Wanted, now: number): StateChange =>
  wanted.tries === 0 ? putOff(wanted, now + 1) : retryLater(wanted, now, wanted.tries - 1);

/** The service may send an empty text for days. Only after this many tries does it replace a text. */
const TRIES_WHEN_EMPTY = 3;

/** What to store of a requested text, and the item whose note it changes. */
interface TakenText {
  readonly changes: readonly StateChange[];
  readonly itemKey: string | null;
}

/**
 * Converts a text. One that cannot be used is reported and waits for its next try.
 * @param html null when the service does not have the document, which the audit will find, or it is unreadable
 */
export async function textChanges(run: SyncRun, wanted: Wanted, html: string | null): Promise<TakenText> {
  const { state, convertHtml } = run.deps;
  const { id, tries } = wanted;
  const document = await documentOf(state, wanted);
  if (document === null) return { changes: [removeWanted(wanted)], itemKey: null };
  const before = await storedTextOf(state, id);
  const markdown = html === null ? NO_TEXT : await converted(() => convertHtml(html, document.sourceUrl));
  const isPassing = markdown === '' && (before?.markdown ?? '') !== '' && tries < TRIES_WHEN_EMPTY;
  if (typeof markdown !== 'string' || isPassing) {
    run.stats.fail(failureOf(document, typeof markdown === 'string' ? NO_TEXT : markdown));
    return { changes: [postponed(wanted, timeOf(run))], itemKey: null };
  }
  const { updatedAt } = document;
  const isSame = markdown === before?.markdown;
  const previous = isSame ? before.previous : before?.markdown;
  const text: StoredText = { version: textVersion(document), updatedAt, markdown, previous };
  return {
    changes: [removeWanted(wanted), { put: keys.text(id), value: text }],
    itemKey: isSame ? null : documentKey(id),
  };
}

/** The markdown of a page, `''` if it is blank; or why there is none: hosts throw all kinds of errors. */
async function converted(convert: () => Promise<string>): Promise<string | Problem> {
  try {
    const markdown = await convert();
    return markdown.trim() === '' ? '' : markdown;
  } catch (error) {
    return bugOf(error);
  }
}

/** Most full texts, and most attachments, fetched in one sync; the rest is left to the next. */
export const MAX_FETCHED = 200;
