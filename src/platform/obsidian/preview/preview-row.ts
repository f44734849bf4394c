import { drawDiff } from '../components/diff-view';
import { PREVIEW, PREVIEW_REASONS } from './preview-strings';
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
  if (row.reason !== '')
    for (const reason of reasonTexts(row.reason))
      text.createSpan({ cls: 'florilegium-plan-why', text: reason });
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

/** What the engine says of why something is planned, clause by clause. */
const KEYS: ReadonlyMap<string, keyof typeof PREVIEW_REASONS> = new Map([
  ['new at the service', 'isNew'],
  ['its title changed', 'titleChanged'],
  ['changed at the service', 'changed'],
  ['your settings or a template ask for it', 'settingsAsk'],
  ['your settings name it so', 'settingsName'],
  ['your settings or a template changed', 'settingsChanged'],
  ['it is back at the service', 'isBack'],
  ['you asked for it again', 'askedAgain'],
  ['deleted at the service', 'deleted'],
  ['deleted in Reader', 'deletedInReader'],
  ['no highlight is left at the service', 'noHighlightLeft'],
  ['its highlight was deleted at the service', 'highlightDeleted'],
  ['your settings want no note of its own', 'noNoteWanted'],
  ['left out by your settings', 'leftOut'],
  ['it holds your words', 'holdsWords'],
  ['kept because you said so', 'keptBySaying'],
]);

/** A reason in words for a person. What is not known is said as the engine says it. */
export const reasonTexts = (reason: string): readonly string[] =>
  reason.split('; ').map((clause) => {
    const key = KEYS.get(clause);
    return key === undefined ? clause : PREVIEW_REASONS[key];
  });
