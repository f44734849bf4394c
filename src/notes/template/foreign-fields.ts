import type { TemplateMistake } from '../../model/template-mistake';

/** What templates of other plugins call our fields; the page about them has the same names. */

/** Fields of the item: their name elsewhere, and what to write here. */
const ITEM: ReadonlyMap<string, string> = new Map([
  ['authorStr', 'wikilink authors'],
  ['source_url', 'url'],
  ['originalUrl', 'url'],
  ['highlights_url', 'serviceUrl'],
  ['readwise_url', 'serviceUrl'],
  ['unique_url', 'or readerUrl serviceUrl'],
  ['omnivoreUrl', 'or readerUrl serviceUrl'],
  ['image', 'cover'],
  ['image_url', 'cover'],
  ['cover_image_url', 'cover'],
  ['document_summary', 'summary'],
  ['description', 'summary'],
  ['document_note', 'documentNote'],
  ['note', 'documentNote'],
  ['document_tags', 'tags'],
  ['tags_nohash', 'tags'],
  ['labels', 'tags'],
  ['last_highlighted_date', 'date lastHighlighted'],
  ['last_highlight_at', 'date lastHighlighted'],
  ['published_date', 'date published'],
  ['datePublished', 'date published'],
  ['wordsCount', 'wordCount'],
  ['readLength', 'readingTime'],
  ['dateSaved', 'date saved'],
  ['state', 'location'],
]);

/** The same of a highlight. */
const HIGHLIGHT: ReadonlyMap<string, string> = new Map([
  ['highlight_text', 'text'],
  ['highlight_note', 'note'],
  ['highlight_tags', 'tags'],
  ['labels', 'tags'],
  ['highlight_location', 'place'],
  ['highlight_location_url', 'openUrl'],
  ['location_url', 'openUrl'],
  ['highlight_url', 'url'],
  ['readwise_url', 'url'],
  ['highlightUrl', 'url'],
  ['highlighted_at', 'date highlightedAt'],
  ['highlight_date', 'date highlightedAt'],
  ['created_at', 'date highlightedAt'],
  ['dateHighlighted', 'date highlightedAt'],
  ['highlightID', 'anchor'],
]);

interface Known {
  /** Names that may be written as they are. */
  readonly own: readonly string[];
  /** Names that may be written behind `item.`. */
  readonly item: readonly string[];
}

/** What to write here (`ours`) or in a highlight (`other`); null for what no other plugin has, or where ours is not known. */
export function hintForForeign(
  name: string,
  { own, item }: Known,
): Pick<TemplateMistake, 'ours' | 'other'> | null {
  const [here, elsewhere] = own.includes('highlightedAt') ? [HIGHLIGHT, ITEM] : [ITEM, HIGHLIGHT];
  const ours = here.get(name);
  if (ours !== undefined && own.includes(fieldIn(ours))) return { ours };
  const other = elsewhere.get(name);
  if (other === undefined) return null;
  if (own.includes('item') && item.includes(fieldIn(other))) return { ours: behindItem(other) };
  return elsewhere === HIGHLIGHT && own.includes('highlights') ? { other } : null;
}

/** The field, or the last one that a helper is called with. */
const fieldIn = (ours: string): string => ours.split(' ').at(-1) ?? '';

/** `date item.published`: what a helper is called with are fields. */
function behindItem(ours: string): string {
  const [first = '', ...fields] = ours.split(' ');
  return fields.length === 0 ? `item.${first}` : [first, ...fields.map((field) => `item.${field}`)].join(' ');
}
