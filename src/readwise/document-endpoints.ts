import type * as z from 'zod/mini';
import { savedDocumentSchema, type DocumentContent, type SavedDocument } from './document-records';
import { followCursors, optional, removal, type Removal } from './endpoint-calls';
import { emptyPage, parseDocumentPage, type DocumentListPage, type ListPage } from './pages';
import { parseSingle } from './parse-record';
import { checked, documentChange, documentFilter, newDocument, toBody, toQuery, wordId } from './requests';
import { listDocumentTags, type DocumentTag } from './tag-endpoints';
import type { Transport } from './transport';

const LIST_PATH = '/api/v3/list/';
const TIMEOUT_WITH_CONTENT_MS = 120_000;

export class DocumentEndpoints {
  constructor(private readonly transport: Transport) {}

  /** All pages, from `cursor` on when given. A refused cursor throws `cursor-rejected`. */
  list(
    filter: z.infer<typeof documentFilter> = {},
    cursor: string | null = null,
  ): AsyncGenerator<DocumentListPage> {
    const doing = 'fetching documents';
    const { tags = [], ...rest } = checked(documentFilter, filter, doing);
    return followCursors(this.transport, {
      call: {
        doing,
        rate: 'v3',
        path: LIST_PATH,
        query: [...toQuery(rest), ...tags.map((tag) => ['tag', tag] as const)],
        read: parseDocumentPage,
        ...(rest.withHtmlContent === true ? { timeoutMs: TIMEOUT_WITH_CONTENT_MS } : {}),
      },
      cursor,
      idsOf: ({ documents, highlights, notes }) =>
        [...documents, ...highlights, ...notes].map(({ id }) => id),
    });
  }

  /** The page for one id; empty as well when the service answers with a 404 in JSON. */
  async listById(id: string): Promise<DocumentListPage> {
    return this.pageOf(id, `looking for document ${id}`);
  }

  /** The text of a document as HTML, `''` when it has none; null when the service has no such document. */
  async htmlOf(id: string): Promise<string | null> {
    const page = await this.pageOf(id, `fetching the text of document ${id}`, 'withHtmlContent');
    return contentIn(page, id, 'html');
  }

  /**
   * The address of the document's file, valid for an hour without the token; `''` when it may not be
   * distributed, null without such a document.
   */
  async rawSourceOf(id: string): Promise<string | null> {
    const page = await this.pageOf(id, `asking for the file of document ${id}`, 'withRawSourceUrl');
    return contentIn(page, id, 'rawSourceUrl');
  }

  /** `created` is false when the service already had the document. */
  async save(document: z.infer<typeof newDocument>): Promise<SavedDocument & { readonly created: boolean }> {
    const doing = 'saving a document';
    return this.transport.call({
      doing,
      rate: 'v3-write',
      method: 'POST',
      path: '/api/v3/save/',
      body: toBody(checked(newDocument, document, doing)),
      read: ({ status, json }) => ({
        ...parseSingle(json, savedDocumentSchema),
        created: status === 201,
      }),
    });
  }

  /** Null when there is no such document. */
  async update(id: string, change: z.infer<typeof documentChange>): Promise<SavedDocument | null> {
    const doing = `changing document ${id}`;
    return this.transport.call({
      doing,
      rate: 'v3-write',
      method: 'PATCH',
      path: `/api/v3/update/${checked(wordId, id, doing)}/`,
      body: toBody(checked(documentChange, change, doing)),
      ...optional(savedDocumentSchema),
    });
  }

  async remove(id: string): Promise<Removal> {
    const doing = `deleting document ${id}`;
    const path = `/api/v3/delete/${checked(wordId, id, doing)}/`;
    return this.transport.call<Removal>({ ...removal, doing, rate: 'v3', path });
  }

  listTags(): AsyncGenerator<ListPage<DocumentTag>> {
    return listDocumentTags(this.transport);
  }

  private async pageOf(
    id: string,
    doing: string,
    contents?: 'withHtmlContent' | 'withRawSourceUrl',
  ): Promise<DocumentListPage> {
    const query = toQuery({ id: checked(wordId, id, doing) });
    return this.transport.call<DocumentListPage>({
      doing,
      rate: 'v3',
      path: LIST_PATH,
      query: contents === undefined ? query : [...query, [contents, 'true']],
      read: parseDocumentPage,
      whenMissing: (serverDate) => ({
        ...emptyPage(serverDate),
        documents: [],
        highlights: [],
        notes: [],
        contents: [],
      }),
      ...(contents === undefined ? {} : { timeoutMs: TIMEOUT_WITH_CONTENT_MS }),
    });
  }
}

function contentIn(
  { contents, documents }: DocumentListPage,
  id: string,
  field: Exclude<keyof DocumentContent, 'id'>,
): string | null {
  const content = contents.find((candidate) => candidate.id === id);
  if (content !== undefined) return content[field];
  return documents.some((document) => document.id === id) ? '' : null;
}
