import {
  SEND_BACK_FIELDS,
  targetIdOf,
  type Change,
  type LocalChange,
  type LocalChanges,
  type OutboxEntry,
} from '../../model/outbox';
import { addToList, once } from '../../model/collections';
import { DamagedStateError } from '../../model/errors';
import { shortMark } from '../../model/hash';
import type { NoteIdentity, StateStore, SurveyedNote } from '../../model/ports';
import { Pace } from '../../model/pace';
import { partIdOf } from '../../model/note-part';
import { compareText, type ItemRecord } from '../../model/record';
import type { Settings } from '../../model/settings';
import { findConflicts } from '../../merge/resolve-conflict';
import { marks } from '../../notes/template/built-in-templates';
import { matches } from '../../notes/note/block-extent';
import { gitConflictLine } from '../../notes/note/git-conflict';
import { isUntouched, splitNote } from '../../notes/note/note';
import { fileMarkChanges, storedFileMarks } from '../../store/file-marks';
import { recordOf } from '../../store/library';
import { readOutbox, type Stores } from '../../store/outbox-store';
import { notePlaces, readNote } from '../../store/note-places';
import type { NotePlace } from '../../store/stored';
import type { SyncDependencies } from '../../sync/context/sync-options';
import { noteAtHand } from '../../sync/plan/locate-note';
import { identityOf } from '../../sync/plan/note-identity';
import { requireVault } from '../../sync/plan/vault-health';
import { firstNotes } from '../preview/preview-item';
import { earlierRenderings } from '../../sync/templates/earlier-renderings';
import { prepareRendering, type Rendering } from '../../sync/templates/prepare-rendering';
import { problemOfChange } from '../../outbox/check-change';
import { editedTags } from '../../outbox/compare';
import { withoutDiscarded } from '../../outbox/discarded-changes';
import { isEdit, partsOf, partsWhere } from '../../outbox/parts-of-change';
import { targetOf } from '../../outbox/targets';
import { changedNoteLines } from './changed-note-lines';
import { changedProperties } from './changed-properties';
import {
  readEdited,
  readRendered,
  type EditedNote,
  type FoundChange,
  type NoteContent,
  type RenderRecord,
} from './edited-note';
import { readTagSpellings } from './tag-spellings';
import { isFromUnknownTemplate } from './unknown-template';

type SearchDependencies = Pick<SyncDependencies, 'vault' | 'state' | 'outbox' | 'clock'> & {
  readonly signal?: AbortSignal | undefined;
};

const isOffered = ({ sendBack }: Settings): boolean => Object.values(sendBack).includes(true);

/**
 * What the person changed by hand in the service's properties and note lines, as far as the settings allow it to
 * be sent, except what already waits in the outbox. Nothing is sent or stored: a host shows the list and adds
 * what the person ticks. A missing note, block or property is never a change. Throws a `ProblemError`
 * for a vault that is only partly there.
 */
export async function findLocalChanges(deps: SearchDependencies, settings: Settings): Promise<LocalChanges> {
  if (!isOffered(settings)) return { changes: [], ambiguous: [], ofUnknownTemplate: [], unlike: [] };
  await requireVault({ ...deps, folder: settings.folder });
  const notes = await notesOfItems(deps.state);
  const { changes, ambiguous, ofUnknownTemplate, unlike } = await searchNotes(notes, deps, settings);
  return { changes, ambiguous, ofUnknownTemplate, unlike };
}

/**
 * How many changes `findLocalChanges` would find. Skips notes whose files have not changed since nothing was found
 * in them. Stores their marks, so it must not run during a sync.
 */
export async function countLocalChanges(deps: SearchDependencies, settings: Settings): Promise<number> {
  if (!isOffered(settings)) return 0;
  const notes = await notesOfItems(deps.state);
  const before = await storedFileMarks(deps.state, 'unedited');
  const now = await marksOfNotes(deps.vault, notes, settings);
  const isUnedited = ({ path }: NotePlace): boolean => now.has(path) && now.get(path) === before.get(path);
  const found = await searchNotes(
    new Map([...notes].filter(([, place]) => !isUnedited(place))),
    deps,
    settings,
  );
  const after = new Map<string, string>();
  for (const [noteKey, place] of notes) {
    const mark = now.get(place.path);
    if (mark !== undefined && (isUnedited(place) || found.unedited.has(noteKey))) after.set(place.path, mark);
  }
  const changes = fileMarkChanges('unedited', before, after);
  if (changes.length > 0) await deps.state.commit(changes);
  return found.changes.length;
}

/** Marks of the notes' files, which also change when the settings allow other fields to be sent. */
async function marksOfNotes(
  vault: SearchDependencies['vault'],
  notes: ReadonlyMap<string, NotePlace>,
  { sendBack }: Settings,
): Promise<ReadonlyMap<string, string>> {
  const marks = await vault.fileMarks([...notes.values()].map(({ path }) => path));
  const offered = SEND_BACK_FIELDS.filter((field) => sendBack[field]).join(' ');
  return new Map([...marks].map(([path, mark]) => [path, `${shortMark(offered, 4)} ${mark}`]));
}

/** Notes of items that are not missing. Notes of parts have nothing that could be sent. */
async function notesOfItems(state: StateStore): Promise<ReadonlyMap<string, NotePlace>> {
  const places = await notePlaces(state);
  return new Map(
    [...places].filter(([noteKey, place]) => partIdOf(noteKey) === null && place.absence === undefined),
  );
}

interface SearchResult extends LocalChanges {
  /** Keys of the notes that are in place, could be read, and have no changes made by hand. */
  readonly unedited: ReadonlySet<string>;
}

async function searchNotes(
  notes: ReadonlyMap<string, NotePlace>,
  deps: SearchDependencies,
  settings: Settings,
): Promise<SearchResult> {
  const changes: LocalChange[] = [];
  const ambiguous: string[] = [];
  const ofUnknownTemplate: string[] = [];
  const unlike: string[] = [];
  const unedited = new Set<string>();
  const rendering = notes.size === 0 ? null : await prepareRendering(deps, settings);
  if (rendering?.ok !== true) return { changes, ambiguous, ofUnknownTemplate, unlike, unedited };
  const earlier = once(() => earlierRenderings(deps.state, { rendering, settings }));
  const tagSpellings = once(() => readTagSpellings(deps));
  const pace = new Pace(deps.clock, deps.signal);
  const pathsOf = pathsByIdentity(await deps.vault.survey());
  for (const [noteKey, place] of notes) {
    deps.signal?.throwIfAborted();
    await pace.yieldIfDue();
    const record = await recordOf(deps.state, noteKey);
    if (record === null) continue;
    const paths = pathsOf(identityOf(record));
    if (paths.length > 1) {
      if (await isAnyEdited(deps, paths)) ambiguous.push(...paths);
      continue;
    }
    const found = await changesIn(deps, { record, place, settings, rendering, earlier, tagSpellings });
    changes.push(...(found?.changes ?? []));
    if (found?.isFromUnknownTemplate === true) ofUnknownTemplate.push(...paths);
    if (found?.isUnlike === true) unlike.push(...paths);
    const isInPlace = paths[0] === place.path;
    if (isInPlace && found !== null && isNothing(found)) unedited.add(noteKey);
  }
  const waiting = await readOutbox(deps.outbox);
  const offered: LocalChange[] = [];
  for (const each of changes) {
    const left = await notYetDecided(deps, each, waiting);
    if (left !== null) offered.push(left);
  }
  return { changes: offered, ambiguous, ofUnknownTemplate, unlike, unedited };
}

/** What of a change neither waits, nor was given up; null when that is nothing. */
async function notYetDecided(
  { state, outbox }: Stores,
  found: LocalChange,
  waiting: readonly OutboxEntry[],
): Promise<LocalChange | null> {
  const open = notWaiting(found.change, waiting);
  if (open === null) return null;
  const target = await targetOf(state, targetIdOf(found.change) ?? '');
  if (target === null) return { ...found, change: open };
  const change = await withoutDiscarded(outbox, open, target.values);
  if (change === null) return null;
  const tags = isEdit(change) && change.tags ? editedTags(change.tags, target.values.tags) : null;
  return { ...found, change, mine: tags?.join(', ') ?? found.mine };
}

function notWaiting(change: Change, waiting: readonly OutboxEntry[]): Change | null {
  if (!isEdit(change)) return change;
  const parts = partsOf(change);
  const asked = waiting.flatMap((entry) =>
    isEdit(entry.change) && targetIdOf(entry.change) === targetIdOf(change) ? [partsOf(entry.change)] : [],
  );
  return partsWhere(change, (part) => !asked.some((others) => others[part] === parts[part]));
}

/** Finds the paths of all notes of an item, in path order. Notes of its parts have their own ids. */
function pathsByIdentity(notes: readonly SurveyedNote[]): (identity: NoteIdentity) => readonly string[] {
  const books = new Map<string, string[]>();
  const documents = new Map<string, string[]>();
  for (const { path, bookId, documentId, partId } of notes) {
    if (partId !== null) continue;
    if (bookId !== null) addToList(books, bookId, path);
    if (documentId !== null) addToList(documents, documentId, path);
  }
  return ({ bookId, documentId }) => {
    const paths = [...(books.get(bookId ?? '') ?? []), ...(documents.get(documentId ?? '') ?? [])];
    return [...new Set(paths)].sort(compareText);
  };
}

/** A note that cannot be read now may have been edited. */
async function isAnyEdited({ vault }: SearchDependencies, paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    const { text, isUnreadable } = await readNote(vault, path);
    if (isUnreadable || (text !== null && !isUntouched(splitNote(text)))) return true;
  }
  return false;
}

interface Candidate {
  readonly record: ItemRecord;
  readonly place: NotePlace;
  readonly settings: Settings;
  readonly rendering: Rendering;
  readonly earlier: () => Promise<readonly Rendering[]>;
  readonly tagSpellings: EditedNote['tagSpellings'];
}

interface ChangesInNote {
  readonly changes: readonly LocalChange[];
  /** There are other changes, in what was written by a template that this device does not have. */
  readonly isFromUnknownTemplate: boolean;
  /** The note of a highlight was changed to what a sync would write in another way. */
  readonly isUnlike: boolean;
}

const NOTHING: ChangesInNote = { changes: [], isFromUnknownTemplate: false, isUnlike: false };

const isNothing = ({ changes, isFromUnknownTemplate, isUnlike }: ChangesInNote): boolean =>
  changes.length === 0 && !isFromUnknownTemplate && !isUnlike;

/** Whether the person changed more, in text that the current template may not have written. */
function isFromEarlierTemplate({ edited, now }: EditedNote, found: readonly FoundChange[]): boolean {
  if (edited.written.frontMatter !== now.written.frontMatter) return true;
  if ([...edited.written.properties.keys()].some((name) => !now.properties.has(name))) return true;
  const explained = new Set(found.map(({ change }) => targetIdOf(change)));
  return [...edited.blocks].some(([anchor, block]) => {
    const written = edited.written.blocks.get(anchor);
    return written !== undefined && !explained.has(anchor) && !matches(block.split('\n'), written);
  });
}

/**
 * What the person changed in text that an earlier template wrote. Properties that the current template also has
 * count only if the earlier one wrote all of them.
 */
async function changesOfEarlierTemplate(
  view: EditedNote,
  { now, known }: { readonly now: NoteContent; readonly known: readonly FoundChange[] },
): Promise<readonly FoundChange[]> {
  const isFromTemplate = view.edited.written.frontMatter === view.now.written.frontMatter;
  const others = isFromTemplate ? [] : now.properties.keys();
  const open = new Set([...view.open, ...others]);
  const found = [...(await changedProperties({ ...view, open })), ...(await changedNoteLines(view)).found];
  return found.filter(
    ({ field, change }) =>
      !known.some((other) => other.field === field && targetIdOf(other.change) === targetIdOf(change)),
  );
}

/** Null for a note that cannot be read or rendered now, even because of a bug. */
async function changesIn(deps: SearchDependencies, candidate: Candidate): Promise<ChangesInNote | null> {
  const { record, place, settings, rendering } = candidate;
  try {
    const note = await noteAtHand(deps.vault, { identity: identityOf(record), place: place.path });
    if (note === null) return null;
    if (isUntouched(splitNote(note.text)) || gitConflictLine(note.text) !== null) return NOTHING;
    const viewWith = async (renderedWith: Rendering): Promise<EditedNote | null> => {
      const render: RenderRecord = async (of) => {
        const [first] = (await firstNotes(deps, { rendering: renderedWith, record: of, settings })) ?? [];
        return first === undefined ? null : readRendered(first.text);
      };
      const now = await render(record);
      const edited = now === null ? null : readEdited(note.text, now);
      return now === null || edited === null ? null : { ...known, render, now, edited };
    };
    const known = {
      record,
      open: new Set(findConflicts(note.text, marks.conflict).map(({ block }) => block)),
      wanted: settings.sendBack,
      tagPrefix: settings.tagPrefix,
      tagSpellings: candidate.tagSpellings,
    };
    const view = await viewWith(rendering);
    if (view === null) return null;
    const notes = await changedNoteLines(view);
    const found = [...(await changedProperties(view)), ...notes.found];
    const views = [view];
    if (isFromEarlierTemplate(view, found)) {
      for (const earlier of await candidate.earlier()) {
        const before = await viewWith(earlier);
        if (before === null) continue;
        views.push(before);
        found.push(...(await changesOfEarlierTemplate(before, { now: view.now, known: found })));
      }
    }
    const changes = found
      .filter(
        ({ change, base, field }) =>
          problemOfChange(change, { fields: { [field]: base }, tags: [] }) === null,
      )
      .map((change) => ({ ...change, path: note.path }));
    const explained = new Set(found.map(({ change }) => targetIdOf(change)));
    return {
      changes,
      isFromUnknownTemplate: await isFromUnknownTemplate(views, found),
      isUnlike: notes.unlike.some((id) => !explained.has(id)),
    };
  } catch (error) {
    if (error instanceof DamagedStateError) throw error;
    return null;
  }
}
