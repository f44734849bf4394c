import { SuggestModal } from './suggest-list';

interface FuzzyMatch<Item> {
  readonly item: Item;
  readonly match: { readonly score: number; readonly matches: readonly (readonly [number, number])[] };
}

/**
 * A field, and under it what matches: all letters of the query, in their order. Choosing closes it, then
 * tells.
 */
export abstract class FuzzySuggestModal<Item> extends SuggestModal<FuzzyMatch<Item>> {
  abstract getItems(): Item[];
  abstract getItemText(item: Item): string;
  abstract onChooseItem(item: Item, event: MouseEvent | KeyboardEvent): void;

  override getSuggestions(query: string): FuzzyMatch<Item>[] {
    return this.getItems()
      .filter((each) => matches(this.getItemText(each), query))
      .map((item) => ({ item, match: { score: 0, matches: [] } }));
  }

  override renderSuggestion({ item }: FuzzyMatch<Item>, el: HTMLElement): void {
    el.setText(this.getItemText(item));
  }

  override onChooseSuggestion({ item }: FuzzyMatch<Item>, event: MouseEvent | KeyboardEvent): void {
    this.onChooseItem(item, event);
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
