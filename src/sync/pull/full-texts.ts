import { textVersion } from '../../notes/full-text/text-block';
import { MOST_FETCHED, retryDay } from '../../notes/attachments/retry-day';
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

/** The text of a document, as it was fetched. */
export const storedTextOf = (state: StateStore, documentId: string): Promise<StoredText | null> =>
  readOne(state, keys.text(documentId), readStoredText);

/** Whether the text is still to be fetched, or may be another now. */
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
  /** Writes the notes of items. */
  readonly write: (due: readonly ItemRecord[]) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches texts that notes want, the newest documents' first, and writes each into its note before the next
 * is fetched. One that cannot be had does not stop the others.
 */
export async function fetchTexts(options: FetchOptions): Promise<void> {
  const { state, reporter, signal, stats, today } = options;
  const all = await wantedTexts(state);
  const wanted = all.filter(({ day }) => day <= today).slice(0, MOST_FETCHED);
  let hadNoAnswer = false;
  for (const [index, text] of wanted.entries()) {
    signal?.throwIfAborted();
    reporter.progress({ step: 'texts', done: index, total: wanted.length });
    const miss = await missOf(() => fetchText(text, options));
    if (miss !== null) {
      stats.fail({ id: text.documentId, path: null, problem: miss.problem });
      await state.commit([putOff(text, today)]);
    }
    const noAnswer = miss?.noAnswer ?? null;
    // Two in a row: it is not about the document.
    if (hadNoAnswer && noAnswer !== null) throw noAnswer;
    hadNoAnswer = noAnswer !== null;
  }
  await tellOfThoseThatWait(
    all.filter(({ day }) => day > today),
    options,
  );
}

const NOT_YET: Problem = { code: 'no-full-text' };

/** What is asked for on another day is not there now, and nobody shall think that it is. */
async function tellOfThoseThatWait(
  waiting: readonly Wanted[],
  { state, stats }: FetchOptions,
): Promise<void> {
  const heads = await readHeads(
    state,
    waiting.map(({ itemKey }) => itemKey),
  );
  for (const [index, { documentId }] of waiting.entries()) {
    if (heads[index]?.document?.id === documentId)
      stats.fail({ id: documentId, path: null, problem: NOT_YET });
  }
}

/** Why a text did not come. */
interface Miss {
  readonly problem: Problem;
  /** Null where the service did answer. */
  readonly noAnswer: Error | null;
}

/** What went wrong about one document alone; all else goes on to the top. */
async function missOf(fetch: () => Promise<Problem | null>): Promise<Miss | null> {
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

/** It is asked for again with the next sync, and if that fails after 1 day, 2, 4, … */
function putOff({ documentId, itemKey, tries }: Wanted, today: number): StateChange {
  return {
    put: keys.wantedText(documentId),
    value: {
      itemKey,
      tries: tries + 1,
      day: tries === 0 ? today : retryDay(today, tries),
    } satisfies WantedText,
  };
}

/**
 * While the service reads a page anew it may have nothing to give: that a text is gone is believed after so
 * many tries, over days.
 */
const TRIES_WHEN_EMPTY = 3;

/** Null when nothing is left to be done, else what is wrong. */
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
  // Gone at the service, as the audit will notice; or the answer could not be read.
  if (html === null) return NOT_YET;
  const before = await storedTextOf(state, documentId);
  const markdown = await convert(html, document.sourceUrl);
  if (markdown.trim() === '' && (before?.markdown ?? '') !== '' && tries < TRIES_WHEN_EMPTY) return NOT_YET;
  const text: StoredText = { version: textVersion(document), markdown, previous: before?.markdown };
  await write(await replica.makeDue([itemKey], [done, { put: keys.text(documentId), value: text }]));
  return null;
}

interface Wanted extends WantedText {
  readonly documentId: string;
}

/** Ids of v3 begin with their time, so the last ones are the newest. */
async function wantedTexts(state: StateStore): Promise<readonly Wanted[]> {
  const wanted: Wanted[] = [];
  for await (const entries of stateRange(state, prefixes.wantedText)) {
    for (const { key, value } of entries)
      wanted.push({ documentId: key.slice(prefixes.wantedText.length), ...readWantedText(value) });
  }
  return wanted.reverse();
}
