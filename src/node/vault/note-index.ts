import { asVaultError } from '../errors';
import type { NoteIdentity, SurveyedNote } from '../../model/ports';
import { Pace } from '../../model/pace';
import { systemClock } from '../system-clock';
import { walkNotes } from './vault-files';
import { identityOf, lookAt, type IndexedNote } from './note-head';
import { loadIndexCache, saveIndexCache } from './note-index-cache';

/**
 * Every note of the vault with its identity. Lazy: the vault is walked at the first question; from then on
 * our own writes keep it true, and of the notes that are the answer to a question the disk is asked whether
 * they still are what they were. Between runs a cache file spares opening the notes that have not changed.
 * Where a note has gone since the walk, notes are being moved: then the vault is walked again before the
 * answer is that there is none.
 */
export class NoteIndex {
  private readonly notes = new Map<string, IndexedNote>();
  private readonly identities = new IdentityMap();
  /** How the disk spells a path, where that is not in NFC. */
  private readonly spellings = new Map<string, string>();
  private walked: Promise<void> | null = null;
  private changed = false;
  /** Whether a note that stood somewhere was found gone since the last walk. */
  private isStale = false;
  /** Notes that were read and that the walk did not find. */
  private readonly unknownNotes = new Set<string>();

  /** `cacheFile` null: nothing is remembered between runs. */
  constructor(
    private readonly root: string,
    private readonly cacheFile: string | null,
  ) {}

  /** Resolves when the vault has been walked. */
  ready(): Promise<void> {
    this.walked ??= this.walk().catch((error: unknown) => {
      this.walked = null;
      throw asVaultError(error, { action: 'look through', path: this.root });
    });
    return this.walked;
  }

  async locate(identity: NoteIdentity, lastPath: string | null): Promise<readonly string[]> {
    await this.ready();
    for (const path of this.identities.pathsOf(identity)) this.see(path);
    const found = this.identities.pathsOf(identity);
    if (found.length > 0) return found;
    if (this.isStale || (lastPath !== null && this.unknownNotes.delete(lastPath))) await this.walkAgain();
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

  /** All notes; true only once `ready`. */
  paths(): IterableIterator<string> {
    return this.notes.keys();
  }

  /** The path as the disk spells it. */
  spelling(path: string): string {
    return this.spellings.get(path) ?? path;
  }

  /** A note was read that may have been made since the walk. */
  recordRead(path: string): void {
    if (this.walked !== null && !this.notes.has(path)) this.unknownNotes.add(path);
  }

  /** A note now has this text. */
  recordWrite(
    path: string,
    note: { readonly mtimeMs: number; readonly size: number; readonly text: string },
  ): void {
    if (this.walked === null) return;
    this.set(path, { mtimeMs: note.mtimeMs, size: note.size, ...identityOf(note.text) });
    this.changed = true;
  }

  recordRename(from: string, to: string): void {
    const note = this.notes.get(from);
    this.recordRemoval(from);
    if (note === undefined) return;
    this.set(to, note);
    this.changed = true;
  }

  recordRemoval(path: string): void {
    this.spellings.delete(path);
    const note = this.notes.get(path);
    if (note === undefined) return;
    this.identities.remove(path, note);
    this.notes.delete(path);
    this.changed = true;
  }

  /** Writes the cache when something changed. Throws `VaultError`. */
  save(): void {
    if (this.cacheFile === null || !this.changed) return;
    try {
      saveIndexCache(this.cacheFile, this.notes);
    } catch (error) {
      throw asVaultError(error, { action: 'write', path: this.cacheFile });
    }
    this.changed = false;
  }

  private set(path: string, note: IndexedNote): void {
    const before = this.notes.get(path);
    if (before !== undefined) this.identities.remove(path, before);
    this.notes.set(path, note);
    this.identities.add(path, note);
  }

  /** Asks the disk whether the note is as the cache has it. */
  private see(path: string): void {
    const before = this.notes.get(path);
    const note = lookAt(this.root, this.spelling(path), before);
    if (note === null) {
      this.isStale = true;
      return this.recordRemoval(path);
    }
    if (note !== before) this.changed = true;
    this.set(path, note);
  }

  private async walk(): Promise<void> {
    const remembered =
      this.cacheFile === null ? new Map<string, IndexedNote>() : loadIndexCache(this.cacheFile);
    const pace = new Pace(systemClock);
    for (const spelled of walkNotes(this.root)) {
      await pace.yieldIfDue();
      const path = this.known(spelled);
      const before = remembered.get(path);
      const note = lookAt(this.root, spelled, before);
      if (note === null) continue;
      this.set(path, note);
      if (note !== before) this.changed = true;
    }
    if (this.notes.size !== remembered.size) this.changed = true;
  }

  private async walkAgain(): Promise<void> {
    const gone = new Set(this.notes.keys());
    const pace = new Pace(systemClock);
    for (const spelled of walkNotes(this.root)) {
      await pace.yieldIfDue();
      const path = this.known(spelled);
      if (!gone.delete(path)) this.see(path);
    }
    for (const path of gone) this.see(path);
    this.isStale = false;
  }

  /** The path of a note as we have it, which may be spelled otherwise on the disk. */
  private known(spelled: string): string {
    const path = spelled.normalize('NFC');
    if (path !== spelled) this.spellings.set(path, spelled);
    return path;
  }
}

/** Which notes carry which id. Lookups do not depend on the number of notes. */
export class IdentityMap {
  private readonly paths = new Map<string, Set<string>>();

  add(path: string, identity: NoteIdentity): void {
    for (const key of keysOf(identity)) {
      const paths = this.paths.get(key);
      if (paths === undefined) this.paths.set(key, new Set([path]));
      else paths.add(path);
    }
  }

  remove(path: string, identity: NoteIdentity): void {
    for (const key of keysOf(identity)) {
      const paths = this.paths.get(key);
      paths?.delete(path);
      if (paths?.size === 0) this.paths.delete(key);
    }
  }

  /** Paths of the notes that carry one of the ids, in order. */
  pathsOf(identity: NoteIdentity): readonly string[] {
    const found = keysOf(identity).flatMap((key) => [...(this.paths.get(key) ?? [])]);
    return [...new Set(found)].sort();
  }
}

function keysOf({ bookId, documentId, partId }: NoteIdentity): readonly string[] {
  const keys: string[] = [];
  if (bookId !== null) keys.push(`book ${bookId}`);
  if (documentId !== null) keys.push(`document ${documentId}`);
  if (partId !== null) keys.push(`part ${partId}`);
  return keys;
}
