import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode, StateError } from '../../pkg/errors';
import { NodeVault } from '../../pkg/vault/node-vault';
import type { StateChange, StateStore } from '../../src/model/ports';
import type { Device } from '../simulation/world';
import { disk } from '../support/failing-disk';
import type { MemoryStateStore } from '../support/memory-state-store';
import { makeTemporaryFolder } from '../support/temporary-folders';

const DEAD_PROCESS = 2 ** 22 + 1;

/** A vault on the disk, and the state that survives the process. */
export class DiskDevice {
  readonly folder = makeTemporaryFolder();
  private readonly state: MemoryStateStore;

  constructor({ vault, state }: Device) {
    this.state = state.copy();
    for (const [path, text] of vault.entries()) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
  }

  /** A process that opens both, runs, and closes them. */
  async run<Result>(
    work: (opened: { readonly vault: NodeVault; readonly state: StateStore }) => Promise<Result>,
  ): Promise<Result> {
    const vault = new NodeVault({ folder: this.folder });
    const result = await work({ vault, state: flushedState(this.state, vault) });
    await vault.flush();
    return result;
  }

  /** Notes and trash as the disk has them, by path, whatever their names begin with. */
  files(): ReadonlyMap<string, string> {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
    return new Map(paths.map((path) => [path.slice(this.folder.length + 1), readFileSync(path, 'utf8')]));
  }

  /** The process that left them has ended, and its id is nobody's now. */
  ageTemporaries(): void {
    for (const path of this.files().keys())
      if (isTemporary(path))
        renameSync(
          join(this.folder, path),
          join(this.folder, path.replace(/florilegium-\d+-/, `florilegium-${String(DEAD_PROCESS)}-`)),
        );
  }
}

export const isTemporary = (path: string): boolean => /\.florilegium-.*\.tmp$/.test(path);

/** As the terminal's store: what a commit claims is on the disk by then. */
const flushedState = (state: MemoryStateStore, vault: NodeVault): StateStore => ({
  getMany: (keys) => state.getMany(keys),
  list: (range) => state.list(range),
  keys: (range) => state.keys(range),
  commit: async (changes: readonly StateChange[]) => {
    await vault.flush();
    await inWords(() => disk.act('commit', () => state.commit(changes)));
  },
  update: async (key, edit) => {
    await vault.flush();
    return inWords(() => disk.act('update', () => state.update(key, edit)));
  },
  clear: async (prefix) => {
    await vault.flush();
    await inWords(() => disk.act('clear', () => state.clear(prefix)));
  },
  close: () => state.close(),
});

async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) === null) throw error;
    throw new StateError('disk', 'Could not use the sync state. Check permissions and free disk space.', {
      cause: error,
    });
  }
}
