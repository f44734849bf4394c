import type { Item } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import { nameOfPath } from '../names/naming';
import { splitNote } from '../note/note';
import type { FoundPassages } from './find-passages';
import { namesIn, namesOfItem } from './named';
import { wordsIn } from './note-words';

// A note on an item is told from a note on something else that quotes the item or links to it.

/** Whether the note's file or first heading is called like the item; either may be cut short. */
export function hasTitle({ book, document }: Item, path: string, text: string): boolean {
  const heading = /^# (.+)$/m.exec(text)?.[1] ?? '';
  const names = [nameOfPath(path), heading].map(phrase);
  const titles = [book?.title, book?.readableTitle, document?.title].map((title) => phrase(title ?? ''));
  return names.some((name) => titles.some((title) => begins(name, title) || begins(title, name)));
}

const phrase = (text: string): string => `${wordsIn(text).join(' ')} `;

const begins = (start: string, text: string): boolean => start !== ' ' && text.startsWith(start);

/**
 * Whether a note has the item's title, and at its head the item's address in Readwise, as our notes have when they
 * were made plain: then it is the item's also without any of its highlights.
 */
export function isHeadedBy(record: ItemRecord, path: string, text: string): boolean {
  const { yaml, body } = splitNote(text);
  const head = `${yaml ?? ''}\n${firstParagraph(body)}`;
  const own = new Set(namesOfItem(record));
  // Only the official plugin's format has this field; there, the source may stand in place of the address in Readwise.
  const isOfficial = /^- Full Title: /m.test(head);
  const isNamed = namesIn(head).some(
    (name) => own.has(name) && (isOfficial || /^(?:reader|book) /.test(name)),
  );
  return isNamed && hasOwnTitle(record, { path, yaml: yaml ?? '', body });
}

/** Without headings and images above it. */
function firstParagraph(body: string): string {
  const lines = body.split('\n');
  const start = lines.findIndex((line) => !/^\s*(?:#+ .*|!\[[^\]]*\]\([^)]*\))?\s*$/.test(line));
  if (start < 0) return '';
  const length = lines.slice(start).findIndex((line) => line.trim() === '');
  return lines.slice(start, length < 0 ? undefined : start + length).join('\n');
}

/** Whether its file, title or first heading is the item's title, which may be cut short. */
function hasOwnTitle(
  { book, document }: ItemRecord,
  { path, yaml, body }: { readonly path: string; readonly yaml: string; readonly body: string },
): boolean {
  const ids = [book?.id, document?.id].filter((id) => id !== undefined);
  const name = nameOfPath(path).replace(ID_SUFFIX, (suffix, id: string) =>
    ids.some((each) => each.endsWith(id)) ? '' : suffix,
  );
  const property = /^title: (.+)$/m.exec(yaml)?.[1] ?? '';
  const heading = /^# (.+)$/m.exec(body)?.[1] ?? '';
  const titles = [book?.title, document?.title].map((title) => phrase(title ?? ''));
  return [name, property, heading].map(phrase).some((own) => titles.some((title) => begins(own, title)));
}

/** The end of an item's id, which follows the name of a note if another one had that name. */
const ID_SUFFIX = / \(([\w-]+)\)$/;

/**
 * Whether a note has so few of the item's highlights, or so much besides, that it may be on something else. Of
 * a note with the item's title less is enough.
 */
export function isDoubtful(
  { passages, texts, unmarkable }: FoundPassages,
  { highlights }: Pick<Item, 'highlights'>,
  isTitled: boolean,
): boolean {
  const found = passages.filter(({ hasText }) => hasText).length;
  // The text of an article, say, with the passages in the midst of it.
  if (found <= unmarkable.length) return true;
  const besides = Math.max(0, texts - found);
  const half = highlights.length / 2;
  if (isTitled) return found < Math.min(half, besides);
  return found < Math.max(half, Math.min(besides + 1, SURELY_ON_IT));
}

/** Whether a note only links to an item. */
export const isMention = ({ passages, unmarkable }: FoundPassages, isTitled: boolean): boolean =>
  !isTitled && unmarkable.length === 0 && !passages.some(({ hasText }) => hasText);

/** The official plugin puts full texts into separate files. */
export const isFullText = (path: string, text: string): boolean =>
  /(?:^|\/)Full Document Contents\//.test(path) ||
  (/^#+ Full Document[ \t]*$/m.test(text) && !/^#+ (?:New )?highlights/im.test(text));

/** Nobody quotes an item so often, and half of its highlights, in a note on something else. */
const SURELY_ON_IT = 3;
