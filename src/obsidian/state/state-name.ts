import type { App } from 'obsidian';
import { ownText } from './own-text';

const KEY = 'florilegium-state';

/** Name of this vault's database on this device: a random one, because two vaults may have the same name and the app tells no id of a vault. */
export const stateNameOf = (app: App): string =>
  ownText(app, { key: KEY, make: () => `${KEY}-${window.crypto.randomUUID()}` });
