import { createBookEndpoints, type BookEndpoints } from './book-endpoints';
import { askAboutToken } from './check-token';
import { createDocumentEndpoints, type DocumentEndpoints } from './document-endpoints';
import { createHighlightEndpoints, type HighlightEndpoints } from './highlight-endpoints';
import { createTransport, type ClientDependencies, type LibraryClient } from './library-client';

/**
 * Every endpoint of both interfaces. Each throws a `ReadwiseError` for what can go wrong outside, after trying again what
 * may pass by itself, and checks what it sends against the specification first (`LimitExceededError`).
 */
export interface ReadwiseClient extends LibraryClient {
  /** "Authentication": resolves when the token is good. */
  checkToken(): Promise<void>;
  readonly highlights: HighlightEndpoints;
  readonly books: BookEndpoints;
  readonly documents: DocumentEndpoints;
}

/** A client for one token at one origin; the token is sent there and nowhere else. */
export function createReadwiseClient(dependencies: ClientDependencies): ReadwiseClient {
  const transport = createTransport(dependencies);
  return {
    get requests() {
      return transport.requests;
    },
    checkToken: () => askAboutToken(transport),
    highlights: createHighlightEndpoints(transport),
    books: createBookEndpoints(transport),
    documents: createDocumentEndpoints(transport),
  };
}
