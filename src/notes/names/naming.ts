import { partIdOf } from '../../model/note-part';
import type { Book, Document, Item, ItemKind } from '../../model/model';
import type { ItemRecord } from '../../model/record';

/** File names that are legal on all systems that Obsidian runs on, and work in links. */

/** Where a note belongs: its folder in the vault, and the title for its name. */
export interface Placement {
  readonly folder: string;
  readonly title: string;
}

/** Where an item's note belongs. Does not depend on the scope, so that changing the scope moves no note. */
export type PlaceItem = (item: Item) => Placement;

/** Whether the item still has a book at the service, in any scope. */
const hasBookLeft = ({ book, highlights }: ItemRecord): boolean =>
  book !== null &&
  !book.deleted &&
  (book.documentNote !== '' || highlights.some((highlight) => !highlight.deleted));

/** The item for naming its note: in any scope, without highlights. Null if it was deleted at the service. */
export function nameableItem(record: ItemRecord): Item | null {
  const item = {
    key: record.key,
    book: hasBookLeft(record) ? record.book : null,
    document: record.document,
    highlights: [],
  };
  return item.book === null && item.document === null ? null : item;
}

/** The title of an item. The document's comes first, because the user can edit it in Reader. */
export function titleOf(item: { readonly book: Book | null; readonly document: Document | null }): string {
  const titles = [item.document?.title, item.book?.title];
  return titles.find((title) => title !== undefined && title.trim() !== '') ?? '';
}

/** The folder of a path; empty for the vault's root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const withoutEnding = (path: string): string => path.replace(/\.md$/i, '');

/** The name of a note without its folder and ending. */
export const nameOfPath = (path: string): string => withoutEnding(path.slice(path.lastIndexOf('/') + 1));

const SUBFOLDERS: Readonly<Record<ItemKind, string>> = {
  book: 'Books',
  article: 'Articles',
  tweet: 'Tweets',
  podcast: 'Podcasts',
  video: 'Videos',
};

/** The folder for notes of a kind, within the folder of all notes. */
export const kindFolder = (kind: ItemKind): string => SUBFOLDERS[kind];

/** Longest file name in UTF-8 bytes, with `.md` and suffix (file systems allow 255). */
const MAX_NAME_BYTES = 200;
/** Longest file name in characters: Windows allows 260 for the whole path, including the vault's. */
const MAX_NAME_LENGTH = 120;

/** The plain name of a note, without folder and ending. */
export const plainName = (title: string): string => safeFileName(title, MAX_NAME_LENGTH);

/**
 * Equal for paths that some file system considers equal. Upper case first, because some equate "ß" and "ss".
 */
export const foldedPath = (path: string): string =>
  path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');

/** The path of a note if its name is free. */
export const plainPath = ({ folder, title }: Placement): string => `${folder}/${plainName(title)}.md`;

/** The path with the item's id in the name, if the plain name is taken. */
export function suffixedPath(options: Placement & { readonly key: string }): string {
  const suffix = ` (${shortId(options.key)})`;
  return `${options.folder}/${safeFileName(options.title, MAX_NAME_LENGTH, suffix)}${suffix}.md`;
}

/**
 * The whole v2 id, or the random end of a v3 id (26 characters), which is enough to distinguish namesakes.
 */
function shortId(noteKey: string): string {
  const id = (partName(noteKey) ?? noteKey.slice(2)).replace(/[^A-Za-z0-9]/g, '-');
  return /^\d+$/.test(id) ? id : id.slice(-10);
}

/** The highlight's or document's id in a part's key. */
const partName = (noteKey: string): string | undefined => partIdOf(noteKey)?.replace(/^(?:text-|r[wd])/, '');

/**
 * Line ends become spaces. Controls, direction marks, invisible characters, lone surrogates and forbidden
 * characters are removed.
 */
const LINE_ENDS = /[\t\r\n\u2028\u2029]+/g;
const FORBIDDEN =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff<>?*"]/gu;
const SEPARATORS = / ?[/\\|:] ?/g;
const LINK_BREAKERS = /[#^[\]]|%%/g;
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(?:\.|$)/i;
const RESERVED_SUFFIX = ' -';

/** A title as a file name without ending: never empty, hidden or too long. */
export function safeFileName(title: string, maxLength: number, suffix = ''): string {
  const cleaned = title
    // Before, as a forbidden sign may be part of a letter, and after, as what stood around one may become a letter.
    .normalize('NFC')
    .replace(LINE_ENDS, ' ')
    .replace(FORBIDDEN, '')
    .normalize('NFC')
    .replace(LINK_BREAKERS, ' ')
    .replace(/\s+/g, ' ')
    .replace(SEPARATORS, ' - ')
    .replace(/ {2,}/g, ' ');
  const limit = {
    length: maxLength - suffix.length,
    bytes: MAX_NAME_BYTES - '.md'.length - utf8Length(suffix),
  };
  const name = fitted(cleaned, limit);
  if (name === '') return 'Untitled';
  if (!RESERVED.test(name)) return name;
  return (
    fitted(name.replace(/\./g, ' '), {
      length: limit.length - RESERVED_SUFFIX.length,
      bytes: limit.bytes - RESERVED_SUFFIX.length,
    }) + RESERVED_SUFFIX
  );
}

interface Limit {
  readonly length: number;
  readonly bytes: number;
}

const fitted = (name: string, limit: Limit): string => tidyEnds(cut(tidyEnds(name), limit));

const tidyEnds = (name: string): string => name.replace(/^[\s.~-]+/, '').replace(/[\s.]+$/, '');

/** Never cuts within a surrogate pair, a cluster with combining marks, or a joined emoji. */
function cut(name: string, limit: Limit): string {
  if (name.length <= limit.length && utf8Length(name) <= limit.bytes) return name;
  const points = Array.from(name);
  let end = 0;
  let length = 0;
  let bytes = 0;
  for (const point of points) {
    length += point.length;
    bytes += utf8Length(point);
    if (length > limit.length || bytes > limit.bytes) break;
    end += 1;
  }
  while (end > 0 && isContinuation(points[end], points[end - 1])) end -= 1;
  return points.slice(0, end).join('');
}

const isContinuation = (next: string | undefined, previous: string | undefined): boolean =>
  (next !== undefined && /^(?:\p{M}|\p{Emoji_Modifier}|\u200d)/u.test(next)) || previous === '\u200d';

function utf8Length(text: string): number {
  let bytes = 0;
  for (const point of text) {
    const code = point.codePointAt(0) ?? 0;
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else bytes += code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** The hidden file that iCloud leaves for a note that is not downloaded: `Books/.Walden.md.icloud`. */
export function cloudPlaceholder(path: string): string {
  const start = path.lastIndexOf('/') + 1;
  return `${path.slice(0, start)}.${path.slice(start)}.icloud`;
}
