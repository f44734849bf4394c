import type { App, TFile } from 'obsidian';
import { foldedPath, cloudPlaceholder } from '../../notes/names/naming';
import { NoteNotHereError, type NoteIdentity, type SurveyedNote, type Vault } from '../../model/ports';
import { currentText } from './current-text';
import { FolderNames } from './folder-names';
import { hosted } from '../host-error';
import { makeFolderOf, unlessItExists } from './make-folder';
import { NoteFinder } from './note-finder';
import { notePath } from './note-path';
import { spelledPath, twinOf } from './spelled-path';
import { changeWhole, createWhole } from './whole-file';

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

  /** At a path whose folders are spelled as they are; by another spelling of its name as well, where the disk takes that for the same. */
  private async fileAt(place: string): Promise<TFile | null> {
    const { vault } = this.app;
    return (
      vault.getFileByPath(place) ?? vault.getFileByPath((await hosted(twinOf(vault, place)))?.path ?? place)
    );
  }

  /** What is merged must be what stands there now; of a note that another program has just made, the disk knows before the app does. */
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

  /** Also when the names differ only in case: the vault may be on, or be synced to, a disk that does not tell them apart. */
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
