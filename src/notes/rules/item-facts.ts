import { liveItem, type Scope } from '../../model/item';
import type { Item, ItemKind } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import { hostOf } from '../markdown/url';
import { itemContext } from '../template/context';

/** Facts about an item that rules can test. Missing text is `''`. */
export interface ItemFacts {
  readonly kind: ItemKind;
  /** In the singular: `book`, `article`, `supplemental`, `epub` ... */
  readonly category: string;
  /** `''` for items that are not in Reader. */
  readonly location: string;
  readonly source: string;
  readonly tags: readonly string[];
  readonly title: string;
  /** The author field, and each name in it. */
  readonly authors: readonly string[];
  /** The site's name and host. */
  readonly sites: readonly string[];
  /** The number of highlights in the note. */
  readonly highlightCount: number;
  readonly hasFavorite: boolean;
  /** ISO 8601 days or moments in UTC. `saved` and `published` exist only for items in Reader. */
  readonly saved: string;
  readonly published: string;
  readonly lastHighlighted: string;
}

const distinct = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts)].filter((text) => text !== '');

/** The facts of an item as in its note. */
export function factsOfItem(item: Item): ItemFacts {
  const fields = itemContext(item);
  return {
    kind: fields.kind,
    category: fields.category,
    location: fields.location,
    source: fields.source,
    tags: fields.tags,
    title: fields.title,
    authors: distinct([fields.author, ...fields.authors]),
    sites: distinct([fields.siteName, hostOf(String(fields.url))]),
    highlightCount: fields.highlightCount,
    hasFavorite: item.highlights.some(({ favorite }) => favorite),
    saved: fields.saved,
    published: fields.published,
    lastHighlighted: fields.lastHighlighted,
  };
}

/** The facts of a record under this scope; null if it gets no note. */
export function factsOf(record: ItemRecord, scope: Scope): ItemFacts | null {
  const item = liveItem(record, scope);
  return item === null ? null : factsOfItem(item);
}
