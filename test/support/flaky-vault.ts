import type { Vault } from '../../src/ports';

/** What a disk says when it does not work. */
export class DiskError extends Error {
  override readonly name = 'DiskError';
}

/** A vault whose n-th writes fail, as a full or failing disk would have it. Reads always work. */
export function flakyVault(vault: Vault, failsAt: ReadonlySet<number>): Vault {
  let writes = 0;
  const risky = <T>(path: string, work: () => Promise<T>): Promise<T> => {
    writes += 1;
    return failsAt.has(writes) ? Promise.reject(new DiskError(`Could not write ${path}: the disk is full.`)) : work();
  };
  return {
    locate: (identity, lastPath) => vault.locate(identity, lastPath),
    survey: () => vault.survey(),
    spelled: (path) => vault.spelled(path),
    read: (path) => vault.read(path),
    has: (path) => vault.has(path),
    create: (path, text) => risky(path, () => vault.create(path, text)),
    update: (path, merge) => risky(path, () => vault.update(path, merge)),
    rename: (from, to) => risky(from, () => vault.rename(from, to)),
    moveToTrash: (path) => risky(path, () => vault.moveToTrash(path)),
  };
}
