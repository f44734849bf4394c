import type { NoteIdentity, SurveyedNote, Vault } from '../model/ports';
import { IdentityMap } from './plan/identity-map';
import { foldedPath } from '../notes/names/naming';
import { identityIn } from './plan/note-identity';

/** A note that was written, moved or made here. */
interface OwnNote {
  readonly text: string;
  /** Where it is in the vault below, and its text there; null for a new note. */
  readonly origin: Readonly<{ path: string; text: string }> | null;
}

/** A note's text before and after; `''` where there is no note. */
interface OverlaidNote {
  readonly before: string;
  readonly after: string;
}

/** Keeps changes in memory on top of another vault, which stays unchanged: for dry runs. */
export class OverlayVault implements Vault {
  /** Notes by their present path; null for a note below that is no longer there. */
  private readonly changed = new Map<string, OwnNote | null>();
  private readonly identities = new IdentityMap();
  /** What became of each note, by its path below; of a new one, by its own path. */
  private readonly outcomes = new Map<string, OverlaidNote>();

  constructor(private readonly below: Vault) {}

  /** What became of the note at `path` below, or that is new there; null if it is unchanged. */
  changeOf(path: string): OverlaidNote | null {
    const outcome = this.outcomes.get(path);
    return outcome === undefined || outcome.before === outcome.after ? null : outcome;
  }

  async locate(identity: NoteIdentity): Promise<readonly string[]> {
    const found = (await this.below.locate(identity)).filter((path) => !this.changed.has(path));
    return [...found, ...this.identities.pathsOf(identity)].sort();
  }

  async survey(): Promise<readonly SurveyedNote[]> {
    const found = (await this.below.survey()).filter(({ path }) => !this.changed.has(path));
    const own = [...this.changed].flatMap(([path, note]) => {
      const identity = note === null ? null : identityIn(note.text);
      return identity === null || !isNamed(identity) ? [] : [{ path, ...identity }];
    });
    return [...found, ...own];
  }

  async list(): Promise<readonly string[]> {
    const found = (await this.below.list()).filter((path) => !this.changed.has(path));
    return [...found, ...[...this.changed].flatMap(([path, note]) => (note === null ? [] : [path]))];
  }

  /** Links to a note that was moved here follow it. */
  linkedFrom(path: string): Promise<readonly string[]> {
    return this.below.linkedFrom(this.changed.get(path)?.origin?.path ?? path);
  }

  spelled(path: string): Promise<string> {
    return this.below.spelled(path);
  }

  async read(path: string): Promise<string | null> {
    return (await this.noteAt(path))?.text ?? null;
  }

  async fileMarks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const marks = new Map(await this.below.fileMarks(paths.filter((path) => !this.changed.has(path))));
    for (const path of paths) {
      const own = this.changed.get(path) ?? null;
      if (own !== null) marks.set(path, `planned ${String(own.text.length)}`);
    }
    return marks;
  }

  async has(path: string): Promise<boolean> {
    const own = this.changed.get(path);
    return own === undefined ? this.below.has(path) : own !== null;
  }

  async create(path: string, text: string): Promise<'created' | 'exists'> {
    if ((await this.has(path)) || this.isHere(path)) return 'exists';
    this.put(path, { text, origin: null });
    return 'created';
  }

  async update(path: string, merge: (text: string) => string): Promise<'written' | 'unchanged' | 'missing'> {
    const found = await this.noteAt(path);
    // What was written meanwhile is merged as well.
    const note = this.changed.get(path) ?? found;
    if (note === null) return 'missing';
    const text = merge(note.text);
    if (text === note.text) return 'unchanged';
    this.put(path, { ...note, text });
    return 'written';
  }

  async rename(from: string, to: string): Promise<'renamed' | 'exists' | 'missing'> {
    // Also where the note is missing, so that the vault below can refuse the path.
    const isThere = await this.has(to);
    const note = await this.noteAt(from);
    if (note === null) return 'missing';
    // On a disk that ignores case, the note itself is at such a path.
    if (isThere && foldedPath(from) !== foldedPath(to)) return 'exists';
    this.takeAway(from);
    this.put(to, note);
    return 'renamed';
  }

  async moveToTrash(path: string): Promise<'trashed' | 'missing'> {
    const note = await this.noteAt(path);
    if (note === null) return 'missing';
    this.takeAway(path);
    if (note.origin === null) this.outcomes.delete(path);
    else this.outcomes.set(note.origin.path, { before: note.origin.text, after: '' });
    return 'trashed';
  }

  private async noteAt(path: string): Promise<OwnNote | null> {
    const own = this.changed.get(path);
    if (own !== undefined) return own;
    const text = await this.below.read(path);
    return text === null ? null : { text, origin: { path, text } };
  }

  private isHere(path: string): boolean {
    return (this.changed.get(path) ?? null) !== null;
  }

  private put(path: string, note: OwnNote): void {
    this.takeAway(path);
    this.changed.set(path, note);
    this.identities.add(path, identityIn(note.text));
    this.outcomes.set(note.origin?.path ?? path, { before: note.origin?.text ?? '', after: note.text });
  }

  private takeAway(path: string): void {
    const note = this.changed.get(path) ?? null;
    this.changed.set(path, null);
    if (note === null) return;
    this.identities.remove(path, identityIn(note.text));
    if (note.origin === null) this.outcomes.delete(path);
  }
}

const isNamed = ({ bookId, documentId, partId }: NoteIdentity): boolean =>
  bookId !== null || documentId !== null || partId !== null;
