import { type DiffLine, diffTexts } from '../../../merge/diff/text-diff';
import { named } from './elements';
import { DIFF } from '../../strings/window-strings';

/** Lines drawn at once; a browser lays out this many without a pause. */
const CHUNK = 300;

export interface DrawDiffOptions {
  readonly before: string;
  readonly after: string;
  readonly label: string;
}

/** Draws the changed lines of a text with their words marked, and a few unchanged lines around them. */
export function drawDiff(parent: HTMLElement, { before, after, label }: DrawDiffOptions): void {
  const { lines, added, removed, notShown } = diffTexts(before, after);
  const view = parent.createDiv('florilegium-diff');
  if (lines.length === 0) {
    view.createDiv({ cls: 'florilegium-diff-summary', text: DIFF.same });
    return;
  }
  const counts = [
    ...(added > 0 ? [DIFF.addedLines(added)] : []),
    ...(removed > 0 ? [DIFF.removedLines(removed)] : []),
  ];
  view.createDiv({ cls: 'florilegium-diff-summary', text: DIFF.counts(counts) });
  const text = named(
    view.createDiv({ cls: 'florilegium-diff-text', attr: { tabindex: 0, role: 'group' } }),
    label,
  );
  drawChunk(text, lines);
  if (notShown > 0) view.createDiv({ cls: 'florilegium-diff-summary', text: DIFF.untold(notShown) });
}

/** Draws the first lines, and a button for the rest. */
function drawChunk(text: HTMLElement, lines: readonly DiffLine[]): void {
  let block = text;
  for (const [index, line] of lines.slice(0, CHUNK).entries()) {
    if (line.kind !== lines[index - 1]?.kind) block = openBlock(text, line.kind);
    drawLine(block, line);
  }
  const rest = lines.slice(CHUNK);
  if (rest.length === 0) return;
  const more = text.createEl('button', { text: DIFF.more(rest.length) });
  more.addEventListener('click', () => {
    more.remove();
    drawChunk(text, rest);
    text.focus();
  });
}

/** Groups neighbouring lines of a kind, so that a screen reader reads their label once. */
function openBlock(text: HTMLElement, kind: DiffLine['kind']): HTMLElement {
  if (kind !== 'removed' && kind !== 'added') return text.createDiv();
  const block = text.createEl(kind === 'removed' ? 'del' : 'ins', { cls: 'florilegium-diff-block' });
  block.createSpan({ cls: 'florilegium-diff-label', text: DIFF[kind] });
  return block;
}

function drawLine(block: HTMLElement, line: DiffLine): void {
  switch (line.kind) {
    case 'folded':
      block.createDiv({ cls: 'florilegium-diff-fold', text: DIFF.folded(line.count) });
      return;
    case 'same':
      block.createDiv({ cls: 'florilegium-diff-line', text: line.text, attr: { dir: 'auto' } });
      return;
    case 'removed':
    case 'added': {
      const element = block.createDiv({ cls: 'florilegium-diff-line', attr: { dir: 'auto' } });
      // In a line that is new as a whole, single words are not marked.
      const isAllChanged = line.runs.every(({ isChanged }) => isChanged);
      for (const { text, isChanged } of line.runs)
        element.createSpan({ ...(isChanged && !isAllChanged ? { cls: 'florilegium-diff-word' } : {}), text });
    }
  }
}
