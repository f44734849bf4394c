import { addToList } from '../../model/collections';
import type { ItemHighlight } from '../../model/model';
import { UNSPACED_SCRIPTS } from '../../model/text';
import { readActionTags } from '../../notes/template/action-tags';

/** A word and the number of its line. */
export interface PlacedWord {
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

/** Markup of other plugins: ids in comments, callout types. */
const PLUGIN_MARKS =
  /(?:%%|`) ?(?:highlight_id: \d+|(?:color|location): [\w-]*) ?(?:%%|`)|^[> ]*>[> ]*\[![^\]]*\]/gim;

/** The visible text of a line: no addresses, ids, plugin markup or escapes; only the labels of links. */
const readableLine = (line: string): string =>
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

/** Words for comparing texts, without letter case, quotes, emphasis and blanks. */
export const placedWords = (lines: readonly string[]): readonly PlacedWord[] =>
  lines.flatMap((text, line) =>
    (readableLine(text).normalize('NFC').toLowerCase().match(WORD) ?? []).map((word) => ({ word, line })),
  );

export const wordsIn = (text: string): readonly string[] =>
  placedWords(text.split('\n')).map(({ word }) => word);

/** Finds words and phrases in a list of words. */
export class WordIndex {
  private readonly places = new Map<string, number[]>();

  constructor(readonly words: readonly PlacedWord[]) {
    words.forEach(({ word }, index) => addToList(this.places, word, index));
  }

  placesOfWord(word: string): readonly number[] {
    return this.places.get(word) ?? [];
  }

  /** Every place where these words follow each other. */
  placesOf(words: readonly string[]): readonly number[] {
    return this.placesOfWord(words[0] ?? '').filter((start) =>
      words.every((word, index) => this.words[start + index]?.word === word),
    );
  }

  lineOf(place: number): number {
    return this.words[place]?.line ?? 0;
  }
}

/** Words that plugins write around a passage. */
const PLUGIN_WORDS = new Set(
  'note notes tag tags tagged location loc page view highlight tweet link source via open in readwise color colour yellow blue pink orange green purple red'.split(
    ' ',
  ),
);
/** Markup by which users emphasise or link words within a passage. */
const EMPHASIS = /==|~~|\*\*|__|<mark|<u>|\[\[|%%|<!--|[!?]|\p{Extended_Pictographic}/gu;

/** Whether a passage has all that the service has of the highlight, and nothing the user added or changed. */
export function isAsServed(
  lines: readonly string[],
  highlight: Pick<ItemHighlight, 'text' | 'note' | 'tags' | 'color' | 'location'>,
): boolean {
  const found = placedWords(lines);
  const words = wordsIn(highlight.text);
  const start = new WordIndex(found).placesOf(words)[0];
  if (words.length > 0 && start === undefined) return false;
  const around = [...found.slice(0, start ?? 0), ...found.slice((start ?? 0) + words.length)];
  const allowed = new Set([
    ...wordsIn(highlight.note),
    ...highlight.tags.flatMap(wordsIn),
    ...wordsIn(highlight.color),
    ...(highlight.location === null ? [] : [String(highlight.location)]),
  ]);
  const noteWords = noteWordsOf(highlight);
  const hasNote = noteWords.length === 0 || new WordIndex(around).placesOf(noteWords).length > 0;
  return (
    hasNote &&
    around.every(({ word }) => allowed.has(word) || PLUGIN_WORDS.has(word)) &&
    emphasisIn(lines) <= emphasisIn([highlight.text, highlight.note]) + linkedTags(lines)
  );
}

/** Whether a passage is as served, except that the highlight's note is nowhere in the file. */
export function lacksNote(
  lines: readonly string[],
  { highlight, index }: { readonly highlight: ItemHighlight; readonly index: WordIndex },
): boolean {
  const words = noteWordsOf(highlight);
  return (
    words.length > 0 && index.placesOf(words).length === 0 && isAsServed(lines, { ...highlight, note: '' })
  );
}

/** The words of a highlight's note without action tags, which other plugins may leave out. */
const noteWordsOf = ({ note }: Pick<ItemHighlight, 'note'>): readonly string[] =>
  wordsIn(readActionTags(note).note);

const emphasisIn = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + (withoutAddresses(text).match(EMPHASIS)?.length ?? 0), 0);

const withoutAddresses = (text: string): string =>
  text
    .replace(PLUGIN_MARKS, '')
    .replace(/!(?=\[)|\]\([^)\s]*\)|https?:\/\/\S+|\*\*(?:notes?|tags?):?\*\*/gi, '');

/** Number of tags written as links: `Tags: [[one]] [[two]]`. */
const linkedTags = (lines: readonly string[]): number =>
  lines
    .filter((line) => /\btags?\W*:/i.test(readableLine(line)))
    .reduce((sum, line) => sum + (line.match(/\[\[/g)?.length ?? 0), 0);
