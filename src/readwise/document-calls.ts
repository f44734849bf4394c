import * as z from 'zod/mini';
import type { Call } from './client';
import { savedDocumentSchema, type DocumentContent, type SavedDocument } from './document-records';
import { parseSingle, text } from './wire-fields';
import { emptyPage, parseDocumentPage, type DocumentListPage, type ListPage } from './pages';
import { checked, documentChange, documentFilter, newDocument, toBody, toQuery, wordId } from './requests';
import { listOf, optional, removal, type PagedCall, type Removal } from './calls';

/** The endpoints of v3, as its specification has them. */

/** A tag of v3 documents: `key` for filters, `name` for users. */
export type DocumentTag = Readonly<z.infer<typeof documentTagSchema>>;
const documentTagSchema = z.object({
  key: z.string('should be text that is not empty').check(z.minLength(1, 'should be text that is not empty')),
  name: text,
});

const LIST_PATH = '/api/v3/list/';
const TIMEOUT_WITH_CONTENT_MS = 120_000;

/** Records of v3. */
export const documentCalls = {
  list(filter: z.infer<typeof documentFilter> = {}): PagedCall<DocumentListPage> {
    const doing = 'fetching documents';
    const wanted = checked(documentFilter, filter, doing);
    return {
      doing,
      rate: 'v3',
      path: LIST_PATH,
      query: toQuery(wanted),
      read: parseDocumentPage,
      ...(wanted.withHtmlContent === true ? { timeoutMs: TIMEOUT_WITH_CONTENT_MS } : {}),
      paging: 'by cursor',
      idsOf: (page) => [...page.documents, ...page.highlights, ...page.notes].map(({ id }) => id),
    };
  },

  /** The page for one id; empty as well when the service answers with a 404 in JSON. */
  get(id: string): Call<DocumentListPage> {
    return documentCall(id, `looking for document ${id}`);
  },

  /** The text of a document as HTML, `''` when it has none; null when the service has no such document. */
  html(id: string): Call<string | null> {
    return contentCall(
      documentCall(id, `fetching the text of document ${id}`, 'withHtmlContent'),
      id,
      'html',
    );
  },

  /**
   * The address of the document's file, valid for an hour without the token; `''` when it may not be
   * distributed, null without such a document.
   */
  rawSource(id: string): Call<string | null> {
    const page = documentCall(id, `asking for the file of document ${id}`, 'withRawSourceUrl');
    return contentCall(page, id, 'rawSourceUrl');
  },

  /** `created` is false when the service already had the document. */
  save(document: z.infer<typeof newDocument>): Call<SavedDocument & { readonly created: boolean }> {
    const doing = 'saving a document';
    return {
      doing,
      rate: 'v3-write',
      method: 'POST',
      path: '/api/v3/save/',
      body: toBody(checked(newDocument, document, doing)),
      read: ({ status, json }) => ({ ...parseSingle(json, savedDocumentSchema), created: status === 201 }),
    };
  },

  /** Null when there is no such document. */
  update(id: string, change: z.infer<typeof documentChange>): Call<SavedDocument | null> {
    const doing = `changing document ${id}`;
    return {
      doing,
      rate: 'v3-write',
      method: 'PATCH',
      path: `/api/v3/update/${checked(wordId, id, doing)}/`,
      body: toBody(checked(documentChange, change, doing)),
      ...optional(savedDocumentSchema),
    };
  },

  remove(id: string): Call<Removal> {
    const doing = `deleting document ${id}`;
    return { ...removal, doing, rate: 'v3', path: `/api/v3/delete/${checked(wordId, id, doing)}/` };
  },

  listTags(): PagedCall<ListPage<DocumentTag>> {
    return {
      doing: 'fetching the tags of documents',
      rate: 'v3',
      path: '/api/v3/tags/',
      ...listOf(
        'by cursor',
        { endpoint: 'documents', schema: documentTagSchema, idField: 'key' },
        ({ key }) => key,
      ),
    };
  },
};

function documentCall(
  id: string,
  doing: string,
  contents?: 'withHtmlContent' | 'withRawSourceUrl',
): Call<DocumentListPage> {
  const query = toQuery({ id: checked(wordId, id, doing) });
  const nothing = { documents: [], highlights: [], notes: [], contents: [] };
  return {
    doing,
    rate: 'v3',
    path: LIST_PATH,
    query: contents === undefined ? query : [...query, [contents, 'true']],
    read: parseDocumentPage,
    whenMissing: (serverDate) => ({ ...emptyPage(serverDate), ...nothing }),
    ...(contents === undefined ? {} : { timeoutMs: TIMEOUT_WITH_CONTENT_MS }),
  };
}

function contentCall(
  page: Call<DocumentListPage>,
  id: string,
  field: Exclude<keyof DocumentContent, 'id'>,
): Call<string | null> {
  return {
    ...page,
    read: async (answer, pace) => {
      const { contents, documents } = await page.read(answer, pace);
      const content = contents.find((candidate) => candidate.id === id);
      if (content !== undefined) return content[field];
      return documents.some((document) => document.id === id) ? '' : null;
    },
    whenMissing: () => null,
  };
}
