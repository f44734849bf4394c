import { distinctWords } from '../library/distinct-words';
import type { ItemHighlight } from '../library/model';
import { readActionTags, type ActionTags } from './action-tags';

const NO_ACTIONS = readActionTags('');

/**
 * The action tags of a highlight. v2 makes its tags of the note by itself and a tag that the person took off stays off, so
 * there a word is a tag only if it is among them; v3 tells no tags of a highlight, so there the note alone counts.
 */
export function actionTagsOf({ anchor, note, tags }: ItemHighlight): ActionTags {
  if (!note.includes('.')) return note === '' ? NO_ACTIONS : { ...NO_ACTIONS, note };
  if (anchor.startsWith('rd')) return readActionTags(note);
  const known = new Set(tags.map((tag) => tag.toLowerCase()));
  return readActionTags(note, (word) => known.has(word.toLowerCase()));
}

/** The highlight's tags and those of its note, each once, without the ones that only repeat its colour or an action. */
export function tagsOf(highlight: ItemHighlight): readonly string[] {
  const { tags, actions } = actionTagsOf(highlight);
  const repeated = new Set([highlight.color.toLowerCase(), ...actions]);
  return distinctWords([...highlight.tags, ...tags]).filter((tag) => !repeated.has(tag.toLowerCase()));
}

/** Whether a highlight goes on with the passage of the one before it: `.c2` after `.c1`, and so on. */
export function goesOn(before: ItemHighlight | undefined, highlight: ItemHighlight | undefined): boolean {
  if (before === undefined || highlight === undefined) return false;
  const { concat } = actionTagsOf(highlight);
  return concat !== null && concat > 1 && actionTagsOf(before).concat === concat - 1;
}
