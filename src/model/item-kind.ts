import type { Item, ItemKind } from './model';

/** Every kind there is, in the order in which people are shown them. */
export const ITEM_KINDS = [
  'book',
  'article',
  'tweet',
  'podcast',
  'video',
] as const satisfies readonly ItemKind[];

// A document that is watched, heard or tweeted decides, because the highlights of a video are an article to v2.
const BY_DOCUMENT: ReadonlyMap<string, ItemKind> = new Map([
  ['video', 'video'],
  ['podcast', 'podcast'],
  ['tweet', 'tweet'],
]);

const BY_BOOK: ReadonlyMap<string, ItemKind> = new Map([
  ['books', 'book'],
  ['supplementals', 'book'],
  ['tweets', 'tweet'],
  ['podcasts', 'podcast'],
]);

/** Which built-in template an item takes: `article` for everything that is none of the others, and for what is not known. */
export function kindOf({ book, document }: Item): ItemKind {
  return BY_DOCUMENT.get(document?.category ?? '') ?? BY_BOOK.get(book?.category ?? '') ?? 'article';
}
