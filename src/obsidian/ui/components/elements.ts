import { type App, Notice } from 'obsidian';
import { MORE } from '../../strings/strings';

interface BoxOptions {
  readonly text: string;
  readonly cls?: string;
  readonly isOn?: boolean;
  readonly change: (isOn: boolean) => void;
}

/** A box to tick, with its text beside it. */
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

/** For a box that stands for several: ticked when all of them are, and half ticked when some are. */
export function showShare(
  box: HTMLInputElement,
  { ticked, of }: { readonly ticked: number; readonly of: number },
): void {
  box.checked = ticked === of;
  box.indeterminate = ticked > 0 && ticked < of;
}

const MOST_LINES = 500;

export interface PathLine {
  readonly path: string;
  /** A word beside the path. */
  readonly aside?: string;
}

/** Adds a list of paths that may be long: the keyboard scrolls it. */
export function addPaths(
  container: HTMLElement,
  { label, lines }: { readonly label: string; readonly lines: readonly PathLine[] },
): void {
  if (lines.length === 0) return;
  const list = named(container.createEl('ul', { cls: 'florilegium-notes', attr: { tabindex: 0 } }), label);
  for (const { path, aside } of lines.slice(0, MOST_LINES)) {
    const line = list.createEl('li');
    if (aside !== undefined) line.createSpan({ cls: 'florilegium-note-aside', text: aside });
    line.createSpan({ text: path, attr: { dir: 'auto' } });
  }
  if (lines.length > MOST_LINES) list.createEl('li', { text: MORE(lines.length - MOST_LINES) });
}

let names = 0;

/**
 * Names a part of a window for screen readers: not by a label of its own, of which the app makes a tooltip
 * all over the part.
 */
export function named(part: HTMLElement, name: string): HTMLElement {
  names += 1;
  const id = `florilegium-name-${String(names)}`;
  part.parentElement?.createSpan({ attr: { id, hidden: true, 'aria-label': name } });
  part.setAttr('aria-labelledby', id);
  return part;
}

/**
 * Puts a text onto the clipboard, and says so. Only the window that has the focus may, and the app can have
 * several.
 */
export async function copyText(text: string, said: string): Promise<void> {
  await activeWindow.navigator.clipboard.writeText(text);
  new Notice(said);
}

/**
 * Opens a file, at a block where one is named; does nothing where there is no such file. By the file, not by
 * a link: no link can name some paths (`C#/Walden.md`), and one that leads nowhere makes a note.
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
