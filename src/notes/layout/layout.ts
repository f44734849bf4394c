import { once } from '../../model/collections';
import type { Item } from '../../model/model';
import type { Settings } from '../../model/settings';
import { plainName, type Placement } from '../names/naming';
import { isHeading } from '../../model/action-tags';
import { cleanText } from '../../model/clean-text';
import { plainExcerpt } from '../markdown/plain-text';
import { unwrap } from '../markdown/unwrap';
import { categoryOf, wordsOf } from '../template/item-fields';
import type { Decision } from './decision';
import { partKey, textPartId } from '../../model/note-part';

/** One note of an item, and where it belongs. */
export interface NoteLayout {
  readonly noteKey: string;
  readonly placement: Placement;
}

const EXCERPT_LENGTH = 60;

export interface LayoutSettings extends Pick<Settings, 'unwrapText'> {
  /** For full texts in files of their own. */
  readonly textFolder: string;
}

/** The notes of an item, its main note first. */
export function layOut(item: Item, decision: Decision, settings: LayoutSettings): readonly NoteLayout[] {
  const whole = { noteKey: item.key, placement: decision.placement };
  return [
    whole,
    ...textLayout(item, decision, settings.textFolder),
    ...highlightLayouts(item, decision, settings),
  ];
}

function textLayout(
  { key, document }: Item,
  { fullText, placement }: Decision,
  folder: string,
): readonly NoteLayout[] {
  if (document === null || fullText !== 'file') return [];
  return [{ noteKey: partKey(key, textPartId(document.id)), placement: { folder, title: placement.title } }];
}

function highlightLayouts(
  item: Item,
  { notePerHighlight, placement }: Decision,
  { unwrapText }: LayoutSettings,
): readonly NoteLayout[] {
  if (!notePerHighlight) return [];
  const words = once(() => wordsOf(item));
  const isUnwrapped = unwrapText.includes(categoryOf(item));
  const passages = item.highlights.filter((highlight) => !isHeading(highlight));
  return passages.map(({ anchor, text }) => ({
    noteKey: partKey(item.key, anchor),
    placement: placementOf(isUnwrapped ? unwrap(cleanText(text), words) : text, placement),
  }));
}

/** In a folder named like the main note, under the first words of the passage. */
const placementOf = (text: string, whole: Placement): Placement => ({
  folder: `${whole.folder}/${plainName(whole.title)}`,
  title: plainExcerpt(text, EXCERPT_LENGTH),
});
