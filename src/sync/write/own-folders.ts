import { folderOf } from '../../notes/names/naming';
import type { Folders, StateChange, StateStore, Vault } from '../../model/ports';
import { keys } from '../../store/keys';

export interface OwnFoldersOptions {
  readonly folders: Folders;
  readonly state: StateStore;
}

/** Folders noted between two commits. */
const BATCH = 50;

/**
 * Knows which folders were made for notes on this device, and takes those away that became empty because the
 * notes in them were moved. A folder is known by its path and the moment when it was made: one that a person
 * made, or made anew, is never taken for it.
 */
export class OwnFolders {
  /** Folders that need not be looked for again. */
  private readonly there = new Set<string>(['']);
  private readonly left = new Set<string>();
  private made: StateChange[] = [];

  constructor(private readonly options: OwnFoldersOptions) {}

  /** The same vault, watched. */
  through(vault: Vault): Vault {
    return vaultWith(vault, {
      create: (path, text) => this.noting(path, () => vault.create(path, text)),
      rename: async (from, to) => {
        const result = await this.noting(to, () => vault.rename(from, to));
        if (result === 'renamed' && folderOf(from) !== folderOf(to)) this.left.add(folderOf(from));
        return result;
      },
      moveToTrash: async (path) => {
        const result = await vault.moveToTrash(path);
        if (result === 'trashed') this.left.add(folderOf(path));
        return result;
      },
    });
  }

  /** To be called when nothing is going to be written any more. Where it is not, folders stay. */
  async settle(): Promise<void> {
    await this.commit([]);
    const going = await this.emptied();
    // Before they go: afterwards nothing can be said of them any more.
    await this.commit(going.map((folder) => ({ remove: keys.folder(folder) })));
    for (const folder of going) await this.options.folders.removeEmpty(folder);
  }

  private async noting<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
    const missing: string[] = [];
    for (let folder = folderOf(path); !this.there.has(folder); folder = folderOf(folder)) {
      if ((await this.options.folders.madeAt(folder)) === null) missing.push(folder);
      else this.there.add(folder);
    }
    const result = await write();
    for (const folder of missing) {
      const at = await this.options.folders.madeAt(folder);
      if (at === null) continue;
      this.there.add(folder);
      if (at > 0) this.made.push({ put: keys.folder(folder), value: at });
    }
    if (this.made.length >= BATCH) await this.commit([]);
    return result;
  }

  private async commit(more: readonly StateChange[]): Promise<void> {
    const changes = [...this.made, ...more];
    this.made = [];
    if (changes.length > 0) await this.options.state.commit(changes);
  }

  /**
   * Those of ours in which nothing is left, the deeper ones first; those above them that are empty by that,
   * too.
   */
  private async emptied(): Promise<readonly string[]> {
    const going = new Set<string>();
    const waiting = new Set(this.left);
    this.left.clear();
    for (let depth = Math.max(0, ...[...waiting].map(depthOf)); depth > 0; depth -= 1) {
      for (const folder of [...waiting].filter((each) => depthOf(each) === depth)) {
        if (folder === '' || !(await this.isOursAndEmpty(folder, going))) continue;
        going.add(folder);
        waiting.add(folderOf(folder));
      }
    }
    return [...going];
  }

  private async isOursAndEmpty(folder: string, going: ReadonlySet<string>): Promise<boolean> {
    const [madeAt] = await this.options.state.getMany([keys.folder(folder)]);
    if (typeof madeAt !== 'number' || madeAt !== (await this.options.folders.madeAt(folder))) return false;
    return (await this.options.folders.entries(folder))?.every((entry) => going.has(entry)) === true;
  }
}

const depthOf = (folder: string): number => folder.split('/').length;

/** The same vault, but for what `own` does in another way. */
export const vaultWith = (vault: Vault, own: Partial<Vault>): Vault => ({
  locate: (identity, lastPath) => vault.locate(identity, lastPath),
  survey: () => vault.survey(),
  spelled: (path) => vault.spelled(path),
  read: (path) => vault.read(path),
  has: (path) => vault.has(path),
  create: (path, text) => vault.create(path, text),
  update: (path, merge) => vault.update(path, merge),
  rename: (from, to) => vault.rename(from, to),
  moveToTrash: (path) => vault.moveToTrash(path),
  ...own,
});
