/** What a person may ask for beside a sync. */
export type ViewRequest =
  | { readonly view: 'base' }
  | { readonly view: 'review' }
  /** `YYYY-MM-DD`; null: today. */
  | { readonly view: 'day'; readonly day: string | null };

/** What became of it; scripts rely on its JSON form. */
export type ViewResult = BaseResult | SectionResult;

export interface BaseResult {
  readonly view: 'base';
  readonly path: string;
  /** `theirs`: a person changed it, or made it, so it was left alone. */
  readonly result: 'created' | 'updated' | 'unchanged' | 'theirs';
}

export interface SectionResult {
  readonly view: 'review' | 'day';
  readonly path: string;
  readonly result: 'created' | 'updated' | 'unchanged';
  /** How many are shown there. */
  readonly highlights: number;
  /** How many belong there and have no block in the vault. */
  readonly missing: number;
}
