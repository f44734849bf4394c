import { renderMatches, SuggestModal, type App } from 'obsidian';
import { excerptOf } from '../../../core/views/excerpt';
import type { MarkedText, SearchHit } from '../../../core/views/search';
import { SEARCH } from './views-strings';

export interface SearchModalOptions {
  readonly isSearchReady: () => boolean;
  readonly find: (query: string, isWanted: () => boolean) => Promise<readonly SearchHit[]>;
  readonly choose: (hit: SearchHit, event: MouseEvent | KeyboardEvent) => void;
  readonly failed: (error: unknown) => void;
}

const LONGEST_EXCERPT = 280;
const LONGEST_SOURCE = 120;

/** Finds highlights as a person types. */
export class SearchModal extends SuggestModal<SearchHit> {
  private latest: Promise<SearchHit[]> | null = null;
  private isOpen = true;
  private isPreparing = false;

  constructor(
    app: App,
    private readonly options: SearchModalOptions,
  ) {
    super(app);
    this.setPlaceholder(SEARCH.placeholder);
    this.setInstructions([...SEARCH.instructions]);
    this.emptyStateText = SEARCH.hint;
  }

  override onClose(): void {
    super.onClose();
    this.isOpen = false;
  }

  override async getSuggestions(query: string): Promise<SearchHit[]> {
    const isReady = this.options.isSearchReady();
    const isEmpty = query.trim() === '';
    this.emptyStateText = isEmpty ? SEARCH.hint : isReady ? SEARCH.none : SEARCH.building;
    // Read while the person types.
    if (!isReady) this.prepare();
    if (isEmpty || !isReady) return [];
    const run: Promise<SearchHit[]> = this.find(query, () => this.latest === run && this.isOpen);
    this.latest = run;
    const hits = await run;
    // What is no longer asked for must not take the place of what is.
    return this.latest === run ? hits : this.latest;
  }

  override renderSuggestion({ title, author, text, note, tags }: SearchHit, el: HTMLElement): void {
    el.addClass('mod-complex', 'florilegium-suggestion');
    const content = el.createDiv('suggestion-content');
    const add = (cls: string): HTMLElement => content.createDiv({ cls, attr: { dir: 'auto' } });
    show(add('suggestion-title'), excerptOf(text, LONGEST_EXCERPT));
    if (note.text !== '') show(add('suggestion-note'), excerptOf(note, LONGEST_EXCERPT));
    const source = add('suggestion-note');
    [title, author]
      .filter((part) => part.text !== '')
      .forEach((part, index) => {
        if (index > 0) source.appendText(' · ');
        show(source, excerptOf(part, LONGEST_SOURCE));
      });
    for (const tag of tags) {
      source.appendText(' #');
      show(source, tag);
    }
  }

  override onChooseSuggestion(hit: SearchHit, event: MouseEvent | KeyboardEvent): void {
    this.options.choose(hit, event);
  }

  private async find(query: string, isWanted: () => boolean): Promise<SearchHit[]> {
    try {
      // A turn later, so that `run` is known by then.
      await Promise.resolve();
      return [...(await this.options.find(query, isWanted))];
    } catch (error) {
      this.options.failed(error);
      return [];
    }
  }

  /** Once at a time, and not again where it failed. */
  private prepare(): void {
    if (this.isPreparing) return;
    this.isPreparing = true;
    this.options
      .find('', () => false)
      .then(() => {
        this.isPreparing = false;
        if (this.isOpen) this.inputEl.dispatchEvent(new Event('input'));
      }, this.options.failed);
  }
}

const show = (el: HTMLElement, { text, matches }: MarkedText): void =>
  renderMatches(
    el,
    text,
    matches.map(({ start, end }) => [start, end]),
  );
