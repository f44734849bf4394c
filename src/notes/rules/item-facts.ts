import { liveItem, type Scope } from '../../model/item';
import { kindOf, type Item, type ItemKind } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import { hostOf } from '../markdown/url';
import { categoryOf, itemFields } from '../template/item-fields';
import { plainText } from '../template/values';

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
  const fields = itemFields(item);
  return {
    kind: kindOf(item),
    category: categoryOf(item),
    location: plainText(fields.location),
    source: plainText(fields.source),
    tags: fields.tags.map(plainText),
    title: plainText(fields.title),
    authors: distinct([fields.author, ...fields.authors].map(plainText)),
    sites: distinct([plainText(fields.siteName), hostOf(plainText(fields.url))]),
    highlightCount: fields.highlightCount,
    hasFavorite: item.highlights.some(({ favorite }) => favorite),
    saved: plainText(fields.saved),
    published: plainText(fields.published),
    lastHighlighted: plainText(fields.lastHighlighted),
  };
}

/** The facts of a record under this scope; null if it gets no note. */
export function factsOf(record: ItemRecord, scope: Scope): ItemFacts | null {
  const item = liveItem(record, scope);
  return item === null ? null : factsOfItem(item);
}
