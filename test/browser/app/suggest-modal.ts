import type { App } from './app-model';
import { Modal } from './modal';

const MOST_SHOWN = 100;

/** A field, and under it what matches: all letters of the query, in their order. Choosing closes it, then tells. */
export abstract class FuzzySuggestModal<Item> extends Modal {
  private readonly inputEl: HTMLInputElement;
  private readonly resultContainerEl: HTMLElement;

  constructor(app: App) {
    super(app);
    this.modalEl.addClass('mod-suggest');
    this.inputEl = this.contentEl.createEl('input', { cls: 'prompt-input', type: 'text' });
    this.resultContainerEl = this.contentEl.createDiv({ cls: 'prompt-results', attr: { role: 'listbox' } });
    this.inputEl.addEventListener('input', () => this.draw());
  }

  abstract getItems(): Item[];
  abstract getItemText(item: Item): string;
  abstract onChooseItem(item: Item, event: MouseEvent): void;

  setPlaceholder(placeholder: string): void {
    this.inputEl.setAttrs({ placeholder, 'aria-label': placeholder });
  }

  override onOpen(): void {
    this.draw();
    this.inputEl.focus();
  }

  private draw(): void {
    this.resultContainerEl.empty();
    for (const item of this.getItems().filter((each) => matches(this.getItemText(each), this.inputEl.value)).slice(0, MOST_SHOWN)) {
      const line = this.resultContainerEl.createDiv({ cls: 'suggestion-item', text: this.getItemText(item), attr: { role: 'option' } });
      line.addEventListener('click', (event) => {
        this.close();
        this.onChooseItem(item, event);
      });
    }
  }
}

function matches(text: string, query: string): boolean {
  let from = 0;
  for (const letter of query.toLowerCase()) {
    const at = text.toLowerCase().indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}
