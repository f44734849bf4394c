import { pagesLeft } from '../../core/estimate/pages-left';
import type { ReadwiseClient } from '../../readwise/client';
import type { Endpoint, PulledPage } from '../pull/pull';
import type { PullState } from '../state/stored';
import { isOperational } from '../sync-errors';

/**
 * How many pages of each pull are still to come, for whoever waits. The v3 list tells how many records there are. The export's count may be
 * of books or of highlights, so where all of a library comes that has more than a page, the books are counted by one request to their list.
 */
export class PullMeter {
  private readonly pages: Record<Endpoint, number> = { highlights: 0, documents: 0 };
  private books: number | null = null;
  private asked: Promise<void> | null = null;

  constructor(private readonly client: Pick<ReadwiseClient, 'books'>) {}

  /** To be called once with each page; `state`: of its pull, this page included. */
  measure(
    endpoint: Endpoint,
    { page, state }: { readonly page: PulledPage; readonly state: PullState },
  ): { readonly pages: number; readonly pagesLeft: number | null } {
    this.pages[endpoint] += 1;
    const isLast = page.nextCursor === null;
    const isAll = state.since === null;
    if (endpoint === 'highlights' && isAll && !isLast) this.asked ??= this.askForBooks();
    const total = endpoint === 'documents' ? page.count : isAll ? this.books : null;
    return {
      pages: this.pages[endpoint],
      pagesLeft: pagesLeft({ ...(state.brought ?? { pages: 0, received: 0 }), total, isLast }),
    };
  }

  /** Nothing is under way any more. */
  async settled(): Promise<void> {
    await this.asked;
  }

  private async askForBooks(): Promise<void> {
    try {
      for await (const { count } of this.client.books.list({ pageSize: 1 })) {
        this.books = count;
        return;
      }
    } catch (error) {
      // Nothing depends on it but the time that is told; what ails the service, the pull itself will say.
      if (!isOperational(error)) throw error;
    }
  }
}
