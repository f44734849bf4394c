import type { TextRange } from '../markdown/code-ranges';

/** The normalized letters and digits of a text, and where each stands. */
export interface Letters {
  readonly text: string;
  readonly places: readonly TextRange[];
}

const LETTER = /[\p{L}\p{N}]/u;
const MARK = /\p{M}/gu;

/** A letter normalized for comparison: lower case, without accents. */
function formOf(letter: string): string {
  if (letter < '\x80') return letter.toLowerCase();
  return letter.toLowerCase().normalize('NFKD').replace(MARK, '');
}

/** The letters in some ranges of a text, without blanks, punctuation and invisible characters. */
export function lettersIn(text: string, stretches: readonly TextRange[]): Letters {
  const forms: string[] = [];
  const places: TextRange[] = [];
  for (const { start, end } of stretches) {
    let at = start;
    for (const character of text.slice(start, end)) {
      const next = at + character.length;
      const last = places[places.length - 1];
      if (LETTER.test(character)) {
        const form = formOf(character);
        forms.push(form);
        for (let unit = 0; unit < form.length; unit += 1) places.push({ start: at, end: next });
      } else if (last?.end === at && character.search(MARK) === 0) {
        places[places.length - 1] = { start: last.start, end: next };
      }
      at = next;
    }
  }
  return { text: forms.join(''), places };
}

export const lettersOf = (text: string): string => lettersIn(text, [{ start: 0, end: text.length }]).text;
