/**
 * What a person wants back that they deleted: the items with these ids (their notes, and highlights in them), or every note that
 * they deleted.
 */
export type RestoreRequest =
  { readonly kind: 'items'; readonly ids: readonly string[] } | { readonly kind: 'all' };
