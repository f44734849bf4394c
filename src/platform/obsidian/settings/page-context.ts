import { ButtonComponent, type App, type Setting, type ToggleComponent } from 'obsidian';
import type { SettingsStore } from '../settings-store';
import type { SettingsEngine } from './engine';
import type { LibraryIndex } from './library-index';

/** What the pages of the settings are made with. */
export interface PageContext {
  readonly app: App;
  readonly store: SettingsStore;
  readonly engine: SettingsEngine;
  readonly index: LibraryIndex;
  /** Asks for the definitions again and draws the open page anew. */
  readonly update: () => void;
  /** Shows a bug to the person. */
  readonly failed: (error: unknown) => void;
}

/** Says what a toggle is for, also to those who cannot see its row. */
export function labelled(toggle: ToggleComponent, label: string): ToggleComponent {
  toggle.toggleEl.querySelector('input')?.setAttr('aria-label', label);
  return toggle.setTooltip(label);
}

/** A button with a picture, which the keyboard reaches like any other. */
export function addIconButton({ controlEl }: Setting, { icon, label, act }: { readonly icon: string; readonly label: string; readonly act: () => unknown }): ButtonComponent {
  const button = new ButtonComponent(controlEl).setIcon(icon).setTooltip(label).onClick(act);
  button.buttonEl.addClass('clickable-icon');
  button.buttonEl.setAttr('aria-label', label);
  return button;
}
