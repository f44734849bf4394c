import type { App } from './app-model';
import type { NoteEditor, NotePosition } from './plugin';
import type { TFile } from './files';

/** A list under a field: what is suggested for what stands in it. Arrows choose, Enter and a click take. */
export abstract class AbstractInputSuggest<Item> {
  limit = 100;
  private readonly listEl = createDiv({ cls: 'suggestion-container', attr: { role: 'listbox' } });
  private shown: Item[] = [];
  private selected = 0;
  private listener: (item: Item, event: MouseEvent | KeyboardEvent) => unknown = () => undefined;

  constructor(
    readonly app: App,
    private readonly textInputEl: HTMLInputElement,
  ) {
    textInputEl.addEventListener('input', () => void this.update());
    textInputEl.addEventListener('focus', () => void this.update());
    textInputEl.addEventListener('blur', () => this.close());
    textInputEl.addEventListener('keydown', (event) => this.press(event));
    // A click must not take the focus from the field.
    this.listEl.addEventListener('mousedown', (event) => event.preventDefault());
  }

  protected abstract getSuggestions(query: string): Item[] | Promise<Item[]>;
  abstract renderSuggestion(item: Item, el: HTMLElement): void;

  selectSuggestion(item: Item, event: MouseEvent | KeyboardEvent): void {
    this.listener(item, event);
  }

  onSelect(listener: typeof this.listener): this {
    this.listener = listener;
    return this;
  }

  getValue(): string {
    return this.textInputEl.value;
  }

  setValue(value: string): void {
    this.textInputEl.value = value;
  }

  close(): void {
    this.shown = [];
    this.listEl.remove();
  }

  private async update(): Promise<void> {
    const items = await this.getSuggestions(this.getValue());
    this.shown = items.slice(0, this.limit);
    this.listEl.empty();
    if (this.shown.length === 0) return this.close();
    for (const item of this.shown) {
      const line = this.listEl.createDiv({ cls: 'suggestion-item', attr: { role: 'option' } });
      this.renderSuggestion(item, line);
      line.addEventListener('click', (event) => this.selectSuggestion(item, event));
    }
    const { left, bottom } = this.textInputEl.getBoundingClientRect();
    const place = { left: `${String(left)}px`, top: `${String(bottom)}px`, right: 'auto', zIndex: '100' };
    Object.assign(this.listEl.style, place);
    document.body.append(this.listEl);
    this.select(0);
  }

  private select(index: number): void {
    this.selected = index;
    for (const [place, line] of Array.from(this.listEl.children).entries())
      line.classList.toggle('is-selected', place === index);
  }

  private press(event: KeyboardEvent): void {
    const item = this.shown[this.selected];
    if (item === undefined) return;
    if (event.key === 'ArrowDown') this.select(Math.min(this.shown.length - 1, this.selected + 1));
    else if (event.key === 'ArrowUp') this.select(Math.max(0, this.selected - 1));
    else if (event.key === 'Enter') this.selectSuggestion(item, event);
    else if (event.key === 'Escape') this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The same in the editor, where it draws nothing here: a test asks it. */
export abstract class EditorSuggest<Item> {
  context: {
    readonly editor: NoteEditor;
    readonly file: TFile;
    readonly start: NotePosition;
    readonly end: NotePosition;
  } | null = null;

  constructor(readonly app: App) {}

  abstract getSuggestions(context: unknown): Item[] | Promise<Item[]>;

  close(): void {
    this.context = null;
  }
}
