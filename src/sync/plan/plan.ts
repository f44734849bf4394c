import { markNote, mergeNote, openNote, type MergeResult, type OpenedNote } from '../../merge/merge';
import type { BlockCounts } from '../../model/report';
import { suffixedPath } from '../../notes/names/naming';
import { blockAnchors } from '../../notes/note/block-anchor';
import {
  composeNote,
  IDENTITY_PROPERTIES,
  isUntouched,
  joinNote,
  NOTE_STATUSES,
  pathMark,
  splitNote,
  withTrailer,
  type NoteStatus,
  type NoteVersion,
} from '../../notes/note/note';
import type { OwnNotes } from '../../notes/note/own-links';
import { isSettled, type LocatedNote } from './locate-note';
import type { Reason, RemovalReason } from '../../model/problem';
import type { Absence } from '../../store/stored';
import type { Settings } from '../../model/settings';

/** What to do with a note. Decided before any effect; every action has a reason. */
export type Action = { readonly path: string; readonly reasons: readonly Reason[] } &
  /** `otherPath`: with the item's id, in case the plain one is taken. */
  (
    | { readonly kind: 'create'; readonly otherPath: string; readonly text: (path: string) => string }
    | ({ readonly kind: 'update' } & MergedText)
    /** Moves the note, then writes. */
    | ({
        readonly kind: 'rename';
        readonly to: string;
        readonly otherPath: string;
      } & MergedText)
    | { readonly kind: 'trash'; readonly before: string }
    /** Moves the note to the first free path of `to`, then writes. */
    | ({ readonly kind: 'archive'; readonly to: readonly string[] } & NewText)
    | ({ readonly kind: 'keep' } & NewText)
    | { readonly kind: 'skip' }
  );

/** The new text of a note that is unchanged but for link targets, which hosts adapt to renamed notes. */
export interface NewText {
  readonly before: string;
  readonly merge: Merge;
}

/** New text of a note that the person may have edited. */
export interface MergedText extends NewText {
  readonly conflicts: readonly string[];
  readonly kept?: readonly string[] | undefined;
  readonly blocks?: BlockCounts;
}

type Merge = (text: string, path: string) => string;

const REASONS = {
  service: { create: 'new', rename: 'renamed-by-service', update: 'changed' },
  settings: { create: 'created-by-settings', rename: 'renamed-by-settings', update: 'changed-by-settings' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Reason>>>>;

const ABSENT = {
  deleted: 'deleted-by-person',
  plain: 'made-plain',
  undone: 'undone',
} as const satisfies Readonly<Record<Absence, Reason>>;

/** A note that was read, where it is, and what the last sync probably wrote. */
export interface NoteInVault extends OpenedNote {
  readonly path: string;
  readonly base: NoteVersion | null;
}

/** Plans a note of an item that the service has. `wasWritten`: this device wrote it before. */
export function planLive(options: {
  readonly version: NoteVersion;
  /** Where the note belongs, and the path with the item's id. */
  readonly path: string;
  readonly otherPath: string;
  readonly note: NoteInVault | null;
  readonly wasWritten: boolean;
  /** Why there is no note and none is created; null where one is. */
  readonly absence: Absence | null;
  /** What to do about what the user deleted. */
  readonly removed: 'keep' | 'restore';
  /** An interrupted sync moved the note and did not record that. */
  readonly wasMovedBySync: boolean;
  /** Why the item is due. */
  readonly occasion: keyof typeof REASONS;
  readonly deletedMark: string;
  readonly leftOutMark: string;
  readonly conflictMark: string;
  /** The anchor of the item's full text, which is no highlight. */
  readonly textAnchor: string | null;
}): Action {
  const { version, note, path, otherPath, conflictMark } = options;
  const { deletedMark, leftOutMark } = options;
  const reasons = REASONS[options.occasion];
  if (note === null) {
    if (options.absence !== null) return { kind: 'skip', path, reasons: [ABSENT[options.absence]] };
    return {
      kind: 'create',
      path,
      otherPath,
      text: (at) => composeNote(version, pathMark(at)),
      reasons: [reasonToCreate(options)],
    };
  }
  const settled = isSettled(note, options.wasMovedBySync);
  const mergeAt = (opened: OpenedNote, at: string): MergeResult => {
    const mark = settled || at === path ? pathMark(at) : null;
    const isOnlyTemplate = options.occasion === 'settings';
    const marks = { deletedMark, leftOutMark, conflictMark };
    return mergeNote({ ...opened, base: note.base, path: mark, isOnlyTemplate, ...marks });
  };
  const from = note.path;
  const to = settled ? path : from;
  const merged = mergeAt(note, to);
  const { conflicts, kept } = merged;
  const before = note.text;
  if (to === from && merged.text === before) return { kind: 'skip', path: from, reasons: ['unchanged'] };
  const blocks = countBlocks(note, merged.text, options.textAnchor);
  const merge: Merge = (text, at) => {
    if (text === before && at === to) return merged.text;
    // Only the app changed its links since, and an untouched note takes the service's text.
    return mergeAt(note.isEdited ? openNote({ ...note, text }) : note, at).text;
  };
  if (to !== from)
    return {
      kind: 'rename',
      path: from,
      to,
      otherPath,
      before,
      merge,
      conflicts,
      kept,
      blocks,
      reasons: [hasStatus(before) ? 'back' : reasons.rename],
    };
  const reason = hasStatus(before) ? 'back' : reasons.update;
  return { kind: 'update', path: from, before, merge, conflicts, kept, blocks, reasons: [reason] };
}

function countBlocks(
  { gone, parts: { body, trailer }, version }: NoteInVault,
  merged: string,
  textAnchor: string | null,
): BlockCounts {
  const before = blockAnchors(body);
  const after = blockAnchors(merged);
  const isOurs = (anchor: string): boolean => before.has(anchor) && trailer?.blocks.has(anchor) === true;
  const going = [...gone].filter((anchor) => anchor !== textAnchor && isOurs(anchor));
  const isAdded = (anchor: string): boolean =>
    anchor !== textAnchor && after.has(anchor) && !before.has(anchor);
  const added = [...version.blocks.keys()].filter(isAdded).length;
  const removed = going.filter((anchor) => !after.has(anchor)).length;
  const kept = going.filter((anchor) => after.has(anchor) && trailer?.released.has(anchor) !== true).length;
  return {
    ...(added > 0 ? { blocksAdded: added } : {}),
    ...(removed > 0 ? { blocksRemoved: removed } : {}),
    ...(kept > 0 ? { blocksKept: kept } : {}),
  };
}

/** A note that this device wrote comes back because a person asked for it or because its item changed. */
function reasonToCreate({
  wasWritten,
  removed,
  occasion,
}: Pick<Parameters<typeof planLive>[0], 'wasWritten' | 'removed' | 'occasion'>): Reason {
  if (!wasWritten) return REASONS[occasion].create;
  return removed === 'restore' ? 'restored-by-person' : 'changed';
}

/** The settings for notes of deleted items. */
export interface DeletionPolicy extends Pick<Settings['deletions'], 'untouched' | 'touched'> {
  readonly archiveFolder: string;
}

/** The status that a note gets for the reason it would have been removed. */
const STATUS_OF: Readonly<Record<RemovalReason, NoteStatus>> = {
  deleted: 'deleted',
  'document-deleted': 'deleted',
  'no-highlights': 'deleted',
  'highlight-deleted': 'deleted',
  'out-of-scope': 'left-out',
  'no-own-note': 'no-own-note',
  joined: 'joined',
};

const isRemovalReason = (reason: Reason): reason is RemovalReason => reason in STATUS_OF;

function statusFor(reasons: readonly Reason[]): NoteStatus {
  const reason = reasons.find(isRemovalReason);
  return reason === undefined ? 'deleted' : STATUS_OF[reason];
}

/** Plans a note that should no longer be there. `key`: the note's. */
export function planRemoval(options: {
  readonly key: string;
  readonly note: LocatedNote | null;
  readonly policy: DeletionPolicy;
  readonly reason: RemovalReason;
  /** The item's notes by their present names. */
  readonly own: OwnNotes;
}): Action {
  const { note, policy, own } = options;
  if (note === null) return { kind: 'skip', path: '', reasons: [options.reason] };
  const untouched = isUntouched(splitNote(note.text), own);
  const reasons: readonly Reason[] = untouched ? [options.reason] : [options.reason, 'edited'];
  const before = note.text;
  const status = STATUS_OF[options.reason];
  const kept = keptNote(note.path, before, [...reasons, 'marked']);
  // A marked note was decided about, here or on another device, and stays. The reason may have changed since.
  if (markNote(before, status) === before) return { kind: 'skip', path: note.path, reasons: kept.reasons };
  if (isMarked(before)) return kept;
  switch (untouched ? policy.untouched : policy.touched) {
    case 'trash':
      return { kind: 'trash', path: note.path, reasons, before };
    case 'archive':
      return {
        kind: 'archive',
        path: note.path,
        to: archivePaths(options.key, note.path, policy.archiveFolder),
        before,
        merge: (text, path) => markArchived(markNote(text, status), path),
        reasons,
      };
    case 'mark':
      return kept;
  }
}

const keptNote = (path: string, before: string, reasons: readonly Reason[]): Action => ({
  kind: 'keep',
  path,
  before,
  merge: (text) => markNote(text, statusFor(reasons)),
  reasons,
});

/** Marks a note instead of removing it, because the user wants to keep it. */
export const planRefused = ({ path, before, reasons }: RemovingAction): Action =>
  keptNote(path, before, [...reasons, 'kept-by-person']);

const hasStatus = (text: string): boolean =>
  new RegExp(`^${IDENTITY_PROPERTIES.status}:`, 'm').test(splitNote(text).yaml ?? '');

/** Whether a note has a status. One whose properties cannot be read counts as marked: it cannot get a mark. */
export const isMarked = (text: string): boolean =>
  NOTE_STATUSES.some((status) => markNote(text, status) === text);

/** The archive path with the present name, and the one with the item's id. */
function archivePaths(key: string, path: string, folder: string): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [`${folder}/${name}`, suffixedPath({ key, title: name.replace(/\.md$/, ''), folder })];
}

/** Records the archive path in the trailer, so that a later sync may move the note back. */
function markArchived(marked: string, path: string): string {
  const { yaml, body, trailer } = splitNote(marked);
  if (trailer === null || yaml === null) return marked;
  return withTrailer(joinNote(yaml, body), { ...trailer, path: pathMark(path) });
}

/** An action that removes a note from its place. */
type RemovingAction = Extract<Action, { kind: 'trash' | 'archive' }>;

/** The guard counts these; a note that is only marked stays. */
export const leavesItsPlace = (action: Action): action is RemovingAction =>
  action.kind === 'trash' || action.kind === 'archive';

/** An action that changes an existing note. */
export type ChangingAction = Exclude<Action, { kind: 'create' | 'skip' }>;

/** Where the note will be after the action. */
export function placeAfter(action: ChangingAction): string {
  switch (action.kind) {
    case 'rename':
      return action.to;
    case 'archive':
      return action.to[0] ?? action.path;
    case 'update':
    case 'keep':
    case 'trash':
      return action.path;
  }
}

/** The text after the action; null if the note goes to the trash. */
export const resultOf = (action: ChangingAction): string | null =>
  action.kind === 'trash' ? null : action.merge(action.before, placeAfter(action));
