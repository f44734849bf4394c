import { markDeleted, mergeNote } from '../../merge/merge';
import { suffixedPath } from '../../notes/names/naming';
import {
  composeNote,
  IDENTITY_PROPERTIES,
  isUntouched,
  joinNote,
  pathMark,
  splitNote,
  withTrailer,
  type NoteVersion,
} from '../../notes/note/note';
import type { OwnNotes } from '../../notes/note/own-links';
import { isSettled, type LocatedNote } from './locate-note';
import type { Reason } from '../../model/problem';
import type { Settings } from '../../model/settings';

/** What to do with a note. Decided before any effect; every action has a reason. */
export type Action = { readonly path: string; readonly reasons: readonly Reason[] } &
  /** `otherPath`: with the item's id, in case the plain one is taken. */
  (
    | { readonly kind: 'create'; readonly otherPath: string; readonly text: (path: string) => string }
    | { readonly kind: 'update'; readonly merge: Merge; readonly conflicts: readonly string[] }
    /** Moves the note, then merges. */
    | {
        readonly kind: 'rename';
        readonly to: string;
        readonly otherPath: string;
        readonly merge: Merge;
        readonly conflicts: readonly string[];
      }
    /** `own`: the item's notes, to see whether the note is untouched when it goes. */
    | { readonly kind: 'trash'; readonly own: OwnNotes }
    /** Moves the note to the first free path of `to`, then merges. */
    | { readonly kind: 'archive'; readonly to: readonly string[]; readonly merge: Merge }
    | { readonly kind: 'keep'; readonly merge: Merge }
    | { readonly kind: 'skip' }
  );

/** Applied to the note's text at the moment of writing, at its path then. */
export type Merge = (text: string, path: string) => string;

const REASONS = {
  service: { create: 'new', rename: 'title-changed', update: 'changed' },
  settings: { create: 'created-by-settings', rename: 'renamed-by-settings', update: 'changed-by-settings' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Reason>>>>;

/** Plans a note of an item that the service has. `wasWritten`: this device wrote it before. */
export function planLive(options: {
  readonly version: NoteVersion;
  /** What the last sync probably wrote. */
  readonly base: () => NoteVersion | null;
  /** Where the note belongs, and the path with the item's id. */
  readonly path: string;
  readonly otherPath: string;
  readonly note: LocatedNote | null;
  readonly wasWritten: boolean;
  /** What to do about the note and blocks that the user deleted. */
  readonly removed: 'keep' | 'restore';
  /** An interrupted sync moved the note and did not record that. */
  readonly wasMovedBySync: boolean;
  readonly gone: ReadonlySet<string>;
  /** Why the item is due. */
  readonly occasion: keyof typeof REASONS;
  readonly deletedMark: string;
  readonly conflictMark: string;
}): Action {
  const { version, note } = options;
  const reasons = REASONS[options.occasion];
  if (note === null) {
    if (options.wasWritten && options.removed === 'keep')
      return { kind: 'skip', path: options.path, reasons: ['deleted-by-person'] };
    return {
      kind: 'create',
      path: options.path,
      otherPath: options.otherPath,
      text: (path) => composeNote(version, pathMark(path)),
      reasons: [options.wasWritten ? 'restored-by-person' : reasons.create],
    };
  }
  const settled = isSettled(note, options.wasMovedBySync);
  const mergeAt = cacheLast((text: string, path: string) =>
    mergeNote({ ...options, text, path: settled || path === options.path ? pathMark(path) : null }),
  );
  const merge: Merge = (text, path) => mergeAt(text, path).text;

  const to = settled ? options.path : note.path;
  const { text, conflicts } = mergeAt(note.text, to);
  if (to !== note.path)
    return {
      kind: 'rename',
      path: note.path,
      to,
      otherPath: options.otherPath,
      merge,
      conflicts,
      reasons: [hasStatus(note.text) ? 'back' : reasons.rename],
    };
  if (text === note.text) return { kind: 'skip', path: note.path, reasons: ['unchanged'] };
  return { kind: 'update', path: note.path, merge, conflicts, reasons: [reasons.update] };
}

/** Caches the last result: at writing, a note is nearly always as it was when planned. */
function cacheLast<Result>(
  merge: (text: string, path: string) => Result,
): (text: string, path: string) => Result {
  let last: { readonly text: string; readonly path: string; readonly result: Result } | null = null;
  return (text, path) => {
    if (last?.text !== text || last.path !== path) last = { text, path, result: merge(text, path) };
    return last.result;
  };
}

/** The settings for notes of deleted items. */
export interface DeletionPolicy extends Pick<Settings['deletions'], 'untouched' | 'touched'> {
  readonly archiveFolder: string;
}

/** Plans a note of a deleted item. `key`: the note's. */
export function planRemoval(options: {
  readonly key: string;
  readonly note: LocatedNote | null;
  readonly policy: DeletionPolicy;
  readonly reason: Reason;
  /** The item's notes, by the names that they have now. */
  readonly own: OwnNotes;
}): Action {
  const { note, policy, own } = options;
  if (note === null) return { kind: 'skip', path: '', reasons: [options.reason] };
  const untouched = isUntouched(splitNote(note.text), own);
  const reasons: readonly Reason[] = untouched ? [options.reason] : [options.reason, 'edited'];
  // A marked note was decided about, here or on another device: it stays.
  if (isMarked(note.text)) return { kind: 'skip', path: note.path, reasons: [...reasons, 'marked'] };
  switch (untouched ? policy.untouched : policy.touched) {
    case 'trash':
      return { kind: 'trash', path: note.path, reasons, own };
    case 'archive':
      return {
        kind: 'archive',
        path: note.path,
        to: archivePaths(options.key, note.path, policy.archiveFolder),
        merge: (text, path) => markArchived(markDeleted(text), path),
        reasons,
      };
    case 'mark':
      return { kind: 'keep', path: note.path, merge: markDeleted, reasons: [...reasons, 'marked'] };
  }
}

/** Marks a note instead of removing it, because the user wants to keep it. */
export const planRefused = ({ path, reasons }: Action): Action => ({
  kind: 'keep',
  path,
  merge: markDeleted,
  reasons: [...reasons, 'kept-by-person'],
});

const hasStatus = (text: string): boolean =>
  new RegExp(`^${IDENTITY_PROPERTIES.status}:`, 'm').test(splitNote(text).yaml ?? '');

/** Also true if the properties cannot be read, so that no mark can be set. */
const isMarked = (text: string): boolean => markDeleted(text) === text;

/** The archive path with the present name, and one with the item's id. */
function archivePaths(key: string, path: string, folder: string): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [`${folder}/${name}`, suffixedPath({ key, title: name.replace(/\.md$/, ''), folder })];
}

/** Records the archive path in the trailer, so that a later sync may move the note back. */
const markArchived: Merge = (marked, path) => {
  const { yaml, body, trailer } = splitNote(marked);
  if (trailer === null || yaml === null) return marked;
  return withTrailer(joinNote(yaml, body), { ...trailer, path: pathMark(path) });
};

/** An action that changes an existing note. */
type ChangingAction = Exclude<Action, { kind: 'create' | 'skip' }>;

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
export const resultOf = (action: ChangingAction, text: string): string | null =>
  action.kind === 'trash' ? null : action.merge(text, placeAfter(action));
