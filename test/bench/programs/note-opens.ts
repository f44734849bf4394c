import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

export interface NoteOpens {
  readonly noteOpens: number;
  readonly distinctNotesOpened: number;
}

/**
 * Watches this process open markdown files, whoever opens them: also reads that pass by the vault's port. The
 * result tells of those since it was last called.
 */
export function watchNoteOpens(): () => NoteOpens {
  let noteOpens = 0;
  const notes = new Set<string>();
  const see = (path: unknown): void => {
    if (typeof path !== 'string' || !path.endsWith('.md')) return;
    noteOpens += 1;
    notes.add(path);
  };
  const open = fs.openSync;
  fs.openSync = (path, ...rest) => {
    see(path);
    return open(path, ...rest);
  };
  const read = fs.readFileSync;
  const seen = (...given: Parameters<typeof read>): ReturnType<typeof read> => {
    see(given[0]);
    return read(...given);
  };
  fs.readFileSync = seen as typeof read;
  syncBuiltinESMExports();
  return () => {
    const result = { noteOpens, distinctNotesOpened: notes.size };
    noteOpens = 0;
    notes.clear();
    return result;
  };
}
