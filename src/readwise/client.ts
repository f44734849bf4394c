import { createRateBudgets, type RateBudgets } from './budget';
import { DocumentEndpoints } from './document-endpoints';
import { ResponseShapeError } from './errors';
import { BookEndpoints, HighlightEndpoints } from './highlight-endpoints';
import { Transport, type TransportDependencies } from './transport';

export interface ClientDependencies extends Omit<TransportDependencies, 'budgets'> {
  /** Of an earlier client with the same token; fresh ones when there was none within the last minute. */
  readonly budgets?: RateBudgets | undefined;
}

/**
 * Every endpoint of both interfaces, for one token at one origin: the token is sent there and nowhere else.
 * Each endpoint throws a `ReadwiseError` for what can go wrong outside, after trying again what may pass by
 * itself, and checks what it sends against the specification first (`LimitExceededError`).
 */
export class ReadwiseClient {
  readonly highlights: HighlightEndpoints;
  readonly books: BookEndpoints;
  readonly documents: DocumentEndpoints;
  private readonly transport: Transport;

  constructor(dependencies: ClientDependencies) {
    const { budgets = createRateBudgets() } = dependencies;
    this.transport = new Transport({ ...dependencies, budgets });
    this.highlights = new HighlightEndpoints(this.transport);
    this.books = new BookEndpoints(this.transport);
    this.documents = new DocumentEndpoints(this.transport);
  }

  /** Requests sent so far, repeated ones included. */
  get requests(): number {
    return this.transport.requests;
  }

  /** "Authentication": resolves when the token is good, which is answered with 204 and nothing else. */
  async checkToken(): Promise<void> {
    return this.transport.call({
      doing: 'checking the token',
      rate: 'v2',
      path: '/api/v2/auth/',
      read({ status }) {
        if (status === 204) return;
        throw new ResponseShapeError(
          `the answer is not that of the service's token check (${String(status)}).`,
        );
      },
    });
  }
}
