import { partIdOf } from '../../model/note-part';
import type { Book, Document, Item, ItemKind } from '../../model/model';
import type { ItemRecord } from '../../model/record';

/**
 * File names that are legal on every system Obsidian runs on, and work in links.
 */

/** Where a note belongs: its folder in the vault, and what its name is made of. */
export interface Placement {
  readonly folder: string;
  readonly title: string;
}

/**
 * Where an item's note belongs. Pure, and the same in any scope: what a person chose to leave out moves no
 * note.
 */
export type PlaceItem = (item: Item) => Placement;

/** Whether anything of an item's book is left at the service, in any scope. */
const hasBookLeft = ({ book, highlights }: ItemRecord): boolean =>
  book !== null &&
  !book.deleted &&
  (book.documentNote !== '' || highlights.some((highlight) => !highlight.deleted));

/**
 * An item as its note is named after it, in any scope and without highlights; null when nothing of it is left
 * at the service.
 */
export function nameableItem(record: ItemRecord): Item | null {
  const item = {
    key: record.key,
    book: hasBookLeft(record) ? record.book : null,
    document: record.document,
    highlights: [],
  };
  return item.book === null && item.document === null ? null : item;
}

/**
 * The title an item goes by. Where both interfaces have one, the document's: it is the one that a reader
 * edits in Reader.
 */
export function titleOf(item: { readonly book: Book | null; readonly document: Document | null }): string {
  const titles = [item.document?.title, item.book?.title];
  return titles.find((title) => title !== undefined && title.trim() !== '') ?? '';
}

/** The folder that a path is in; empty for the vault's own. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const SUBFOLDERS: Readonly<Record<ItemKind, string>> = {
  book: 'Books',
  article: 'Articles',
  tweet: 'Tweets',
  podcast: 'Podcasts',
  video: 'Videos',
};

/** The folder for notes of a kind, within the folder of all notes. */
export const kindFolder = (kind: ItemKind): string => SUBFOLDERS[kind];

/** Longest name of one file in UTF-8 bytes, `.md` and a suffix included (file systems allow 255). */
const MAX_NAME_BYTES = 200;
/**
 * Longest name in characters: Windows allows 260 for the whole path, the vault's own and the folders
 * included.
 */
const MAX_NAME_LENGTH = 120;

/** The plain name of an item's note, without folder and ending. */
export const plainName = (title: string): string => safeFileName(title, MAX_NAME_LENGTH);

/**
 * Equal for paths that some file system takes for the same. By way of capitals, because some take "ß" and
 * "ss" for the same.
 */
export const foldedPath = (path: string): string =>
  path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');

/** Where a note goes when nothing else has that name. */
export const plainPath = ({ folder, title }: Placement): string => `${folder}/${plainName(title)}.md`;

/** The same place with the item's id in the name: for when something else has the plain one. */
export function suffixedPath(options: Placement & { readonly key: string }): string {
  const suffix = ` (${shortId(options.key)})`;
  return `${options.folder}/${safeFileName(options.title, MAX_NAME_LENGTH, suffix)}${suffix}.md`;
}

/** Whole v2 ids; of a v3 id (26 characters) the random end, which is enough to tell namesakes apart. */
function shortId(noteKey: string): string {
  const id = (partNumber(noteKey) ?? noteKey.slice(2)).replace(/[^A-Za-z0-9]/g, '-');
  return /^\d+$/.test(id) ? id : id.slice(-10);
}

/** What tells the parts of items apart: the id of the highlight, or of the document. */
const partNumber = (noteKey: string): string | undefined =>
  partIdOf(noteKey)?.replace(/^(?:text-|r[wd])/, '');

/**
 * Line ends become spaces; controls, direction marks, invisible characters and lone surrogates go, and what a
 * system forbids.
 */
const LINE_ENDS = /[\t\r\n\u2028\u2029]+/g;
const FORBIDDEN =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff<>?*"]/gu;
const SEPARATORS = / ?[/\\|:] ?/g;
const LINK_BREAKERS = /[#^[\]]|%%/g;
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(?:\.|$)/i;
const UNRESERVED = ' -';

/**
 * A title as a file name without its ending. Never empty, never hidden, never more than the given characters.
 */
export function safeFileName(title: string, maxLength: number, suffix = ''): string {
  const cleaned = title
    .replace(LINE_ENDS, ' ')
    .replace(FORBIDDEN, '')
    .normalize('NFC')
    .replace(LINK_BREAKERS, ' ')
    .replace(/\s+/g, ' ')
    .replace(SEPARATORS, ' - ')
    .replace(/ {2,}/g, ' ');
  const room = {
    length: maxLength - suffix.length,
    bytes: MAX_NAME_BYTES - '.md'.length - utf8Length(suffix),
  };
  const name = fitted(cleaned, room);
  if (name === '') return 'Untitled';
  if (!RESERVED.test(name)) return name;
  return (
    fitted(name.replace(/\./g, ' '), {
      length: room.length - UNRESERVED.length,
      bytes: room.bytes - UNRESERVED.length,
    }) + UNRESERVED
  );
}

interface Room {
  readonly length: number;
  readonly bytes: number;
}

const fitted = (name: string, room: Room): string => tidyEnds(cut(tidyEnds(name), room));

const tidyEnds = (name: string): string => name.replace(/^[\s.~-]+/, '').replace(/[\s.]+$/, '');

/**
 * Cuts between whole characters as people see them: never inside a pair, a cluster with marks, or a joined
 * emoji.
 */
function cut(name: string, room: Room): string {
  if (name.length <= room.length && utf8Length(name) <= room.bytes) return name;
  const points = Array.from(name);
  let end = 0;
  let length = 0;
  let bytes = 0;
  for (const point of points) {
    length += point.length;
    bytes += utf8Length(point);
    if (length > room.length || bytes > room.bytes) break;
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
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * Where iCloud leaves a hidden file in place of a note that is not on this device: `Books/.Walden.md.icloud`.
 */
export function cloudPlaceholder(path: string): string {
  const start = path.lastIndexOf('/') + 1;
  return `${path.slice(0, start)}.${path.slice(start)}.icloud`;
}
