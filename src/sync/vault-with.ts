import type { Vault } from '../model/ports';

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
