import { named } from './named';
import { MORE } from '../strings';

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
