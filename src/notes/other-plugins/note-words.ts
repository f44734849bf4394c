import { decodeHTMLStrict } from 'entities/decode';
import { addToList } from '../../model/collections';
import { UNSPACED_SCRIPTS } from '../../model/text';

const SINGLE = `[${UNSPACED_SCRIPTS}]`;
const WORD = new RegExp(String.raw`${SINGLE}\p{M}*|(?:(?!${SINGLE})[\p{L}\p{M}\p{N}])+`, 'gu');

/** Markup of other plugins: ids in comments, callout types. */
export const PLUGIN_MARKS =
  /(?:%%|`) ?(?:highlight_id: \d+|(?:color|location): [\w-]*|(?:id: ?)?\d{3,}) ?(?:%%|`)|^ {0,3}>[> ]*\[![^\]]*\]/gim;

/** What a reader sees of a line: no images, addresses, ids, plugin markup or escapes; of links the label. */
const visible = (line: string): string =>
  decodeHTMLStrict(withoutMarkup(line)).replace(/\\(?=[!-/:-@[-`{-~])/g, '');

const withoutMarkup = (line: string): string =>
  line
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(PLUGIN_MARKS, ' ')
    .replace(/\]\s?\(<?[^()\s]*(?:\([^()\s]*\)[^()\s]*)*>?\)/g, ']')
    .replace(/\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replace(/<?https?:\/\/[^\s<>]*>?/g, ' ')
    .replace(/(^|\s)\^[A-Za-z0-9-]+\s*$/, '$1')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ');

const wordsOfLine = (line: string): readonly string[] =>
  visible(line).normalize('NFC').toLowerCase().match(WORD) ?? [];

/** Words for comparing texts, without letter case, punctuation, emphasis and blanks. */
export const wordsIn = (text: string): readonly string[] => text.split('\n').flatMap(wordsOfLine);

/** The words of a note, each with its line, and where phrases stand. */
export class NoteWords {
  private readonly words: string[] = [];
  private readonly lines: number[] = [];
  private readonly places = new Map<string, number[]>();

  constructor(lines: readonly string[]) {
    lines.forEach((text, line) => {
      for (const word of wordsOfLine(text)) {
        addToList(this.places, word, this.words.length);
        this.words.push(word);
        this.lines.push(line);
      }
    });
  }

  /** The places of the first word wherever these words follow each other. */
  placesOf(phrase: readonly string[]): readonly number[] {
    const starts = this.places.get(phrase[0] ?? '') ?? [];
    return starts.filter((start) => phrase.every((word, index) => this.words[start + index] === word));
  }

  linesOf(word: string): readonly number[] {
    return (this.places.get(word) ?? []).map((place) => this.lineOf(place));
  }

  /** -1 before the first word. */
  lineOf(place: number): number {
    return this.lines[place] ?? -1;
  }
}
