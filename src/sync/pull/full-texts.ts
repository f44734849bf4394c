import { textVersion } from '../../notes/full-text/text-block';
import { MOST_FETCHED, NEVER, retryDay } from '../../notes/attachments/retry-day';
import type { Document } from '../../model/model';
import { problemOf, type Problem } from '../../model/problem';
import type { Reporter, StateChange, StateStore } from '../../model/ports';
import type { ItemRecord } from '../../model/record';
import { NotTheApiError, RequestRejectedError, ServiceUnreachableError } from '../../readwise/errors';
import type { ReadwiseClient } from '../../readwise/client';
import { keys, prefixes } from '../../store/keys';
import type { Replica } from '../../store/replica';
import { readStoredText, readWantedText, type StoredText, type WantedText } from '../../store/stored';
import type { SyncStats } from '../context/sync-stats';
import { headOf, readHeads } from '../../store/item-records';
import { readOne, stateRange } from '../../store/read-state';

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
  /** In days since the epoch. */
  readonly today: number;
  readonly convert: (html: string, address: string) => Promise<string>;
  readonly write: (due: readonly ItemRecord[]) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** Fetches the texts that notes need, newest first, and writes each note before the next request. */
export async function fetchTexts(options: FetchOptions): Promise<void> {
  const { state, reporter, signal, stats, today } = options;
  const all = await wantedTexts(state);
  const wanted = all.filter(({ day }) => day <= today).slice(0, MOST_FETCHED);
  let hadNoAnswer = false;
  for (const [index, text] of wanted.entries()) {
    signal?.throwIfAborted();
    reporter.progress({ step: 'texts', done: index, total: wanted.length });
    const failure = await textFailureOf(() => fetchText(text, options));
    if (failure !== null) {
      stats.fail({ id: text.documentId, path: null, problem: failure.problem });
      await state.commit([postponed(text, failure.problem, today)]);
    }
    const noAnswer = failure?.noAnswer ?? null;
    // Two in a row without an answer: the service is down, not one document.
    if (hadNoAnswer && noAnswer !== null) throw noAnswer;
    hadNoAnswer = noAnswer !== null;
  }
  const waiting = all.filter(({ day }) => day > today);
  await reportWaiting(waiting, options);
}

const NO_TEXT: Problem = { code: 'no-full-text' };
const NOT_CONVERTED: Problem = { code: 'text-not-converted' };

/** Texts that wait for another day are reported as missing, so that nobody thinks they are there. */
async function reportWaiting(waiting: readonly Wanted[], { state, stats }: FetchOptions): Promise<void> {
  const itemKeys = waiting.map(({ itemKey }) => itemKey);
  const heads = await readHeads(state, itemKeys);
  for (const [index, { documentId, day }] of waiting.entries()) {
    if (heads[index]?.document?.id === documentId)
      stats.fail({ id: documentId, path: null, problem: day === NEVER ? NOT_CONVERTED : NO_TEXT });
  }
}

/** Why a text could not be fetched. */
interface TextFailure {
  readonly problem: Problem;
  /** Null if the service answered. */
  readonly noAnswer: Error | null;
}

/** Returns a failure that concerns one document only; all other errors are thrown. */
async function textFailureOf(fetch: () => Promise<Problem | null>): Promise<TextFailure | null> {
  try {
    const problem = await fetch();
    return problem === null ? null : { problem, noAnswer: null };
  } catch (error) {
    if (error instanceof RequestRejectedError) return { problem: problemOf(error), noAnswer: null };
    if (error instanceof ServiceUnreachableError || error instanceof NotTheApiError)
      return { problem: problemOf(error), noAnswer: error };
    throw error;
  }
}

/**
 * The next try is in the next sync, later ones after 1 day, 2, 4, … A page that cannot be converted is not
 * fetched again: it would be the same until the document changes.
 */
function postponed({ documentId, itemKey, tries }: Wanted, { code }: Problem, today: number): StateChange {
  const nextDay = tries === 0 ? today : retryDay(today, tries);
  const day = code === NOT_CONVERTED.code ? NEVER : nextDay;
  return {
    put: keys.wantedText(documentId),
    value: { itemKey, tries: tries + 1, day } satisfies WantedText,
  };
}

/** The service may give an empty text for days. Only after so many tries it replaces another text. */
const TRIES_WHEN_EMPTY = 3;

/** Fetches one text; null when done, otherwise what is wrong. */
async function fetchText(
  { documentId, itemKey, tries }: Wanted,
  { client, state, replica, convert, write }: FetchOptions,
): Promise<Problem | null> {
  const { document = null } = (await headOf(state, itemKey)) ?? {};
  const done = { remove: keys.wantedText(documentId) };
  if (document?.id !== documentId) {
    await state.commit([done]);
    return null;
  }
  const html = await client.documents.htmlOf(documentId);
  // Deleted at the service, which the audit will find, or unreadable.
  if (html === null) return NO_TEXT;
  const before = await storedTextOf(state, documentId);
  const markdown = await convert(html, document.sourceUrl).catch(() => null);
  if (markdown === null) return NOT_CONVERTED;
  if (markdown.trim() === '' && (before?.markdown ?? '') !== '' && tries < TRIES_WHEN_EMPTY) return NO_TEXT;
  const text: StoredText = { version: textVersion(document), markdown, previous: before?.markdown };
  await write(await replica.makeDue([itemKey], [done, { put: keys.text(documentId), value: text }]));
  return null;
}

interface Wanted extends WantedText {
  readonly documentId: string;
}

/** Wanted texts, newest first: v3 ids begin with their time. */
async function wantedTexts(state: StateStore): Promise<readonly Wanted[]> {
  const wanted: Wanted[] = [];
  for await (const entries of stateRange(state, prefixes.wantedText)) {
    for (const { key, value } of entries)
      wanted.push({ documentId: key.slice(prefixes.wantedText.length), ...readWantedText(value) });
  }
  return wanted.reverse();
}
