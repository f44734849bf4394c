import { foldedPath, cloudPlaceholder, folderOf } from '../../notes/names/naming';
import {
  type App,
  type EventRef,
  MarkdownView,
  normalizePath,
  type TAbstractFile,
  type TFile,
} from 'obsidian';
import { type NoteIdentity, NoteNotHereError, type SurveyedNote, type Vault } from '../../model/ports';
import { Pace } from '../../model/pace';
import { unixText } from '../../model/text';
import { hostCall } from '../host/host-error';
import { changeWhole, createWhole, makeFolderOf, spelledPath, otherSpellingOf, orExists } from './files';
import { NoteFinder } from './note-finder';
import { WindowClock } from '../host/window-clock';

/** The engine's `Vault` on Obsidian's vault. One for each sync; `close` it afterwards. */
export class ObsidianVault implements Vault {
  private readonly finder: NoteFinder;
  private readonly names: FolderNames;
  private readonly listings: Listings;

  constructor(private readonly app: App) {
    this.finder = new NoteFinder(app);
    this.names = new FolderNames(app.vault);
    this.listings = new Listings(app.vault);
  }

  locate(identity: NoteIdentity): Promise<readonly string[]> {
    return this.finder.find(identity);
  }

  survey(): Promise<readonly SurveyedNote[]> {
    return this.finder.all();
  }

  list(): Promise<readonly string[]> {
    return Promise.resolve(this.app.vault.getMarkdownFiles().map(({ path }) => path));
  }

  async linkedFrom(path: string): Promise<readonly string[]> {
    const target = await this.spelled(path);
    const { resolvedLinks } = this.app.metadataCache;
    return Object.keys(resolvedLinks).filter((source) => resolvedLinks[source]?.[target] !== undefined);
  }

  async spelled(path: string): Promise<string> {
    return hostCall(spelledPath(this.app.vault, notePath(path)));
  }

  async read(path: string): Promise<string | null> {
    const target = await this.spelled(path);
    const text = await this.textAt(target, await this.fileAt(target));
    if (text === null) await this.refuseIfElsewhere(target);
    return text;
  }

  async fileMarks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const marks = new Map<string, string>();
    const pace = new Pace(new WindowClock());
    for (const path of paths) {
      if (pace.isDue) await pace.yieldIfDue();
      // Nearly all are at this very path, and the other ways wait several times for each.
      const file = this.app.vault.getFileByPath(path) ?? (await this.fileAt(await this.spelled(path)));
      if (file !== null) marks.set(path, `${String(file.stat.mtime)} ${String(file.stat.size)}`);
    }
    return marks;
  }

  async has(path: string): Promise<boolean> {
    const target = await this.spelled(path);
    if (!this.names.has(target) && (await this.listings.isFree(target))) return false;
    const file = await this.fileAt(target);
    // Obsidian may still know a deleted file, or not yet know a new one.
    if (await this.isOnDisk(file?.path ?? target)) return true;
    await this.refuseIfElsewhere(target);
    return false;
  }

  async create(path: string, text: string): Promise<'created' | 'exists'> {
    const target = await this.spelled(path);
    if (await this.isTaken(target)) return 'exists';
    await this.refuseIfElsewhere(target);
    const result = await createWhole(this.app, target, text);
    if (result === 'created') await this.finder.noteWritten(target, text);
    return result;
  }

  async update(path: string, merge: (text: string) => string): Promise<'written' | 'unchanged' | 'missing'> {
    const target = await this.spelled(path);
    const file = await this.fileAt(target);
    // What an editor has not saved is saved first. Any other known file is read by the change itself.
    const isReadBefore = file === null || editorsOf(this.app, file).length > 0;
    if (isReadBefore && (await this.textAt(target, file)) === null) return 'missing';
    const change = changeWhole(this.app, file ?? target, merge);
    const changed = file === null ? await change : await this.unlessGone(file, change);
    if (changed === null) return 'missing';
    if (changed.after === changed.before) return 'unchanged';
    await this.finder.noteWritten(file?.path ?? target, changed.after);
    return 'written';
  }

  async rename(from: string, to: string): Promise<'renamed' | 'exists' | 'missing'> {
    const target = await this.spelled(to);
    const file = await this.fileAt(await this.spelled(from));
    if (file === null) return 'missing';
    const isOnlyCase = foldedPath(file.path) === foldedPath(target);
    if (file.path === target || (!isOnlyCase && (await this.isTaken(target)))) return 'exists';
    await hostCall(makeFolderOf(this.app.vault, target));
    const rename = orExists(this.app.fileManager.renameFile(file, target), 'renamed' as const);
    return (await this.unlessGone(file, rename)) ?? 'missing';
  }

  async moveToTrash(path: string): Promise<'trashed' | 'missing'> {
    const file = await this.fileAt(await this.spelled(path));
    if (file === null) return 'missing';
    const trash = this.app.fileManager.trashFile(file).then(() => 'trashed' as const);
    return (await this.unlessGone(file, trash)) ?? 'missing';
  }

  close(): void {
    this.finder.close();
    this.names.close();
  }

  /** The file at a path, also under another spelling that the disk takes for the same. */
  private async fileAt(target: string): Promise<TFile | null> {
    const { vault } = this.app;
    const file = vault.getFileByPath(target);
    if (file !== null) return file;
    const other = await hostCall(otherSpellingOf(vault, target));
    return vault.getFileByPath(other?.path ?? target);
  }

  /** The current text. The disk knows files that another program has just created before Obsidian does. */
  private async textAt(target: string, file: TFile | null): Promise<string | null> {
    if (file !== null) return this.unlessGone(file, currentText(this.app, file));
    if (!(await this.isOnDisk(target))) return null;
    const text = await hostCall(this.app.vault.adapter.read(target));
    await this.finder.noteWritten(target, text);
    return text;
  }

  /** Null when the file is gone from the disk although Obsidian still shows it. */
  private async unlessGone<Result>(file: TFile, work: Promise<Result>): Promise<Result | null> {
    try {
      return await hostCall(work);
    } catch (error) {
      if (await this.isOnDisk(file.path)) throw error;
      return null;
    }
  }

  private async isOnDisk(target: string): Promise<boolean> {
    return (await hostCall(this.app.vault.adapter.stat(target)))?.type === 'file';
  }

  /** Also true for names that differ only in case: the vault may be synced to a disk that ignores case. */
  private async isTaken(path: string): Promise<boolean> {
    if (this.names.has(path)) return true;
    // Obsidian's index can lag behind the disk.
    return hostCall(this.app.vault.adapter.exists(path));
  }

  /** Placeholders of cloud storage are hidden files, which only the adapter shows. */
  private async refuseIfElsewhere(path: string): Promise<void> {
    if (await hostCall(this.app.vault.adapter.exists(cloudPlaceholder(path))))
      throw new NoteNotHereError(path);
  }
}

const editorsOf = ({ workspace }: App, file: TFile): readonly MarkdownView[] =>
  workspace
    .getLeavesOfType('markdown')
    .flatMap(({ view }) => (view instanceof MarkdownView && view.file === file ? [view] : []));

/** Limit of waits for an editor's save: the editor may differ from the disk for another reason. */
const MOST_WAITS = 20;
const WAIT_MS = 100;

/**
 * The text of a note with its unsaved edits, which are saved first: Obsidian would save them two seconds
 * later and merge them with the changed file in a way that can lose words. `save` returns early when another
 * save is running, so this waits until editor and disk agree.
 */
async function currentText(app: App, file: TFile): Promise<string> {
  const { vault } = app;
  const editors = editorsOf(app, file);
  for (let waits = 0; ; waits += 1) {
    for (const editor of editors) await hostCall(editor.save());
    const text = await hostCall(vault.read(file));
    if (waits === MOST_WAITS || editors.every((editor) => unixText(editor.getViewData()) === unixText(text)))
      return text;
    await new WindowClock().sleep(WAIT_MS);
  }
}

/** Cached names in each folder, ignoring case. Follows Obsidian's events until `close`. */
class FolderNames {
  /** Folder → folded name → number of entries. */
  private readonly folders = new Map<string, Map<string, number>>();
  private readonly events: readonly EventRef[];

  constructor(private readonly vault: App['vault']) {
    this.events = [
      vault.on('create', ({ path }) => this.count(path, 1)),
      vault.on('delete', ({ path }) => this.count(path, -1)),
      vault.on('rename', ({ path }, before) => {
        this.count(before, -1);
        this.count(path, 1);
      }),
    ];
  }

  has(path: string): boolean {
    return (this.namesIn(folderOf(path)).get(foldedPath(path)) ?? 0) > 0;
  }

  close(): void {
    for (const event of this.events) this.vault.offref(event);
  }

  private namesIn(folder: string): ReadonlyMap<string, number> {
    const known = this.folders.get(folder);
    if (known !== undefined) return known;
    const children: readonly TAbstractFile[] =
      (folder === '' ? this.vault.getRoot() : this.vault.getFolderByPath(folder))?.children ?? [];
    const names = new Map<string, number>();
    for (const { path } of children) names.set(foldedPath(path), (names.get(foldedPath(path)) ?? 0) + 1);
    this.folders.set(folder, names);
    return names;
  }

  private count(path: string, more: number): void {
    const names = this.folders.get(folderOf(path));
    // If the path was a folder, its contents have moved or gone.
    this.folders.delete(path);
    names?.set(foldedPath(path), (names.get(foldedPath(path)) ?? 0) + more);
  }
}

/** A listing reads the whole folder, so it pays only where many names are asked about. */
const ASKED_BEFORE_LISTING = 10;

/** What lies in each folder, by one listing: on a phone each other question is a call of the system. */
class Listings {
  private readonly asked = new Map<string, number>();
  private readonly listed = new Map<string, Promise<ReadonlySet<string> | null>>();

  constructor(private readonly vault: App['vault']) {}

  /** False also where it is not known. A file that comes later is seen when the note is created. */
  async isFree(path: string): Promise<boolean> {
    const folder = folderOf(path);
    const asked = (this.asked.get(folder) ?? 0) + 1;
    this.asked.set(folder, asked);
    if (asked <= ASKED_BEFORE_LISTING) return false;
    const listing = this.listed.get(folder) ?? this.list(folder);
    this.listed.set(folder, listing);
    const names = await listing;
    return names !== null && ![path, cloudPlaceholder(path)].some((name) => names.has(foldedPath(name)));
  }

  private async list(folder: string): Promise<ReadonlySet<string> | null> {
    const { adapter } = this.vault;
    try {
      const { files, folders } = await adapter.list(folder === '' ? '/' : folder);
      return new Set([...files, ...folders].map(foldedPath));
    } catch {
      // It may be made soon, and is then listed. Until then nothing lies in it.
      this.listed.delete(folder);
      return (await adapter.exists(folder)) ? null : new Set();
    }
  }
}

/** Thrown for a path that cannot be a note: a bug of the caller. */
class NotePathError extends Error {
  override readonly name = 'NotePathError';
  constructor(path: string, problem: string) {
    super(`${JSON.stringify(path)} is not the path of a note: ${problem}`);
  }
}

/** Normalises a path; throws `NotePathError` if it leads outside, is hidden or does not end in `.md`. */
function notePath(path: string): string {
  if (!path.endsWith('.md')) throw new NotePathError(path, 'it does not end in .md');
  if (path.includes('\\') || Array.from(path).some((character) => character < ' '))
    throw new NotePathError(path, 'it contains a character that is not allowed');
  for (const part of path.split('/')) {
    if (part === '') throw new NotePathError(path, 'a part of it is empty');
    if (part.startsWith('.')) throw new NotePathError(path, 'a part of it is hidden or leads upwards');
  }
  return normalizePath(path);
}
