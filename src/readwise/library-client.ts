import { createBookLists, type BookLists } from './book-lists';
import { createRateBudgets, type RateBudgets } from './budget';
import { createDocumentLists, type DocumentLists } from './document-lists';
import { createHighlightLists, type HighlightLists } from './highlight-lists';
import { Transport, type TransportDependencies } from './transport';

export interface ClientDependencies extends Omit<TransportDependencies, 'budgets'> {
  /** Of an earlier client with the same token; fresh ones when there was none within the last minute. */
  readonly budgets?: RateBudgets | undefined;
}

/** What a sync reads of a person's library: no endpoint that changes anything there. Errors as for `ReadwiseClient`. */
export interface LibraryClient {
  /** Requests sent so far, repeated ones included. */
  readonly requests: number;
  readonly highlights: HighlightLists;
  readonly books: BookLists;
  readonly documents: DocumentLists;
}

/** The token of a client goes to its one origin and nowhere else. */
export function createTransport(dependencies: ClientDependencies): Transport {
  return new Transport({ ...dependencies, budgets: dependencies.budgets ?? createRateBudgets() });
}

/** A client for one token at one origin that holds what a sync needs, and nothing that the plugin would carry in vain. */
export function createLibraryClient(dependencies: ClientDependencies): LibraryClient {
  const transport = createTransport(dependencies);
  return {
    get requests() {
      return transport.requests;
    },
    highlights: createHighlightLists(transport),
    books: createBookLists(transport),
    documents: createDocumentLists(transport),
  };
}
