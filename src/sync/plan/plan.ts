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
import { isSettled, type LocatedNote } from './locate-note';
import type { Reason } from '../../model/problem';
import type { Settings } from '../../model/settings';

/** What is to be done with one item's note. Decided before any effect; every action says why. */
export type Action =
  | {
      readonly kind: 'create';
      readonly path: string;
      readonly text: (path: string) => string;
      readonly reasons: readonly Reason[];
    }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly merge: Merge;
      readonly conflicts: readonly string[];
      readonly reasons: readonly Reason[];
    }
  /** Moves the note, then merges. */
  | {
      readonly kind: 'rename';
      readonly path: string;
      readonly to: string;
      readonly merge: Merge;
      readonly conflicts: readonly string[];
      readonly reasons: readonly Reason[];
    }
  | { readonly kind: 'trash'; readonly path: string; readonly reasons: readonly Reason[] }
  /** Moves the note to the first of `to` that is free, then merges. */
  | {
      readonly kind: 'archive';
      readonly path: string;
      readonly to: readonly string[];
      readonly merge: Merge;
      readonly reasons: readonly Reason[];
    }
  | {
      readonly kind: 'keep';
      readonly path: string;
      readonly merge: Merge;
      readonly reasons: readonly Reason[];
    }
  | { readonly kind: 'skip'; readonly path: string; readonly reasons: readonly Reason[] };

/** Run on what stands in the note at the moment of writing, wherever the note then is. */
export type Merge = (text: string, path: string) => string;

/** Why notes are made, moved and changed. */
const REASONS = {
  service: { create: 'new', rename: 'title-changed', update: 'changed' },
  settings: { create: 'created-by-settings', rename: 'renamed-by-settings', update: 'changed-by-settings' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Reason>>>>;

/** Plans for an item that the service has. `wasWritten`: this device knows that the item once had a note. */
export function planLive(options: {
  readonly version: NoteVersion;
  /** What the last sync is believed to have written. */
  readonly base: () => NoteVersion | null;
  /** Where the note belongs. */
  readonly path: string;
  readonly note: LocatedNote | null;
  readonly wasWritten: boolean;
  /** What becomes of that which the person deleted: its note, and blocks in it. */
  readonly removed: 'keep' | 'restore';
  /** It stands where an interrupted sync moved it, and does not know that yet. */
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
      text: (path) => composeNote(version, pathMark(path)),
      reasons: [options.wasWritten ? 'restored-by-person' : reasons.create],
    };
  }
  const settled = isSettled({ note, wasMovedBySync: options.wasMovedBySync });
  const mergeAt = keepingLast((text: string, path: string) =>
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
      merge,
      conflicts,
      reasons: [bearsStatus(note.text) ? 'back' : reasons.rename],
    };
  if (text === note.text) return { kind: 'skip', path: note.path, reasons: ['unchanged'] };
  return { kind: 'update', path: note.path, merge, conflicts, reasons: [reasons.update] };
}

/** A note is nearly always still what it was when it was planned, and what that gives is known then. */
function keepingLast<Result>(
  merge: (text: string, path: string) => Result,
): (text: string, path: string) => Result {
  let last: { readonly text: string; readonly path: string; readonly result: Result } | null = null;
  return (text, path) =>
    (last?.text === text && last.path === path ? last : (last = { text, path, result: merge(text, path) }))
      .result;
}

/** What the settings say about the notes of items that are gone. */
export interface DeletionPolicy extends Pick<Settings['deletions'], 'untouched' | 'touched'> {
  readonly archiveFolder: string;
}

/** Plans for an item that is gone at the service. `key`: the item's. */
export function planGone(options: {
  readonly key: string;
  readonly note: LocatedNote | null;
  readonly policy: DeletionPolicy;
  readonly reason: Reason;
}): Action {
  const { note, policy } = options;
  if (note === null) return { kind: 'skip', path: '', reasons: [options.reason] };
  const untouched = isUntouched(splitNote(note.text));
  const reasons: readonly Reason[] = untouched ? [options.reason] : [options.reason, 'edited'];
  // Somebody decided about a marked note, here or on another device: it stays where it is.
  if (isMarked(note.text)) return { kind: 'skip', path: note.path, reasons: [...reasons, 'marked'] };
  switch (untouched ? policy.untouched : policy.touched) {
    case 'trash':
      return { kind: 'trash', path: note.path, reasons };
    case 'archive':
      return {
        kind: 'archive',
        path: note.path,
        to: archivePlaces({ key: options.key, path: note.path, folder: policy.archiveFolder }),
        merge: (text, path) => markArchived(markDeleted(text), path),
        reasons,
      };
    case 'mark':
      return {
        kind: 'keep',
        path: note.path,
        merge: (text) => markDeleted(text),
        reasons: [...reasons, 'marked'],
      };
  }
}

/** What is done instead with a note that would leave its place, when a person refused that. */
export const planRefused = ({ path, reasons }: Action): Action => ({
  kind: 'keep',
  path,
  merge: (text) => markDeleted(text),
  reasons: [...reasons, 'kept-by-person'],
});

const bearsStatus = (text: string): boolean =>
  new RegExp(`^${IDENTITY_PROPERTIES.status}:`, 'm').test(splitNote(text).yaml ?? '');

/** Also of a note whose properties cannot be read, so that nothing can be said in them. */
const isMarked = (text: string): boolean => markDeleted(text) === text;

/** The name that the note has now, and the same with the item's id. */
function archivePlaces({
  key,
  path,
  folder,
}: {
  readonly key: string;
  readonly path: string;
  readonly folder: string;
}): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [`${folder}/${name}`, suffixedPath({ key, title: name.replace(/\.md$/, ''), folder })];
}

/** It is the sync that put the note there, so the sync may bring it back. */
const markArchived: Merge = (marked, path) => {
  const { yaml, body, trailer } = splitNote(marked);
  return trailer === null || yaml === null
    ? marked
    : withTrailer(joinNote(yaml, body), { ...trailer, path: pathMark(path) });
};

/** What changes a note that is there. */
type Changing = Exclude<Action, { kind: 'create' | 'skip' }>;

/** Where the note is meant to be when it is done. */
export function placeAfter(action: Changing): string {
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

/** What becomes of the note's text; null: it goes to the trash. */
export const resultOf = (action: Changing, text: string): string | null =>
  action.kind === 'trash' ? null : action.merge(text, placeAfter(action));
