import { kindOf } from './item-kind';
import { titleOf } from './item-title';
import type { ItemKind } from './model';
import { clashKey } from './naming';
import type { ItemRecord } from './record';

export interface NoteName {
  readonly kind: ItemKind;
  readonly title: string;
}

/**
 * What an item's note is called, in any scope, so that a name does not depend on what a person chose to leave out; null when
 * nothing of the item is left at the service.
 */
export function noteNameOf(record: ItemRecord): NoteName | null {
  const { book, document } = record;
  const hasBook = book !== null && !book.deleted && (book.documentNote !== '' || record.highlights.some((highlight) => !highlight.deleted));
  if (!hasBook && document === null) return null;
  const item = { key: record.key, book: hasBook ? book : null, document, highlights: [] };
  return { kind: kindOf(item), title: titleOf(item) };
}

/** Under which name an item competes for a file; null when nothing of it is left. */
export function clashKeyOf(record: ItemRecord | null): string | null {
  const name = record === null ? null : noteNameOf(record);
  return name === null ? null : clashKey(name.kind, name.title);
}
