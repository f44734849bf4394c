import { mergeNote, openNote, type MergeInput, type MergeResult } from '../../src/merge/merge';
import type { NoteVersion } from '../../src/notes/note/note';

/** Merges a version into a note, as a sync does. `base`: what the sync is told that it wrote last. */
export function mergedNote(
  text: string,
  version: NoteVersion,
  { gone = new Set(), leftOut = new Set(), removed = 'keep', ...options }: Partial<MergeInput> = {},
): MergeResult {
  return mergeNote({
    ...openNote({ text, version, gone, leftOut, removed }),
    base: null,
    path: null,
    deletedMark: 'Gone.',
    leftOutMark: 'Left out.',
    conflictMark: '> [!note] New\n> {{text}}',
    ...options,
  });
}
