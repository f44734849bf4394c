/** What went wrong with one note, in words for a person. */
export class NoteError extends Error {
  override readonly name = 'NoteError';
}

/** There is no such note, and none can be made. */
export const nameTaken = (path: string): NoteError =>
  new NoteError(
    `Could not write “${path}”: something else has that name, perhaps in other capital letters. Rename it, or choose another name.`,
  );

/** Another program moved it, or took it away. */
export const wentAway = (path: string): NoteError =>
  new NoteError(`The note ${path} went away while it was being updated.`);
