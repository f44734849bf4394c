import { readFileSync, writeFileSync } from 'node:fs';
import { isMissing } from '../errors';
import type { IndexedNote } from './note-head';

type Row = readonly [
  path: string,
  mtimeMs: number,
  size: number,
  bookId: string | null,
  documentId: string | null,
  partId: string | null,
];

const VERSION = 4;

/** The cached notes by path; empty if the file is missing or invalid. */
export function loadIndexCache(file: string): Map<string, IndexedNote> {
  const rows = rowsIn(parseJson(readIfThere(file)));
  return new Map(
    rows.map(([path, mtimeMs, size, bookId, documentId, partId]) => [
      path,
      { mtimeMs, size, bookId, documentId, partId },
    ]),
  );
}

/** Without a schema, which would be slow for tens of thousands of rows. */
function rowsIn(cache: unknown): readonly Row[] {
  if (typeof cache !== 'object' || cache === null || !('version' in cache) || !('notes' in cache)) return [];
  const { version, notes } = cache;
  return version === VERSION && Array.isArray(notes) && notes.every(isRow) ? notes : [];
}

function isRow(value: unknown): value is Row {
  if (!Array.isArray(value) || value.length !== 6) return false;
  const row: readonly unknown[] = value;
  const [path, mtimeMs, size, bookId, documentId, partId] = row;
  return (
    typeof path === 'string' &&
    typeof mtimeMs === 'number' &&
    typeof size === 'number' &&
    [bookId, documentId, partId].every((id) => id === null || typeof id === 'string')
  );
}

/** Not atomic: an incomplete file is invalid JSON and counts as missing. Throws the system's error. */
export function saveIndexCache(file: string, notes: ReadonlyMap<string, IndexedNote>): void {
  const rows = [...notes].map(([path, note]): Row => [
    path,
    note.mtimeMs,
    note.size,
    note.bookId,
    note.documentId,
    note.partId,
  ]);
  writeFileSync(file, JSON.stringify({ version: VERSION, notes: rows }), { mode: 0o600 });
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
