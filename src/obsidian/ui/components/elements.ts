import { type App, ButtonComponent, type Setting } from 'obsidian';
import type { PluginContext } from '../../app/plugin-context';

interface BoxOptions {
  readonly text: string;
  readonly cls?: string;
  readonly isOn?: boolean;
  readonly change: (isOn: boolean) => void;
}

/** Adds a checkbox with a label. */
export function addBox(
  container: HTMLElement,
  { text, cls = '', isOn = false, change }: BoxOptions,
): HTMLInputElement {
  const label = container.createEl('label', { cls });
  const box = label.createEl('input', { type: 'checkbox' });
  label.createSpan({ text, attr: { dir: 'auto' } });
  box.checked = isOn;
  box.addEventListener('change', () => change(box.checked));
  return box;
}

/** Sets a checkbox for a group: checked when all are ticked, indeterminate when some are. */
export function showShare(
  box: HTMLInputElement,
  { ticked, of }: { readonly ticked: number; readonly of: number },
): void {
  box.checked = ticked === of;
  box.indeterminate = ticked > 0 && ticked < of;
}

let nameCount = 0;

/** Names an element for screen readers without `aria-label`, which Obsidian shows as a tooltip. */
export function named(part: HTMLElement, name: string): HTMLElement {
  nameCount += 1;
  const id = `florilegium-name-${String(nameCount)}`;
  part.parentElement?.createSpan({ attr: { id, hidden: true, 'aria-label': name } });
  part.setAttr('aria-labelledby', id);
  return part;
}

/** Copies a text and confirms it. Only the focused one of several windows may use the clipboard. */
export async function copyText(
  { notices }: PluginContext,
  text: string,
  confirmation: string,
): Promise<void> {
  await activeWindow.navigator.clipboard.writeText(text);
  notices.say(confirmation);
}

/**
 * Opens a file, at a block if an anchor is given. Not by a link: some paths (`C#/Walden.md`) cannot be
 * linked, and a broken link creates a note.
 */
export async function openNote(
  { vault, workspace }: App,
  path: string,
  anchor: string | null = null,
): Promise<void> {
  const file = vault.getFileByPath(path);
  if (file === null) return;
  const place = anchor === null ? {} : { eState: { subpath: `#^${anchor}` } };
  await workspace.getLeaf().openFile(file, { active: true, ...place });
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
