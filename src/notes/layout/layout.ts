import { livingHighlights } from '../../model/item';
import type { ItemHighlight } from '../../model/model';
import { plainName, type Placement } from '../names/naming';
import { isHeading } from '../../model/action-tags';
import type { ItemRecord } from '../../model/record';
import { plainExcerpt } from '../markdown/plain-text';
import type { Decision } from './decision';
import { partKey, textPartId } from '../../model/note-part';

/** One note of an item, and where it belongs. */
export interface NoteLayout {
  readonly noteKey: string;
  readonly placement: Placement;
}

const EXCERPT_LENGTH = 60;

/** The notes of an item, its main note first. `textFolder` is for full texts in files of their own. */
export function layOut(
  record: ItemRecord,
  decision: Decision,
  { textFolder }: { readonly textFolder: string },
): readonly NoteLayout[] {
  const whole = { noteKey: record.key, placement: decision.placement };
  return [whole, ...textLayout(record, decision, textFolder), ...highlightLayouts(record, decision)];
}

function textLayout(
  { key, document }: ItemRecord,
  { fullText, placement }: Decision,
  folder: string,
): readonly NoteLayout[] {
  if (document === null || fullText !== 'file') return [];
  return [{ noteKey: partKey(key, textPartId(document.id)), placement: { folder, title: placement.title } }];
}

function highlightLayouts(
  record: ItemRecord,
  { notePerHighlight, placement }: Decision,
): readonly NoteLayout[] {
  if (!notePerHighlight) return [];
  const passages = livingHighlights(record).filter((highlight) => !isHeading(highlight));
  return passages.map((highlight) => ({
    noteKey: partKey(record.key, highlight.anchor),
    placement: placementOf(highlight, placement),
  }));
}

/** In a folder named like the main note, under the first words of the passage. */
const placementOf = ({ text }: Pick<ItemHighlight, 'text'>, whole: Placement): Placement => ({
  folder: `${whole.folder}/${plainName(whole.title)}`,
  title: plainExcerpt(text, EXCERPT_LENGTH),
});
