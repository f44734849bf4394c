import { folderOf } from '../../notes/names/naming';
import type { Folders, StateChange, StateStore, Vault } from '../../model/ports';
import { keys } from '../../store/keys';

export interface OwnFoldersOptions {
  readonly folders: Folders;
  readonly state: StateStore;
}

/** Folders recorded between two commits. */
const BATCH = 50;

/**
 * Records which folders were made for notes on this device, and removes those that became empty because their
 * notes were moved. A folder is known by path and creation time, so one that the user made, or made again, is
 * never removed.
 */
export class OwnFolders {
  /** Folders known to exist. */
  private readonly existing = new Set<string>(['']);
  private readonly abandoned = new Set<string>();
  private created: StateChange[] = [];

  constructor(private readonly options: OwnFoldersOptions) {}

  /** The vault, with its writes observed. */
  through(vault: Vault): Vault {
    return vaultWith(vault, {
      create: (path, text) => this.recordNew(path, () => vault.create(path, text)),
      rename: async (from, to) => {
        const result = await this.recordNew(to, () => vault.rename(from, to));
        if (result === 'renamed' && folderOf(from) !== folderOf(to)) this.abandoned.add(folderOf(from));
        return result;
      },
      moveToTrash: async (path) => {
        const result = await vault.moveToTrash(path);
        if (result === 'trashed') this.abandoned.add(folderOf(path));
        return result;
      },
    });
  }

  /** Call when nothing more will be written; otherwise folders stay. */
  async settle(): Promise<void> {
    await this.commit([]);
    const removable = await this.emptied();
    // Forget them first: an interrupted removal must not leave records of folders that are not there.
    await this.commit(removable.map((folder) => ({ remove: keys.folder(folder) })));
    for (const folder of removable) await this.options.folders.removeEmpty(folder);
  }

  private async recordNew<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
    const missing: string[] = [];
    for (let folder = folderOf(path); !this.existing.has(folder); folder = folderOf(folder)) {
      if ((await this.options.folders.madeAt(folder)) === null) missing.push(folder);
      else this.existing.add(folder);
    }
    const result = await write();
    for (const folder of missing) {
      const at = await this.options.folders.madeAt(folder);
      if (at === null) continue;
      this.existing.add(folder);
      if (at > 0) this.created.push({ put: keys.folder(folder), value: at });
    }
    if (this.created.length >= BATCH) await this.commit([]);
    return result;
  }

  private async commit(more: readonly StateChange[]): Promise<void> {
    const changes = [...this.created, ...more];
    this.created = [];
    if (changes.length > 0) await this.options.state.commit(changes);
  }

  /** Recorded folders that are empty now, deepest first, and parents that become empty with them. */
  private async emptied(): Promise<readonly string[]> {
    const removable = new Set<string>();
    const waiting = new Set(this.abandoned);
    this.abandoned.clear();
    const deepest = Math.max(0, ...[...waiting].map(depthOf));
    for (let depth = deepest; depth > 0; depth -= 1) {
      for (const folder of [...waiting].filter((each) => depthOf(each) === depth)) {
        if (folder === '' || !(await this.isOursAndEmpty(folder, removable))) continue;
        removable.add(folder);
        waiting.add(folderOf(folder));
      }
    }
    return [...removable];
  }

  private async isOursAndEmpty(folder: string, removable: ReadonlySet<string>): Promise<boolean> {
    const [madeAt] = await this.options.state.getMany([keys.folder(folder)]);
    if (typeof madeAt !== 'number' || madeAt !== (await this.options.folders.madeAt(folder))) return false;
    return (await this.options.folders.entries(folder))?.every((entry) => removable.has(entry)) === true;
  }
}

const depthOf = (folder: string): number => folder.split('/').length;

/** The vault with some methods replaced. */
export const vaultWith = (vault: Vault, own: Partial<Vault>): Vault => ({
  locate: (identity) => vault.locate(identity),
  survey: () => vault.survey(),
  list: () => vault.list(),
  fileMarks: (paths) => vault.fileMarks(paths),
  spelled: (path) => vault.spelled(path),
  read: (path) => vault.read(path),
  has: (path) => vault.has(path),
  create: (path, text) => vault.create(path, text),
  update: (path, merge) => vault.update(path, merge),
  rename: (from, to) => vault.rename(from, to),
  moveToTrash: (path) => vault.moveToTrash(path),
  ...own,
});
