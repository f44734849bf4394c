import { versionByTrailer, withLocalImages } from '../../notes/attachments/local-files';
import { remoteImagesIn } from '../../notes/attachments/remote-images';
import { isHeading } from '../../model/action-tags';
import { marks } from '../../notes/template/built-in-templates';
import { textAnchor, textBlock, type ExtraBlock } from '../../notes/full-text/text-block';
import type { Decision } from '../../notes/layout/decision';
import { partIdOf } from '../../model/note-part';
import type { Assembled } from '../../model/item';
import { type Placement, nameOfPath, plainName } from '../../notes/names/naming';
import type { Item, ItemHighlight, ItemNotes, LocalFiles } from '../../model/model';
import type { NoteTemplate, RenderedNote } from '../../notes/template/template';
import { noteVersion, sourceMark, splitNote, type NoteVersion } from '../../notes/note/note';
import type { OwnNotes } from '../../notes/note/own-links';
import { openNote } from '../../merge/merge';
import { planLive, type NoteInVault } from './plan';
import type { ItemFiles } from '../attachments/attachments-of-item';
import { lastPathOf, type LocatedNote, type PlacedNote } from './locate-note';
import { identityOf, identityOfNote, otherIds } from './note-identity';
import type { ItemToPlan, NotePlan, PlanContext } from './plan-context';
import type { Absence, NotePlace, StoredText } from '../../store/stored';

/** An item in scope, with everything its notes are made from. */
export interface LiveItem {
  readonly item: ItemToPlan;
  readonly assembled: Extract<Assembled, { kind: 'live' }>;
  readonly decision: Decision;
  /** The categories that the main note was made with. */
  readonly categories: string;
  /** The document's full text, if it is wanted and fetched. */
  readonly text: StoredText | null;
  readonly links: ItemNotes;
  /** All notes of the item, by their names. */
  readonly own: OwnNotes;
  /** The files of the item; null when attachments are off. */
  readonly files: ItemFiles | null;
  /** The item as its notes were last written; null when unknown. */
  readonly written: () => Item | null;
}

export interface NoteToPlan {
  readonly noteKey: string;
  readonly content: NoteContent;
  readonly placement: Placement;
  readonly placed: PlacedNote;
}

/** What a note shows: the whole item, its full text, or one highlight. */
export type NoteContent =
  | { readonly kind: 'whole' }
  | { readonly kind: 'text' }
  | { readonly kind: 'highlight'; readonly highlight: ItemHighlight };

interface Planned extends LiveItem {
  readonly content: NoteContent;
  /** The note in the vault; null if there is none. */
  readonly found: LocatedNote | null;
  /** The note has this id instead of the item's. */
  readonly partId: string | null;
  /** The built-in style of the note itself, or `''`. */
  readonly style: string;
  readonly template: NoteTemplate;
  /** The name of its file if nothing else has that name. */
  readonly title: string;
}

/** Plans one note. `wait`: for the v2 pull; `later`: for its full text, or until its template is corrected. */
export async function planNote(
  context: PlanContext,
  live: LiveItem,
  { noteKey, content, placement, placed }: NoteToPlan,
): Promise<NotePlan | 'wait' | 'later'> {
  const { item, assembled } = live;
  const { note: found, duplicates, path, otherPath, destination, wasMovedBySync } = placed;
  const place = item.places.get(noteKey);
  const lastPath = lastPathOf(place);
  const wasWritten = lastPath !== null;
  const links = content.kind === 'whole' ? { ...live.links, whole: destination } : live.links;
  const ownStyle = found === null ? context.newStyle : splitNote(found.text).trailer?.style;
  const style = ownStyle ?? '';
  const template = templateFor(context, { content, decision: live.decision, style });
  if (template === null) return 'later';
  const note: Planned = {
    ...live,
    content,
    found,
    links,
    partId: partIdOf(noteKey),
    style,
    template,
    title: plainName(placement.title),
  };
  // Not written by this device, or joined with a book by another one: what the running pull brings must not vanish
  // from the note and come back. A highlight's note gets no more.
  const mayGetMore = content.kind !== 'highlight' && item.v2.kind === 'under way';
  if (mayGetMore && found !== null && (!wasWritten || isAhead(item, found))) return 'wait';
  if (found !== null && lacksText(note, found.text)) return 'later';
  const absence = found === null ? absenceOf(item, place) : null;
  // An absent note keeps its last path, whatever its title is now.
  const absentAt = absence === null ? null : lastPath;
  const files = absence !== null ? undefined : await filesFor(context, note);
  if (files === 'later') return 'later';
  const version = await versionOf(context, {
    note,
    of: assembled.item,
    markdown: note.text?.markdown,
    files,
  });
  const action = planLive({
    version,
    path: absentAt ?? path,
    otherPath,
    note: found === null ? null : await noteInVault(context, { note, found, version, files }),
    wasWritten,
    absence,
    removed: item.removed,
    wasMovedBySync,
    occasion: item.isAnew && item.places.size > 0 ? 'settings' : 'service',
    deletedMark: marks.deletedHighlight,
    leftOutMark: marks.leftOutHighlight,
    conflictMark: marks.conflict,
    textAnchor: item.record.document === null ? null : textAnchor(item.record.document.id),
  });
  return {
    kind: 'act',
    noteKey,
    identity: identityOfNote(item.record, noteKey),
    action,
    text: found?.text,
    duplicates,
    replaces: place?.replaces,
    absence,
  };
}

/** Whether the note names a book or document that this device does not know yet. */
const isAhead = ({ record }: ItemToPlan, { text }: LocatedNote): boolean =>
  otherIds(text, identityOf(record)).length > 0;

/** Why a missing note is not created; null for one that is. */
function absenceOf({ removed, written }: ItemToPlan, place: NotePlace | undefined): Absence | null {
  if (place === undefined) return null;
  // It is still there, only no longer the item's.
  if (place.absence === 'plain') return 'plain';
  if (removed === 'restore') return null;
  if (place.absence !== 'undone') return 'deleted';
  const hasItemChanged = written !== null;
  return hasItemChanged ? null : 'undone';
}

/** The attachments of the note in the vault; `undefined` when attachments are off. */
async function filesFor(context: PlanContext, note: Planned): Promise<LocalFiles | 'later' | undefined> {
  const toRender = { note, of: note.assembled.item, markdown: note.text?.markdown };
  return note.files?.find(note.found?.text ?? null, async (files) => {
    await rendering(context, { ...toRender, files });
  });
}

interface ToOpen {
  readonly note: Planned;
  readonly found: LocatedNote;
  readonly version: NoteVersion;
  readonly files: LocalFiles | undefined;
}

/** The note as it is and, if somebody edited it since, what the last sync wrote. */
async function noteInVault(
  context: PlanContext,
  { note, found, version, files }: ToOpen,
): Promise<NoteInVault> {
  const { assembled, item } = note;
  const { text, path } = found;
  const duplicates = duplicateAnchorsIn(text, assembled.item.highlights);
  const leftOut = new Set([...assembled.leftOut, ...anchorsWithoutText(note, version)]);
  const gone = new Set([...assembled.gone, ...leftOut, ...unwantedTextAnchors(note), ...duplicates]);
  const opened = openNote({ text, version, gone, leftOut, removed: item.removed });
  const base = opened.isEdited ? await baseOf(context, { note, found, files }) : null;
  return { ...opened, path, base };
}

/** What the last sync wrote. If that is unknown, the present item is assumed; the trailer decides. */
async function baseOf(
  context: PlanContext,
  { note, found, files }: Omit<ToOpen, 'version'>,
): Promise<NoteVersion> {
  const of = note.written() ?? note.assembled.item;
  const markdown = textWrittenIn(found.text, note);
  const withFiles = await versionOf(context, { note, of, markdown, files });
  if (files === undefined) return withFiles;
  const without = await versionOf(context, { note, of, markdown, files: NO_FILES });
  return versionByTrailer(splitNote(found.text).trailer, [withFiles, without]);
}

const NO_FILES: LocalFiles = { of: () => null, file: null };

interface ToRender {
  readonly note: Planned;
  readonly of: Item;
  readonly markdown: string | undefined;
  readonly files: LocalFiles | undefined;
}

interface Rendering {
  readonly shown: Item;
  readonly rendered: RenderedNote;
  readonly extra: ExtraBlock | null;
}

async function versionOf(context: PlanContext, toRender: ToRender): Promise<NoteVersion> {
  const { found, partId, style, own } = toRender.note;
  const categories = partId === null ? toRender.note.categories : '';
  const { shown, rendered, extra } = await rendering(context, toRender);
  const anchors = anchorsInUse(found?.text ?? '', shown.highlights);
  await context.pace?.yieldIfDue();
  return noteVersion({ item: shown, partId, rendered, anchors, extra, style, categories, own });
}

/** Renders the item as this note shows it, with the attachments in the vault. */
async function rendering(context: PlanContext, { note, of, markdown, files }: ToRender): Promise<Rendering> {
  const shown = { ...shownIn(note, of), files, notes: note.links, noteTitle: note.title };
  const block = extraBlock(note, { item: of, markdown });
  const extra = block === null ? null : { ...block, text: imagesIn(block.text, { files, context }) };
  const { pace } = context;
  return { shown, rendered: await note.template.render(shown, { pace }), extra };
}

/** The full text, with images as the settings want them. */
function imagesIn(
  text: string,
  { files, context }: Pick<ToRender, 'files'> & { readonly context: PlanContext },
): string {
  const local = files === undefined ? text : withLocalImages(text, (address) => files.of(address, 'image'));
  return remoteImagesIn(local, context.remoteImages);
}

function shownIn({ content }: Planned, item: Item): Item {
  switch (content.kind) {
    case 'whole':
      return item;
    case 'text':
      return { ...item, highlights: [] };
    case 'highlight':
      return itemOfHighlight(item, content.highlight);
  }
}

function itemOfHighlight(item: Item, { anchor, otherAnchor }: ItemHighlight): Item {
  const at = item.highlights.findIndex((one) => one.anchor === anchor || one.anchor === otherAnchor);
  const chapter = item.highlights.slice(0, Math.max(0, at)).filter(isHeading).at(-1)?.text;
  return { ...item, chapter, passages: item.highlights, highlights: item.highlights.slice(at, at + 1) };
}

/** Null if the template is broken. */
function templateFor(
  { templates }: PlanContext,
  { content, decision, style }: Pick<Planned, 'content' | 'decision' | 'style'>,
): NoteTemplate | null {
  switch (content.kind) {
    case 'whole':
      return templates(decision.kind, decision.template, style);
    case 'text':
      return templates('fullText', null);
    case 'highlight':
      return templates('highlight', null);
  }
}

/** Whether the note contains a wanted full text that was lost with the state. */
const lacksText = ({ content, decision, text, item: { record } }: Planned, noteText: string): boolean =>
  content.kind === 'whole' &&
  decision.fullText === 'note' &&
  text === null &&
  splitNote(noteText).trailer?.blocks.has(textAnchor(record.document?.id ?? '')) === true;

/** The block of the full text, if this note contains it. */
function extraBlock(
  { content, decision, links, item: { record } }: Planned,
  { item, markdown }: { readonly item: Item; readonly markdown: string | undefined },
): ExtraBlock | null {
  const isHere = content.kind === 'text' || (content.kind === 'whole' && decision.fullText === 'note');
  if (!isHere || markdown === undefined || record.document === null) return null;
  return textBlock({
    documentId: record.document.id,
    title: record.document.title,
    markdown,
    highlights: item.highlights,
    note: content.kind === 'text' ? nameOfPath(links.whole) : null,
  });
}

/** The version of the text that the note was last written with; the present one if unknown. */
function textWrittenIn(noteText: string, { text, item: { record } }: Planned): string | undefined {
  const source = splitNote(noteText).trailer?.blocks.get(textAnchor(record.document?.id ?? ''))?.source;
  if (text?.previous !== undefined && source === sourceMark(text.previous)) return text.previous;
  return text?.markdown;
}

/** The anchor of a full text that this note must no longer contain. */
const unwantedTextAnchors = ({ content, decision, item: { record } }: Planned): readonly string[] =>
  content.kind === 'whole' && decision.fullText !== 'note' && record.document !== null
    ? [textAnchor(record.document.id)]
    : [];

/** Anchors of highlights for which the template writes nothing: they have no block. */
function anchorsWithoutText({ content, assembled }: Planned, { blocks }: NoteVersion): readonly string[] {
  if (content.kind !== 'whole') return [];
  return assembled.item.highlights.flatMap(({ anchor, otherAnchor }) => {
    const anchors = [anchor, otherAnchor ?? anchor];
    return anchors.some((each) => blocks.has(each)) ? [] : anchors;
  });
}

/** Anchors never change: a highlight that the note has under its other anchor keeps it. */
function anchorsInUse(
  text: string,
  highlights: readonly Pick<ItemHighlight, 'anchor' | 'otherAnchor'>[],
): ReadonlyMap<string, string> {
  const blocks = splitNote(text).trailer?.blocks;
  const inUse = new Map<string, string>();
  for (const { anchor, otherAnchor } of highlights) {
    if (otherAnchor !== null && blocks?.has(otherAnchor) === true && !blocks.has(anchor))
      inUse.set(anchor, otherAnchor);
  }
  return inUse;
}

/** Anchors of v3 blocks whose highlight is also in the note as a v2 block. */
function duplicateAnchorsIn(
  text: string,
  highlights: readonly Pick<ItemHighlight, 'anchor' | 'otherAnchor'>[],
): readonly string[] {
  const blocks = splitNote(text).trailer?.blocks;
  return highlights.flatMap(({ anchor, otherAnchor }) =>
    otherAnchor !== null && blocks?.has(anchor) === true && blocks.has(otherAnchor) ? [otherAnchor] : [],
  );
}
