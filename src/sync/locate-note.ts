import { IDENTITY_PROPERTIES, splitNote } from '../core/note/note';
import type { LocatedNote } from '../core/plan/plan';
import type { ItemRecord } from '../core/library/record';
import type { NoteIdentity, Vault } from '../ports';

export interface Located {
  readonly note: LocatedNote | null;
  /** Other notes with the same identity (copies, conflict copies): never written, only reported. */
  readonly duplicates: readonly string[];
}

export const identityOf = (record: ItemRecord): NoteIdentity => ({
  bookId: record.book?.id ?? null,
  partId: null,
  documentId: record.document?.id ?? record.book?.documentId ?? (record.key.startsWith('d:') ? record.key.slice(2) : null),
});

/**
 * Finds an item's note: where it was last seen, if that still is it, else wherever in the vault its identity stands. Of several,
 * the one at `expectedPath` is taken, else the first that does not look like another tool's conflict copy.
 */
export async function locateNote(options: {
  readonly vault: Vault;
  readonly identity: NoteIdentity;
  readonly lastPath: string | null;
  readonly expectedPath: string;
}): Promise<Located> {
  const { vault, identity, lastPath } = options;
  const paths = await vault.locate(identity);
  if (lastPath !== null) {
    const text = await vault.read(lastPath);
    if (text !== null && bears(text, identity)) return { note: { path: lastPath, text }, duplicates: paths.filter((other) => other !== lastPath) };
  }
  const path = paths.find((candidate) => candidate === options.expectedPath) ?? paths.find((candidate) => !CONFLICT_COPY.test(candidate)) ?? paths[0];
  if (path === undefined) return { note: null, duplicates: [] };
  const text = await vault.read(path);
  return { note: text === null ? null : { path, text }, duplicates: paths.filter((other) => other !== path) };
}

const CONFLICT_COPY = /\.sync-conflict-|\(.*conflicted copy.*\)| \d\.md$/i;

/** Whether a note's front matter names the identity. Read line by line: it must be found even where a person broke the YAML. */
export function bears(text: string, identity: NoteIdentity): boolean {
  const yaml = splitNote(text).yaml ?? '';
  return yaml.split('\n').some(
    (line) => states(line, IDENTITY_PROPERTIES.book, identity.bookId) || states(line, IDENTITY_PROPERTIES.document, identity.documentId) || states(line, IDENTITY_PROPERTIES.part, identity.partId),
  );
}

function states(line: string, property: string, id: string | null): boolean {
  if (id === null || !line.startsWith(`${property}:`)) return false;
  const value = line.slice(property.length + 1).replace(/\s#.*$/, '').trim();
  return value.replace(/^(["'])(.*)\1$/, '$2') === id;
}
