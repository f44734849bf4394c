import type { HoverPopover } from 'obsidian';
import { errorText } from '../../../messages/messages';
import type { NoteLook } from '../../../merge/diff/text-diff';
import type { PluginContext } from '../../app/plugin-context';
import { LIST } from '../../strings/window-strings';
import { drawDiff } from '../components/diff-view';
import { addBox, named, showShare } from '../components/elements';

/** Rows drawn at once; there may be thousands. */
const CHUNK = 100;

/** With this many rows, a filter is shown. */
const MANY = 10;

export interface NoteRow {
  readonly key: string;
  /** Where the note is, or would be. */
  readonly path: string;
  /** Of its checkbox, where the path alone is not enough. */
  readonly name?: string;
  /** Where it is now, if that is elsewhere. */
  readonly from?: string | undefined;
  readonly reasons: readonly string[];
  readonly problem?: string | undefined;
  /** Draws what stands below it. */
  readonly drawBelow?: (parent: HTMLElement) => void;
}

export interface NoteGroup {
  readonly title: (count: number) => string;
  readonly text?: string | undefined;
  readonly rows: readonly NoteRow[];
  readonly hasBoxes?: boolean;
  readonly isFolded?: boolean;
  /** Null when the note would no longer change. */
  readonly loadDiff?: (row: NoteRow) => Promise<NoteLook | null>;
}

export interface NoteListOptions {
  /** None of them is empty. */
  readonly groups: readonly NoteGroup[];
  /** Keys of rows that are ticked beforehand. */
  readonly ticked?: readonly string[] | undefined;
  /** Called when a checkbox has changed. */
  readonly changed: (ticked: ReadonlySet<string>) => void;
}

interface DrawnBox {
  readonly box: HTMLInputElement;
  readonly rows: readonly NoteRow[];
}

/** Notes with what would become of them and why, to be looked into, opened and ticked. */
export class NoteList {
  readonly ticked: Set<string>;
  /** Obsidian keeps the page preview of a link here. */
  hoverPopover: HoverPopover | null = null;
  private readonly listEl: HTMLElement;
  private boxes: DrawnBox[] = [];

  constructor(
    container: HTMLElement,
    private readonly context: PluginContext,
    private readonly options: NoteListOptions,
  ) {
    this.ticked = new Set(options.ticked);
    const count = options.groups.reduce((sum, { rows }) => sum + rows.length, 0);
    if (count >= MANY) this.addFilter(container);
    this.listEl = container.createDiv({ cls: 'florilegium-list' });
    this.draw('');
  }

  private addFilter(container: HTMLElement): void {
    const field = container.createEl('input', {
      cls: 'florilegium-list-filter',
      attr: { type: 'search', 'aria-label': LIST.filter, placeholder: LIST.filterHint },
    });
    field.addEventListener('input', () => this.draw(field.value.trim().toLowerCase()));
  }

  private draw(wanted: string): void {
    this.listEl.empty();
    this.boxes = [];
    for (const group of this.options.groups) {
      const rows = group.rows.filter(({ path }) => path.toLowerCase().includes(wanted));
      if (rows.length > 0) this.drawGroup({ ...group, rows });
    }
    if (this.listEl.childElementCount === 0) this.listEl.createEl('p', { text: LIST.noMatch });
    this.showTicks();
  }

  private drawGroup(group: NoteGroup): void {
    const title = group.title(group.rows.length);
    const section = this.listEl.createEl('details');
    section.open = group.isFolded !== true;
    section.createEl('summary', { text: title });
    named(section, title);
    if (group.text !== undefined) section.createEl('p', { text: group.text });
    if (group.hasBoxes === true)
      this.addBox(
        addBox(section, { text: LIST.all, change: (isOn) => this.tick(group.rows, isOn) }),
        group.rows,
      );
    this.drawRows(section.createEl('ul'), group, group.rows);
  }

  private drawRows(list: HTMLElement, group: NoteGroup, rows: readonly NoteRow[]): void {
    for (const row of rows.slice(0, CHUNK)) this.drawRow(list.createEl('li'), group, row);
    const rest = rows.slice(CHUNK);
    if (rest.length === 0) return;
    const item = list.createEl('li');
    const more = item.createEl('button', { text: LIST.more(rest.length) });
    more.addEventListener('click', () => {
      item.remove();
      const shown = list.childElementCount;
      this.drawRows(list, group, rest);
      this.showTicks();
      list.children[shown]?.querySelector<HTMLElement>('input, a, button')?.focus();
    });
  }

  private drawRow(item: HTMLElement, group: NoteGroup, row: NoteRow): void {
    const line = item.createDiv({ cls: 'florilegium-list-row' });
    if (group.hasBoxes === true) {
      const box = line.createEl('label').createEl('input', { type: 'checkbox' });
      named(box, row.name ?? row.path);
      box.addEventListener('change', () => this.tick([row], box.checked));
      this.addBox(box, [row]);
    }
    const text = line.createDiv({ cls: 'florilegium-list-text' });
    this.drawName(text, row);
    for (const reason of row.reasons)
      text.createSpan({ cls: 'florilegium-aside', text: reason, attr: { dir: 'auto' } });
    if (row.problem !== undefined) text.createDiv({ cls: 'florilegium-problem', text: row.problem });
    if (group.loadDiff !== undefined) this.addDiff(item, line, { row, loadDiff: group.loadDiff });
    row.drawBelow?.(item);
  }

  /** The name opens the note where there is one, and leaves the window open. */
  private drawName(parent: HTMLElement, { path, from = path }: NoteRow): void {
    const { app, plugin, onError } = this.context;
    const slash = path.lastIndexOf('/');
    const text = path.slice(slash + 1).replace(/\.md$/, '');
    const file = app.vault.getFileByPath(from);
    if (file === null) parent.createSpan({ text, attr: { dir: 'auto' } });
    else {
      const link = parent.createEl('a', { text, href: '#', attr: { dir: 'auto' } });
      link.addEventListener('click', (event) => {
        event.preventDefault();
        const opening = app.workspace.getLeaf('tab').openFile(file);
        // Else the person would type into the note behind the window.
        opening.then(() => link.focus()).catch(onError);
      });
      link.addEventListener('mouseover', (event) =>
        app.workspace.trigger('hover-link', {
          event,
          source: plugin.manifest.id,
          hoverParent: this,
          targetEl: link,
          linktext: from,
        }),
      );
    }
    if (slash > 0)
      parent.createSpan({ cls: 'florilegium-aside', text: path.slice(0, slash), attr: { dir: 'auto' } });
  }

  /** Plans a note again only when its changes are opened. */
  private addDiff(
    item: HTMLElement,
    line: HTMLElement,
    { row, loadDiff }: { readonly row: NoteRow } & Required<Pick<NoteGroup, 'loadDiff'>>,
  ): void {
    const button = line.createEl('button', {
      text: LIST.changes,
      attr: { 'aria-label': LIST.changesOf(row.path), 'aria-expanded': false },
    });
    let view: HTMLElement | null = null;
    const load = async (parent: HTMLElement): Promise<void> => {
      parent.setText(LIST.loading);
      try {
        const found = await loadDiff(row);
        parent.empty();
        if (found === null) parent.setText(LIST.unchanged);
        else drawDiff(parent, { ...found, label: row.path });
      } catch (error) {
        parent.setText(error instanceof Error ? errorText(error) : String(error));
      }
    };
    button.addEventListener('click', () => {
      if (view === null) {
        view = item.createDiv();
        void load(view);
      } else {
        view.remove();
        view = null;
      }
      button.setAttr('aria-expanded', view !== null);
    });
  }

  private addBox(box: HTMLInputElement, rows: readonly NoteRow[]): void {
    this.boxes.push({ box, rows });
  }

  private tick(rows: readonly NoteRow[], isOn: boolean): void {
    for (const { key } of rows) {
      if (isOn) this.ticked.add(key);
      else this.ticked.delete(key);
    }
    this.showTicks();
    this.options.changed(this.ticked);
  }

  private showTicks(): void {
    for (const { box, rows } of this.boxes)
      showShare(box, { ticked: rows.filter(({ key }) => this.ticked.has(key)).length, of: rows.length });
  }
}
