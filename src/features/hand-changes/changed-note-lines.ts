import type { Highlight } from '../../model/model';
import { targetIdOf } from '../../model/outbox';
import type { ItemRecord } from '../../model/record';
import { matches } from '../../notes/note/block-extent';
import { readActionTags } from '../../model/action-tags';
import type { BlockBase } from '../../notes/note/trailer';
import {
  isSameText,
  PROBE,
  textOfBlock,
  type EditedNote,
  type FoundChange,
  type NoteContent,
} from './edited-note';

/** A block that the person changed, with the texts that its note may have now. */
interface ChangedBlock {
  readonly highlight: Highlight;
  readonly anchor: string;
  readonly edited: string;
  readonly candidates: readonly string[];
}

export interface ChangedNotes {
  readonly found: readonly FoundChange[];
  /** Highlights whose notes were changed to what a sync would write in another way, as it does with a `#tag`. */
  readonly unlike: readonly string[];
}

const NONE: ChangedNotes = { found: [], unlike: [] };

/**
 * What the person changed in the notes of highlights. The place of a note in its block is found by rendering a
 * probe instead of it; a text counts only if rendering it gives exactly the edited block.
 */
export async function changedNoteLines({
  record,
  render,
  now,
  edited,
  open: unsettled,
  wanted,
}: EditedNote): Promise<ChangedNotes> {
  if (!wanted.note) return NONE;
  const changed = record.highlights.flatMap((highlight) => {
    const anchor = anchorIn(edited, highlight);
    // Sending the person's text would overwrite the other one unseen.
    if (highlight.deleted || anchor === null || unsettled.has(anchor)) return [];
    if (!isEdited({ now, edited }, anchor, highlight)) return [];
    return [{ highlight, anchor }];
  });
  if (changed.length === 0) return NONE;
  const probed = await render(
    withNotes(record, new Map(changed.map(({ highlight: { id } }) => [id, PROBE]))),
  );
  const open: ChangedBlock[] = [];
  for (const { highlight, anchor } of changed) {
    const place = placeOfNote(blockOf(probed, highlight));
    const text = textOfBlock(edited.blocks.get(anchor) ?? '');
    const before = candidatesIn(textOfBlock(blockOf(now, highlight)), place);
    const whole = wholeNote(highlight, before);
    const candidates = whole === null ? [] : candidatesIn(text, place).map(whole);
    if (candidates.length > 0) open.push({ highlight, anchor, edited: text, candidates });
  }
  return confirmed(open, { record, render });
}

/** How a shown text becomes the whole note; null where what is shown of it now is not known for certain. */
function wholeNote({ note, tags }: Highlight, shown: readonly string[]): ((text: string) => string) | null {
  if (note.trim() === '' || shown.some((each) => isSameText(each, note))) return (text) => text;
  // Tags at its start and end, such as `.stoic`, are not shown with the note.
  const rest = readActionTags(note, tags).note;
  const [start = '', end, ...others] = note.split(rest);
  if (rest === '' || end === undefined || others.length > 0 || !shown.some((each) => isSameText(each, rest)))
    return null;
  return (text) => `${start}${text}${end}`;
}

/** The candidates that give the edited block when rendered. */
async function confirmed(
  blocks: readonly ChangedBlock[],
  { record, render }: Pick<EditedNote, 'record' | 'render'>,
): Promise<ChangedNotes> {
  const found: FoundChange[] = [];
  const unlike: string[] = [];
  let open = blocks;
  for (let round = 0; open.length > 0; round += 1) {
    const tried = new Map(open.map(({ highlight: { id }, candidates }) => [id, candidates[round] ?? '']));
    const rendered = await render(withNotes(record, tried));
    const isShown = ({ highlight, edited }: ChangedBlock): boolean =>
      isSameText(textOfBlock(blockOf(rendered, highlight)), edited);
    for (const { highlight } of open.filter(isShown)) {
      const mine = tried.get(highlight.id) ?? '';
      // Only the template differs; the note is the same.
      if (isSameText(mine, highlight.note)) continue;
      const fields = { note: mine };
      const change = { kind: 'edit-highlight', anchor: `rw${highlight.id}`, fields } as const;
      found.push({ field: 'note', base: highlight.note, mine, change });
    }
    const left = open.filter((block) => !isShown(block));
    open = left.filter(({ candidates }) => candidates.length > round + 1);
    unlike.push(...left.filter((block) => !open.includes(block)).map(({ highlight }) => `rw${highlight.id}`));
  }
  return { found, unlike };
}

/** The record as if these notes were changed in v2. Without a date there, no newer note in v3 hides them. */
const withNotes = (record: ItemRecord, notes: ReadonlyMap<string, string>): ItemRecord => ({
  ...record,
  highlights: record.highlights.map((highlight) => {
    const note = notes.get(highlight.id);
    return note === undefined ? highlight : { ...highlight, note, updatedAt: null };
  }),
});

/** A note keeps the anchor that a highlight was first written with. */
function anchorIn({ blocks }: NoteContent, { id, documentHighlightId }: Highlight): string | null {
  return [`rw${id}`, `rd${documentHighlightId ?? ''}`].find((anchor) => blocks.has(anchor)) ?? null;
}

const blockOf = (content: NoteContent | null, { id }: Highlight): string =>
  content?.blocks.get(`rw${id}`) ?? '';

/** Whether the person edited the block, and it was written from what the service has now, by whatever template. */
function isEdited(
  { now, edited }: Pick<EditedNote, 'now' | 'edited'>,
  anchor: string,
  highlight: Highlight,
): boolean {
  const written = edited.written.blocks.get(anchor);
  if (written === undefined || isWritten(edited.blocks.get(anchor) ?? '', written)) return false;
  if (now.written.blocks.get(`rw${highlight.id}`)?.source === written.source) return true;
  return isWritten(currentBlock(now, anchor, highlight), written);
}

/** The block as rendered now, with the anchor that it has in the note. */
function currentBlock(now: NoteContent, anchor: string, highlight: Highlight): string {
  const current = blockOf(now, highlight);
  return anchor.startsWith('rw') ? current : current.replace(/\^rw\d+\s*$/, `^${anchor}`);
}

/**
 * Whether some block that the person changed, and in which nothing was found, was last written as none of the views
 * renders it, although the record is the same.
 */
export function hasUnknownBlock(views: readonly EditedNote[], found: readonly FoundChange[]): boolean {
  const [view] = views;
  const explained = new Set(found.map(({ change }) => targetIdOf(change)));
  if (view?.wanted.note !== true) return false;
  const { record, edited, open } = view;
  return record.highlights.some((highlight) => {
    const anchor = anchorIn(edited, highlight);
    if (highlight.deleted || anchor === null || open.has(anchor)) return false;
    if (explained.has(`rw${highlight.id}`)) return false;
    const written = edited.written.blocks.get(anchor);
    const text = textOfBlock(edited.blocks.get(anchor) ?? '');
    if (written === undefined || text === '' || !isEdited(view, anchor, highlight)) return false;
    // Attachments look different in the note.
    const isKnown = (block: string): boolean =>
      isWritten(block, written) || isSameText(textOfBlock(block), text) || block.includes('![');
    return !views.some(({ now }) => isKnown(currentBlock(now, anchor, highlight)));
  });
}

const isWritten = (block: string, written: BlockBase): boolean => matches(block.split('\n'), written);

interface NotePlace {
  readonly before: string;
  readonly after: string;
}

/** The text around the note; null unless the note is in the block exactly once. */
function placeOfNote(probed: string): NotePlace | null {
  const [before, after, ...others] = textOfBlock(probed).split(PROBE);
  return before === undefined || after === undefined || others.length > 0 ? null : { before, after };
}

const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** Possible texts of the note, given what is now in its place. */
function candidatesIn(block: string, place: NotePlace | null): readonly string[] {
  if (place === null || !block.startsWith(place.before) || !block.endsWith(place.after)) return [];
  const raw = block.slice(place.before.length, block.length - place.after.length);
  if (raw.trim() === '' || block.length < place.before.length + place.after.length) return [];
  const lastLine = place.before.slice(place.before.lastIndexOf('\n') + 1);
  const indent = /^[>\s]*/.exec(lastLine)?.[0] ?? '';
  const plain = raw
    .split('\n')
    .map((line, index) => (index > 0 && line.startsWith(indent.trimEnd()) ? line.slice(indent.length) : line))
    .join('\n');
  const texts = [plain.replace(ESCAPED, '$1'), plain, raw];
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
}
