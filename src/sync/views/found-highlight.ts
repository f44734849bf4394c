import { liveItem } from '../../core/library/item';
import { titleOf } from '../../core/library/naming';
import type { Item } from '../../core/library/model';
import { tagsOf } from '../../core/template/action-tags';
import type { HighlightRef } from '../../core/views/highlight-embed';
import { NEW_DRAW, offerItem, olderFirst } from '../../core/views/random-highlight';
import type { FoundHighlight } from '../../core/views/view-result';
import type { Random } from '../../ports';
import { libraryItems } from './library-items';
import { Pace } from '../../pace';
import { Places } from './places';
import type { ViewContext } from './view-context';
import { recordOf } from '../state/read-one';

/** Some of what is drawn may have no block in the vault. */
const [DRAWS, ROUNDS] = [4, 4];

/** A highlight by chance that stands in the vault, older ones with a better chance; null where there is none. */
export async function randomHighlight(context: ViewContext, random: Random): Promise<FoundHighlight | null> {
  const places = new Places(context);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const picked of await drawn(context, random)) {
      const place = await places.placeOf(picked);
      const record = await recordOf(context.state, picked.itemKey);
      const item = record === null ? null : liveItem(record, context.settings.scope);
      if (place !== null && item !== null)
        return { ...textsOf(item, picked.anchor), path: place.path, anchor: place.anchor };
    }
  }
  return null;
}

/** A few draws from all highlights, in one go through them. */
async function drawn(context: ViewContext, random: Random): Promise<readonly HighlightRef[]> {
  const weigh = olderFirst(new Date(context.clock.now()).toISOString());
  let draws = Array.from({ length: DRAWS }, () => NEW_DRAW);
  for await (const item of libraryItems(context, new Pace(context.clock, context.signal)))
    draws = draws.map((draw) => offerItem(draw, item, { random, weigh }));
  return draws.flatMap(({ picked }) => picked ?? []);
}

function textsOf(
  item: Item,
  anchor: string,
): Pick<FoundHighlight, 'title' | 'author' | 'text' | 'note' | 'tags'> {
  const highlight = item.highlights.find((one) => one.anchor === anchor);
  return {
    title: titleOf(item),
    author: item.book?.author || (item.document?.author ?? ''),
    text: highlight?.text ?? '',
    note: highlight?.note ?? '',
    tags: highlight === undefined ? [] : tagsOf(highlight),
  };
}
