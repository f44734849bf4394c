import { asVaultError, isClosed, type VaultError, isMissing } from '../errors';
import type { NoteIdentity, SurveyedNote } from '../../src/model/ports';
import { Pace } from '../../src/model/pace';
import { systemClock } from '../host';
import { walkNotes } from './vault-files';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { IdentityMap } from '../../src/sync/plan/identity-map';
import { idsInFrontMatter } from '../../src/notes/note/identity';

/**
 * Every note of the vault with its identity. The first question walks the vault; then the program's own
 * writes keep the index current, and notes in an answer are checked on the disk. If notes are missing, they
 * may have been moved: the vault is walked again before a note counts as absent.
 */
export class NoteIndex {
  private readonly notes = new Map<string, IndexedNote>();
  private readonly identities = new IdentityMap();
  /** The disk's spelling of paths that it has not in NFC. */
  private readonly spellings = new Map<string, string>();
  private walked: Promise<void> | null = null;
  /** A note was found missing since the last walk. */
  private isStale = false;
  /** Notes that were read but not found by the walk. */
  private readonly unknownNotes = new Set<string>();

  constructor(
    private readonly root: string,
    /** Called for a note that may not be read; it must not keep others from being found. */
    private readonly onClosed: (path: string, error: VaultError) => void,
  ) {}

  /** Walks the vault, once. */
  ready(): Promise<void> {
    this.walked ??= this.walk().catch((error: unknown) => {
      this.walked = null;
      throw asVaultError(error, { action: 'survey', path: this.root });
    });
    return this.walked;
  }

  async locate(identity: NoteIdentity): Promise<readonly string[]> {
    await this.ready();
    for (const path of this.identities.pathsOf(identity)) this.refresh(path);
    const found = this.identities.pathsOf(identity);
    if (found.length > 0) return found;
    if (this.isStale || this.unknownNotes.size > 0) await this.walkAgain();
    return this.identities.pathsOf(identity);
  }

  /** Every note with an identity. */
  async survey(): Promise<readonly SurveyedNote[]> {
    await this.ready();
    const found: SurveyedNote[] = [];
    for (const [path, { bookId, documentId, partId }] of this.notes)
      if (bookId !== null || documentId !== null || partId !== null)
        found.push({ path, bookId, documentId, partId });
    return found;
  }

  /** Paths of all notes; complete after `ready`. */
  paths(): IterableIterator<string> {
    return this.notes.keys();
  }

  /** The path in the disk's spelling. */
  spelling(path: string): string {
    return this.spellings.get(path) ?? path;
  }

  /** Records that a note was read, which may be newer than the walk. */
  recordRead(path: string): void {
    if (this.walked !== null && !this.notes.has(path)) this.unknownNotes.add(path);
  }

  recordWrite(
    path: string,
    note: { readonly mtimeMs: number; readonly size: number; readonly text: string },
  ): void {
    if (this.walked === null) return;
    this.set(path, { mtimeMs: note.mtimeMs, size: note.size, ...identityOf(note.text) });
  }

  recordRename(from: string, to: string): void {
    const note = this.notes.get(from);
    this.recordRemoval(from);
    if (note === undefined) return;
    this.set(to, note);
  }

  recordRemoval(path: string): void {
    this.spellings.delete(path);
    const note = this.notes.get(path);
    if (note === undefined) return;
    this.identities.remove(path, note);
    this.notes.delete(path);
  }

  private set(path: string, note: IndexedNote): void {
    const before = this.notes.get(path);
    if (before !== undefined) this.identities.remove(path, before);
    this.notes.set(path, note);
    this.identities.add(path, note);
  }

  /** Reads a note again if its file has changed. */
  private refresh(path: string): void {
    const before = this.notes.get(path);
    const note = this.readNote(path, before);
    if (note === null) {
      this.isStale = true;
      return this.recordRemoval(path);
    }
    this.set(path, note);
  }

  private async walk(): Promise<void> {
    const pace = new Pace(systemClock);
    for (const spelled of walkNotes(this.root)) {
      await pace.yieldIfDue();
      this.refresh(this.pathOf(spelled));
    }
  }

  /** One that may not be read counts as it was known. */
  private readNote(path: string, before: IndexedNote | undefined): IndexedNote | null {
    try {
      return readIndexed(this.root, this.spelling(path), before);
    } catch (error) {
      if (!isClosed(error)) throw error;
      this.onClosed(path, error);
      return before ?? null;
    }
  }

  private async walkAgain(): Promise<void> {
    const unseen = new Set(this.notes.keys());
    const pace = new Pace(systemClock);
    for (const spelled of walkNotes(this.root)) {
      await pace.yieldIfDue();
      const path = this.pathOf(spelled);
      if (!unseen.delete(path)) this.refresh(path);
    }
    for (const path of unseen) this.refresh(path);
    this.isStale = false;
    this.unknownNotes.clear();
  }

  /** The NFC path of a note; remembers the disk's spelling. */
  private pathOf(spelled: string): string {
    const path = spelled.normalize('NFC');
    if (path !== spelled) this.spellings.set(path, spelled);
    return path;
  }
}

/** The identity of a note, which stays valid while time and size of its file do. */
export interface IndexedNote extends NoteIdentity {
  readonly mtimeMs: number;
  readonly size: number;
}

const HEAD_BYTES = 4096;
const LONGEST_HEAD_BYTES = 262_144;

/** Reads the head of a note unless `remembered` is still valid. Null if the file is gone. */
function readIndexed(root: string, path: string, remembered?: IndexedNote): IndexedNote | null {
  const file = join(root, path);
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    if (remembered?.mtimeMs === stats.mtimeMs && remembered.size === stats.size) return remembered;
    return { mtimeMs: stats.mtimeMs, size: stats.size, ...readHead(file, stats.size) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw asVaultError(error, { action: 'readProperties', path });
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
