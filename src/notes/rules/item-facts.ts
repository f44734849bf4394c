import { liveItem, type Scope } from '../../model/item';
import type { Item, ItemKind } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import { hostOf } from '../markdown/url';
import { itemContext } from '../template/context';

/**
 * What rules can ask about an item, in the words in which its note tells it. A text that is not there is
 * `''`.
 */
export interface ItemFacts {
  readonly kind: ItemKind;
  /** In the singular: `book`, `article`, `supplemental`, `epub` ... */
  readonly category: string;
  /** `''` for what is not in Reader. */
  readonly location: string;
  readonly source: string;
  readonly tags: readonly string[];
  readonly title: string;
  /** The author field as a whole, and each name in it. */
  readonly authors: readonly string[];
  /** The site's name, and the host of the address. */
  readonly sites: readonly string[];
  /** As many as stand in the note. */
  readonly highlightCount: number;
  readonly hasFavorite: boolean;
  /** Days or moments in ISO 8601, UTC. `saved` and `published` are known of what is in Reader only. */
  readonly saved: string;
  readonly published: string;
  readonly lastHighlighted: string;
}

const distinct = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts)].filter((text) => text !== '');

/** The facts of an item as its note shows it. */
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

/**
 * The facts of a record, its highlights counted as they would be in its note under this scope; null where it
 * would have none.
 */
export function factsOf(record: ItemRecord, scope: Scope): ItemFacts | null {
  const item = liveItem(record, scope);
  return item === null ? null : factsOfItem(item);
}
