import type { App } from 'obsidian';
import type { StoreKind } from '../../model/errors';
import { DEVICE_KEYS } from './device-keys';

/** Names that local storage did not take, because it is full: Obsidian does not report that. */
const session = { state: new WeakMap<App, string>(), outbox: new WeakMap<App, string>() };

/** Name of this vault's database on this device. Random, because vaults can share a name and have no id. */
export const databaseNameOf = (app: App, store: StoreKind): string =>
  knownDatabaseName(app, store) ?? nameAnew(app, store);

/** Null where nothing was stored yet. */
export function knownDatabaseName(app: App, store: StoreKind): string | null {
  const stored: unknown = app.loadLocalStorage(DEVICE_KEYS[store]);
  return typeof stored === 'string' ? stored : (session[store].get(app) ?? null);
}

/** Gives the vault another database in place of this one; false if that was done already. */
export function replaceDatabaseName(app: App, store: StoreKind, name: string): boolean {
  if (databaseNameOf(app, store) !== name) return false;
  nameAnew(app, store);
  return true;
}

/** The next use gives the vault another database. */
export function forgetDatabaseName(app: App, store: StoreKind): void {
  session[store].delete(app);
  app.saveLocalStorage(DEVICE_KEYS[store], null);
}

function nameAnew(app: App, store: StoreKind): string {
  const key = DEVICE_KEYS[store];
  const name = `${key}-${window.crypto.randomUUID()}`;
  app.saveLocalStorage(key, name);
  // Only then: another window may forget the stored one.
  if (app.loadLocalStorage(key) === name) session[store].delete(app);
  else session[store].set(app, name);
  return name;
}
