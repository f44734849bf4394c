import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { NoteIdentity } from '../../../ports';
import { isMissing } from '../errno';
import { scanHead } from './front-matter-identity';
import type { IndexedNote } from './note-index-cache';
import { asVaultError } from '../vault/vault-error';

const HEAD_BYTES = 4096;
const LONGEST_HEAD_BYTES = 262_144;

/** What the index knows of a note, read anew unless `remembered` still fits. Null when the note has gone meanwhile. */
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
