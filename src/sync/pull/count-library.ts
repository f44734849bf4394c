import type { LibraryCounts } from '../../model/overview';
import type { ReadwiseClient } from '../../readwise/client';

/** Asks how much there is: one request for the books, and for the documents one for all records less one each for highlights and notes. */
export async function countLibrary({
  books,
  documents,
}: Pick<ReadwiseClient, 'books' | 'documents'>): Promise<LibraryCounts> {
  const [bookCount, records, highlights, notes] = await Promise.all([
    firstCount(books.list({ pageSize: 1 })),
    firstCount(documents.list()),
    firstCount(documents.list({ category: 'highlight' })),
    firstCount(documents.list({ category: 'note' })),
  ]);
  const isKnown = records !== null && highlights !== null && notes !== null;
  return { books: bookCount, documents: isKnown ? Math.max(0, records - highlights - notes) : null };
}

async function firstCount(pages: AsyncIterable<{ readonly count: number | null }>): Promise<number | null> {
  for await (const { count } of pages) return count;
  return null;
}
