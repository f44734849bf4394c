import type { Item, ItemHighlight } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import { readActionTags } from '../../model/action-tags';
import { namesIn, namesOfHighlight, namesOfItem } from './named';
import { NoteWords, PLUGIN_MARKS, wordsIn } from './note-words';

/** A highlight with all names that a note may call it by. */
export interface NamedHighlight extends ItemHighlight {
  readonly names: ReadonlySet<string>;
  /** Of these, those that are its item's, too. */
  readonly itemNames: ReadonlySet<string>;
}

export function namedHighlights(record: ItemRecord, { highlights }: Item): readonly NamedHighlight[] {
  const itemNames = new Set(namesOfItem(record));
  const asin = record.book?.asin ?? '';
  return highlights.map((highlight) => ({
    ...highlight,
    names: new Set(namesOfHighlight(highlight, asin)),
    itemNames,
  }));
}

/** Words that plugins write around a passage. */
const PLUGIN_WORDS = new Set(
  'note notes tag tags tagged location loc page time view highlight tweet link source via open in readwise color colour yellow blue pink orange green purple red'.split(
    ' ',
  ),
);
/** What a person puts into a passage to emphasise or to link words. */
const EMPHASIS = /==|~~|\*\*|__|<mark|<u>|\[\[|%%|<!--|[!?]|\p{Extended_Pictographic}/gu;

/**
 * Whether lines have only what the service has of a highlight, so that nothing of the person's goes when they
 * are replaced. The highlight's note may be missing.
 */
export function isAsServed(lines: readonly string[], highlight: NamedHighlight): boolean {
  const { text, note, tags, color, location } = highlight;
  const own = lines.map((line) => withoutLinks(line, highlight.names));
  const found = own.flatMap(wordsIn);
  const words = wordsIn(text);
  const start = new NoteWords(own).placesOf(words)[0];
  if (words.length > 0 && start === undefined) return false;
  const around = [...found.slice(0, start ?? 0), ...found.slice((start ?? 0) + words.length)];
  const known = new Set([note, ...tags, color, String(location ?? '')].flatMap(wordsIn));
  return (
    around.every((word) => known.has(word) || PLUGIN_WORDS.has(word)) &&
    emphasisIn(own) <= emphasisIn([text, note]) + linkedTags(own)
  );
}

/** Whether the words of the highlight's note stand in lines. Other plugins may leave out its action tags. */
export function hasNoteOf({ note }: ItemHighlight, words: NoteWords): boolean {
  const wanted = wordsIn(readActionTags(note).note);
  return wanted.length === 0 || words.placesOf(wanted).length > 0;
}

/**
 * Whether the words of the highlight stand in lines in their order, whatever is between, and its note there or
 * anywhere in the note.
 */
export function isWhole(lines: readonly string[], highlight: ItemHighlight, all: NoteWords): boolean {
  const found = lines.flatMap(wordsIn);
  const { note } = readActionTags(highlight.note);
  const hasNote = hasNoteOf(highlight, all) || isInOrder(wordsIn(note), found);
  return hasNote && isInOrder(wordsIn(highlight.text), found);
}

function isInOrder(words: readonly string[], found: readonly string[]): boolean {
  let next = 0;
  for (const word of found) if (word === words[next]) next += 1;
  return next === words.length;
}

/** The line without links that lead to the highlight, whatever their labels are. */
const withoutLinks = (line: string, names: ReadonlySet<string>): string =>
  line.replace(LINK, (link, before: string, address: string) =>
    namesIn(address).some((name) => names.has(name)) ? before : link,
  );

/** A link that is no image, with the character before it. */
const LINK = /(^|[^!])\[[^\]]*\]\(([^()\s]*)\)/g;

/** Whether a line has at least so many words outside of links, or an image. */
export const hasWords = (line: string, count: number): boolean =>
  line.includes('![') || wordsIn(line.replace(LINK, '$1')).length >= count;

/** What the built-in templates write for colors and favorites. */
const OWN_SIGNS = /[🔵🟢🟠🌸🟣★]/gu;

const emphasisIn = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + (withoutMarks(text).match(EMPHASIS)?.length ?? 0), 0);

const withoutMarks = (text: string): string =>
  text
    .replace(PLUGIN_MARKS, '')
    .replace(OWN_SIGNS, '')
    .replace(/!(?=\[)|\]\([^)\s]*\)|https?:\/\/\S+|\*\*(?:notes?|tags?):?\*\*/gi, '');

/** How many tags are written as links: `Tags: [[one]] [[two]]`. */
const linkedTags = (lines: readonly string[]): number =>
  lines
    .filter((line) => /\btags?\W*:/i.test(line))
    .reduce((sum, line) => sum + (line.match(/\[\[/g)?.length ?? 0), 0);
