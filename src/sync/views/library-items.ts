import { assembleItem, type Scope } from '../../core/library/item';
import type { Item } from '../../core/library/model';
import type { ItemRecord } from '../../core/library/record';
import { libraryRecords } from '../replica/library-records';
import type { Pace } from '../../pace';
import type { ViewContext } from './view-context';

/** What the record has to show in scope, null where that is nothing. */
export function itemOf(record: ItemRecord, scope: Scope): Item | null {
  const assembled = assembleItem(record, { scope, v2KnownUpTo: null });
  return assembled.kind === 'live' ? assembled.item : null;
}

/** Every item in scope that has highlights. */
export async function* libraryItems({ state, settings }: ViewContext, pace: Pace): AsyncGenerator<Item> {
  for await (const record of libraryRecords(state, pace)) {
    const item = itemOf(record, settings.scope);
    if (item !== null && item.highlights.length > 0) yield item;
  }
}
