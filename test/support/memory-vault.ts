import { linkedNames, linkName, linksTo, relink } from '../../src/notes/markdown/note-links';
import { VaultPathError } from '../../pkg/errors';
import { identityOf } from '../../pkg/vault/note-index';
import { IdentityMap } from '../../src/sync/plan/identity-map';
import { problemWithNotePath } from '../../pkg/vault/vault-path';
import { lookForToken } from './canary';
import { cloudPlaceholder } from '../../src/notes/names/naming';
import { NoteNotHereError, type NoteIdentity, type SurveyedNote, type Vault } from '../../src/model/ports';

interface FileAway {
  readonly path: string;
  readonly text: string;
  readonly time: number;
}

/**
 * A vault in memory on a disk that tells upper from lower case. Every operation but `rename` takes constant
 * time.
 */
export class MemoryVault implements Vault {
  private readonly notes = new Map<string, string>();
  private readonly trashed = new Map<string, string>();
  private readonly identities = new IdentityMap();
  private readonly identityByPath = new Map<string, NoteIdentity>();
  /** In place of a file's time: how many files had been written when it was. */
  private readonly times = new Map<string, number>();
  private written = 0;
  private away: readonly FileAway[] = [];

  /** `notes`: text by path. */
  constructor(notes: Iterable<readonly [path: string, text: string]> = []) {
    for (const [path, text] of notes) this.put(path, text);
  }

  locate(identity: NoteIdentity): Promise<readonly string[]> {
    return Promise.resolve(this.identities.pathsOf(identity));
  }

  survey(): Promise<readonly SurveyedNote[]> {
    const all = this.entries().map(([path]) => ({ path, ...this.identityAt(path) }));
    return Promise.resolve(
      all.filter(
        ({ bookId, documentId, partId }) => bookId !== null || documentId !== null || partId !== null,
      ),
    );
  }

  list(): Promise<readonly string[]> {
    const paths = this.entries().map(([path]) => path);
    return Promise.resolve(paths.filter((path) => !/(?:^|\/)\./.test(path)));
  }

  linkedFrom(path: string): Promise<readonly string[]> {
    const notesNamed = (name: string): readonly string[] => this.notesNamed(name);
    const sources = this.entries().filter(([source, text]) =>
      linksTo(text, { from: path, source, notesNamed }),
    );
    return Promise.resolve(sources.map(([source]) => source));
  }

  spelled(path: string): Promise<string> {
    return attempt(path, () => path);
  }

  read(path: string): Promise<string | null> {
    return attempt(path, () => {
      const text = this.notes.get(path);
      if (text === undefined) this.refuseIfElsewhere(path);
      return text ?? null;
    });
  }

  fileMarks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const marks = new Map<string, string>();
    for (const path of paths) {
      const text = this.notes.get(path);
      if (text !== undefined) marks.set(path, `${String(this.times.get(path))} ${String(text.length)}`);
    }
    return Promise.resolve(marks);
  }

  has(path: string): Promise<boolean> {
    return attempt(path, () => {
      if (this.notes.has(path)) return true;
      this.refuseIfElsewhere(path);
      return false;
    });
  }

  create(path: string, text: string): Promise<'created' | 'exists'> {
    return attempt(path, () => {
      if (this.notes.has(path)) return 'exists';
      this.refuseIfElsewhere(path);
      this.put(path, text);
      return 'created';
    });
  }

  update(path: string, merge: (text: string) => string): Promise<'written' | 'unchanged' | 'missing'> {
    return attempt(path, () => {
      const before = this.notes.get(path);
      if (before === undefined) return 'missing';
      const text = merge(before);
      if (text === before) return 'unchanged';
      this.put(path, text);
      return 'written';
    });
  }

  rename(from: string, to: string): Promise<'renamed' | 'exists' | 'missing'> {
    confine(to);
    return attempt(from, () => {
      if (!this.notes.has(from)) return 'missing';
      if (this.notes.has(to)) return 'exists';
      this.updateLinks(from, to);
      const text = this.notes.get(from) ?? '';
      this.remove(from);
      this.put(to, text);
      return 'renamed';
    });
  }

  moveToTrash(path: string): Promise<'trashed' | 'missing'> {
    return attempt(path, () => {
      const text = this.notes.get(path);
      if (text === undefined) return 'missing';
      this.remove(path);
      let place = path;
      for (let number = 1; this.trashed.has(place); number += 1)
        place = path.replace(/\.md$/, ` ${number}.md`);
      this.trashed.set(place, text);
      return 'trashed';
    });
  }

  /** All notes in path order, for comparing vaults. */
  entries(): readonly (readonly [path: string, text: string])[] {
    return [...this.notes].sort(byPath);
  }

  /** All notes in the trash, in path order. */
  trashEntries(): readonly (readonly [path: string, text: string])[] {
    return [...this.trashed].sort(byPath);
  }

  /** The person writes a note. */
  put(path: string, text: string): void {
    lookForToken(`the note ${path}`, text);
    this.remove(path);
    this.keep(path, text, identityOf(text));
  }

  /** The person erases a note. */
  remove(path: string): void {
    const before = this.notes.get(path);
    if (before === undefined) return;
    this.notes.delete(path);
    this.identities.remove(path, this.identityAt(path));
    this.identityByPath.delete(path);
    this.gone(path);
  }

  /** Notes are out of reach until `bringBack`; others that come to be meanwhile are not. */
  takeAway(isAway: (path: string) => boolean): void {
    const going = this.entries().filter(([path]) => isAway(path));
    this.away = [
      ...this.away,
      ...going.map(([path, text]) => ({ path, text, time: this.times.get(path) ?? 0 })),
    ];
    for (const [path] of going) this.remove(path);
  }

  /** Brings notes back as they were, also their files' times. What has their place gets another name. */
  bringBack(): void {
    for (const { path, text, time } of this.away) {
      const other = this.notes.get(path);
      if (other !== undefined && other !== text) this.put(this.freeName(path), other);
      this.remove(path);
      this.keep(path, text, identityOf(text));
      this.times.set(path, time);
    }
    this.away = [];
  }

  private freeName(path: string): string {
    let free = path;
    for (let number = 1; this.notes.has(free); number += 1)
      free = path.replace(/\.md$/, ` ${String(number)}.md`);
    return free;
  }

  /** The same notes and trash in a vault of its own. */
  copy(): MemoryVault {
    const copy = this.another();
    for (const [path, text] of this.notes) {
      copy.keep(path, text, this.identityAt(path));
      copy.times.set(path, this.times.get(path) ?? 0);
    }
    copy.written = this.written;
    copy.away = this.away;
    for (const [path, text] of this.trashed) copy.trashed.set(path, text);
    return copy;
  }

  /** An empty one on a disk of the same kind. */
  protected another(): MemoryVault {
    return new MemoryVault();
  }

  private keep(path: string, text: string, identity: NoteIdentity): void {
    this.notes.set(path, text);
    this.written += 1;
    this.times.set(path, this.written);
    this.identityByPath.set(path, identity);
    this.identities.add(path, identity);
    this.stored(path);
  }

  /** For disks with other ideas of names: a note has come to be at a path, or has left it. */
  protected stored(_path: string): void {}
  protected gone(_path: string): void {}

  private identityAt(path: string): NoteIdentity {
    return this.identityByPath.get(path) ?? NOBODY;
  }

  private refuseIfElsewhere(path: string): void {
    if (this.notes.has(cloudPlaceholder(path))) throw new NoteNotHereError(path);
  }

  private notesNamed(name: string): readonly string[] {
    return [...this.notes.keys()].filter((path) => linkName(path) === name);
  }

  private updateLinks(from: string, to: string): void {
    const notesNamed = (name: string): readonly string[] => this.notesNamed(name);
    for (const [source, text] of [...this.notes]) {
      if (!linkedNames(text).has(linkName(from))) continue;
      const relinked = relink(text, { from, to, source, notesNamed });
      if (relinked !== text) this.put(source, relinked);
    }
  }
}

const NOBODY: NoteIdentity = { bookId: null, documentId: null, partId: null };

function confine(path: string): void {
  const problem = problemWithNotePath(path);
  if (problem !== null) throw new VaultPathError(path, problem);
}

function attempt<Result>(path: string, work: () => Result): Promise<Result> {
  return new Promise((resolve) => {
    confine(path);
    resolve(work());
  });
}

function byPath([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
