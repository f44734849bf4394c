import type { ItemHighlight } from '../../model/model';
import { readActionTags } from '../../notes/template/action-tags';
import { PLUGIN_MARKS, readableLine, SaidText, saidWords, wordsIn } from './said-words';

/** What plugins write around a passage. */
const WORDING = new Set(
  'note notes tag tags tagged location loc page view highlight tweet link source via open in readwise color colour yellow blue pink orange green purple red'.split(
    ' ',
  ),
);
/** Marks by which a person stresses or links words within a passage. */
const STRESS = /==|~~|\*\*|__|<mark|<u>|\[\[|%%|<!--|[!?]|\p{Extended_Pictographic}/gu;

/**
 * Whether a passage says what the service says of its highlight and nothing else. One that a person wrote into, shortened or marked
 * does not.
 */
export function isSaidByService(
  lines: readonly string[],
  highlight: Pick<ItemHighlight, 'text' | 'note' | 'tags' | 'color' | 'location'>,
): boolean {
  const said = saidWords(lines);
  const words = wordsIn(highlight.text);
  const [start] = new SaidText(said).placesOf(words);
  if (words.length > 0 && start === undefined) return false;
  const around = [...said.slice(0, start ?? 0), ...said.slice((start ?? 0) + words.length)];
  const allowed = new Set([
    ...wordsIn(highlight.note),
    ...highlight.tags.flatMap(wordsIn),
    ...wordsIn(highlight.color),
    ...(highlight.location === null ? [] : [String(highlight.location)]),
  ]);
  const noteWords = noteWordsOf(highlight);
  const saysNote = noteWords.length === 0 || new SaidText(around).placesOf(noteWords).length > 0;
  return (
    saysNote &&
    around.every(({ word }) => allowed.has(word) || WORDING.has(word)) &&
    stressesOf(lines) <= stressesOf([highlight.text, highlight.note]) + linkedTags(lines)
  );
}

/** Whether a passage is as it was before the person wrote the note on it at the service, which stands nowhere. */
export function lacksNote(
  lines: readonly string[],
  { highlight, said }: { readonly highlight: ItemHighlight; readonly said: SaidText },
): boolean {
  const words = noteWordsOf(highlight);
  return (
    words.length > 0 &&
    said.placesOf(words).length === 0 &&
    isSaidByService(lines, { ...highlight, note: '' })
  );
}

/** Other plugins may leave out what only says how a passage is shown. */
const noteWordsOf = ({ note }: Pick<ItemHighlight, 'note'>): readonly string[] =>
  wordsIn(readActionTags(note).note);

const stressesOf = (texts: readonly string[]): number =>
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
