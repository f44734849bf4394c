import { NotTheApiError } from './errors';
import type { ReadwiseClient } from './client';
import type { DocumentPage, HighlightPage } from './pages';

/** More ids make an address that servers refuse. */
const IDS_PER_REQUEST = 100;

export interface DocumentPull {
  readonly updatedAfter?: string | undefined;
  readonly cursor?: string | null | undefined;
}

export type HighlightPull =
  /**
   * What was updated after a moment (everything when there is none), from a cursor on where a pull stopped.
   */
  | (DocumentPull & { readonly ids?: undefined })
  /** Whole books by id. Cursors of such a pull are of no use to another. */
  | { readonly ids: readonly string[] };

/**
 * Pages of the v2 export, deleted records included. Throws `CursorRejectedError` when the pull must begin
 * again without its cursor, `NotTheApiError` for an answer that is no page of the API or never ends.
 */
export async function* pullHighlights(
  client: ReadwiseClient,
  pull: HighlightPull,
): AsyncGenerator<HighlightPage> {
  if (pull.ids === undefined) {
    yield* client.highlights.export(
      { updatedAfter: pull.updatedAfter, includeDeleted: true },
      pull.cursor ?? null,
    );
    return;
  }
  for (let start = 0; start < pull.ids.length; start += IDS_PER_REQUEST) {
    const ids = pull.ids.slice(start, start + IDS_PER_REQUEST);
    yield* client.highlights.export({ ids, includeDeleted: true });
  }
}

/** Pages of the v3 list with documents, highlights and notes; errors as for `pullHighlights`. */
export async function* pullDocuments(
  client: ReadwiseClient,
  { updatedAfter, cursor = null }: DocumentPull,
): AsyncGenerator<DocumentPage> {
  yield* client.documents.list({ updatedAfter }, cursor);
}

/** What a look-up of one v3 record found, and the service's time at its answer (null when it told none). */
export interface DocumentLookup {
  readonly kind: 'absent' | 'present';
  readonly at: string | null;
}

/**
 * Whether the service has a document, highlight or note of v3. `absent` is evidence for a deletion, so only
 * an empty answer to the question, or a 404 in JSON, counts; an answer about other records throws
 * `NotTheApiError`.
 */
export async function lookUpDocument(client: ReadwiseClient, id: string): Promise<DocumentLookup> {
  const page = await client.documents.listById(id);
  const ids = idsOnPage(page);
  if (ids.includes(id)) return { kind: 'present', at: page.serverDate };
  if (ids.length === 0 && page.nextCursor === null) return { kind: 'absent', at: page.serverDate };
  throw new NotTheApiError(`looking for document ${id}`, 'the service answered about other documents.');
}

/** As `lookUpDocument`, without the time. */
export const findDocument = async (client: ReadwiseClient, id: string): Promise<'absent' | 'present'> =>
  (await lookUpDocument(client, id)).kind;

/**
 * One page of the v3 list in one request: the first, or the one at a cursor. Its count raises suspicion,
 * never proves.
 */
export async function oneDocumentPage(
  client: ReadwiseClient,
  { updatedAfter, cursor = null }: DocumentPull = {},
): Promise<DocumentPage> {
  for await (const page of client.documents.list({ updatedAfter }, cursor)) return page;
  throw new TypeError('A list has at least one page');
}

/** Every id that the page tells of, also those of records that could not be read. */
export const idsOnPage = ({ documents, highlights, notes, quarantined }: DocumentPage): readonly string[] =>
  [...documents, ...highlights, ...notes, ...quarantined].map(({ id }) => id);
