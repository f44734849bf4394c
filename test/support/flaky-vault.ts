import type { Vault } from '../../src/model/ports';
import { vaultWith } from '../../src/sync/vault-with';

/** What a disk says when it does not work. */
export class DiskError extends Error {
  override readonly name = 'DiskError';
}

/** A vault whose n-th writes fail, as a full or failing disk would have it. Reads always work. */
export function flakyVault(vault: Vault, failsAt: ReadonlySet<number>): Vault {
  let writes = 0;
  const risky = <T>(path: string, work: () => Promise<T>): Promise<T> => {
    writes += 1;
    return failsAt.has(writes)
      ? Promise.reject(new DiskError(`Could not write ${path}: the disk is full.`))
      : work();
  };
  return vaultWith(vault, {
    create: (path, text) => risky(path, () => vault.create(path, text)),
    update: (path, merge) => risky(path, () => vault.update(path, merge)),
    rename: (from, to) => risky(from, () => vault.rename(from, to)),
    moveToTrash: (path) => risky(path, () => vault.moveToTrash(path)),
  });
}
