import type { Item } from './model';
import type { Placement } from './naming';
import type { ItemRecord } from './record';

/** Where an item's note belongs. Pure, and the same in any scope: what a person chose to leave out moves no note. */
export type PlaceItem = (item: Item) => Placement;

/** Whether anything of an item's book is left at the service, in any scope. */
const hasBookLeft = ({ book, highlights }: ItemRecord): boolean =>
  book !== null &&
  !book.deleted &&
  (book.documentNote !== '' || highlights.some((highlight) => !highlight.deleted));

/** An item as its note is named after it, in any scope and without highlights; null when nothing of it is left at the service. */
export function nameableItem(record: ItemRecord): Item | null {
  const item = {
    key: record.key,
    book: hasBookLeft(record) ? record.book : null,
    document: record.document,
    highlights: [],
  };
  return item.book === null && item.document === null ? null : item;
}
