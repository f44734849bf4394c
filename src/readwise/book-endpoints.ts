import { createBookLists, type BookLists } from './book-lists';
import { bookTagRule } from './outgoing/highlights';
import { checked, numericIdText } from './outgoing/rules';
import { readRecord } from './read-answers';
import type { ListedBook } from './records';
import { listedBookSchema } from './schema/listed';
import { createTagEndpoints, type TagEndpoints } from './tag-endpoints';
import { toListedBook } from './to-model/book';
import type { Transport } from './transport';

/** All endpoints of the books of v2 (v2-highlights.md, "Endpoints"). */
export interface BookEndpoints extends BookLists {
  /** "Book DETAIL". Null when there is no such book. */
  get(id: string): Promise<ListedBook | null>;
  readonly tags: TagEndpoints;
}

const readBook = readRecord(listedBookSchema, toListedBook);

export function createBookEndpoints(transport: Transport): BookEndpoints {
  return {
    ...createBookLists(transport),
    async get(id) {
      const doing = `fetching book ${id}`;
      const path = `/api/v2/books/${checked(id, { rule: numericIdText, doing })}/`;
      return transport.call<ListedBook | null>({
        doing,
        rate: 'v2',
        method: 'GET',
        path,
        repeat: 'safe',
        read: readBook,
        whenMissing: () => null,
      });
    },
    tags: createTagEndpoints(transport, { kind: 'books', rule: bookTagRule }),
  };
}
