import type { App } from 'obsidian';

const KEY = 'florilegium-state';

/** The databases of a vault on this device. */
interface Names {
  /** Random, because vaults can share a name and have no id. */
  readonly current: string;
  /** Databases that were set aside, until their outbox is in the current one. */
  readonly aside: readonly string[];
}

/** Names of this session, in case local storage is full: Obsidian does not report that. */
const session = new WeakMap<App, Names>();

/** Name of this vault's database on this device. */
export const stateNameOf = (app: App): string => namesOf(app).current;

export const statesAside = (app: App): readonly string[] => namesOf(app).aside;

/** Gives the vault another database in place of this one; false if that was done already. */
export function setStateAside(app: App, name: string): boolean {
  const { current, aside } = namesOf(app);
  if (current !== name) return false;
  remember(app, { current: newName(), aside: [...aside, name] });
  return true;
}

export function forgetStateAside(app: App, name: string): void {
  const { current, aside } = namesOf(app);
  remember(app, { current, aside: aside.filter((each) => each !== name) });
}

function namesOf(app: App): Names {
  const known = stored(app.loadLocalStorage(KEY)) ?? session.get(app);
  if (known !== undefined) return known;
  const names: Names = { current: newName(), aside: [] };
  remember(app, names);
  return names;
}

function remember(app: App, names: Names): void {
  session.set(app, names);
  app.saveLocalStorage(KEY, [names.current, ...names.aside]);
}

function stored(value: unknown): Names | undefined {
  if (!Array.isArray(value)) return undefined;
  const [current, ...aside] = value.filter((name) => typeof name === 'string');
  return current === undefined ? undefined : { current, aside };
}

const newName = (): string => `${KEY}-${window.crypto.randomUUID()}`;
