const CONFLICT_COPY = /\.sync-conflict-|\(.*conflicted copy.*\)| \d\.md$/i;

/** Whether a file sync may have given a note this name, because two devices had changed the note. */
export const looksLikeConflictCopy = (path: string): boolean => CONFLICT_COPY.test(path);
