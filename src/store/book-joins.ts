import { fingerprint } from '../model/hash';
import type { Book } from '../model/model';
import type { StateChange, StateStore } from '../model/ports';
import { bookKey, documentKey } from '../model/record';
import { keys } from './keys';
import type { RecordBatch } from './record-batch';
import { readAddress, readDocumentId, readJoin, type AddressEntry, type BookJoin } from './stored';

/**
 * Which item a book is in: that of the document that the service names for it. For a book of Reader for which
 * it names none, that of the document with the book's address, if just one document and one such book have
 * it. The result does not depend on the order in which they arrive.
 */

/** A document whose address is new or has changed; `''` for none. */
export interface MovedAddress {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

interface Arrived {
  readonly books: readonly Book[];
  readonly documents: readonly MovedAddress[];
}

export class BookJoins {
  private readonly before = new Map<string, BookJoin>();
  private readonly after = new Map<string, BookJoin>();
  private readonly stored = new Map<string, AddressEntry>();
  private readonly addresses = new Map<string, AddressEntry>();
  /** The documents of books whose join is decided anew. */
  private readonly targets = new Map<string, string | null>();

  private constructor(private readonly state: StateStore) {}

  /** Reads what a page may change. */
  static async read(state: StateStore, arrived: Arrived): Promise<BookJoins> {
    const joins = new BookJoins(state);
    await joins.readBooks(arrived.books.map(({ id }) => id));
    for (const book of arrived.books) joins.after.set(book.id, arrivedJoin(book, joins.joinOf(book.id)));
    await joins.registerAll(arrived);
    return joins;
  }

  /** The items that `apply` needs. */
  get itemKeys(): readonly string[] {
    const itemKeys = [...this.after.keys()].flatMap((id) => [this.formerKeyOf(id), this.keyOf(id)]);
    const targets = [...this.targets.values()].flatMap((id) => (id === null ? [] : [documentKey(id)]));
    return [...new Set([...itemKeys, ...targets])];
  }

  keyOf(bookId: string): string {
    return itemKeyOfBook(bookId, this.after.get(bookId));
  }

  /** The document that the service names for a book, now or earlier. */
  namedDocument(bookId: string): string | null {
    const { documentId, addresses } = this.joinOf(bookId);
    return addresses.length === 0 ? documentId : null;
  }

  formerKeyOf(bookId: string): string {
    return itemKeyOfBook(bookId, this.before.get(bookId));
  }

  /** Moves books into the items that they are in now. */
  apply(batch: RecordBatch): void {
    const named = new Set([...this.after.keys()].flatMap((id) => this.namedDocument(id) ?? []));
    for (const documentId of named) this.giveWay(batch, documentId);
    for (const [bookId, target] of this.targets) {
      const other = target === null ? null : (batch.latest(documentKey(target))?.book ?? null);
      const isTaken = target !== null && (named.has(target) || (other !== null && other.id !== bookId));
      this.after.set(bookId, { ...this.joinOf(bookId), documentId: isTaken ? null : target });
    }
    for (const bookId of this.after.keys()) {
      const [from, into] = [this.formerKeyOf(bookId), this.keyOf(bookId)];
      if (from !== into) batch.join(into, { from, bookId });
    }
  }

  changes(): readonly StateChange[] {
    const changes: StateChange[] = [];
    for (const [id, join] of this.after)
      if (!isSame(join, this.before.get(id) ?? NO_JOIN)) changes.push({ put: keys.joined(id), value: join });
    for (const [mark, entry] of this.addresses) {
      if (isSame(entry, this.stored.get(mark))) continue;
      const isEmpty = entry.books.length + entry.documents.length === 0;
      changes.push(isEmpty ? { remove: keys.address(mark) } : { put: keys.address(mark), value: entry });
    }
    return changes;
  }

  /** A book that was joined by its address leaves a document for which the service names another one. */
  private giveWay(batch: RecordBatch, documentId: string): void {
    const book = batch.latest(documentKey(documentId))?.book ?? null;
    if (book === null || book.documentId !== null) return;
    const known = this.after.get(book.id);
    if (known !== undefined && known.addresses.length === 0) return;
    this.before.set(book.id, { documentId, addresses: addressesOf(book) });
    this.after.set(book.id, { documentId: null, addresses: known?.addresses ?? addressesOf(book) });
  }

  private async registerAll({ books, documents }: Arrived): Promise<void> {
    const moves = [
      ...books.map(({ id }) => ({
        id,
        list: 'books' as const,
        from: this.before.get(id)?.addresses ?? [],
        to: this.joinOf(id).addresses,
      })),
      ...documents.map(({ id, from, to }) => ({
        id,
        list: 'documents' as const,
        from: marksOf(from),
        to: marksOf(to),
      })),
    ].filter(({ from, to }) => !isSame(from, to));
    if (moves.length === 0) return;
    await this.readAddresses(moves.flatMap(({ from, to }) => [...from, ...to]));
    const affected = new Set(this.booksAt());
    for (const { id, list, from, to } of moves) {
      for (const mark of from) this.edit(mark, list, (ids) => ids.filter((other) => other !== id));
      for (const mark of to) this.edit(mark, list, (ids) => [...new Set([...ids, id])].sort());
    }
    for (const id of this.booksAt()) affected.add(id);
    if (affected.size > 0) await this.decide([...affected], new Set(documents.map(({ id }) => id)));
  }

  private async decide(affected: readonly string[], arrived: ReadonlySet<string>): Promise<void> {
    await this.readBooks(affected.filter((id) => !this.after.has(id)));
    const open = affected.filter((id) => this.joinOf(id).addresses.length > 0);
    await this.readAddresses(open.flatMap((id) => this.joinOf(id).addresses));
    const documents = [...this.addresses.values()].flatMap((entry) => entry.documents);
    const joined = open.flatMap((id) => this.joinOf(id).documentId ?? []);
    const known = [...new Set([...documents, ...joined])].filter((id) => !arrived.has(id));
    const entries = (await this.state.getMany(known.map(keys.documentId))).map(readDocumentId);
    const living = new Set([...arrived, ...known.filter((_, index) => entries[index] !== null)]);
    for (const id of open) this.targets.set(id, this.targetOf(this.joinOf(id), living));
  }

  private targetOf({ documentId, addresses }: BookJoin, living: ReadonlySet<string>): string | null {
    const found = new Set<string>();
    let isAmbiguous = false;
    for (const mark of addresses) {
      const { books = [], documents = [] } = this.addresses.get(mark) ?? {};
      const alive = documents.filter((id) => living.has(id));
      if (alive.length > 1 || (alive.length === 1 && books.length > 1)) isAmbiguous = true;
      else for (const id of alive) found.add(id);
    }
    if (found.size === 1) return [...found][0] ?? null;
    // After the deletion of its document, a book stays in that item.
    const isLeft = found.size === 0 && !isAmbiguous && documentId !== null && !living.has(documentId);
    return isLeft ? documentId : null;
  }

  private joinOf(bookId: string): BookJoin {
    return this.after.get(bookId) ?? NO_JOIN;
  }

  private booksAt(): readonly string[] {
    return [...this.addresses.values()].flatMap(({ books }) => books);
  }

  private edit(
    mark: string,
    list: 'books' | 'documents',
    change: (ids: readonly string[]) => readonly string[],
  ): void {
    const entry = this.addresses.get(mark) ?? NOTHING;
    this.addresses.set(mark, { ...entry, [list]: change(entry[list]) });
  }

  private async readBooks(ids: readonly string[]): Promise<void> {
    const values = await this.state.getMany(ids.map(keys.joined));
    ids.forEach((id, index) => {
      const join = readJoin(values[index]) ?? NO_JOIN;
      this.before.set(id, join);
      this.after.set(id, join);
    });
  }

  private async readAddresses(marks: readonly string[]): Promise<void> {
    const unread = [...new Set(marks)].filter((mark) => !this.addresses.has(mark));
    const values = await this.state.getMany(unread.map(keys.address));
    unread.forEach((mark, index) => {
      const entry = readAddress(values[index]) ?? NOTHING;
      this.stored.set(mark, entry);
      this.addresses.set(mark, entry);
    });
  }
}

/** The documents that books are joined with; null for none. */
export async function joinedDocuments(
  state: StateStore,
  bookIds: readonly string[],
): Promise<readonly (string | null)[]> {
  const joins = (await state.getMany(bookIds.map(keys.joined))).map(readJoin);
  return joins.map((join) => join?.documentId ?? null);
}

/** The item keys of books; a book with a document has the key of the document. */
export async function itemsOfBooks(
  state: StateStore,
  bookIds: readonly string[],
): Promise<readonly string[]> {
  const documents = await joinedDocuments(state, bookIds);
  return bookIds.map((bookId, index) => {
    const documentId = documents[index] ?? null;
    return documentId === null ? bookKey(bookId) : documentKey(documentId);
  });
}

const NO_JOIN: BookJoin = { documentId: null, addresses: [] };
const NOTHING: AddressEntry = { documents: [], books: [] };

const itemKeyOfBook = (bookId: string, join: BookJoin | undefined): string => {
  const documentId = join?.documentId ?? null;
  return documentId === null ? bookKey(bookId) : documentKey(documentId);
};

/** A book keeps its document if the service no longer names it. */
function arrivedJoin(book: Book, before: BookJoin): BookJoin {
  if (book.documentId !== null) return { documentId: book.documentId, addresses: [] };
  if (before.documentId !== null && before.addresses.length === 0) return before;
  const addresses = addressesOf(book);
  return { documentId: addresses.length === 0 ? null : before.documentId, addresses };
}

/** Marks of the addresses under which a document of the book may be known. */
function addressesOf({ source, deleted, uniqueUrl, sourceUrl }: Book): readonly string[] {
  if (source !== 'reader' || deleted) return [];
  return [...new Set([...marksOf(uniqueUrl), ...marksOf(sourceUrl)])];
}

const marksOf = (address: string): readonly string[] => (address === '' ? [] : [fingerprint(address)]);

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
