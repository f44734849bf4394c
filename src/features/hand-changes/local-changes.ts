import {
  fieldsOf,
  targetIdOf,
  type Change,
  type LocalChange,
  type LocalChanges,
  type OutboxEntry,
  type TagEdits,
} from '../../model/outbox';
import { DamagedStateError } from '../../model/errors';
import type { NoteIdentity, SurveyedNote } from '../../model/ports';
import { Pace } from '../../model/pace';
import { partIdOf } from '../../model/note-part';
import { compareText, type ItemRecord } from '../../model/record';
import type { Settings } from '../../model/settings';
import { gitConflictLine } from '../../notes/note/git-conflict';
import { isUntouched, splitNote } from '../../notes/note/note';
import { recordOf } from '../../store/library';
import { readOutbox } from '../../store/outbox-store';
import { notePlaces, readNote } from '../../store/note-places';
import type { NotePlace } from '../../store/stored';
import type { SyncDependencies } from '../../sync/context/sync-options';
import { noteAtHand } from '../../sync/plan/locate-note';
import { identityOf } from '../../sync/plan/note-identity';
import { firstNotes } from '../preview/preview-item';
import { prepareRendering, type Rendering } from '../../sync/templates/prepare-rendering';
import { problemOfChange } from '../../outbox/check-change';
import { changedNoteLines } from './changed-note-lines';
import { changedProperties } from './changed-properties';
import { readEdited, readRendered, type RenderRecord } from './edited-note';

type Finding = Pick<SyncDependencies, 'vault' | 'state' | 'clock'> & {
  readonly signal?: AbortSignal | undefined;
};

const NONE: LocalChanges = { changes: [], ambiguous: [] };

/**
 * What the person changed by hand in properties and note lines that are the service's, as far as the settings
 * allow these to be sent, without what waits in the outbox already. Nothing is sent or stored: a host shows the
 * list and adds what the person ticks. A missing note, block or property is never a change.
 */
export async function findLocalChanges(deps: Finding, settings: Settings): Promise<LocalChanges> {
  const { sendBack } = settings;
  if (!Object.values(sendBack).includes(true)) return NONE;
  const rendering = await prepareRendering(deps, settings);
  if (!rendering.ok) return NONE;
  const pace = new Pace(deps.clock, deps.signal);
  const pathsOf = pathsByIdentity(await deps.vault.survey());
  const changes: LocalChange[] = [];
  const ambiguous: string[] = [];
  for (const [noteKey, place] of await notePlaces(deps.state)) {
    deps.signal?.throwIfAborted();
    await pace.yieldIfDue();
    if (partIdOf(noteKey) !== null || place.isMissing === true) continue;
    const record = await recordOf(deps.state, noteKey);
    if (record === null) continue;
    const paths = pathsOf(identityOf(record));
    if (paths.length < 2) changes.push(...(await changesIn(deps, { record, place, settings, rendering })));
    else if (await isAnyEdited(deps, paths)) ambiguous.push(...paths);
  }
  const waiting = await readOutbox(deps.state);
  const isWaiting = ({ change }: LocalChange): boolean => waiting.some((entry) => isSameEdit(entry, change));
  return { changes: changes.filter((each) => !isWaiting(each)), ambiguous };
}

/** Finds the paths of all notes of an item, in path order. Notes of its parts have their own ids. */
function pathsByIdentity(notes: readonly SurveyedNote[]): (identity: NoteIdentity) => readonly string[] {
  const books = new Map<string, string[]>();
  const documents = new Map<string, string[]>();
  for (const { path, bookId, documentId, partId } of notes) {
    if (partId !== null) continue;
    if (bookId !== null) books.set(bookId, [...(books.get(bookId) ?? []), path]);
    if (documentId !== null) documents.set(documentId, [...(documents.get(documentId) ?? []), path]);
  }
  return ({ bookId, documentId }) => {
    const paths = [...(books.get(bookId ?? '') ?? []), ...(documents.get(documentId ?? '') ?? [])];
    return [...new Set(paths)].sort(compareText);
  };
}

/** A note that cannot be read now may be edited. */
async function isAnyEdited({ vault }: Finding, paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    const { text, isUnread } = await readNote(vault, path);
    if (isUnread || (text !== null && !isUntouched(splitNote(text)))) return true;
  }
  return false;
}

function isSameEdit({ change: waiting }: OutboxEntry, change: Change): boolean {
  if (waiting.kind !== 'edit-highlight' && waiting.kind !== 'edit-item') return false;
  if (change.kind !== waiting.kind || targetIdOf(waiting) !== targetIdOf(change)) return false;
  const isIn = ([field, value]: readonly [string, string]): boolean => fieldsOf(waiting)[field] === value;
  return Object.entries(fieldsOf(change)).every(isIn) && hasTags(waiting.tags, change.tags);
}

function hasTags(waiting: TagEdits | undefined, wanted: TagEdits | undefined): boolean {
  const { add = [], remove = [] } = wanted ?? {};
  return (
    add.every((tag) => waiting?.add.includes(tag)) && remove.every((tag) => waiting?.remove.includes(tag))
  );
}

interface Candidate {
  readonly record: ItemRecord;
  readonly place: NotePlace;
  readonly settings: Settings;
  readonly rendering: Rendering;
}

/** A note that cannot be read or rendered now, because of a bug even, has no changes. */
async function changesIn(deps: Finding, candidate: Candidate): Promise<readonly LocalChange[]> {
  const { record, place, settings, rendering } = candidate;
  try {
    const note = await noteAtHand(deps.vault, { identity: identityOf(record), place: place.path });
    if (note === null || isUntouched(splitNote(note.text)) || gitConflictLine(note.text) !== null) return [];
    const render: RenderRecord = async (of) => {
      const [first] = await firstNotes(deps, { rendering, record: of, settings });
      return first === undefined ? null : readRendered(first.text);
    };
    const now = await render(record);
    const edited = now === null ? null : readEdited(note.text, now);
    if (now === null || edited === null) return [];
    const look = { record, render, now, edited, wanted: settings.sendBack };
    const changes = [...(await changedProperties(look)), ...(await changedNoteLines(look))];
    return changes
      .filter(
        ({ change, base, field }) =>
          problemOfChange(change, { fields: { [field]: base }, tags: [] }) === null,
      )
      .map((change) => ({ ...change, path: note.path }));
  } catch (error) {
    if (error instanceof DamagedStateError) throw error;
    return [];
  }
}
