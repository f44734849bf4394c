import { createBookEndpoints, type BookEndpoints } from './book-endpoints';
import { createRateBudgets, type RateBudgets } from './budget';
import { createDocumentEndpoints, type DocumentEndpoints } from './document-endpoints';
import { createHighlightEndpoints, type HighlightEndpoints } from './highlight-endpoints';
import { ResponseShapeError } from './response-shape-error';
import { Transport, type TransportDependencies } from './transport';

export interface ClientDependencies extends Omit<TransportDependencies, 'budgets'> {
  /** Of an earlier client with the same token; fresh ones when there was none within the last minute. */
  readonly budgets?: RateBudgets | undefined;
}

/**
 * Every endpoint of both interfaces. Each throws a `ReadwiseError` for what can go wrong outside, after trying again what
 * may pass by itself, and checks what it sends against the specification first (`LimitExceededError`).
 */
export interface ReadwiseClient {
  /** Requests sent so far, repeated ones included. */
  readonly requests: number;
  /** "Authentication": resolves when the token is good. */
  checkToken(): Promise<void>;
  readonly highlights: HighlightEndpoints;
  readonly books: BookEndpoints;
  readonly documents: DocumentEndpoints;
}

/** A client for one token at one origin; the token is sent there and nowhere else. */
export function createReadwiseClient(dependencies: ClientDependencies): ReadwiseClient {
  const transport = new Transport({ ...dependencies, budgets: dependencies.budgets ?? createRateBudgets() });
  return {
    get requests() {
      return transport.requests;
    },
    async checkToken() {
      const doing = 'checking the token';
      return transport.call({ doing, rate: 'v2', method: 'GET', path: '/api/v2/auth/', repeat: 'safe', read: readTokenCheck });
    },
    highlights: createHighlightEndpoints(transport),
    books: createBookEndpoints(transport),
    documents: createDocumentEndpoints(transport),
  };
}

/** A good token is answered with 204 and nothing else. */
function readTokenCheck({ status }: { readonly status: number }): void {
  if (status !== 204) throw new ResponseShapeError('not-the-api', `the answer is not that of the service's token check (${String(status)}).`);
}
