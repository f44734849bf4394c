import { ButtonComponent, type App, type Setting, type ToggleComponent } from 'obsidian';
import type { SettingsStore } from '../../state/settings-store';
import type { PluginContext } from '../../app/plugin-context';
import type { LibraryItems } from './library-items';

/** Dependencies of the settings pages. */
export interface PageContext {
  readonly app: App;
  readonly store: SettingsStore;
  readonly engine: PluginContext;
  readonly library: LibraryItems;
  /** Redraws the open page from its definitions. */
  readonly update: () => void;
  /** Shows an error to the user. */
  readonly onError: (error: unknown) => void;
}

/** Labels a toggle, also for screen readers. */
export function labelled(toggle: ToggleComponent, label: string): ToggleComponent {
  toggle.toggleEl.querySelector('input')?.setAttr('aria-label', label);
  return toggle.setTooltip(label);
}

export interface ButtonOptions {
  readonly text: string;
  /** Icon in place of the text, which becomes the label. */
  readonly icon?: string;
  /** Label for screen readers, when the text alone is unclear. */
  readonly label?: string;
  readonly act: () => unknown;
  readonly onError: (error: unknown) => void;
}

/** Adds a button with an async action; shows its errors to the user. */
export function addButton(
  { controlEl }: Pick<Setting, 'controlEl'>,
  { text, icon, label = text, act, onError }: ButtonOptions,
): ButtonComponent {
  const button = new ButtonComponent(controlEl).onClick(async () => {
    try {
      await act();
    } catch (error) {
      onError(error);
    }
    // A button is disabled while it works, which loses the focus.
    const { buttonEl } = button;
    window.setTimeout(() => {
      if (buttonEl.ownerDocument.activeElement === buttonEl.ownerDocument.body) buttonEl.focus();
    });
  });
  if (icon === undefined) button.setButtonText(text);
  else button.setIcon(icon).setTooltip(label).setClass('clickable-icon');
  // Obsidian shows labels as tooltips, so one that repeats the text is left out.
  if (label !== text || icon !== undefined) button.buttonEl.setAttr('aria-label', label);
  return button;
}
