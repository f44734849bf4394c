import { addToList } from '../../model/collections';
import { UNSPACED_SCRIPTS } from '../../model/text';

/** A word of a text, and the line that it stands in. */
export interface SaidWord {
  readonly word: string;
  readonly line: number;
}

const SINGLE = `[${UNSPACED_SCRIPTS}]`;
const WORD = new RegExp(String.raw`${SINGLE}\p{M}*|(?:(?!${SINGLE})[\p{L}\p{M}\p{N}])+`, 'gu');
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** What plugins write for themselves: ids and the like in comments, and the type of a callout. */
export const PLUGIN_MARKS =
  /(?:%%|`) ?(?:highlight_id: \d+|(?:color|location): [\w-]*) ?(?:%%|`)|^[> ]*>[> ]*\[![^\]]*\]/gim;

/** A line as it reads: no addresses, ids, marks of plugins and escapes; links by what is shown of them. */
export const readableLine = (line: string): string =>
  line
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(PLUGIN_MARKS, ' ')
    .replace(/\]\s?\(<?[^()\s]*(?:\([^()\s]*\)[^()\s]*)*>?\)/g, ']')
    .replace(/\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replace(/<?https?:\/\/[^\s<>]*>?/g, ' ')
    .replace(/(^|\s)\^[A-Za-z0-9-]+\s*$/, '$1')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(
      /&(?:#(\d{1,6})|(\w+));/g,
      (whole: string, code: string | undefined, name: string | undefined) =>
        code === undefined ? (ENTITIES[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
    )
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '');

/** The words of some lines, as they count when one text is looked for in another: letter case, quotes, emphasis and blanks do not. */
export const saidWords = (lines: readonly string[], first = 0): readonly SaidWord[] =>
  lines.flatMap((text, index) =>
    (readableLine(text).normalize('NFC').toLowerCase().match(WORD) ?? []).map((word) => ({
      word,
      line: first + index,
    })),
  );

export const wordsIn = (text: string): readonly string[] =>
  saidWords(text.split('\n')).map(({ word }) => word);

/** Words in which others are looked for. */
export class SaidText {
  private readonly places = new Map<string, number[]>();

  constructor(readonly words: readonly SaidWord[]) {
    words.forEach(({ word }, index) => addToList(this.places, word, index));
  }

  /** Every place where a word stands. */
  placesOfWord(word: string): readonly number[] {
    return this.places.get(word) ?? [];
  }

  /** Where the words begin: every place. */
  placesOf(words: readonly string[]): readonly number[] {
    return this.placesOfWord(words[0] ?? '').filter((start) =>
      words.every((word, index) => this.words[start + index]?.word === word),
    );
  }
}
