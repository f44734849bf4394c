import {
  documentChangeSchema,
  documentFilterSchema,
  newDocumentSchema,
  type DocumentChange,
  type DocumentFilter,
  type NewDocument,
} from './outgoing/documents';
import { checked, wordIdText } from './outgoing/rules';
import { toQuery, toWireBody } from './outgoing/wire-form';
import { walkPages } from './page-walk';
import { parseCursorPage, parseDocumentPage } from './parse-page';
import { parseSingle } from './parse-record';
import { callForPage, readRecord, removal, type Removal } from './read-answers';
import type { DocumentListPage, DocumentTag, ListPage, SavedDocument } from './records';
import { documentTagSchema, savedDocumentSchema, type WireDocumentTag, type WireSavedDocument } from './schema/document';
import { toText } from './to-model/values';
import type { Transport } from './transport';

/** The documents of v3 (v3-documents.md, "Endpoints"). */
export interface DocumentEndpoints {
  /** "Document CREATE"; `created` is false when the service had it already. */
  save(document: NewDocument): Promise<SavedDocument & { readonly created: boolean }>;
  /** "Document LIST", from `cursor` on where one is given. A refused cursor throws `CursorRejectedError`. */
  list(filter?: DocumentFilter, cursor?: string | null): AsyncGenerator<DocumentListPage>;
  /** "Document LIST" for one id; null when the service answers in JSON that it is not there (404). */
  listById(id: string): Promise<DocumentListPage | null>;
  /** "Document UPDATE". Null when there is no such document. */
  update(id: string, change: DocumentChange): Promise<SavedDocument | null>;
  /** "Document DELETE". */
  remove(id: string): Promise<Removal>;
  /** "Tag LIST". */
  listTags(): AsyncGenerator<ListPage<DocumentTag>>;
}

/** The part that every call of the list shares. */
const listCall = { rate: 'v3', method: 'GET', path: '/api/v3/list/', repeat: 'safe', read: parseDocumentPage } as const;
const TIMEOUT_WITH_CONTENT_MS = 120_000;

const TAG = {
  endpoint: 'documents',
  schema: documentTagSchema,
  idField: 'key',
  toEntry: ({ key, name }: WireDocumentTag): DocumentTag => ({ key, name: toText(name) }),
} as const;

const toSavedDocument = (wire: WireSavedDocument): SavedDocument => ({ id: String(wire.id), url: toText(wire.url) });

export function createDocumentEndpoints(transport: Transport): DocumentEndpoints {
  return {
    async save(document) {
      const doing = 'saving a document';
      const body = toWireBody(checked(document, { schema: newDocumentSchema, doing }));
      return transport.call({
        doing,
        rate: 'v3-write',
        method: 'POST',
        path: '/api/v3/save/',
        body,
        repeat: 'safe',
        read: ({ status, json }) => ({ ...toSavedDocument(parseSingle(json, savedDocumentSchema)), created: status === 201 }),
      });
    },
    list: (filter = {}, cursor = null) => listPages(transport, { filter, cursor }),
    async listById(id) {
      const doing = `looking for document ${id}`;
      const query = toQuery({ id: checked(id, { schema: wordIdText, doing }) });
      return transport.call<DocumentListPage | null>({ ...listCall, doing, query, whenMissing: () => null });
    },
    async update(id, change) {
      const doing = `changing document ${id}`;
      const path = `/api/v3/update/${checked(id, { schema: wordIdText, doing })}/`;
      const body = toWireBody(checked(change, { schema: documentChangeSchema, doing }));
      return transport.call<SavedDocument | null>({
        doing,
        rate: 'v3-write',
        method: 'PATCH',
        path,
        body,
        repeat: 'safe',
        read: readRecord(savedDocumentSchema, toSavedDocument),
        whenMissing: () => null,
      });
    },
    async remove(id) {
      const doing = `deleting document ${id}`;
      const path = `/api/v3/delete/${checked(id, { schema: wordIdText, doing })}/`;
      return transport.call<Removal>({ ...removal, doing, rate: 'v3', path });
    },
    listTags: () => tagPages(transport),
  };
}

function listPages(
  transport: Transport,
  { filter, cursor }: { readonly filter: DocumentFilter; readonly cursor: string | null },
): AsyncGenerator<DocumentListPage> {
  const doing = 'fetching documents';
  const { tags = [], ...rest } = checked(filter, { schema: documentFilterSchema, doing });
  const query = [...toQuery(rest), ...tags.map((tag) => ['tag', tag] as const)];
  const timeout = rest.withHtmlContent === true ? { timeoutMs: TIMEOUT_WITH_CONTENT_MS } : {};
  const fetchPage = (pageCursor: string | null, doingPage: string): Promise<DocumentListPage> =>
    callForPage(transport, {
      call: { ...listCall, doing: doingPage, query, ...timeout },
      cursor: pageCursor,
    });
  return walkPages({ cursor, doing, fetchPage, idsOf });
}

const idsOf = ({ documents, highlights, notes }: DocumentListPage): readonly string[] => [...documents, ...highlights, ...notes].map(({ id }) => id);

function tagPages(transport: Transport): AsyncGenerator<ListPage<DocumentTag>> {
  const fetchPage = (pageCursor: string | null, doing: string): Promise<ListPage<DocumentTag>> =>
    callForPage(transport, {
      call: { doing, rate: 'v3', method: 'GET', path: '/api/v3/tags/', repeat: 'safe', read: (answer) => parseCursorPage(answer, TAG) },
      cursor: pageCursor,
    });
  return walkPages({ cursor: null, doing: 'fetching the tags of documents', fetchPage, idsOf: (page) => page.entries.map(({ key }) => key) });
}
