import { highlightCalls } from './highlight-calls';
import { documentCalls } from './document-calls';
import { ReadwiseError } from './readwise-error';
import type { ReadwiseClient } from './client';
import { pagesOf } from './page-walk';
import type { DocumentPage, HighlightPage } from './pages';

/** More ids would make the address too long for servers. */
const IDS_PER_REQUEST = 100;

export interface DocumentPull {
  readonly updatedAfter?: string | undefined;
  readonly cursor?: string | null | undefined;
}

export type HighlightPull =
  /** Everything updated after a moment (or at all), from a cursor on when the last pull stopped there. */
  | (DocumentPull & { readonly ids?: undefined })
  /** Whole books by id. Their cursors cannot be used for another pull. */
  | { readonly ids: readonly string[] };

/**
 * Pages of the v2 export, deleted records included. Throws `cursor-rejected` when the pull must begin
 * again.
 */
export async function* pullHighlights(
  client: ReadwiseClient,
  pull: HighlightPull,
): AsyncGenerator<HighlightPage> {
  if (pull.ids === undefined) {
    const { updatedAfter, cursor } = pull;
    yield* pagesOf(client, highlightCalls.export({ updatedAfter, includeDeleted: true }), cursor);
    return;
  }
  for (let start = 0; start < pull.ids.length; start += IDS_PER_REQUEST) {
    const ids = pull.ids.slice(start, start + IDS_PER_REQUEST);
    yield* pagesOf(client, highlightCalls.export({ ids, includeDeleted: true }));
  }
}

/** Pages of the v3 list; errors as for `pullHighlights`. */
export async function* pullDocuments(
  client: ReadwiseClient,
  { updatedAfter, cursor = null }: DocumentPull,
): AsyncGenerator<DocumentPage> {
  yield* pagesOf(client, documentCalls.list({ updatedAfter }), cursor);
}

/** The result of a look-up of a v3 record, with the service's time or null. */
export interface DocumentLookup {
  readonly kind: 'absent' | 'present';
  readonly at: string | null;
}

/**
 * Looks up a v3 record. `absent` is evidence of a deletion, so only an empty answer or a 404 in JSON counts;
 * an answer about other records throws `not-the-api`.
 */
export async function lookUpDocument(client: ReadwiseClient, id: string): Promise<DocumentLookup> {
  const page = await pageOfDocument(client, id);
  return { kind: idsOnPage(page).length === 0 ? 'absent' : 'present', at: page.serverDate };
}

/** The page of a single v3 record, empty if there is none; errors as for `lookUpDocument`. */
export async function pageOfDocument(client: ReadwiseClient, id: string): Promise<DocumentPage> {
  const page = await client.send(documentCalls.get(id));
  const ids = idsOnPage(page);
  if (ids.includes(id) || (ids.length === 0 && page.nextCursor === null)) return page;
  throw new ReadwiseError('odd', `looking for document ${id}`, { detail: 'it is about other documents.' });
}

export const findDocument = async (client: ReadwiseClient, id: string): Promise<'absent' | 'present'> =>
  (await lookUpDocument(client, id)).kind;

/** One page of the v3 list, by one request: the first, or that of a cursor. */
export async function oneDocumentPage(
  client: ReadwiseClient,
  { updatedAfter, cursor = null }: DocumentPull = {},
): Promise<DocumentPage> {
  for await (const page of pagesOf(client, documentCalls.list({ updatedAfter }), cursor)) return page;
  throw new TypeError('A list has at least one page');
}

/** All ids of a page, also those of records that could not be read. */
export const idsOnPage = (page: DocumentPage): readonly string[] =>
  [...page.documents, ...page.highlights, ...page.notes, ...page.quarantined].map(({ id }) => id);
