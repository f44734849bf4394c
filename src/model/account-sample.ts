import { compareIds } from './record';

/** Looked up of each kind: enough that a few that were deleted at the service do not make an account look foreign. */
const MOST = 5;

/** Ids by which the service can tell whether it is the account that notes came from. */
export interface AccountSample {
  readonly bookIds: readonly string[];
  readonly documentIds: readonly string[];
}

/** Takes a few of the items, spread evenly over all: by their book where they have one, because books are cheaper to look up. */
export function accountSample(
  items: readonly { readonly bookId: string | null; readonly documentId: string | null }[],
): AccountSample {
  const bookIds = items.flatMap(({ bookId }) => bookId ?? []);
  const documentIds = items.flatMap(({ bookId, documentId }) => (bookId === null ? (documentId ?? []) : []));
  return { bookIds: spread([...new Set(bookIds)]), documentIds: spread([...new Set(documentIds)]) };
}

function spread(ids: readonly string[]): readonly string[] {
  const sorted = [...ids].sort(compareIds);
  return sorted.length <= MOST
    ? sorted
    : Array.from({ length: MOST }, (_, index) => sorted[Math.floor((index * sorted.length) / MOST)] ?? '');
}
