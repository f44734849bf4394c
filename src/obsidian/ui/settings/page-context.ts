import { ButtonComponent, type App, type Setting, type ToggleComponent } from 'obsidian';
import type { SettingsStore } from '../../state/settings-store';
import type { PluginContext } from '../../app/plugin-context';
import type { LibraryItems } from './library-items';

/** What the pages of the settings are made with. */
export interface PageContext {
  readonly app: App;
  readonly store: SettingsStore;
  readonly engine: PluginContext;
  readonly library: LibraryItems;
  /** Asks for the definitions again and draws the open page anew. */
  readonly update: () => void;
  /** Shows a bug to the person. */
  readonly failed: (error: unknown) => void;
  /** Tells the person something, with a button for what can be done about it. */
  readonly offer: (text: string, button: { readonly label: string; readonly act: () => void }) => void;
}

/** Says what a toggle is for, also to those who cannot see its row. */
export function labelled(toggle: ToggleComponent, label: string): ToggleComponent {
  toggle.toggleEl.querySelector('input')?.setAttr('aria-label', label);
  return toggle.setTooltip(label);
}

export interface ButtonOptions {
  readonly text: string;
  /** A picture in the place of the text, which is then a label. */
  readonly icon?: string;
  /** What a screen reader says, where the text alone says too little. */
  readonly label?: string;
  readonly act: () => unknown;
  readonly failed: (error: unknown) => void;
}

/** A button that the keyboard reaches; what goes wrong with its work is told to the person. */
export function addButton(
  { controlEl }: Pick<Setting, 'controlEl'>,
  { text, icon, label = text, act, failed }: ButtonOptions,
): ButtonComponent {
  const button = new ButtonComponent(controlEl).onClick(async () => {
    try {
      await act();
    } catch (error) {
      failed(error);
    }
    // A button that works is disabled, and loses the keyboard.
    const { buttonEl } = button;
    window.setTimeout(() => {
      if (buttonEl.ownerDocument.activeElement === buttonEl.ownerDocument.body) buttonEl.focus();
    });
  });
  if (icon === undefined) button.setButtonText(text);
  else button.setIcon(icon).setTooltip(label).setClass('clickable-icon');
  // Of a label the app makes a tooltip: one that says what the button says is of no use.
  if (label !== text || icon !== undefined) button.buttonEl.setAttr('aria-label', label);
  return button;
}
