import { reasonText } from '../../../messages/messages';
import { addBox, named, showShare } from '../components/elements';
import { drawDiff } from '../components/diff-view';
import { PREVIEW } from '../../strings/window-strings';
import type { PreviewRow } from './preview-rows';
import type { PreviewSource } from './preview-source';

/** Rows drawn at once; there may be thousands. */
const CHUNK = 100;

/** With this many rows, a filter is shown. */
const MANY = 10;

export interface RowsUnderTitle {
  readonly title: string;
  readonly rows: readonly PreviewRow[];
}

export interface RowTicks {
  isOn(row: PreviewRow): boolean;
  /** Called when a checkbox has changed. */
  set(rows: readonly PreviewRow[], isOn: boolean): void;
}

export interface PreviewListOptions {
  readonly rows: readonly PreviewRow[];
  /** Groups rows, in display order. */
  readonly groups: (rows: readonly PreviewRow[]) => readonly RowsUnderTitle[];
  readonly loadDiff: PreviewSource['loadDiff'];
  /** Gives each row and group a checkbox. */
  readonly ticks?: RowTicks;
  readonly onError: (error: unknown) => void;
}

interface DrawnRow {
  readonly row: PreviewRow;
  readonly box: HTMLInputElement;
}

interface DrawnGroup {
  readonly box: HTMLInputElement;
  readonly rows: readonly PreviewRow[];
}

/** The notes of a plan in groups, each with a button that shows its changes. */
export class PreviewList {
  private readonly listEl: HTMLElement;
  private groups: DrawnGroup[] = [];
  private drawn: DrawnRow[] = [];

  constructor(
    container: HTMLElement,
    private readonly options: PreviewListOptions,
  ) {
    if (options.rows.length >= MANY) this.addFilter(container);
    this.listEl = container.createDiv({ cls: 'florilegium-plan' });
    this.draw('');
  }

  private addFilter(container: HTMLElement): void {
    const field = container.createEl('input', {
      cls: 'florilegium-plan-filter',
      attr: { type: 'search', 'aria-label': PREVIEW.filter, placeholder: PREVIEW.filterHint },
    });
    field.addEventListener('input', () => this.draw(field.value));
  }

  private draw(filter: string): void {
    const wanted = filter.trim().toLowerCase();
    const rows =
      wanted === ''
        ? this.options.rows
        : this.options.rows.filter(({ path }) => path.toLowerCase().includes(wanted));
    this.listEl.empty();
    this.groups = [];
    this.drawn = [];
    for (const group of this.options.groups(rows)) this.drawGroup(group);
    if (rows.length === 0) this.listEl.createEl('p', { text: PREVIEW.noMatch });
    this.showTicks();
  }

  private drawGroup({ title, rows }: RowsUnderTitle): void {
    const section = named(this.listEl.createDiv({ attr: { role: 'group' } }), title);
    const look = { text: title, cls: 'florilegium-plan-group' };
    const { ticks } = this.options;
    if (ticks === undefined) section.createDiv(look);
    else {
      const box = addBox(section, { ...look, change: (isOn) => this.tick(ticks, rows, isOn) });
      this.groups.push({ box, rows });
    }
    this.drawRows(section.createEl('ul'), rows);
  }

  private drawRows(list: HTMLElement, rows: readonly PreviewRow[]): void {
    for (const row of rows.slice(0, CHUNK)) this.drawRow(list.createEl('li'), row);
    const rest = rows.slice(CHUNK);
    if (rest.length === 0) return;
    const item = list.createEl('li');
    const more = item.createEl('button', { text: PREVIEW.more(rest.length) });
    more.addEventListener('click', () => {
      item.remove();
      const shown = list.childElementCount;
      this.drawRows(list, rest);
      this.showTicks();
      list.children[shown]?.querySelector<HTMLElement>('input, button')?.focus();
    });
  }

  /** Draws checkbox, path, reasons and the button for changes. */
  private drawRow(item: HTMLElement, row: PreviewRow): void {
    const head = item.createDiv({ cls: 'florilegium-plan-row' });
    const text = this.drawLabel(head, row).createSpan();
    text.createSpan({ cls: 'florilegium-plan-path', text: row.path, attr: { dir: 'auto' } });
    for (const reason of row.reasons)
      text.createSpan({ cls: 'florilegium-plan-why', text: reasonText(reason) });
    if (row.from !== null)
      text.createSpan({ cls: 'florilegium-plan-why', text: PREVIEW.from(row.from), attr: { dir: 'auto' } });
    if (row.conflicts > 0)
      text.createSpan({ cls: 'florilegium-plan-conflict', text: PREVIEW.conflicts(row.conflicts) });
    this.addDiffButton(item, head, row);
  }

  private drawLabel(head: HTMLElement, row: PreviewRow): HTMLElement {
    const cls = 'florilegium-plan-note';
    const { ticks } = this.options;
    if (ticks === undefined) return head.createDiv({ cls });
    const label = head.createEl('label', { cls });
    const box = label.createEl('input', { type: 'checkbox' });
    box.addEventListener('change', () => this.tick(ticks, [row], box.checked));
    this.drawn.push({ row, box });
    return label;
  }

  /** Plans a note again only when its changes are opened. */
  private addDiffButton(item: HTMLElement, head: HTMLElement, row: PreviewRow): void {
    const button = head.createEl('button');
    let view: HTMLElement | null = null;
    const showState = (): void => {
      const isOpen = view !== null;
      button.setText(isOpen ? PREVIEW.hide : PREVIEW.show);
      button.setAttrs({
        'aria-expanded': isOpen,
        'aria-label': isOpen ? PREVIEW.hideFor(row.path) : PREVIEW.showFor(row.path),
      });
    };
    button.addEventListener('click', () => {
      if (view === null) {
        view = item.createDiv({ cls: 'florilegium-plan-loadDiff' });
        void this.showDiff(view, row);
      } else {
        view.remove();
        view = null;
      }
      showState();
    });
    showState();
  }

  private async showDiff(view: HTMLElement, row: PreviewRow): Promise<void> {
    view.setText(PREVIEW.loadingChanges);
    try {
      const found = await this.options.loadDiff(row.note);
      view.empty();
      if (found === null) view.setText(PREVIEW.nothing);
      else drawDiff(view, { ...found, label: row.path });
    } catch (error) {
      view.setText(PREVIEW.failed);
      this.options.onError(error);
    }
  }

  private tick(ticks: RowTicks, rows: readonly PreviewRow[], isOn: boolean): void {
    ticks.set(rows, isOn);
    this.showTicks();
  }

  /** Updates all checkboxes: one change can affect others of the item, and the group's. */
  private showTicks(): void {
    const { ticks } = this.options;
    if (ticks === undefined) return;
    for (const { box, row } of this.drawn) box.checked = ticks.isOn(row);
    for (const { box, rows } of this.groups)
      showShare(box, { ticked: rows.filter((row) => ticks.isOn(row)).length, of: rows.length });
  }
}
