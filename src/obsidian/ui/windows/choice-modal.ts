import { type App, type FuzzyMatch, FuzzySuggestModal } from 'obsidian';

export interface ChoiceOptions<Item> {
  readonly question: string;
  readonly items: readonly Item[];
  readonly nameOf: (item: Item) => string;
  readonly choose: (item: Item) => void;
}

/** Lets the user pick one of many items by name. */
export class ChoiceModal<Item> extends FuzzySuggestModal<Item> {
  constructor(
    app: App,
    private readonly options: ChoiceOptions<Item>,
  ) {
    super(app);
    this.setPlaceholder(options.question);
  }

  override getItems(): Item[] {
    return [...this.options.items];
  }

  override getItemText(item: Item): string {
    return this.options.nameOf(item);
  }

  override renderSuggestion(match: FuzzyMatch<Item>, el: HTMLElement): void {
    super.renderSuggestion(match, el);
    el.addClass('florilegium-suggestion');
    el.setAttr('dir', 'auto');
  }

  override onChooseItem(item: Item): void {
    this.options.choose(item);
  }
}
