import type { App } from 'obsidian';

const KEY = 'florilegium-state';

/**
 * Name of this vault's database on this device: a random one, kept in the vault's own local storage, because two vaults
 * may have the same name and the app tells no id of a vault.
 */
export function stateNameOf(app: App): string {
  const known: unknown = app.loadLocalStorage(KEY);
  if (typeof known === 'string' && known !== '') return known;
  const name = `${KEY}-${window.crypto.randomUUID()}`;
  app.saveLocalStorage(KEY, name);
  return name;
}
