import type { App } from 'obsidian';
import type { StoreKind } from '../../model/errors';

/** Names of this session, in case local storage is full: Obsidian does not report that. */
const session = { state: new WeakMap<App, string>(), outbox: new WeakMap<App, string>() };

/** Name of this vault's database on this device. Random, because vaults can share a name and have no id. */
export function databaseNameOf(app: App, store: StoreKind): string {
  const stored: unknown = app.loadLocalStorage(keyOf(store));
  const known = typeof stored === 'string' ? stored : session[store].get(app);
  return known ?? nameAnew(app, store);
}

/** Gives the vault another database in place of this one; false if that was done already. */
export function replaceDatabaseName(app: App, store: StoreKind, name: string): boolean {
  if (databaseNameOf(app, store) !== name) return false;
  nameAnew(app, store);
  return true;
}

function nameAnew(app: App, store: StoreKind): string {
  const name = `${keyOf(store)}-${window.crypto.randomUUID()}`;
  session[store].set(app, name);
  app.saveLocalStorage(keyOf(store), name);
  return name;
}

const keyOf = (store: StoreKind): string => `florilegium-${store}`;
