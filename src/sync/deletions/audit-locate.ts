import { beginSearch, nextStep, withCount, type CandidateGroup, type UpdateOrder } from './deletion-search';
import type { ReadwiseClient } from '../../readwise/client';
import { oneDocumentPage } from '../../readwise/pull';

/**
 * Finds out by counts among which of the held records so many are missing. Null: to list everything is cheaper, or the counts
 * contradict each other.
 */
export async function locate(
  client: ReadwiseClient,
  {
    order,
    missing,
    crawlPages,
  }: { readonly order: UpdateOrder; readonly missing: number; readonly crawlPages: number },
): Promise<readonly CandidateGroup[] | null> {
  let search = missing > order.ids.length ? null : beginSearch(order, missing);
  while (search !== null) {
    const step = nextStep(search, crawlPages);
    switch (step.kind) {
      case 'look up':
        return step.groups;
      case 'crawl':
        return null;
      case 'count': {
        const { count } = await oneDocumentPage(client, { updatedAfter: step.updatedAfter });
        search = count === null ? null : withCount(search, { cut: step.cut, count });
      }
    }
  }
  return null;
}
