import { AbstractInputSuggest, type App } from 'obsidian';

/** Tags of the library, as far as they are known by now. */
export type KnownTags = () => readonly string[] | Promise<readonly string[]>;

/**
 * Completes the tag that is being typed, the last one of a list with commas. What was typed comes first, so that
 * Enter takes it as it is.
 */
export class TagSuggest extends AbstractInputSuggest<string> {
  /** What the field holds since a tag was taken. Nothing is offered for it. */
  private taken: string | null = null;

  constructor(
    app: App,
    private readonly inputEl: HTMLInputElement,
    private readonly known: KnownTags,
  ) {
    super(app, inputEl);
    this.onSelect((name) => this.take(name));
  }

  protected override async getSuggestions(): Promise<string[]> {
    const { value } = this.inputEl;
    if (value.trim() === '' || value === this.taken) return [];
    const { before, last } = this.typed();
    const chosen = new Set(before.split(',').map((tag) => tag.trim()));
    const isLike = (name: string): boolean => name.toLowerCase().includes(last.toLowerCase());
    const found = (await this.known()).filter((name) => isLike(name) && !chosen.has(name));
    if (found.length === 0 || last === '') return found;
    return [...new Set([last, ...found])];
  }

  override renderSuggestion(name: string, el: HTMLElement): void {
    el.setText(name);
    el.setAttr('dir', 'auto');
  }

  private typed(): { readonly before: string; readonly last: string } {
    const [, before = '', last = ''] = /^(.*,\s*)?([^,]*)$/s.exec(this.inputEl.value) ?? [];
    return { before, last: last.trim() };
  }

  private take(name: string): void {
    this.taken = `${this.typed().before}${name}`;
    this.setValue(this.taken);
    this.inputEl.dispatchEvent(new Event('input'));
    this.close();
  }
}
