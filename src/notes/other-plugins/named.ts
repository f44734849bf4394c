import type { ItemHighlight } from '../../model/model';
import type { ItemRecord } from '../../model/record';

// By what a note names an item or a highlight: an id, an address, a place in a Kindle book. Library and notes
// are read by the same functions, so that both spell a name in the same way.

const ADDRESS = /(?:https?|kindle):\/\/[^\s<>()"'\]]+(?:\([^\s<>()]*\)[^\s<>()"'\]]*)*/g;

/** Ids of highlights outside of addresses: block ids, comments, properties and headings of other plugins. */
const HIGHLIGHT_IDS = [
  /\bhighlight[_-]?id["']?(?:::?|=) ?["']?(\d+)/gi,
  /\^(?:rw|rwhi)?(\d{3,})(?:-note)?[ \t]*$/gm,
  /%% ?(?:id: ?)?(\d{3,}) ?%%/gi,
  /^#{1,6} id(\d{3,})[ \t]*$/gm,
] as const;
const READER_ID = /\^rd([0-9a-z]{26})[ \t]*$/gm;

/** All that a text names, whether the library has it or not. */
export function namesIn(text: string): readonly string[] {
  const names = (text.match(ADDRESS) ?? []).flatMap(namesOfAddress);
  for (const pattern of HIGHLIGHT_IDS)
    for (const [, id = ''] of text.matchAll(pattern)) names.push(`highlight ${id}`);
  for (const [, id = ''] of text.matchAll(READER_ID)) names.push(`reader ${id}`);
  return names;
}

function namesOfAddress(address: string): readonly string[] {
  const url = address.replaceAll('&amp;', '&').replace(/[.,;:!?*_]+$/, '');
  const id = idIn(url);
  if (id !== null) return [id];
  const asin = /[?&]asin=(\w{10})\b/.exec(url)?.[1];
  const location = /[?&]location=(\d+)/.exec(url)?.[1];
  if (asin !== undefined) return [kindleName(asin, location ?? null)];
  // Without the book's id its address says nothing.
  return /^kindle:|\/to_kindle\?/.test(url) ? [] : [`url ${comparable(url)}`];
}

const IDS = [
  ['highlight', /readwise\.io\/open\/(\d+)/],
  ['book', /readwise\.io\/bookreview\/(\d+)/],
  // Documents and highlights of Reader have addresses that look alike.
  ['reader', /read\.readwise\.io\/(?:\w+\/)*read\/(\w+)/],
  ['tweet', /\b(?:twitter|x)\.com\/\w+\/status\/(\d+)/],
] as const;

function idIn(url: string): string | null {
  for (const [kind, pattern] of IDS) {
    const id = pattern.exec(url)?.[1];
    if (id !== undefined) return `${kind} ${id}`;
  }
  return null;
}

const kindleName = (asin: string, location: number | string | null): string =>
  `kindle ${asin}${location === null ? '' : ` ${String(location)}`}`;

const comparable = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.|m\.)?/, '')
    .replace(/[?&](?:utm_[^=]*|__readwiselocation)=[^&#]*/g, '')
    .replace(/#.*$/, '')
    .replace(/\/$/, '');

export function namesOfItem({ book, document }: ItemRecord): readonly string[] {
  const addresses = [book?.sourceUrl, book?.uniqueUrl, document?.sourceUrl, document?.url];
  const readerIds = [document?.id, book?.documentId].filter((id) => typeof id === 'string');
  return [
    ...addresses.flatMap((address) => namesIn(address ?? '')),
    ...readerIds.map((id) => `reader ${id}`),
    ...(book === null ? [] : [`book ${book.id}`]),
    ...(book === null || book.asin === '' ? [] : [kindleName(book.asin, null)]),
  ];
}

/** `asin`: of the highlight's book; `''` for none. */
export function namesOfHighlight(highlight: ItemHighlight, asin: string): readonly string[] {
  const { anchor, otherAnchor, url, serviceUrl, location } = highlight;
  const anchors = [anchor, otherAnchor].filter((each) => each !== null);
  return [
    ...anchors.map((each) => `${each.startsWith('rw') ? 'highlight' : 'reader'} ${each.slice(2)}`),
    ...namesIn(url),
    ...namesIn(serviceUrl),
    ...(asin === '' || location === null ? [] : [kindleName(asin, location)]),
  ];
}
