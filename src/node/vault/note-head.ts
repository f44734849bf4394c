import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asVaultError, isMissing } from '../errors';
import type { NoteIdentity } from '../../model/ports';
import { idsInFrontMatter } from '../../notes/note/identity';

/** The identity of a note, which stays valid while time and size of its file do. */
export interface IndexedNote extends NoteIdentity {
  readonly mtimeMs: number;
  readonly size: number;
}

const HEAD_BYTES = 4096;
const LONGEST_HEAD_BYTES = 262_144;

/** Reads the head of a note unless `remembered` is still valid. Null if the file is gone. */
export function readIndexed(root: string, path: string, remembered?: IndexedNote): IndexedNote | null {
  const file = join(root, path);
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    if (remembered?.mtimeMs === stats.mtimeMs && remembered.size === stats.size) return remembered;
    return { mtimeMs: stats.mtimeMs, size: stats.size, ...readHead(file, stats.size) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw asVaultError(error, { action: 'read the properties of', path });
  }
}

function readHead(file: string, size: number): NoteIdentity {
  const descriptor = openSync(file, 'r');
  try {
    for (let wanted = HEAD_BYTES; ; wanted *= 8) {
      const buffer = Buffer.allocUnsafe(Math.min(wanted, size));
      const length = readSync(descriptor, buffer, 0, buffer.length, 0);
      const isAll = length >= size || wanted >= LONGEST_HEAD_BYTES;
      const scan = scanHead(buffer.toString('utf8', 0, length), isAll ? 'whole' : 'beginning');
      if (scan.complete) return scan.identity;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** The identity found in a note's first bytes, or that more bytes are needed. */
type HeadScan = { readonly complete: true; readonly identity: NoteIdentity } | { readonly complete: false };

const NONE: NoteIdentity = { bookId: null, documentId: null, partId: null };
/** Git may put a mark above it. */
const OPENING = /^\uFEFF?(?:<{7} [^\n]*\n)?---[ \t]*(?:\r?\n|$)/;
const CLOSING = /^---[ \t]*\r?$/m;

function scanHead(head: string, extent: 'whole' | 'beginning'): HeadScan {
  const opening = OPENING.exec(head);
  if (opening === null) return { complete: true, identity: NONE };
  const body = head.slice(opening[0].length);
  const end = body.search(CLOSING);
  if (end === -1) return extent === 'whole' ? { complete: true, identity: NONE } : { complete: false };
  const ids = idsInFrontMatter(body.slice(0, end));
  const idOf = (kind: keyof NoteIdentity): string | null => {
    const id = ids.find((each) => each.kind === kind)?.id;
    return id === undefined ? null : copied(id);
  };
  return {
    complete: true,
    identity: { bookId: idOf('bookId'), documentId: idOf('documentId'), partId: idOf('partId') },
  };
}

export function identityOf(text: string): NoteIdentity {
  const scan = scanHead(text, 'whole');
  return scan.complete ? scan.identity : NONE;
}

/** Copies the value: a slice would keep the whole text in memory. */
const copied = (part: string): string => Buffer.from(part).toString();
