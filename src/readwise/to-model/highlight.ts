import type { Highlight } from '../../core/library/model';
import type { ListedHighlight, ReviewHighlight } from '../records';
import type { WireReviewHighlight } from '../schema/daily-review';
import type { ExportHighlight } from '../schema/export';
import type { Scalar } from '../schema/leaves';
import type { WireListedHighlight } from '../schema/listed';
import { toTimestamp } from './timestamps';
import { firstText, toFlag, toNumber, toTagNames, toText, toWordIdOrNull } from './values';

/** The lists have no field for it: there a discarded highlight has a tag of this name. */
const DISCARD_TAG = 'discard';
const READER_ADDRESS = /^https:\/\/read\.readwise\.io\/(?:[^?#]*\/)?([^/?#]+)\/?(?:[?#].*)?$/;

interface HighlightTags {
  readonly tags: readonly string[];
  readonly discarded: boolean;
}

/** The reader's own tags: the service sends the colour and the discarding as tags, too. */
function splitTags(wireTags: unknown, color: string): HighlightTags {
  const names = toTagNames(wireTags);
  if (names.length === 0) return { tags: names, discarded: false };
  return {
    tags: names.filter((name) => name !== DISCARD_TAG && name.toLowerCase() !== color.toLowerCase()),
    discarded: names.includes(DISCARD_TAG),
  };
}

/** `external_id`, else the last part of the path of an address in Reader; null for a highlight that was not made there. */
function documentHighlightIdOf(externalId: Scalar, url: string): string | null {
  return toWordIdOrNull(externalId) ?? toWordIdOrNull(READER_ADDRESS.exec(url)?.[1]);
}

/** v2-highlights.md, "Export highlight". */
export function toHighlight(wire: ExportHighlight): Highlight {
  const color = toText(wire.color);
  const url = toText(wire.url);
  const { tags, discarded } = splitTags(wire.tags, color);
  return {
    id: String(wire.id),
    text: toText(wire.text),
    note: toText(wire.note),
    location: toNumber(wire.location),
    locationType: toText(wire.location_type),
    color,
    tags,
    serviceUrl: firstText(wire.readwise_url, wire.service_url),
    url,
    highlightedAt: toTimestamp(wire.highlighted_at),
    createdAt: toTimestamp(wire.created_at),
    updatedAt: toTimestamp(wire.updated_at),
    favorite: toFlag(wire.is_favorite),
    discarded: discarded || toFlag(wire.is_discard),
    deleted: toFlag(wire.is_deleted),
    documentHighlightId: documentHighlightIdOf(wire.external_id, url),
  };
}

/** v2-highlights.md, "Highlight (list/detail/update response)". */
export function toListedHighlight(wire: WireListedHighlight): ListedHighlight {
  const color = toText(wire.color);
  return {
    id: String(wire.id),
    bookId: String(wire.book_id),
    text: toText(wire.text),
    note: toText(wire.note),
    location: toNumber(wire.location),
    locationType: toText(wire.location_type),
    color,
    url: toText(wire.url),
    highlightedAt: toTimestamp(wire.highlighted_at),
    updatedAt: toTimestamp(wire.updated),
    ...splitTags(wire.tags, color),
  };
}

/** v2-highlights.md, "Daily review": one of its highlights. */
export function toReviewHighlight(wire: WireReviewHighlight): ReviewHighlight {
  return {
    id: String(wire.id),
    text: toText(wire.text),
    note: toText(wire.note),
    title: toText(wire.title),
    author: toText(wire.author),
    category: toText(wire.category),
    url: toText(wire.url),
    sourceUrl: toText(wire.source_url),
    sourceType: toText(wire.source_type),
    highlightUrl: toText(wire.highlight_url),
    imageUrl: toText(wire.image_url),
    location: toNumber(wire.location),
    locationType: toText(wire.location_type),
    highlightedAt: toTimestamp(wire.highlighted_at),
    apiSource: toText(wire.api_source),
  };
}
