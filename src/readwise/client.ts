import { createRateBudgets, type RateBudgets } from './budget';
import { DocumentEndpoints } from './document-endpoints';
import { ResponseShapeError } from './errors';
import { BookEndpoints, HighlightEndpoints } from './highlight-endpoints';
import { Transport, type TransportDependencies } from './transport';

export interface ClientDependencies extends Omit<TransportDependencies, 'budgets'> {
  /** The budgets of an earlier client with the same token; new ones by default. */
  readonly budgets?: RateBudgets | undefined;
}

/**
 * All endpoints of both interfaces, for one token at one origin. They check what they send
 * (`limit-exceeded`), repeat requests that may succeed later, and else throw a `ReadwiseError`.
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

  /** Requests sent so far, repetitions included. */
  get requests(): number {
    return this.transport.requests;
  }

  /** Resolves when the token is valid; the service then answers 204. */
  async checkToken(): Promise<void> {
    return this.transport.call({
      doing: 'checking the token',
      rate: 'v2',
      path: '/api/v2/auth/',
      read({ status }) {
        if (status === 204) return;
        throw new ResponseShapeError(`the service answered ${String(status)} instead of 204.`);
      },
    });
  }
}
