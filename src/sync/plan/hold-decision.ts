/**
 * A person's answer to a hold. `each` goes note by note, by the ids that the hold names: what is to be removed, and what is to
 * stay. `keep-all`: everything that is held now stays.
 */
export type HoldDecision =
  | { readonly kind: 'each'; readonly remove: readonly string[]; readonly keep: readonly string[] }
  | { readonly kind: 'keep-all' };
