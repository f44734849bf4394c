import { documentFilterRule, type DocumentFilter } from './outgoing/document-query';
import { checked, wordIdText } from './outgoing/rules';
import { toQuery } from './outgoing/wire-form';
import { walkPages } from './page-walk';
import { parseDocumentPage } from './parse-page';
import { callForPage } from './read-answers';
import type { DocumentListPage } from './records';
import type { Transport } from './transport';

/** The endpoint that pages through the documents of v3 (v3-documents.md, "Endpoints"). */
export interface DocumentLists {
  /** "Document LIST", from `cursor` on where one is given. A refused cursor throws `CursorRejectedError`. */
  list(filter?: DocumentFilter, cursor?: string | null): AsyncGenerator<DocumentListPage>;
  /** "Document LIST" for one id; empty, too, when the service answers in JSON that it is not there (404). */
  listById(id: string): Promise<DocumentListPage>;
  /** The text of one document as HTML, `''` when it has none (`withHtmlContent`); null when the service has no such document. */
  htmlOf(id: string): Promise<string | null>;
  /**
   * Where the document's own file is to be had, without the token and for an hour (`withRawSourceUrl`); `''` when it may not be
   * distributed, null when the service has no such document.
   */
  rawSourceOf(id: string): Promise<string | null>;
}

/** The part that every call of the list shares. */
const listCall = {
  rate: 'v3',
  method: 'GET',
  path: '/api/v3/list/',
  repeat: 'safe',
  read: parseDocumentPage,
} as const;
const TIMEOUT_WITH_CONTENT_MS = 120_000;

export function createDocumentLists(transport: Transport): DocumentLists {
  return {
    list: (filter = {}, cursor = null) => listPages(transport, { filter, cursor }),
    async listById(id) {
      const doing = `looking for document ${id}`;
      const query = toQuery({ id: checked(id, { rule: wordIdText, doing }) });
      return transport.call<DocumentListPage>({ ...listCall, doing, query, whenMissing: emptyPage });
    },
    htmlOf: (id) =>
      contentOf(transport, id, { doing: 'fetching the text', asked: 'withHtmlContent', field: 'html' }),
    rawSourceOf: (id) =>
      contentOf(transport, id, {
        doing: 'asking for the file',
        asked: 'withRawSourceUrl',
        field: 'rawSourceUrl',
      }),
  };
}

interface WantedContent {
  readonly doing: string;
  readonly asked: 'withHtmlContent' | 'withRawSourceUrl';
  readonly field: 'html' | 'rawSourceUrl';
}

async function contentOf(transport: Transport, id: string, wanted: WantedContent): Promise<string | null> {
  const doing = `${wanted.doing} of document ${id}`;
  const query = toQuery({ id: checked(id, { rule: wordIdText, doing }), [wanted.asked]: true });
  const page = await transport.call<DocumentListPage>({
    ...listCall,
    doing,
    query,
    timeoutMs: TIMEOUT_WITH_CONTENT_MS,
    whenMissing: emptyPage,
  });
  return (
    page.contents.find((content) => content.id === id)?.[wanted.field] ??
    (page.documents.some((document) => document.id === id) ? '' : null)
  );
}

function listPages(
  transport: Transport,
  { filter, cursor }: { readonly filter: DocumentFilter; readonly cursor: string | null },
): AsyncGenerator<DocumentListPage> {
  const doing = 'fetching documents';
  const { tags = [], ...rest } = checked(filter, { rule: documentFilterRule, doing });
  const query = [...toQuery(rest), ...tags.map((tag) => ['tag', tag] as const)];
  const timeout = rest.withHtmlContent === true ? { timeoutMs: TIMEOUT_WITH_CONTENT_MS } : {};
  const fetchPage = (pageCursor: string | null, doingPage: string): Promise<DocumentListPage> =>
    callForPage(transport, {
      call: { ...listCall, doing: doingPage, query, ...timeout },
      cursor: pageCursor,
    });
  return walkPages({ cursor, doing, fetchPage, idsOf });
}

const idsOf = ({ documents, highlights, notes }: DocumentListPage): readonly string[] =>
  [...documents, ...highlights, ...notes].map(({ id }) => id);

const emptyPage = (serverDate: string | null): DocumentListPage => ({
  serverDate,
  nextCursor: null,
  count: 0,
  quarantined: [],
  documents: [],
  highlights: [],
  notes: [],
  contents: [],
});
