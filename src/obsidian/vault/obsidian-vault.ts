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
import { unixText } from '../../model/text';
import { hosted } from '../host/host-error';
import { changeWhole, createWhole, makeFolderOf, spelledPath, twinOf, unlessItExists } from './files';
import { NoteFinder } from './note-finder';
import { WindowClock } from '../host/window-clock';

/** The open vault as the engine's `Vault`. One for each sync; `close` it when the sync ends. */
export class ObsidianVault implements Vault {
  private readonly finder: NoteFinder;
  private readonly names: FolderNames;

  constructor(private readonly app: App) {
    this.finder = new NoteFinder(app);
    this.names = new FolderNames(app.vault);
  }

  locate(identity: NoteIdentity): Promise<readonly string[]> {
    return this.finder.find(identity);
  }

  survey(): Promise<readonly SurveyedNote[]> {
    return this.finder.all();
  }

  async spelled(path: string): Promise<string> {
    return hosted(spelledPath(this.app.vault, notePath(path)));
  }

  async read(path: string): Promise<string | null> {
    const place = await this.spelled(path);
    const text = await this.textAt(place, await this.fileAt(place));
    if (text === null) await this.refuseIfElsewhere(place);
    return text;
  }

  async has(path: string): Promise<boolean> {
    const place = await this.spelled(path);
    const file = await this.fileAt(place);
    // The app may remember what is gone from the disk, and has yet to hear of what has just come.
    if (await this.isOnDisk(file?.path ?? place)) return true;
    await this.refuseIfElsewhere(place);
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
    const place = await this.spelled(path);
    const file = await this.fileAt(place);
    const current = await this.textAt(place, file);
    if (current === null) return 'missing';
    // `process` writes whatever comes back, so an update that changes nothing must not get there.
    if (merge(current) === current) return 'unchanged';
    const { before, after } = await changeWhole(this.app, file ?? place, merge);
    await this.finder.noteWritten(file?.path ?? place, after);
    return after === before ? 'unchanged' : 'written';
  }

  async rename(from: string, to: string): Promise<'renamed' | 'exists' | 'missing'> {
    const target = await this.spelled(to);
    const file = await this.fileAt(await this.spelled(from));
    if (file === null) return 'missing';
    const isOnlyCase = foldedPath(file.path) === foldedPath(target);
    if (file.path === target || (!isOnlyCase && (await this.isTaken(target)))) return 'exists';
    await hosted(makeFolderOf(this.app.vault, target));
    return (
      (await this.unlessGone(
        file,
        unlessItExists(this.app.fileManager.renameFile(file, target), 'renamed' as const),
      )) ?? 'missing'
    );
  }

  async moveToTrash(path: string): Promise<'trashed' | 'missing'> {
    const file = await this.fileAt(await this.spelled(path));
    if (file === null) return 'missing';
    return (
      (await this.unlessGone(
        file,
        this.app.fileManager.trashFile(file).then(() => 'trashed' as const),
      )) ?? 'missing'
    );
  }

  /** Stops listening to the app. */
  close(): void {
    this.finder.close();
    this.names.close();
  }

  /**
   * At a path whose folders are spelled as they are; by another spelling of its name as well, where the disk
   * takes that for the same.
   */
  private async fileAt(place: string): Promise<TFile | null> {
    const { vault } = this.app;
    return (
      vault.getFileByPath(place) ?? vault.getFileByPath((await hosted(twinOf(vault, place)))?.path ?? place)
    );
  }

  /**
   * What is merged must be what stands there now; of a note that another program has just made, the disk
   * knows before the app does.
   */
  private async textAt(place: string, file: TFile | null): Promise<string | null> {
    if (file !== null) return this.unlessGone(file, currentText(this.app, file));
    if (!(await this.isOnDisk(place))) return null;
    const text = await hosted(this.app.vault.adapter.read(place));
    await this.finder.noteWritten(place, text);
    return text;
  }

  /** Null where the disk has lost the file, and the app still shows it. */
  private async unlessGone<Result>(file: TFile, work: Promise<Result>): Promise<Result | null> {
    try {
      return await hosted(work);
    } catch (error) {
      if (await this.isOnDisk(file.path)) throw error;
      return null;
    }
  }

  private async isOnDisk(place: string): Promise<boolean> {
    return (await hosted(this.app.vault.adapter.stat(place)))?.type === 'file';
  }

  /**
   * Also when the names differ only in case: the vault may be on, or be synced to, a disk that does not tell
   * them apart.
   */
  private async isTaken(path: string): Promise<boolean> {
    if (this.names.has(path)) return true;
    // The app's index can lag behind the disk.
    return hosted(this.app.vault.adapter.exists(path));
  }

  /** The app shows no hidden files, so the disk is asked. */
  private async refuseIfElsewhere(path: string): Promise<void> {
    if (await hosted(this.app.vault.adapter.exists(cloudPlaceholder(path)))) throw new NoteNotHereError(path);
  }
}

/**
 * As long as this, in all, what an editor is saving is waited for. It may show something else than the disk
 * has for another reason.
 */
const MOST_WAITS = 20;
const WAIT_MS = 100;

/**
 * What stands in a note, straight from the disk, with what a person has just typed: the app saves that two
 * seconds later, and where the file has changed by then it puts both together in its own way, by which words
 * can go. An editor that is saving already answers before it has saved, and would then write over what came
 * meanwhile.
 */
export async function currentText({ vault, workspace }: App, file: TFile): Promise<string> {
  const editors = workspace
    .getLeavesOfType('markdown')
    .flatMap(({ view }) => (view instanceof MarkdownView && view.file === file ? [view] : []));
  for (let waits = 0; ; waits += 1) {
    for (const editor of editors) await hosted(editor.save());
    const text = await hosted(vault.read(file));
    if (waits === MOST_WAITS || editors.every((editor) => unixText(editor.getViewData()) === unixText(text)))
      return text;
    await new WindowClock().sleep(WAIT_MS);
  }
}

/**
 * Which names a folder has, whatever their case: asked once for each of thousands of new notes. Follows the
 * app's events; `close` stops that.
 */
export class FolderNames {
  /** How often each name stands in a folder that was asked about. */
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
    // What the folder held is held by another path now, or by none: it is looked at anew.
    this.folders.delete(path);
    names?.set(foldedPath(path), (names.get(foldedPath(path)) ?? 0) + more);
  }
}

/** Thrown for a path that is no note of the vault: a bug of whoever named it, so nothing is touched. */
export class NotePathError extends Error {
  override readonly name = 'NotePathError';
  constructor(path: string, problem: string) {
    super(`${JSON.stringify(path)} is not the path of a note: ${problem}`);
  }
}

/**
 * The path as the app writes it. Throws `NotePathError` for one that leads outside, is hidden or is no `.md`
 * file.
 */
export function notePath(path: string): string {
  if (!path.endsWith('.md')) throw new NotePathError(path, 'it does not end in .md');
  if (path.includes('\\') || Array.from(path).some((character) => character < ' '))
    throw new NotePathError(path, 'it holds a character that no path may hold');
  for (const part of path.split('/')) {
    if (part === '') throw new NotePathError(path, 'a part of it is empty');
    if (part.startsWith('.')) throw new NotePathError(path, 'a part of it is hidden or leads upwards');
  }
  return normalizePath(path);
}
