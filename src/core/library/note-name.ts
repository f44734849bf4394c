import { kindOf } from './item-kind';
import { titleOf } from './item-title';
import type { ItemKind } from './model';
import { clashKey } from './naming';
import type { ItemRecord } from './record';

export interface NoteName {
  readonly kind: ItemKind;
  readonly title: string;
}

/** Whether anything of an item's book is left at the service, in any scope. */
const hasBookLeft = ({ book, highlights }: ItemRecord): boolean =>
  book !== null && !book.deleted && (book.documentNote !== '' || highlights.some((highlight) => !highlight.deleted));

/** What an item's note is called, in any scope, so that a name does not depend on what a person chose to leave out. */
export function noteNameOf(record: ItemRecord): NoteName {
  const item = { key: record.key, book: hasBookLeft(record) ? record.book : null, document: record.document, highlights: [] };
  return { kind: kindOf(item), title: titleOf(item) };
}

/** Under which name an item competes for a file; null when nothing of it is left. */
export function clashKeyOf(record: ItemRecord | null): string | null {
  if (record === null || (!hasBookLeft(record) && record.document === null)) return null;
  const { kind, title } = noteNameOf(record);
  return clashKey(kind, title);
}
