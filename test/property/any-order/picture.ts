import type { MemoryVault } from '../../support/memory-vault';
import { anchorsIn, identitiesIn } from '../person';
import type { World } from '../world';

/** What a vault and its trash hold at one moment. */
export interface Picture {
  readonly notes: ReadonlyMap<string, string>;
  readonly trash: ReadonlyMap<string, string>;
  /** How many notes name each id. */
  readonly ids: ReadonlyMap<string, number>;
  /** Blocks that stand twice in a note. */
  readonly doubled: ReadonlySet<string>;
}

export function pictureOf(vault: MemoryVault): Picture {
  const notes = new Map(vault.entries());
  const texts = [...notes.values()];
  const ids = new Map<string, number>();
  for (const id of texts.flatMap((text) => [...new Set(idsOf(text))])) ids.set(id, (ids.get(id) ?? 0) + 1);
  return { notes, trash: new Map(vault.trashEntries()), ids, doubled: new Set(texts.flatMap(doubledIn)) };
}

const FRONT = /^---\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Ids in the properties of a note. */
export const idsOf = (text: string): readonly string[] => identitiesIn(FRONT.exec(text)?.[1] ?? '');

function doubledIn(text: string): readonly string[] {
  const anchors = anchorsIn(text);
  return anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index);
}

export const timesIn = (notes: ReadonlyMap<string, string>, word: string): number =>
  [...notes.values()].reduce((sum, text) => sum + text.split(word).length - 1, 0);

/** Blocks that stand in a note of another item, and notes that name two items, as the service knows them. */
export function strangersIn({ notes }: Picture, { library }: World): ReadonlySet<string> {
  const found = new Set<string>();
  const books = new Map([...library.books.books()].map((book) => [String(book.id), book]));
  const bookOf = new Map(
    [...library.books.highlights()].map(({ id, bookId }) => [`rw${String(id)}`, String(bookId)]),
  );
  for (const text of notes.values()) {
    const ids = idsOf(text);
    const book = ids.map((id) => books.get(id)).find((each) => each !== undefined);
    const documents = ids.filter((id) => /^\w{26}$/.test(id));
    if (book !== undefined && documents.some((id) => id !== book.externalId)) found.add(`both ${ids.join()}`);
    const own = new Set([
      ...(book === undefined ? [] : [String(book.id)]),
      ...documents.flatMap((id) =>
        [...books.values()]
          .filter(({ externalId }) => externalId === id)
          .map(({ id: bookId }) => String(bookId)),
      ),
    ]);
    if (book === undefined && documents.length === 0) continue;
    for (const anchor of anchorsIn(text))
      if (bookOf.has(anchor) && !own.has(bookOf.get(anchor) ?? ''))
        found.add(`${anchor} in ${documents.at(-1) ?? book?.externalId ?? ids.join()}`);
  }
  return found;
}
