import type { Plugin } from 'obsidian';

/** Opens the plugin's settings. Obsidian has no public API for it, so each method is checked first. */
export function openSettings({ app, manifest }: Plugin): void {
  const window: unknown = Reflect.get(app, 'setting');
  call(window, 'open');
  call(window, 'openTabById', manifest.id);
}

/** Closes the settings, when they are open. */
export const closeSettings = ({ app }: Pick<Plugin, 'app'>): void =>
  call(Reflect.get(app, 'setting'), 'close');

function call(target: unknown, name: string, ...values: readonly unknown[]): void {
  if (typeof target !== 'object' || target === null) return;
  const method: unknown = Reflect.get(target, name);
  if (typeof method === 'function') Reflect.apply(method, target, values);
}
