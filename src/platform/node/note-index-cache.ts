import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import type { NoteIdentity } from '../../ports';
import { isMissing } from './errno';
import { discard, temporaryPath } from './temporary-file';

/** What is remembered of one note: enough to know its identity without opening it while (mtime, size) stay. */
export interface IndexedNote extends NoteIdentity {
  readonly mtimeMs: number;
  readonly size: number;
}

const cacheSchema = z.object({
  version: z.literal(2),
  notes: z.array(z.tuple([z.string(), z.number(), z.number(), z.nullable(z.string()), z.nullable(z.string()), z.nullable(z.string())])),
});

/** The remembered notes by path; empty when the file is missing or not what was written (then everything is read anew). */
export function loadIndexCache(file: string): Map<string, IndexedNote> {
  const parsed = cacheSchema.safeParse(parseJson(readIfThere(file)));
  if (!parsed.success) return new Map();
  return new Map(parsed.data.notes.map(([path, mtimeMs, size, bookId, documentId, partId]) => [path, { mtimeMs, size, bookId, documentId, partId }]));
}

/** Replaces the file as a whole. Throws the system's error. */
export function saveIndexCache(file: string, notes: ReadonlyMap<string, IndexedNote>): void {
  const rows = [...notes].map(([path, note]) => [path, note.mtimeMs, note.size, note.bookId, note.documentId, note.partId]);
  const temporary = temporaryPath(dirname(file));
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(descriptor, JSON.stringify({ version: 2, notes: rows }));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    discard(temporary);
    throw error;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

/** Undefined for text that is not JSON: the cache is then rebuilt, as if it had never been. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
