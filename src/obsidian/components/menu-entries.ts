import type { Menu } from 'obsidian';

export interface MenuEntry {
  readonly name: string;
  readonly icon: string;
  readonly run: () => void;
}

/** Adds entries to one of the app's menus, where those of the plugin stand together. */
export function addEntries(menu: Menu, entries: readonly MenuEntry[]): void {
  for (const { name, icon, run } of entries)
    menu.addItem((item) => item.setTitle(name).setIcon(icon).setSection('florilegium').onClick(run));
}
