import type { App } from 'obsidian';

const made = new WeakMap<App, Map<string, string>>();

/** A text of this vault's own on this device: made once, and kept in the app's local storage. The app does not say when that is full: then it is kept as long as the app runs. */
export function ownText(
  app: App,
  { key, make }: { readonly key: string; readonly make: () => string },
): string {
  const known: unknown = app.loadLocalStorage(key);
  if (typeof known === 'string' && known !== '') return known;
  const texts = made.get(app) ?? new Map<string, string>();
  const text = texts.get(key) ?? make();
  made.set(app, texts.set(key, text));
  app.saveLocalStorage(key, text);
  return text;
}
