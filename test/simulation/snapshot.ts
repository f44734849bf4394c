import type { MemoryVault } from '../support/memory-vault';
import { anchorsIn, identitiesIn } from './person';
import type { World } from './world';

/** What a vault and its trash hold at one moment. */
export interface Snapshot {
  readonly notes: ReadonlyMap<string, string>;
  readonly trash: ReadonlyMap<string, string>;
  /** How many notes name each id. */
  readonly ids: ReadonlyMap<string, number>;
  /** Blocks that stand twice in a note. */
  readonly doubled: ReadonlySet<string>;
}

export function snapshotOf(vault: MemoryVault): Snapshot {
  const notes = new Map(vault.entries());
  const texts = [...notes.values()];
  const ids = new Map<string, number>();
  for (const id of texts.flatMap((text) => [...new Set(idsOf(text))])) ids.set(id, (ids.get(id) ?? 0) + 1);
  const doubled = new Set(texts.flatMap((text) => repeated(anchorsIn(text))));
  return { notes, trash: new Map(vault.trashEntries()), ids, doubled };
}

const FRONT_MATTER = /^---\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Ids in the properties of a note. */
export const idsOf = (text: string): readonly string[] => identitiesIn(FRONT_MATTER.exec(text)?.[1] ?? '');

/** Values that are there more than once. */
export const repeated = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

/** How often a word stands in some notes. */
export const timesIn = (notes: Iterable<string>, word: string): number =>
  [...notes].reduce((sum, text) => sum + text.split(word).length - 1, 0);

/** Blocks that stand in a note of another item, and notes that name two items, as the service knows them. */
export function mixedUpIn({ notes }: Snapshot, { library }: World): ReadonlySet<string> {
  const found = new Set<string>();
  const books = new Map([...library.books.books()].map((book) => [String(book.id), book]));
  const bookOf = new Map(
    [...library.books.highlights()].map(({ id, bookId }) => [`rw${String(id)}`, String(bookId)]),
  );
  for (const text of notes.values()) {
    const ids = idsOf(text);
    const book = ids.map((id) => books.get(id)).find((each) => each !== undefined);
    const documents = ids.filter((id) => /^\w{26}$/.test(id));
    if (book === undefined && documents.length === 0) continue;
    if (book !== undefined && documents.some((id) => id !== book.externalId)) found.add(`both ${ids.join()}`);
    const own = new Set(
      [...books.values()]
        .filter((each) => each === book || documents.includes(each.externalId ?? ''))
        .map(({ id }) => String(id)),
    );
    for (const anchor of anchorsIn(text))
      if (bookOf.has(anchor) && !own.has(bookOf.get(anchor) ?? ''))
        found.add(`${anchor} in ${documents.at(-1) ?? book?.externalId ?? ids.join()}`);
  }
  return found;
}
