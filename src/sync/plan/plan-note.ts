import { likelierVersion, withLocalImages } from '../../notes/attachments/local-files';
import { imagesAsLinks } from '../../notes/markdown/remote-images';
import { marks } from '../../notes/template/built-in-templates';
import { textAnchor, textBlock, type ExtraBlock } from '../../notes/full-text/text-block';
import type { Decision } from '../../notes/layout/decision';
import { partIdOf } from '../../notes/layout/note-part';
import type { Assembled } from '../../model/item';
import { kindOf, type Item, type ItemHighlight, type ItemNotes, type LocalFiles } from '../../model/model';
import { plainPath, type Placement, nameableItem } from '../../notes/names/naming';
import { noteVersion, sourceMark, splitNote, type NoteVersion } from '../../notes/note/note';
import { destinationOf, planLive } from './plan';
import type { ItemFiles } from '../attachments/attachments-of-item';
import { wasMovedBySync } from './item-notes';
import { identityOfNote } from './note-identity';
import { lastPathOf, locateNoteOf } from './locate-note';
import type { ItemToPlan, NotePlan, PlanContext } from './item-plan';
import type { StoredText } from '../../store/stored';

/** One note that an item in scope is to have. */
export interface NoteToPlan {
  readonly noteKey: string;
  readonly content: NoteContent;
  readonly placement: Placement;
  readonly item: ItemToPlan;
  readonly assembled: Extract<Assembled, { kind: 'live' }>;
  readonly decision: Decision;
  /** The document's full text, where it is wanted and here. */
  readonly text: StoredText | null;
  /** Of the item, for links between them. */
  readonly notes: ItemNotes;
  /** The files of the item; null where none are kept. */
  readonly files: ItemFiles | null;
  /** The item as it was when its notes were last written; null when that is not known. */
  readonly written: () => Item | null;
}

/** What a note is made of: all of the item, its full text, or one highlight of it. */
export type NoteContent =
  | { readonly kind: 'whole' }
  | { readonly kind: 'text' }
  | { readonly kind: 'highlight'; readonly highlight: ItemHighlight };

/**
 * Decides what is to be done with one note. `wait`: not before the v2 pull is through; `later`: not before the full text is here
 * that stands in it.
 */
export async function planNote(
  context: PlanContext,
  planned: NoteToPlan,
): Promise<NotePlan | 'wait' | 'later'> {
  const { noteKey, placement, item, assembled } = planned;
  const place = item.places.get(noteKey);
  const lastPath = lastPathOf(place);
  const partId = partIdOf(noteKey);
  const { note: found, duplicates } = await locateNoteOf(context.vault, {
    item,
    noteKey,
    expectedPath: plainPath(placement),
  });
  const path = await context.paths.choose({
    noteKey,
    identity: identityOfNote(item.record, noteKey),
    placement,
    note: found,
  });
  const wasMoved = found !== null && (await wasMovedBySync(found, { vault: context.vault, place }));
  const destination = found === null ? path : destinationOf({ note: found, path, wasMovedBySync: wasMoved });
  const note = planned.content.kind === 'whole' ? withOwnPath(planned, destination) : planned;
  // Written elsewhere, or before the state was lost: what only the other pull brings must not leave the note and come back to it.
  if (item.v2.kind === 'under way' && found !== null && lastPath === null) return 'wait';
  if (found !== null && lacksItsText(note, found.text)) return 'later';
  const anchors = (of: Item): ReadonlyMap<string, string> =>
    found === null ? new Map() : anchorsInUse(found.text, of.highlights);
  const isDeleted = found === null && lastPath !== null && item.removed === 'keep';
  const files = isDeleted ? undefined : await filesFor(context, note, found?.text ?? null);
  if (files === 'later') return 'later';
  const versionFrom = ({ shown, rendered, extra }: ReturnType<typeof rendering>): NoteVersion =>
    noteVersion({ item: shown, partId, rendered, anchors: anchors(shown), extra });
  const versionOf = (of: Item, markdown: string | undefined, has = files): NoteVersion =>
    versionFrom(rendering(context, { note, of, markdown, files: has }));
  const made = rendering(context, { note, of: assembled.item, markdown: note.text?.markdown, files });
  await context.pace?.yieldIfDue();
  const version = versionFrom(made);
  await context.pace?.yieldIfDue();
  const action = planLive({
    version,
    // Where nothing else is known, the item as it is: a text may have changed without it. The note bears out what is true of it.
    base: () => {
      const of = [
        note.written() ?? assembled.item,
        found === null ? undefined : textWrittenIn(found.text, note),
      ] as const;
      return files === undefined
        ? versionOf(...of)
        : likelierVersion(splitNote(found?.text ?? '').trailer, [
            versionOf(...of),
            versionOf(...of, NO_FILES),
          ]);
    },
    path,
    note: found,
    wasWritten: lastPath !== null,
    removed: item.removed,
    wasMovedBySync: wasMoved,
    gone: new Set([
      ...assembled.gone,
      ...unwantedText(note),
      ...(found === null ? [] : doubledAnchors(found.text, assembled.item.highlights)),
    ]),
    occasion:
      context.isAnew === true && item.written === null && item.places.size > 0 ? 'settings' : 'service',
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

const withOwnPath = (note: NoteToPlan, path: string): NoteToPlan => ({
  ...note,
  notes: { ...note.notes, whole: path },
});

/** What the vault has of all that the note shows; `undefined` where nothing is kept. */
const filesFor = async (
  context: PlanContext,
  note: NoteToPlan,
  noteText: string | null,
): Promise<LocalFiles | 'later' | undefined> =>
  note.files?.find(
    noteText,
    (files) =>
      void rendering(context, { note, of: note.assembled.item, markdown: note.text?.markdown, files }),
  );

const NO_FILES: LocalFiles = { of: () => null, file: null };

interface ToRender {
  readonly note: NoteToPlan;
  readonly of: Item;
  readonly markdown: string | undefined;
  readonly files: LocalFiles | undefined;
}

/** The item as this note shows it, and what is made of that with what the vault has of its files. */
function rendering(context: PlanContext, { note, of, markdown, files }: ToRender) {
  const shown = { ...shownIn(note, of), files, notes: note.notes };
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
function shownIn({ content }: NoteToPlan, item: Item): Item {
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

function templateFor({ templates }: PlanContext, { content, decision, item, assembled }: NoteToPlan) {
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
const lacksItsText = ({ content, decision, text, item: { record } }: NoteToPlan, noteText: string): boolean =>
  content.kind === 'whole' &&
  decision.fullText === 'note' &&
  text === null &&
  splitNote(noteText).trailer?.blocks.has(textAnchor(record.document?.id ?? '')) === true;

/** The full text, where this note holds it. */
function extraBlock(
  { content, decision, notes, item: { record } }: NoteToPlan,
  { item, markdown }: { readonly item: Item; readonly markdown: string | undefined },
): ExtraBlock | null {
  const isHere = content.kind === 'text' || (content.kind === 'whole' && decision.fullText === 'note');
  if (!isHere || markdown === undefined || record.document === null) return null;
  return textBlock({
    documentId: record.document.id,
    markdown,
    highlights: item.highlights,
    note: content.kind === 'text' ? fileName(notes.whole) : null,
  });
}

const fileName = (path: string): string => path.replace(/^.*\/|\.md$/g, '');

/** Of the text and the one before it, that which the note was last written with; of neither, the present one. */
function textWrittenIn(noteText: string, { text, item: { record } }: NoteToPlan): string | undefined {
  const source = splitNote(noteText).trailer?.blocks.get(textAnchor(record.document?.id ?? ''))?.source;
  return text?.previous !== undefined && source === sourceMark(text.previous)
    ? text.previous
    : text?.markdown;
}

/** The anchor of a full text that is not to stand in this note any longer. */
const unwantedText = ({ content, decision, item: { record } }: NoteToPlan): readonly string[] =>
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

/** Anchors of blocks that v3 alone told of, while another block, of the same highlight as v2 tells it, stands in the note already. */
function doubledAnchors(
  text: string,
  highlights: readonly { readonly anchor: string; readonly otherAnchor: string | null }[],
): readonly string[] {
  const blocks = splitNote(text).trailer?.blocks;
  return highlights.flatMap(({ anchor, otherAnchor }) =>
    otherAnchor !== null && blocks?.has(anchor) === true && blocks.has(otherAnchor) ? [otherAnchor] : [],
  );
}
