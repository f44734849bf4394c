import { textVersion } from '../core/full-text/text-version';
import type { Document } from '../core/library/model';
import type { Reporter, StateStore } from '../ports';
import type { LibraryClient } from '../readwise/library-client';
import { keys, prefixes } from './keys';
import type { Replica } from './replica';
import { stateRange } from './state-range';
import { readRecord, readStoredText, type StoredText } from './stored';

/** The texts of documents, as they were fetched. */
export class TextStore {
  constructor(private readonly state: StateStore) {}

  async of(documentId: string): Promise<StoredText | null> {
    return readStoredText((await this.state.getMany([keys.text(documentId)]))[0]);
  }
}

/** Whether the text is still to be fetched, or may be another now. */
export const isTextWanted = (document: Document, stored: StoredText | null): boolean => stored === null || stored.version !== textVersion(document);

export interface FetchOptions {
  readonly client: LibraryClient;
  readonly state: StateStore;
  readonly replica: Replica;
  readonly reporter: Reporter;
  readonly convert: (html: string, address: string) => Promise<string>;
  /** Writes the notes of items. */
  readonly write: (itemKeys: readonly string[]) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** In one sync: each takes a request, and twenty of them go out in a minute. What is left waits for the next sync. */
const MOST_IN_A_SYNC = 200;

/** Fetches texts that notes want, the newest documents' first, and writes each into its note before the next is fetched. */
export async function fetchTexts(options: FetchOptions): Promise<void> {
  const wanted = await wantedTexts(options.state);
  const now = wanted.slice(0, MOST_IN_A_SYNC);
  for (const [index, { documentId, itemKey }] of now.entries()) {
    options.signal?.throwIfAborted();
    options.reporter.progress({ step: 'texts', done: index, total: wanted.length });
    await fetchText(documentId, itemKey, options);
  }
}

async function fetchText(documentId: string, itemKey: string, { client, state, replica, convert, write }: FetchOptions): Promise<void> {
  const record = readRecord((await state.getMany([keys.item(itemKey)]))[0]);
  const html = record?.document?.id === documentId ? await client.documents.htmlOf(documentId) : null;
  const done = { remove: keys.wantedText(documentId) };
  // Gone at the service: the audit will notice.
  if (html === null || record?.document === null || record?.document === undefined) return state.commit([done]);
  const before = readStoredText((await state.getMany([keys.text(documentId)]))[0]);
  const text: StoredText = { version: textVersion(record.document), markdown: await convert(html, record.document.sourceUrl), previous: before?.markdown };
  await replica.makeDue([itemKey], [done, { put: keys.text(documentId), value: text }]);
  await write([itemKey]);
}

/** Ids of v3 begin with their time, so the last ones are the newest. */
async function wantedTexts(state: StateStore): Promise<readonly { readonly documentId: string; readonly itemKey: string }[]> {
  const wanted: { documentId: string; itemKey: string }[] = [];
  for await (const entries of stateRange(state, prefixes.wantedText)) {
    for (const { key, value } of entries) wanted.push({ documentId: key.slice(prefixes.wantedText.length), itemKey: typeof value === 'string' ? value : '' });
  }
  return wanted.reverse();
}
