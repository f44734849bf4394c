import { reasonText } from '../../messages';
import { drawDiff } from '../components/diff-view';
import { PREVIEW } from './preview-strings';
import type { PreviewRow, PreviewSource } from './preview-rows';

export interface DrawnRow {
  readonly row: PreviewRow;
  readonly box: HTMLInputElement;
}

export interface RowOptions {
  readonly row: PreviewRow;
  readonly look: PreviewSource['look'];
  readonly tick: (isOn: boolean) => void;
  readonly failed: (error: unknown) => void;
}

/** A note of a plan: a box, where it is, why it is in the plan, and a button that shows how its text would change. */
export function drawRow(list: HTMLElement, { row, look, tick, failed }: RowOptions): DrawnRow {
  const item = list.createEl('li');
  const head = item.createDiv({ cls: 'florilegium-plan-row' });
  const label = head.createEl('label');
  const box = label.createEl('input', { type: 'checkbox' });
  box.addEventListener('change', () => tick(box.checked));
  const text = label.createSpan();
  text.createSpan({ cls: 'florilegium-plan-path', text: row.path, attr: { dir: 'auto' } });
  for (const reason of row.reasons)
    text.createSpan({ cls: 'florilegium-plan-why', text: reasonText(reason) });
  if (row.from !== null)
    text.createSpan({ cls: 'florilegium-plan-why', text: PREVIEW.from(row.from), attr: { dir: 'auto' } });
  if (row.conflicts > 0)
    text.createSpan({ cls: 'florilegium-plan-conflict', text: PREVIEW.conflicts(row.conflicts) });
  addLook(item, { head, row, look, failed });
  return { row, box };
}

/** The note is planned once more when somebody wants to see it: of thousands that are listed, few are looked into. */
function addLook(
  item: HTMLElement,
  { head, row, look, failed }: Omit<RowOptions, 'tick'> & { readonly head: HTMLElement },
): void {
  const button = head.createEl('button', {
    text: PREVIEW.show,
    attr: { 'aria-expanded': false, 'aria-label': PREVIEW.showFor(row.path) },
  });
  let view: HTMLElement | null = null;
  button.addEventListener('click', () => {
    const opened = view === null ? item.createDiv({ cls: 'florilegium-plan-look' }) : null;
    if (opened === null) view?.remove();
    view = opened;
    button.setAttrs({
      'aria-expanded': opened !== null,
      'aria-label': opened === null ? PREVIEW.showFor(row.path) : PREVIEW.hideFor(row.path),
    });
    button.setText(opened === null ? PREVIEW.show : PREVIEW.hide);
    if (opened !== null)
      showLook(opened, { row, look }).catch((error: unknown) => {
        opened.setText(PREVIEW.failed);
        failed(error);
      });
  });
}

async function showLook(view: HTMLElement, { row, look }: Pick<RowOptions, 'row' | 'look'>): Promise<void> {
  view.setText(PREVIEW.lookingInto);
  const found = await look(row.note);
  view.empty();
  if (found === null) view.setText(PREVIEW.nothing);
  else drawDiff(view, { ...found, label: row.path });
}
