import { addToList } from '../../model/collections';
import type { ItemHighlight } from '../../model/model';
import { UNSPACED_SCRIPTS } from '../../model/text';
import { readActionTags } from '../../notes/template/action-tags';

/** A word of a text, and the line that it is in. */
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

/** What plugins write for themselves: ids and the like in comments, and the type of a callout. */
const PLUGIN_MARKS =
  /(?:%%|`) ?(?:highlight_id: \d+|(?:color|location): [\w-]*) ?(?:%%|`)|^[> ]*>[> ]*\[![^\]]*\]/gim;

/** A line as it reads: without addresses, ids, marks of plugins and escapes; of links only what is shown. */
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

/** The words of some lines, for comparing texts: letter case, quotes, emphasis and blanks do not count. */
export const placedWords = (lines: readonly string[]): readonly PlacedWord[] =>
  lines.flatMap((text, line) =>
    (readableLine(text).normalize('NFC').toLowerCase().match(WORD) ?? []).map((word) => ({ word, line })),
  );

export const wordsIn = (text: string): readonly string[] =>
  placedWords(text.split('\n')).map(({ word }) => word);

/** Words in which others are looked for. */
export class WordIndex {
  private readonly places = new Map<string, number[]>();

  constructor(readonly words: readonly PlacedWord[]) {
    words.forEach(({ word }, index) => addToList(this.places, word, index));
  }

  /** Every place where a word is. */
  placesOfWord(word: string): readonly number[] {
    return this.places.get(word) ?? [];
  }

  /** Where these words begin, one after the other: every place. */
  placesOf(words: readonly string[]): readonly number[] {
    return this.placesOfWord(words[0] ?? '').filter((start) =>
      words.every((word, index) => this.words[start + index]?.word === word),
    );
  }

  lineOf(place: number): number {
    return this.words[place]?.line ?? 0;
  }
}

/** What plugins write around a passage. */
const WORDING = new Set(
  'note notes tag tags tagged location loc page view highlight tweet link source via open in readwise color colour yellow blue pink orange green purple red'.split(
    ' ',
  ),
);
/** Marks by which a person stresses or links words within a passage. */
const STRESS = /==|~~|\*\*|__|<mark|<u>|\[\[|%%|<!--|[!?]|\p{Extended_Pictographic}/gu;

/**
 * Whether a passage has what the service has of its highlight and nothing else. One that a person wrote into,
 * shortened or marked does not.
 */
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
    around.every(({ word }) => allowed.has(word) || WORDING.has(word)) &&
    stressesIn(lines) <= stressesIn([highlight.text, highlight.note]) + linkedTags(lines)
  );
}

/**
 * Whether a passage is as it was before the person wrote the note on it at the service, which is nowhere in
 * the note.
 */
export function lacksNote(
  lines: readonly string[],
  { highlight, index }: { readonly highlight: ItemHighlight; readonly index: WordIndex },
): boolean {
  const words = noteWordsOf(highlight);
  return (
    words.length > 0 && index.placesOf(words).length === 0 && isAsServed(lines, { ...highlight, note: '' })
  );
}

/** Other plugins may leave out what only says how a passage is shown. */
const noteWordsOf = ({ note }: Pick<ItemHighlight, 'note'>): readonly string[] =>
  wordsIn(readActionTags(note).note);

const stressesIn = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + (withoutAddresses(text).match(STRESS)?.length ?? 0), 0);

const withoutAddresses = (text: string): string =>
  text
    .replace(PLUGIN_MARKS, '')
    .replace(/!(?=\[)|\]\([^)\s]*\)|https?:\/\/\S+|\*\*(?:notes?|tags?):?\*\*/gi, '');

/** Tags that are links: `Tags: [[one]] [[two]]`. */
const linkedTags = (lines: readonly string[]): number =>
  lines
    .filter((line) => /\btags?\W*:/i.test(readableLine(line)))
    .reduce((sum, line) => sum + (line.match(/\[\[/g)?.length ?? 0), 0);
