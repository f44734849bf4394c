import type { App } from './app-model';
import { Modal } from './modal';

/**
 * A field, and under it what is suggested for what stands in it, at once or later. Arrows choose, Enter and a
 * click take.
 */
export abstract class SuggestModal<Item> extends Modal {
  limit = 100;
  emptyStateText = 'No results found.';
  readonly inputEl: HTMLInputElement;
  readonly resultContainerEl: HTMLElement;
  private shown: Item[] = [];
  private selected = 0;

  constructor(app: App) {
    super(app);
    this.modalEl.addClass('mod-suggest');
    // It is a prompt, not a window with a title.
    this.modalEl.setAttrs({ role: null, 'aria-modal': null });
    this.inputEl = this.contentEl.createEl('input', { cls: 'prompt-input', type: 'text' });
    this.resultContainerEl = this.contentEl.createDiv({ cls: 'prompt-results', attr: { role: 'listbox' } });
    this.inputEl.addEventListener('input', () => this.update());
    this.inputEl.addEventListener('keydown', (event) => this.press(event));
  }

  abstract getSuggestions(query: string): Item[] | Promise<Item[]>;
  abstract renderSuggestion(item: Item, el: HTMLElement): void;
  abstract onChooseSuggestion(item: Item, event: MouseEvent | KeyboardEvent): void;

  setPlaceholder(placeholder: string): void {
    this.inputEl.setAttrs({ placeholder, 'aria-label': placeholder });
  }

  onNoSuggestion(): void {
    this.resultContainerEl.createDiv({ cls: 'suggestion-empty', text: this.emptyStateText });
  }

  override onOpen(): void {
    this.update();
    this.inputEl.focus();
  }

  private update(): void {
    const given = this.getSuggestions(this.inputEl.value);
    if (given instanceof Promise) void given.then((items) => this.draw(items));
    else this.draw(given);
  }

  private draw(items: Item[]): void {
    this.shown = items.slice(0, this.limit);
    this.selected = 0;
    this.resultContainerEl.empty();
    if (this.shown.length === 0) this.onNoSuggestion();
    this.shown.forEach((item, index) => {
      const line = this.resultContainerEl.createDiv({ cls: 'suggestion-item', attr: { role: 'option' } });
      this.renderSuggestion(item, line);
      line.addEventListener('mousemove', () => this.select(index));
      line.addEventListener('click', (event) => this.choose(item, event));
    });
    this.select(0);
  }

  private select(index: number): void {
    this.selected = index;
    for (const [place, line] of Array.from(this.resultContainerEl.children).entries()) {
      line.classList.toggle('is-selected', place === index);
      if (place === index) line.scrollIntoView({ block: 'nearest' });
    }
  }

  private press(event: KeyboardEvent): void {
    const item = this.shown[this.selected];
    if (event.key === 'ArrowDown') this.select(Math.min(this.shown.length - 1, this.selected + 1));
    else if (event.key === 'ArrowUp') this.select(Math.max(0, this.selected - 1));
    else if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter' && !event.isComposing && item !== undefined) this.choose(item, event);
    else return;
    event.preventDefault();
  }

  private choose(item: Item, event: MouseEvent | KeyboardEvent): void {
    this.close();
    this.onChooseSuggestion(item, event);
  }
}

/** Appends a text with its matches marked. */
export function renderMatches(
  el: HTMLElement | DocumentFragment,
  text: string,
  matches: readonly (readonly [number, number])[] | null,
  offset = 0,
): void {
  let at = 0;
  for (const [start, end] of matches ?? []) {
    if (end + offset <= 0 || start + offset >= text.length) continue;
    el.appendText(text.slice(at, start + offset));
    el.createSpan({ cls: 'suggestion-highlight', text: text.slice(start + offset, end + offset) });
    at = end + offset;
  }
  el.appendText(text.slice(at));
}
