import { lstatSync, mkdirSync, realpathSync, renameSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { asVaultError, isClosed, VaultError } from '../errors';
import { linkName, linksTo, relink } from '../../src/notes/markdown/note-links';
import { isOperational } from '../../src/model/errors';
import { errorText } from '../../src/messages/messages';
import { ProblemError } from '../../src/model/problem';
import type { NoteIdentity, SurveyedNote, Vault } from '../../src/model/ports';
import { Pace } from '../../src/model/pace';
import { systemClock } from '../host';
import { NOTE, type Attempt } from '../text/system-text';
import { FolderSpelling } from './folder-spelling';
import { LinkIndex } from './link-index';
import { NoteIndex } from './note-index';
import { linkError, readNoteText, RecentNotes, refuseIfInCloud, type NoteText } from './note-text';
import { discard, exists, FolderFlush, placeNew, writeTemporary, type TemporaryFile } from './temporary-file';
import { placeInTrash, placeOfNote, RealFolders, type NotePlace } from './vault-path';

const MOST_ATTEMPTS = 20;

/** A text that a note gets. */
interface NewText {
  readonly path: string;
  readonly place: NotePlace;
  readonly text: string;
}

export interface NodeVaultOptions {
  /** The vault's folder; must exist. */
  readonly folder: string;
  /** Called when a note, or the links in it, cannot be looked at or changed, once for each such note. */
  readonly onSkipped?: (message: string) => void;
}

/**
 * A vault on the disk. Writes are atomic: a temporary file is flushed, then moved into place. Throws
 * `VaultPathError` and `VaultError`. Call `flush` at the end.
 */
export class NodeVault implements Vault {
  private readonly root: string;
  private readonly index: NoteIndex;
  private readonly spelling: FolderSpelling;
  private readonly folders = new FolderFlush();
  private readonly realFolders: RealFolders;
  private readonly pace = new Pace(systemClock);
  private readonly recent = new RecentNotes();
  private links: LinkIndex | null = null;
  private readonly skipped = new Set<string>();
  /** Notes created by this run, to which no links lead yet. */
  private readonly createdNotes = new Set<string>();

  private readonly onSkipped: (message: string) => void;

  constructor({ folder, onSkipped = () => undefined }: NodeVaultOptions) {
    this.onSkipped = onSkipped;
    this.root = realpathSync.native(folder);
    this.index = new NoteIndex(this.root, (path, error) => this.skip(path, NOTE.leftOut(error.message)));
    this.spelling = new FolderSpelling(this.root);
    this.realFolders = new RealFolders(this.root);
  }

  locate(identity: NoteIdentity): Promise<readonly string[]> {
    return this.index.locate(identity);
  }

  survey(): Promise<readonly SurveyedNote[]> {
    return this.index.survey();
  }

  async list(): Promise<readonly string[]> {
    await this.index.ready();
    return [...this.index.paths()];
  }

  async linkedFrom(path: string): Promise<readonly string[]> {
    const links = await this.linkIndex();
    const notesNamed = this.notesNamed(path);
    const sources: string[] = [];
    for (const source of links.sourcesOf(path)) {
      const text = await this.unlessClosed(source, () => this.read(source));
      if (text !== null && linksTo(text, { from: path, source, notesNamed })) sources.push(source);
    }
    return sources;
  }

  async spelled(path: string): Promise<string> {
    return withVaultError({ action: 'find', path }, async () => this.spelling.of(path));
  }

  async read(path: string): Promise<string | null> {
    await this.pace.yieldIfDue();
    const note = readNoteText({ path, place: this.place(path) });
    if (note === null) return null;
    this.recent.remember(path, note);
    this.index.recordRead(path);
    return note.text;
  }

  async fileMarks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const marks = new Map<string, string>();
    for (const path of paths) {
      if (this.pace.isDue) await this.pace.yieldIfDue();
      const stats = this.statsOf(path);
      if (stats?.isFile() === true) marks.set(path, `${String(stats.mtimeMs)} ${String(stats.size)}`);
    }
    return marks;
  }

  async has(path: string): Promise<boolean> {
    await this.pace.yieldIfDue();
    const place = this.place(path);
    return withVaultError({ action: 'find', path }, async () => {
      const stats = lstatSync(place.file, { throwIfNoEntry: false });
      if (stats?.isSymbolicLink() === true) throw linkError(path);
      if (stats === undefined) refuseIfInCloud(path, place);
      return stats?.isFile() === true;
    });
  }

  async create(path: string, text: string): Promise<'created' | 'exists'> {
    const place = this.place(path);
    return withVaultError({ action: 'create', path }, async () => {
      refuseIfInCloud(path, place);
      this.makeFolder(place);
      const temporary = await writeTemporary(place.folder, Buffer.from(text), null);
      if (placeNew(temporary.path, place.file) === 'exists') return 'exists';
      this.recordWrite({ path, place, text }, temporary);
      this.createdNotes.add(path);
      return 'created';
    });
  }

  async update(path: string, merge: (text: string) => string): Promise<'written' | 'unchanged' | 'missing'> {
    await this.pace.yieldIfDue();
    const place = this.place(path);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const note = this.recent.takeSettled(path) ?? readNoteText({ path, place });
      if (note === null) return 'missing';
      const text = merge(note.text);
      if (text !== note.text) {
        if (await this.replace({ path, place, text }, note)) return 'written';
      } else if (isStill({ path, place }, note)) {
        return 'unchanged';
      }
    }
    throw new VaultError(path, 'EBUSY', NOTE.kept(path));
  }

  async rename(from: string, to: string): Promise<'renamed' | 'exists' | 'missing'> {
    const source = this.place(from);
    const target = this.place(to);
    return withVaultError({ action: 'rename', path: from }, async () => {
      const note = lstatSync(source.file, { throwIfNoEntry: false });
      if (note === undefined) return missing(from, source);
      refuseIfInCloud(to, target);
      const holder = lstatSync(target.file, { throwIfNoEntry: false });
      const isSameFile =
        holder !== undefined &&
        from !== to &&
        from.toLowerCase() === to.toLowerCase() &&
        holder.ino === note.ino;
      if (holder !== undefined && !isSameFile) return 'exists';
      // Links first: if interrupted, the next run repeats the rename and ends in the same bytes.
      if (!this.createdNotes.has(from)) await this.updateLinks(from, to);
      this.makeFolder(target);
      if (isSameFile ? renameBySteps(source, target) === 'exists' : exists(target.file)) return 'exists';
      if (!isSameFile) renameSync(source.file, target.file);
      this.folders.changed(source.folder);
      this.folders.changed(target.folder);
      this.index.recordRename(from, to);
      if (this.createdNotes.delete(from)) this.createdNotes.add(to);
      return 'renamed';
    });
  }

  async moveToTrash(path: string): Promise<'trashed' | 'missing'> {
    await this.pace.yieldIfDue();
    const place = this.place(path);
    return withVaultError({ action: 'trash', path }, async () => {
      if (!exists(place.file)) return missing(path, place);
      const { folder } = placeInTrash(this.root, path);
      mkdirSync(folder, { recursive: true });
      renameSync(place.file, freeName(folder, basename(path, '.md')));
      this.folders.changed(place.folder);
      this.folders.changed(folder);
      this.index.recordRemoval(path);
      return 'trashed';
    });
  }

  /** Waits until the names of all written notes are on the disk. */
  flush(): Promise<void> {
    this.realFolders.forget();
    return this.folders.flush();
  }

  private place(path: string): NotePlace {
    try {
      return placeOfNote(this.root, this.index.spelling(path), this.realFolders);
    } catch (error) {
      throw asVaultError(error, { action: 'reach', path });
    }
  }

  /** Undefined also for a note in a folder that cannot be reached: whoever reads it is told why. */
  private statsOf(path: string): Stats | undefined {
    try {
      return lstatSync(this.place(path).file, { throwIfNoEntry: false });
    } catch (error) {
      if (!isOperational(error)) throw asVaultError(error, { action: 'find', path });
      return undefined;
    }
  }

  private makeFolder(place: NotePlace): void {
    if (place.folderExists) return;
    const made = mkdirSync(place.folder, { recursive: true });
    if (made !== undefined) this.folders.changed(dirname(made));
  }

  /** False if the note changed since it was read; then nothing is written. */
  private replace({ path, place, text }: NewText, note: NoteText): Promise<boolean> {
    return withVaultError({ action: 'update', path }, async () => {
      if ((note.stats.mode & 0o200) === 0) throw readOnlyError(path);
      const temporary = await writeTemporary(place.folder, Buffer.from(text), note.stats.mode & 0o777);
      try {
        if (!isStill({ path, place }, note)) {
          discard(temporary.path);
          return false;
        }
        renameSync(temporary.path, place.file);
      } catch (error) {
        discard(temporary.path);
        throw error;
      }
      this.recordWrite({ path, place, text }, temporary);
      return true;
    });
  }

  private recordWrite({ path, place, text }: NewText, { mtimeMs, size }: TemporaryFile): void {
    this.folders.changed(place.folder);
    this.index.recordWrite(path, { mtimeMs, size, text });
    this.links?.add(path, text);
  }

  private async updateLinks(from: string, to: string): Promise<void> {
    const links = await this.linkIndex();
    const notesNamed = this.notesNamed(from, to);
    for (const source of links.sourcesOf(from))
      await this.unlessClosed(source, () =>
        this.update(source, (text) => relink(text, { from, to, source, notesNamed })),
      );
    const moved = await this.read(from);
    if (moved !== null) links.add(to, moved);
  }

  /** Which notes have the name of one of these. */
  private notesNamed(...paths: readonly string[]): (name: string) => readonly string[] {
    const named = new Map<string, string[]>(paths.map((path) => [linkName(path), []]));
    for (const path of this.index.paths()) named.get(linkName(path))?.push(path);
    return (name) => named.get(name) ?? [];
  }

  private async linkIndex(): Promise<LinkIndex> {
    if (this.links !== null) return this.links;
    await this.index.ready();
    const links = new LinkIndex();
    for (const path of [...this.index.paths()]) {
      const text = await this.unlessClosed(path, () => this.read(path));
      if (text !== null) links.add(path, text);
    }
    this.links = links;
    return links;
  }

  /** A note that cannot be read or written keeps its links, and must not keep another from being moved. */
  private async unlessClosed<Result>(path: string, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      if (!isOperational(error) || (error instanceof VaultError && !isClosed(error))) throw error;
      const reason = error instanceof ProblemError ? errorText(error) : error.message;
      this.skip(path, NOTE.linksLeft(reason));
      return null;
    }
  }

  private skip(path: string, message: string): void {
    if (!this.skipped.has(path)) this.onSkipped(message);
    this.skipped.add(path);
  }
}

async function withVaultError<Result>(
  attempt: { readonly action: Attempt; readonly path: string },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asVaultError(error, attempt);
  }
}

/** Whether the note still has this text. */
function isStill(toRead: Omit<NewText, 'text'>, note: NoteText): boolean {
  return readNoteText(toRead, note)?.text === note.text;
}

function missing(path: string, place: NotePlace): 'missing' {
  refuseIfInCloud(path, place);
  return 'missing';
}

function readOnlyError(path: string): VaultError {
  return new VaultError(path, 'EACCES', NOTE.protected(path));
}

/**
 * Renames in two steps where the disk ignores letter case. The name in between is visible, so that an
 * interrupted rename is repaired: the note is found by its identity.
 */
function renameBySteps(source: NotePlace, target: NotePlace): 'renamed' | 'exists' {
  const between = freeName(source.folder, basename(source.file, '.md'));
  renameSync(source.file, between);
  const isTaken = exists(target.file);
  renameSync(between, isTaken ? source.file : target.file);
  return isTaken ? 'exists' : 'renamed';
}

function freeName(folder: string, name: string): string {
  let candidate = join(folder, `${name}.md`);
  for (let number = 1; exists(candidate); number += 1) candidate = join(folder, `${name} ${number}.md`);
  return candidate;
}
