import type { Vault } from '../model/ports';

/** The vault with some methods replaced. */
export const vaultWith = (vault: Vault, own: Partial<Vault>): Vault => ({
  locate: (identity) => vault.locate(identity),
  survey: () => vault.survey(),
  list: () => vault.list(),
  linkedFrom: (path) => vault.linkedFrom(path),
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
