import { createDocumentLists, type DocumentLists } from './document-lists';
import {
  documentChangeRule,
  newDocumentRule,
  type DocumentChange,
  type NewDocument,
} from './outgoing/documents';
import { checked, wordIdText } from './outgoing/rules';
import { toWireBody } from './outgoing/wire-form';
import { walkPages } from './page-walk';
import { parseCursorPage } from './parse-page';
import { parseSingle } from './parse-record';
import { callForPage, readRecord, removal, type Removal } from './read-answers';
import type { DocumentTag, ListPage, SavedDocument } from './records';
import {
  documentTagSchema,
  savedDocumentSchema,
  type WireDocumentTag,
  type WireSavedDocument,
} from './schema/document';
import { toText } from './to-model/values';
import type { Transport } from './transport';

/** All endpoints of the documents of v3 (v3-documents.md, "Endpoints"). */
export interface DocumentEndpoints extends DocumentLists {
  /** "Document CREATE"; `created` is false when the service had it already. */
  save(document: NewDocument): Promise<SavedDocument & { readonly created: boolean }>;
  /** "Document UPDATE". Null when there is no such document. */
  update(id: string, change: DocumentChange): Promise<SavedDocument | null>;
  /** "Document DELETE". */
  remove(id: string): Promise<Removal>;
  /** "Tag LIST". */
  listTags(): AsyncGenerator<ListPage<DocumentTag>>;
}

const TAG = {
  endpoint: 'documents',
  schema: documentTagSchema,
  idField: 'key',
  toEntry: ({ key, name }: WireDocumentTag): DocumentTag => ({ key, name: toText(name) }),
} as const;

const toSavedDocument = (wire: WireSavedDocument): SavedDocument => ({
  id: String(wire.id),
  url: toText(wire.url),
});

export function createDocumentEndpoints(transport: Transport): DocumentEndpoints {
  return {
    ...createDocumentLists(transport),
    async save(document) {
      const doing = 'saving a document';
      const body = toWireBody(checked(document, { rule: newDocumentRule, doing }));
      return transport.call({
        doing,
        rate: 'v3-write',
        method: 'POST',
        path: '/api/v3/save/',
        body,
        repeat: 'safe',
        read: ({ status, json }) => ({
          ...toSavedDocument(parseSingle(json, savedDocumentSchema)),
          created: status === 201,
        }),
      });
    },
    async update(id, change) {
      const doing = `changing document ${id}`;
      const path = `/api/v3/update/${checked(id, { rule: wordIdText, doing })}/`;
      const body = toWireBody(checked(change, { rule: documentChangeRule, doing }));
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
      const path = `/api/v3/delete/${checked(id, { rule: wordIdText, doing })}/`;
      return transport.call<Removal>({ ...removal, doing, rate: 'v3', path });
    },
    listTags: () => tagPages(transport),
  };
}

function tagPages(transport: Transport): AsyncGenerator<ListPage<DocumentTag>> {
  const fetchPage = (pageCursor: string | null, doing: string): Promise<ListPage<DocumentTag>> =>
    callForPage(transport, {
      call: {
        doing,
        rate: 'v3',
        method: 'GET',
        path: '/api/v3/tags/',
        repeat: 'safe',
        read: (answer, pace) => parseCursorPage(answer, { parser: TAG, pace }),
      },
      cursor: pageCursor,
    });
  return walkPages({
    cursor: null,
    doing: 'fetching the tags of documents',
    fetchPage,
    idsOf: (page) => page.entries.map(({ key }) => key),
  });
}
