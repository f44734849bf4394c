import type { App, ToggleComponent } from 'obsidian';
import type { SettingsStore } from '../../state/settings-store';
import type { PluginContext } from '../../app/plugin-context';
import type { LibraryItems } from './library-items';

/** Dependencies of the settings pages. */
export interface PageContext {
  readonly app: App;
  readonly store: SettingsStore;
  readonly engine: PluginContext;
  readonly library: LibraryItems;
  /** Saves the value at a key (see setting-keys.ts); the user sees why when it cannot be saved. */
  readonly save: (key: string, value: unknown) => Promise<void>;
  readonly createBase: () => Promise<void>;
  /** Redraws the open page from its definitions. The focus stays, or is on the control with this label. */
  readonly update: (focus?: string) => void;
  /** Shows an error to the user. */
  readonly onError: (error: unknown) => void;
}

/** Labels a toggle, also for screen readers. */
export function labelled(toggle: ToggleComponent, label: string): ToggleComponent {
  toggle.toggleEl.querySelector('input')?.setAttr('aria-label', label);
  return toggle.setTooltip(label);
}
