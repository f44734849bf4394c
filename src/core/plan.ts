import { markDeleted, mergeNote } from './merge';
import { composeNote, isUntouched, pathMark, splitNote, type NoteVersion } from './note';

/** What is to be done with one item's note. Decided before any effect; every action says why. */
export type Action =
  | { readonly kind: 'create'; readonly path: string; readonly text: (path: string) => string; readonly reason: string }
  | { readonly kind: 'update'; readonly path: string; readonly merge: Merge; readonly conflicts: readonly string[]; readonly reason: string }
  /** Moves the note, then merges. */
  | { readonly kind: 'rename'; readonly path: string; readonly to: string; readonly merge: Merge; readonly conflicts: readonly string[]; readonly reason: string }
  | { readonly kind: 'trash'; readonly path: string; readonly reason: string }
  | { readonly kind: 'keep'; readonly path: string; readonly merge: Merge; readonly reason: string }
  | { readonly kind: 'skip'; readonly path: string; readonly reason: string };

/** Run on what stands in the note at the moment of writing, wherever the note then is. */
export type Merge = (text: string, path: string) => string;

/** The note that an item has, as it stands in the vault. */
export interface LocatedNote {
  readonly path: string;
  readonly text: string;
}

/** Plans for an item that the service has. `wasWritten`: this device knows that the item once had a note. */
export function planLive(options: {
  readonly version: NoteVersion;
  /** Where the note belongs. */
  readonly path: string;
  readonly note: LocatedNote | null;
  readonly wasWritten: boolean;
  /** It stands where an interrupted sync moved it, and does not know that yet. */
  readonly wasMovedBySync: boolean;
  readonly gone: ReadonlySet<string>;
  readonly deletedMark: string;
}): Action {
  const { version, note } = options;
  if (note === null) {
    if (options.wasWritten) return { kind: 'skip', path: options.path, reason: 'you deleted its note' };
    return { kind: 'create', path: options.path, text: (path) => composeNote(version, pathMark(path)), reason: 'new at the service' };
  }
  const settled = options.wasMovedBySync || splitNote(note.text).trailer?.path === pathMark(note.path);
  const mergeAt = (text: string, path: string): ReturnType<typeof mergeNote> =>
    mergeNote({ text, version, path: settled || path === options.path ? pathMark(path) : null, gone: options.gone, deletedMark: options.deletedMark });
  const merge: Merge = (text, path) => mergeAt(text, path).text;

  // A note that still is where the last sync put it follows its title; one that the person moved stays where they want it.
  const to = settled && note.path !== options.path ? options.path : note.path;
  const { text, conflicts } = mergeAt(note.text, to);
  if (to !== note.path) return { kind: 'rename', path: note.path, to, merge, conflicts, reason: 'its title changed' };
  if (text === note.text) return { kind: 'skip', path: note.path, reason: 'nothing new' };
  return { kind: 'update', path: note.path, merge, conflicts, reason: 'changed at the service' };
}

/** Plans for an item that is gone at the service. */
export function planGone(options: { readonly note: LocatedNote | null; readonly reason: string }): Action {
  const { note, reason } = options;
  if (note === null) return { kind: 'skip', path: '', reason };
  if (isUntouched(splitNote(note.text))) return { kind: 'trash', path: note.path, reason };
  if (markDeleted(note.text) === note.text) return { kind: 'skip', path: note.path, reason: `${reason}; kept because it holds your words` };
  return { kind: 'keep', path: note.path, merge: markDeleted, reason: `${reason}; kept because it holds your words` };
}
