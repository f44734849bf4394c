import { versionByTrailer, withLocalImages } from '../../notes/attachments/local-files';
import { imagesAsLinks } from '../../notes/attachments/remote-images';
import { marks } from '../../notes/template/built-in-templates';
import { textAnchor, textBlock, type ExtraBlock } from '../../notes/full-text/text-block';
import type { Decision } from '../../notes/layout/decision';
import { partIdOf } from '../../model/note-part';
import type { Assembled } from '../../model/item';
import { type Placement, nameableItem } from '../../notes/names/naming';
import { kindOf, type Item, type ItemHighlight, type ItemNotes, type LocalFiles } from '../../model/model';
import { noteVersion, sourceMark, splitNote, type NoteVersion } from '../../notes/note/note';
import { planLive } from './plan';
import type { ItemFiles } from '../attachments/attachments-of-item';
import { lastPathOf, type PlacedNote } from './locate-note';
import type { ItemToPlan, NotePlan, PlanContext } from './plan-context';
import type { StoredText } from '../../store/stored';

/** An item in scope, with all that its notes are made of. */
export interface LiveItem {
  readonly item: ItemToPlan;
  readonly assembled: Extract<Assembled, { kind: 'live' }>;
  readonly decision: Decision;
  /** The document's full text, where it is wanted and here. */
  readonly text: StoredText | null;
  readonly links: ItemNotes;
  /** The files of the item; null where none are kept. */
  readonly files: ItemFiles | null;
  /** The item as it was when its notes were last written; null when that is not known. */
  readonly written: () => Item | null;
}

/** One note that it is to have. */
export interface NoteToPlan {
  readonly noteKey: string;
  readonly content: NoteContent;
  readonly placement: Placement;
  readonly placed: PlacedNote;
}

/** What a note is made of: all of the item, its full text, or one highlight of it. */
export type NoteContent =
  | { readonly kind: 'whole' }
  | { readonly kind: 'text' }
  | { readonly kind: 'highlight'; readonly highlight: ItemHighlight };

interface Planned extends LiveItem {
  readonly content: NoteContent;
}

/**
 * Decides what is to be done with one note. `wait`: not before the v2 pull is through; `later`: not before
 * the full text is here that stands in it.
 */
export async function planNote(
  context: PlanContext,
  live: LiveItem,
  { noteKey, content, placement, placed }: NoteToPlan,
): Promise<NotePlan | 'wait' | 'later'> {
  const { item, assembled } = live;
  const { note: found, duplicates, path, destination, wasMovedBySync } = placed;
  const place = item.places.get(noteKey);
  const wasWritten = lastPathOf(place) !== null;
  const partId = partIdOf(noteKey);
  const links = content.kind === 'whole' ? { ...live.links, whole: destination } : live.links;
  const note: Planned = { ...live, content, links };
  // Written elsewhere, or before the state was lost: what only the other pull brings must not leave the note
  // and come back to it.
  if (item.v2.kind === 'under way' && found !== null && !wasWritten) return 'wait';
  if (found !== null && lacksItsText(note, found.text)) return 'later';
  const isDeleted = found === null && wasWritten && item.removed === 'keep';
  const files = isDeleted ? undefined : await filesFor(context, note, found?.text ?? null);
  if (files === 'later') return 'later';
  const versionOf = ({ shown, rendered, extra }: ReturnType<typeof rendering>): NoteVersion => {
    const anchors = found === null ? new Map<string, string>() : anchorsInUse(found.text, shown.highlights);
    return noteVersion({ item: shown, partId, rendered, anchors, extra });
  };
  const made = rendering(context, { note, of: assembled.item, markdown: note.text?.markdown, files });
  await context.pace?.yieldIfDue();
  const version = versionOf(made);
  await context.pace?.yieldIfDue();
  const base = (): NoteVersion => {
    // Where nothing else is known, the item as it is: a text may have changed without it. The note bears out
    // what is true of it.
    const of = note.written() ?? assembled.item;
    const markdown = found === null ? undefined : textWrittenIn(found.text, note);
    const withFiles = versionOf(rendering(context, { note, of, markdown, files }));
    if (files === undefined) return withFiles;
    const without = versionOf(rendering(context, { note, of, markdown, files: NO_FILES }));
    return versionByTrailer(splitNote(found?.text ?? '').trailer, [withFiles, without]);
  };
  const doubled = found === null ? [] : doubledAnchors(found.text, assembled.item.highlights);
  const isBySettings = context.isAnew === true && item.written === null && item.places.size > 0;
  const action = planLive({
    version,
    base,
    path,
    note: found,
    wasWritten,
    removed: item.removed,
    wasMovedBySync,
    gone: new Set([...assembled.gone, ...unwantedText(note), ...doubled]),
    occasion: isBySettings ? 'settings' : 'service',
    deletedMark: marks.deletedHighlight,
    conflictMark: marks.conflict,
  });
  return {
    kind: 'act',
    noteKey,
    action,
    pathWithId: await context.paths.pathWithId(noteKey, placement),
    duplicates,
    replaces: place?.replaces,
    isMissing: found === null && action.kind === 'skip',
  };
}

/** What the vault has of all that the note shows; `undefined` where nothing is kept. */
const filesFor = async (
  context: PlanContext,
  note: Planned,
  noteText: string | null,
): Promise<LocalFiles | 'later' | undefined> =>
  note.files?.find(
    noteText,
    (files) =>
      void rendering(context, { note, of: note.assembled.item, markdown: note.text?.markdown, files }),
  );

const NO_FILES: LocalFiles = { of: () => null, file: null };

interface ToRender {
  readonly note: Planned;
  readonly of: Item;
  readonly markdown: string | undefined;
  readonly files: LocalFiles | undefined;
}

/** The item as this note shows it, and what is made of that with what the vault has of its files. */
function rendering(context: PlanContext, { note, of, markdown, files }: ToRender) {
  const shown = { ...shownIn(note, of), files, notes: note.links };
  const block = extraBlock(note, { item: of, markdown });
  const extra = block === null ? null : { ...block, text: imagesIn(block.text, { files, context }) };
  return { shown, rendered: templateFor(context, note).render(shown), extra };
}

/** A full text with its images as the settings want them. */
function imagesIn(
  text: string,
  { files, context }: Pick<ToRender, 'files'> & { readonly context: PlanContext },
): string {
  const local = files === undefined ? text : withLocalImages(text, (address) => files.of(address, 'image'));
  return context.remoteImages === 'link' ? imagesAsLinks(local) : local;
}

/** The item as this note shows it. */
function shownIn({ content }: Planned, item: Item): Item {
  switch (content.kind) {
    case 'whole':
      return item;
    case 'text':
      return { ...item, highlights: [] };
    case 'highlight':
      return {
        ...item,
        highlights: item.highlights.filter(
          ({ anchor }) => anchor === content.highlight.anchor || anchor === content.highlight.otherAnchor,
        ),
      };
  }
}

function templateFor({ templates }: PlanContext, { content, decision, item, assembled }: Planned) {
  switch (content.kind) {
    case 'whole':
      return templates(kindOf(nameableItem(item.record) ?? assembled.item), decision.template);
    case 'text':
      return templates('fullText', null);
    case 'highlight':
      return templates('highlight', null);
  }
}

/** Whether a text stands in the note that is wanted and was lost with the state. */
const lacksItsText = ({ content, decision, text, item: { record } }: Planned, noteText: string): boolean =>
  content.kind === 'whole' &&
  decision.fullText === 'note' &&
  text === null &&
  splitNote(noteText).trailer?.blocks.has(textAnchor(record.document?.id ?? '')) === true;

/** The full text, where this note holds it. */
function extraBlock(
  { content, decision, links, item: { record } }: Planned,
  { item, markdown }: { readonly item: Item; readonly markdown: string | undefined },
): ExtraBlock | null {
  const isHere = content.kind === 'text' || (content.kind === 'whole' && decision.fullText === 'note');
  if (!isHere || markdown === undefined || record.document === null) return null;
  return textBlock({
    documentId: record.document.id,
    markdown,
    highlights: item.highlights,
    note: content.kind === 'text' ? fileName(links.whole) : null,
  });
}

const fileName = (path: string): string => path.replace(/^.*\/|\.md$/g, '');

/**
 * Of the text and the one before it, that which the note was last written with; of neither, the present one.
 */
function textWrittenIn(noteText: string, { text, item: { record } }: Planned): string | undefined {
  const source = splitNote(noteText).trailer?.blocks.get(textAnchor(record.document?.id ?? ''))?.source;
  return text?.previous !== undefined && source === sourceMark(text.previous)
    ? text.previous
    : text?.markdown;
}

/** The anchor of a full text that is not to stand in this note any longer. */
const unwantedText = ({ content, decision, item: { record } }: Planned): readonly string[] =>
  content.kind === 'whole' && decision.fullText !== 'note' && record.document !== null
    ? [textAnchor(record.document.id)]
    : [];

/** Highlights that the note knows by their other anchor keep it: anchors never change. */
function anchorsInUse(
  text: string,
  highlights: readonly { readonly anchor: string; readonly otherAnchor: string | null }[],
): ReadonlyMap<string, string> {
  const blocks = splitNote(text).trailer?.blocks;
  if (blocks === undefined) return new Map();
  return new Map(
    highlights.flatMap(({ anchor, otherAnchor }) =>
      otherAnchor !== null && blocks.has(otherAnchor) && !blocks.has(anchor)
        ? [[anchor, otherAnchor] as const]
        : [],
    ),
  );
}

/**
 * Anchors of blocks that v3 alone told of, while another block, of the same highlight as v2 tells it, stands
 * in the note already.
 */
function doubledAnchors(
  text: string,
  highlights: readonly { readonly anchor: string; readonly otherAnchor: string | null }[],
): readonly string[] {
  const blocks = splitNote(text).trailer?.blocks;
  return highlights.flatMap(({ anchor, otherAnchor }) =>
    otherAnchor !== null && blocks?.has(anchor) === true && blocks.has(otherAnchor) ? [otherAnchor] : [],
  );
}
