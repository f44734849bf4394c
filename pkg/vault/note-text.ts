import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { basename, join } from 'node:path';
import { RecentValues } from '../../src/model/collections';
import { NoteNotHereError } from '../../src/model/ports';
import { cloudPlaceholder } from '../../src/notes/names/naming';
import { asVaultError, errorCode, isMissing, VaultError, VaultPathError } from '../errors';
import { NOTE } from '../text/system-text';
import { exists } from './temporary-file';
import type { NotePlace } from './vault-path';

/** A note as it was read. */
export interface NoteText {
  readonly text: string;
  /** Taken before the text was read. */
  readonly stats: Stats;
  /** Whether every later change of the file shows in its stats. */
  readonly isSettled: boolean;
}

interface NoteToRead {
  readonly path: string;
  readonly place: NotePlace;
}

/**
 * Reads a note; null if there is no file. `known` is returned if the file certainly has that text. It is
 * opened even then, because a network disk asks its server about a file that is opened, but not always about
 * its stats.
 */
export function readNoteText({ path, place }: NoteToRead, known: NoteText | null = null): NoteText | null {
  try {
    const descriptor = openSync(place.file, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) return null;
      if (known?.isSettled === true && isSameFile(stats, known.stats)) return known;
      const isSettled = isSettledAt(Date.now(), stats);
      return { text: decode(path, readFileSync(descriptor)), stats, isSettled };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (isMissing(error)) {
      // Below a file there is no folder in which a placeholder could be.
      if (errorCode(error) !== 'ENOTDIR') refuseIfInCloud(path, place);
      return null;
    }
    if (errorCode(error) === 'ELOOP') throw linkError(path);
    throw asVaultError(error, { action: 'read', path });
  }
}

/** Longer than what the coarsest clock of a file system takes for one moment. */
const COARSE_CLOCK_MS = 3000;

/** A file that was changed just before it is read may be changed again within the same tick of the disk's clock. */
const isSettledAt = (now: number, { mtimeMs, ctimeMs }: Stats): boolean =>
  now - Math.max(mtimeMs, ctimeMs) > COARSE_CLOCK_MS;

const isSameFile = (one: Stats, other: Stats): boolean =>
  one.ino === other.ino &&
  one.size === other.size &&
  one.mtimeMs === other.mtimeMs &&
  one.ctimeMs === other.ctimeMs;

/** More than the notes of a batch. */
const MOST_RECENT = 100;

/** The notes that were read last: what was planned with is not read again to be written. */
export class RecentNotes {
  private readonly notes = new RecentValues<NoteText>(MOST_RECENT);

  remember(path: string, note: NoteText): void {
    this.notes.put(path, note);
  }

  /** The note, if no change of it can be overlooked; it is forgotten. */
  takeSettled(path: string): NoteText | null {
    const note = this.notes.get(path);
    this.notes.forget(path);
    return note?.isSettled === true ? note : null;
  }
}

/** Throws `NoteNotHereError` if the note is only in the cloud. */
export function refuseIfInCloud(path: string, place: NotePlace): void {
  if (exists(join(place.folder, cloudPlaceholder(basename(place.file))))) throw new NoteNotHereError(path);
}

export function linkError(path: string): VaultPathError {
  return new VaultPathError(path, 'link');
}

/** Throws for text that is not UTF-8, because writing it back would damage it. */
function decode(path: string, bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new VaultError(path, 'EILSEQ', NOTE.notUtf8(path));
}
