import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asVaultError, isMissing } from '../errors';
import type { NoteIdentity } from '../../model/ports';

/**
 * What is remembered of one note: enough to know its identity without opening it while time and size stay.
 */
export interface IndexedNote extends NoteIdentity {
  readonly mtimeMs: number;
  readonly size: number;
}

const HEAD_BYTES = 4096;
const LONGEST_HEAD_BYTES = 262_144;

/**
 * What the index knows of a note, read anew unless `remembered` still fits. Null when the note has gone
 * meanwhile.
 */
export function lookAt(root: string, path: string, remembered?: IndexedNote): IndexedNote | null {
  const file = join(root, path);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (remembered?.mtimeMs === stats.mtimeMs && remembered.size === stats.size) return remembered;
  const identity = readIdentity(file, { path, size: stats.size });
  return identity === null ? null : { mtimeMs: stats.mtimeMs, size: stats.size, ...identity };
}

function readIdentity(
  file: string,
  { path, size }: { readonly path: string; readonly size: number },
): NoteIdentity | null {
  try {
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
  } catch (error) {
    if (isMissing(error)) return null;
    throw asVaultError(error, { action: 'read the properties of', path });
  }
}

/** What the head of a note says: its identity, or that more of the file is needed to know. */
type HeadScan = { readonly complete: true; readonly identity: NoteIdentity } | { readonly complete: false };

const NONE: NoteIdentity = { bookId: null, documentId: null, partId: null };
const OPENING = /^\uFEFF?---[ \t]*(?:\r?\n|$)/;
const CLOSING = /^---[ \t]*\r?$/m;
const BOOK = topLevelKey('readwise-id');
const DOCUMENT = topLevelKey('reader-id');
const PART = topLevelKey('readwise-part');

/**
 * Reads `readwise-id`, `reader-id` and `readwise-part` off the front matter at the head of a note, line by
 * line and without parsing YAML, so that a mistake in another property hides no note. `isWhole`: the head is
 * the entire note.
 */
function scanHead(head: string, isWhole: 'whole' | 'beginning'): HeadScan {
  const opening = OPENING.exec(head);
  if (opening === null) return { complete: true, identity: NONE };
  const body = head.slice(opening[0].length);
  const end = body.search(CLOSING);
  if (end === -1) return isWhole === 'whole' ? { complete: true, identity: NONE } : { complete: false };
  const properties = body.slice(0, end);
  return {
    complete: true,
    identity: {
      bookId: valueOf(BOOK.exec(properties)),
      documentId: valueOf(DOCUMENT.exec(properties)),
      partId: valueOf(PART.exec(properties)),
    },
  };
}

/** The identity in a note's full text. */
export function identityOf(text: string): NoteIdentity {
  const scan = scanHead(text, 'whole');
  return scan.complete ? scan.identity : NONE;
}

function topLevelKey(name: string): RegExp {
  return new RegExp(`^(?:${name}|"${name}"|'${name}')[ \\t]*:(?:[ \\t]+(.*?))?[ \\t]*\\r?$`, 'm');
}

function valueOf(match: RegExpExecArray | null): string | null {
  const raw = match?.[1];
  if (raw === undefined) return null;
  const quoted = /^"([^"]*)"|^'([^']*)'/.exec(raw);
  const value = quoted ? (quoted[1] ?? quoted[2] ?? '') : raw.replace(/(^|[ \t]+)#.*$/, '');
  return value === '' || value === '~' || value === 'null' ? null : copied(value);
}

/**
 * As a text of its own: a part of a text keeps the whole of it in memory, and identities are kept for as long
 * as a sync runs.
 */
const copied = (part: string): string => Buffer.from(part).toString();
