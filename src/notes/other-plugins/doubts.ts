import type { Item } from '../../model/model';
import { nameOfPath } from '../names/naming';
import type { FoundPassages } from './find-passages';
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
