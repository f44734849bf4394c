import type { Vault } from '../../src/model/ports';
import { vaultWith } from '../../src/sync/vault-with';

/** What a disk says when it does not work. */
export class DiskError extends Error {
  override readonly name = 'DiskError';
}

/**
 * A vault whose n-th writes fail, as a full or failing disk would have it: a note that was to be written is empty
 * after that. Reads always work.
 */
export function flakyVault(vault: Vault, failsAt: ReadonlySet<number>): Vault {
  let writes = 0;
  const nothing = (): Promise<unknown> => Promise.resolve();
  async function risky<T>(path: string, work: () => Promise<T>, half = nothing): Promise<T> {
    writes += 1;
    if (!failsAt.has(writes)) return work();
    await half();
    throw new DiskError(`Could not write ${path}: the disk is full.`);
  }
  const emptied = (path: string) => (): Promise<unknown> => vault.update(path, () => '');
  return vaultWith(vault, {
    create: (path, text) =>
      risky(
        path,
        () => vault.create(path, text),
        () => vault.create(path, ''),
      ),
    update: (path, merge) => risky(path, () => vault.update(path, merge), emptied(path)),
    rename: (from, to) => risky(from, () => vault.rename(from, to)),
    moveToTrash: (path) => risky(path, () => vault.moveToTrash(path)),
  });
}
