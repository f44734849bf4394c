/** What a person may ask for beside a sync. */
export type ViewWish =
  | { readonly view: 'base' }
  | { readonly view: 'review' }
  /** `YYYY-MM-DD`; null: today. */
  | { readonly view: 'day'; readonly day: string | null }
  | { readonly view: 'gather'; readonly tag: string }
  | { readonly view: 'search'; readonly query: string }
  | { readonly view: 'random' };

/** What became of it; scripts rely on its JSON form. */
export type ViewResult = BaseResult | SectionResult | FoundResult;

export interface BaseResult {
  readonly view: 'base';
  readonly path: string;
  /** `theirs`: a person changed it, or made it, so it was left alone. */
  readonly result: 'created' | 'updated' | 'unchanged' | 'theirs';
}

export interface SectionResult {
  readonly view: 'review' | 'day' | 'gather';
  readonly path: string;
  readonly result: 'created' | 'updated' | 'unchanged';
  /** How many are shown there. */
  readonly highlights: number;
  /** How many belong there and have no block in the vault. */
  readonly missing: number;
}

export interface FoundResult {
  readonly view: 'search' | 'random';
  readonly highlights: readonly FoundHighlight[];
}

export interface FoundHighlight {
  /** Null where it has no block in the vault. */
  readonly path: string | null;
  /** The block's, without its caret. */
  readonly anchor: string;
  readonly title: string;
  readonly author: string;
  readonly text: string;
  readonly note: string;
  readonly tags: readonly string[];
}
