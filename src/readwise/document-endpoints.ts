import {
  documentChangeSchema,
  documentFilterSchema,
  newDocumentSchema,
  type DocumentChange,
  type DocumentFilter,
  type NewDocument,
} from './document-limits';
import {
  documentTagSchema,
  savedDocumentSchema,
  type DocumentTag,
  type SavedDocument,
} from './document-records';
import { cursorPages, removal, type Removal } from './endpoint-calls';
import { checked, toQuery, toWireBody, wordId } from './outgoing';
import type { DocumentContent, DocumentListPage, ListPage } from './pages';
import { parseCursorPage, parseDocumentPage } from './parse-page';
import { parseSingle } from './parse-record';
import type { Transport } from './transport';

const LIST_PATH = '/api/v3/list/';
const TIMEOUT_WITH_CONTENT_MS = 120_000;

/** All endpoints of the documents of v3 (v3-documents.md, "Endpoints"). */
export class DocumentEndpoints {
  constructor(private readonly transport: Transport) {}

  /** "Document LIST", from `cursor` on where one is given. A refused cursor throws `CursorRejectedError`. */
  list(filter: DocumentFilter = {}, cursor: string | null = null): AsyncGenerator<DocumentListPage> {
    const doing = 'fetching documents';
    const { tags = [], ...rest } = checked(filter, { schema: documentFilterSchema, doing });
    return cursorPages(this.transport, {
      doing,
      cursor,
      call: {
        rate: 'v3',
        path: LIST_PATH,
        query: [...toQuery(rest), ...tags.map((tag) => ['tag', tag] as const)],
        read: parseDocumentPage,
        ...(rest.withHtmlContent === true ? { timeoutMs: TIMEOUT_WITH_CONTENT_MS } : {}),
      },
      idsOf: ({ documents, highlights, notes }) =>
        [...documents, ...highlights, ...notes].map(({ id }) => id),
    });
  }

  /** "Document LIST" for one id; empty, too, when the service answers in JSON that it is not there (404). */
  async listById(id: string): Promise<DocumentListPage> {
    return this.pageOf(id, { doing: `looking for document ${id}` });
  }

  /** The text of one document as HTML, `''` when it has none (`withHtmlContent`); null when the service has no such document. */
  async htmlOf(id: string): Promise<string | null> {
    const doing = `fetching the text of document ${id}`;
    const page = await this.pageOf(id, { doing, contents: 'withHtmlContent' });
    return contentIn(page, id, ({ html }) => html);
  }

  /**
   * Where the document's own file is to be had, without the token and for an hour (`withRawSourceUrl`); `''` when it may not be
   * distributed, null when the service has no such document.
   */
  async rawSourceOf(id: string): Promise<string | null> {
    const doing = `asking for the file of document ${id}`;
    const page = await this.pageOf(id, { doing, contents: 'withRawSourceUrl' });
    return contentIn(page, id, ({ rawSourceUrl }) => rawSourceUrl);
  }

  /** "Document CREATE"; `created` is false when the service had it already. */
  async save(document: NewDocument): Promise<SavedDocument & { readonly created: boolean }> {
    const doing = 'saving a document';
    return this.transport.call({
      doing,
      rate: 'v3-write',
      method: 'POST',
      path: '/api/v3/save/',
      body: toWireBody(checked(document, { schema: newDocumentSchema, doing })),
      repeat: 'safe',
      read: ({ status, json }) => ({
        ...parseSingle(json, savedDocumentSchema),
        created: status === 201,
      }),
    });
  }

  /** "Document UPDATE". Null when there is no such document. */
  async update(id: string, change: DocumentChange): Promise<SavedDocument | null> {
    const doing = `changing document ${id}`;
    return this.transport.call<SavedDocument | null>({
      doing,
      rate: 'v3-write',
      method: 'PATCH',
      path: `/api/v3/update/${checked(id, { schema: wordId, doing })}/`,
      body: toWireBody(checked(change, { schema: documentChangeSchema, doing })),
      repeat: 'safe',
      read: ({ json }) => parseSingle(json, savedDocumentSchema),
      whenMissing: () => null,
    });
  }

  /** "Document DELETE". */
  async remove(id: string): Promise<Removal> {
    const doing = `deleting document ${id}`;
    const path = `/api/v3/delete/${checked(id, { schema: wordId, doing })}/`;
    return this.transport.call<Removal>({ ...removal, doing, rate: 'v3', path });
  }

  /** "Tag LIST". */
  listTags(): AsyncGenerator<ListPage<DocumentTag>> {
    const parser = {
      endpoint: 'documents',
      schema: documentTagSchema,
      idField: 'key',
      essential: ['key'],
      toEntry: (tag: DocumentTag) => tag,
    } as const;
    return cursorPages(this.transport, {
      doing: 'fetching the tags of documents',
      cursor: null,
      call: {
        rate: 'v3',
        path: '/api/v3/tags/',
        read: (answer, pace) => parseCursorPage(answer, { parser, pace }),
      },
      idsOf: ({ entries }) => entries.map(({ key }) => key),
    });
  }

  private async pageOf(
    id: string,
    {
      doing,
      contents,
    }: { readonly doing: string; readonly contents?: 'withHtmlContent' | 'withRawSourceUrl' },
  ): Promise<DocumentListPage> {
    const asked = contents === undefined ? {} : { [contents]: true };
    return this.transport.call<DocumentListPage>({
      doing,
      rate: 'v3',
      method: 'GET',
      path: LIST_PATH,
      query: toQuery({ id: checked(id, { schema: wordId, doing }), ...asked }),
      repeat: 'safe',
      read: parseDocumentPage,
      whenMissing: emptyPage,
      ...(contents === undefined ? {} : { timeoutMs: TIMEOUT_WITH_CONTENT_MS }),
    });
  }
}

function contentIn(
  page: DocumentListPage,
  id: string,
  wanted: (content: DocumentContent) => string,
): string | null {
  const content = page.contents.find((candidate) => candidate.id === id);
  if (content !== undefined) return wanted(content);
  return page.documents.some((document) => document.id === id) ? '' : null;
}

const emptyPage = (serverDate: string | null): DocumentListPage => ({
  serverDate,
  nextCursor: null,
  count: 0,
  quarantined: [],
  incomplete: [],
  documents: [],
  highlights: [],
  notes: [],
  contents: [],
});
