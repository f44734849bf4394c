import { IDENTITY_PROPERTIES, isUntouched, splitNote } from '../note/note';

/** From one note's trailer to the properties of another. */
const SEAM = /^%% florilegium 1 .* %%\s*\n(?=---[ \t]*\r?\n)/m;
const { book, document, part } = IDENTITY_PROPERTIES;
const ID = new RegExp(`^(?:${book}|${document}|${part}):.*`, 'gm');

/**
 * Of whole notes of the same thing, one behind the other, those that hold nothing of a person's go but for one: a file sync that
 * merges texts leaves them where two devices made a note anew.
 */
export function unjoined(text: string): string {
  const seam = SEAM.exec(text);
  if (seam === null) return text;
  const end = seam.index + seam[0].length;
  const [first, rest] = [text.slice(0, end), unjoined(text.slice(end))];
  if (idsOf(first) !== idsOf(rest)) return text;
  return isOnlyOurs(rest) ? first : isOnlyOurs(first) ? rest : text;
}

const idsOf = (text: string): string => [...(splitNote(text).yaml ?? '').matchAll(ID)].join();

const isOnlyOurs = (text: string): boolean => isUntouched(splitNote(text));
