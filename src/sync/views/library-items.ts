import { liveItem } from '../../core/library/item';
import type { Item } from '../../core/library/model';
import { libraryRecords } from '../replica/library-records';
import type { Pace } from '../../pace';
import type { ViewContext } from './view-context';

/** Every item in scope that has highlights. */
export async function* libraryItems({ state, settings }: ViewContext, pace: Pace): AsyncGenerator<Item> {
  for await (const record of libraryRecords(state, pace)) {
    const item = liveItem(record, settings.scope);
    if (item !== null && item.highlights.length > 0) yield item;
  }
}
