import { once } from '../../model/collections';
import { distinctWords } from '../../model/text';
import { kindOf, type Item, type ItemHighlight } from '../../model/model';
import { inTimeZone } from '../../model/time-zone';
import { titleOf, kindFolder } from '../names/naming';
import { hostOf, largerCover, webAddress } from '../markdown/url';
import { actionTagsOf, continuesPassage, isHeading, tagsOf } from './action-tags';
import { cleanText, oneLine } from '../markdown/plain-text';
import { address, passage, type Passage } from './values';

/**
 * What a template can use; `docs/templates.md` describes each field. Text is escaped when written; passages
 * and addresses are safe values. Costly fields are computed on demand.
 */
export type ItemContext = ReturnType<typeof itemContext>;

const firstFilled = (...texts: readonly (string | undefined)[]): string =>
  texts.find((text) => text !== undefined && text.trim() !== '') ?? '';

const firstAddress = (...texts: readonly (string | undefined)[]): string => {
  for (const text of texts) {
    const safe = text === undefined ? '' : webAddress(text);
    if (safe !== '') return safe;
  }
  return '';
};

const distinct = (names: readonly string[]): readonly string[] => distinctWords(names.map(oneLine));

// v3 categories are singular, v2's plural. Notes use one word, so that they can be filtered by it.
const SINGULAR: ReadonlyMap<string, string> = new Map([
  ['books', 'book'],
  ['articles', 'article'],
  ['tweets', 'tweet'],
  ['podcasts', 'podcast'],
  ['supplementals', 'supplemental'],
]);

/** The service's category in the singular. */
export const categoryWord = (word: string): string => SINGULAR.get(word) ?? word;

/** The category of the document, else of the book. */
export const categoryOf = ({ book, document }: Item): string =>
  categoryWord(firstFilled(document?.category, book?.category));

const lastHighlighted = (highlights: readonly ItemHighlight[]): string =>
  highlights.reduce(
    (last, { highlightedAt }) => (highlightedAt !== null && highlightedAt > last ? highlightedAt : last),
    '',
  );

/**
 * The fields of an item, with times as clocks of the time zone show them. The document's come first where it
 * knows more (addresses, progress), the book's for the author.
 */
export function itemContext(item: Item, timeZone = 'UTC') {
  const { book, document, highlights } = item;
  const sourceAddress = (): string => firstAddress(document?.sourceUrl, book?.sourceUrl);
  const readerAddress = (): string =>
    firstAddress(
      document?.url,
      /\/\/read\.readwise\.io\//.test(book?.uniqueUrl ?? '') ? book?.uniqueUrl : '',
    );
  const author = oneLine(firstFilled(book?.author, document?.author));
  const context = {
    title: oneLine(titleOf(item)),
    get readableTitle() {
      return oneLine(firstFilled(book?.readableTitle, titleOf(item)));
    },
    author,
    get authors() {
      return authorNames(author);
    },
    kind: kindOf(item),
    get kindFolder() {
      return kindFolder(kindOf(item));
    },
    category: categoryOf(item),
    source: oneLine(firstFilled(book?.source, document?.source)),
    get url() {
      return address(sourceAddress());
    },
    get serviceUrl() {
      return address(firstAddress(book?.serviceUrl));
    },
    get readerUrl() {
      return address(readerAddress());
    },
    get cover() {
      return address(firstAddress(largerCover(book?.coverUrl ?? ''), document?.imageUrl));
    },
    summary: passage(firstFilled(document?.summary, book?.summary)),
    documentNote: passage(firstFilled(document?.note, book?.documentNote)),
    get tags() {
      return distinct([...(book?.tags ?? []), ...(document?.tags ?? [])]);
    },
    get highlightCount() {
      return highlights.filter((highlight) => !isHeading(highlight)).length;
    },
    get highlights(): readonly object[] {
      return highlightContexts(item, context, timeZone);
    },
    get highlightTags() {
      return distinct(highlights.flatMap(tagsOf));
    },
    published: document?.publishedDate ?? '',
    get saved() {
      return inTimeZone(document?.savedAt ?? document?.createdAt ?? '', timeZone);
    },
    get firstOpened() {
      return inTimeZone(document?.firstOpenedAt ?? '', timeZone);
    },
    get lastOpened() {
      return inTimeZone(document?.lastOpenedAt ?? '', timeZone);
    },
    get lastMoved() {
      return inTimeZone(document?.lastMovedAt ?? '', timeZone);
    },
    get lastHighlighted() {
      return inTimeZone(lastHighlighted(highlights), timeZone);
    },
    location: oneLine(document?.location ?? ''),
    progress:
      document === null ? null : Math.round(Math.min(1, Math.max(0, document.readingProgress || 0)) * 100),
    get siteName() {
      return oneLine(firstFilled(document?.siteName, hostOf(sourceAddress())));
    },
    wordCount: document?.wordCount ?? null,
    readingTime: oneLine(document?.readingTime ?? ''),
    asin: oneLine(book?.asin ?? ''),
    file: item.files?.file ?? '',
    itemNote: item.notes?.whole ?? '',
    fullTextNote: item.notes?.fullText ?? '',
  };
  return context;
}

/** The fields of each highlight of an item. */
export function highlightContexts(
  { highlights }: Item,
  item: ItemContext,
  timeZone: string,
): readonly object[] {
  let index = 0;
  return highlights.map((highlight, position) => {
    if (!isHeading(highlight)) index += 1;
    return highlightContext({
      highlight,
      index,
      item,
      before: highlights[position - 1],
      after: highlights[position + 1],
      timeZone,
    });
  });
}

interface HighlightPlace {
  readonly highlight: ItemHighlight;
  /** Its number among the highlights that are no headings. */
  readonly index: number;
  readonly item: ItemContext;
  /** The neighbouring highlights of the item. */
  readonly before?: ItemHighlight | undefined;
  readonly after?: ItemHighlight | undefined;
  readonly timeZone?: string;
}

/** The fields of a highlight, with the item's under `item`. */
export function highlightContext({
  highlight,
  index,
  item,
  before,
  after,
  timeZone = 'UTC',
}: HighlightPlace) {
  const { location } = highlight;
  const actions = once(() => actionTagsOf(highlight));
  const text = passage(cleanText(highlight.text));
  const noteText = once(() => passage(cleanText(actions().note)));
  const seconds = highlight.locationType === 'time_offset' ? location : null;
  const timeAddress = (): string =>
    seconds === null ? '' : webAddress(addressAtTime(String(item.url), seconds));
  return {
    text,
    note: passage(highlight.note),
    get noteText() {
      return noteText();
    },
    get headingLevel() {
      return actions().headingLevel;
    },
    get isHeading() {
      return isHeading(highlight);
    },
    get isQuestion() {
      return actions().isQuestion;
    },
    get question() {
      return passage(actions().question);
    },
    get answer() {
      return passage(actions().answer);
    },
    get continues() {
      return continuesPassage(before, highlight);
    },
    get isContinued() {
      return continuesPassage(highlight, after);
    },
    get tags() {
      return distinct(tagsOf(highlight));
    },
    /** For styles that write both into one paragraph. */
    get isShort() {
      return isOneParagraph(text) && isOneParagraph(noteText());
    },
    color: highlight.color,
    location,
    endLocation: highlight.endLocation,
    locationType: highlight.locationType,
    place: placeOf(highlight),
    time: seconds === null ? '' : timeStamp(seconds),
    get timeUrl() {
      return address(timeAddress());
    },
    get openUrl() {
      const { url, serviceUrl } = highlight;
      const inReader = readerAddressOf(highlight);
      return address(
        firstAddress(inReader, kindleAddress(item.asin, highlight), timeAddress(), url, serviceUrl),
      );
    },
    get url() {
      return address(webAddress(highlight.serviceUrl));
    },
    get sourceUrl() {
      return address(webAddress(highlight.url));
    },
    get highlightedAt() {
      return inTimeZone(highlight.highlightedAt ?? '', timeZone);
    },
    favorite: highlight.favorite,
    index,
    anchor: highlight.anchor,
    item,
  };
}

/** Whether a passage is one paragraph of words, without lists, quotes and the like. */
function isOneParagraph(text: Passage | ''): boolean {
  const markdown = text === '' ? '' : text.toHTML();
  return markdown === '' || (!/[\ufdd0\ufdd1]/.test(markdown) && markdown.split('\n').every(isPlainLine));
}

const isPlainLine = (line: string): boolean =>
  line.trim() !== '' && !/^\s*(?:[>|]|[-+*]\s|\d{1,9}[.)]\s|```|~~~|\$\$|!\[)/.test(line);

const PLACES: ReadonlyMap<string, readonly [one: string, several: string]> = new Map([
  ['page', ['Page', 'Pages']],
  ['location', ['Location', 'Locations']],
]);

/** A page or location, or a range of them, in words; `''` for other kinds of places. */
export function placeOf({
  location,
  endLocation,
  locationType,
}: Pick<ItemHighlight, 'location' | 'endLocation' | 'locationType'>): string {
  const names = PLACES.get(locationType);
  if (names === undefined || location === null || location === 0) return '';
  if (endLocation !== null && endLocation > location)
    return `${names[1]} ${String(location)}–${String(endLocation)}`;
  return `${names[0]} ${String(location)}`;
}

const READER = 'https://read.readwise.io/';

/** The address of a highlight in Reader; `''` if it is not known to be there. */
function readerAddressOf({ otherAnchor, url, serviceUrl }: ItemHighlight): string {
  const own = [url, serviceUrl].find((known) => known.startsWith(READER));
  if (own !== undefined) return own;
  return otherAnchor?.startsWith('rd') === true ? `${READER}read/${otherAnchor.slice('rd'.length)}` : '';
}

/** The address that opens a Kindle book at a location. */
function kindleAddress(asin: string, { location, locationType }: ItemHighlight): string {
  if (asin === '' || locationType !== 'location' || location === null || location === 0) return '';
  return `https://readwise.io/to_kindle?action=open&asin=${encodeURIComponent(asin)}&location=${String(location)}`;
}

/** Seconds as `1:02:03`, or `2:03` below an hour. */
export function timeStamp(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0
    ? `${String(hours)}:${two(minutes)}:${two(whole % 60)}`
    : `${String(minutes)}:${two(whole % 60)}`;
}

const BY_QUERY =
  /^(?:(?:m\.|music\.)?youtube\.com|youtu\.be|open\.spotify\.com|podcasts\.apple\.com|pca\.st|twitch\.tv)$/;
const BY_FRAGMENT: ReadonlySet<string> = new Set(['vimeo.com', 'player.vimeo.com', 'soundcloud.com']);
const MEDIA_FILE = /\.(?:mp3|m4a|mp4|m4v|webm|ogg|oga|ogv|opus|wav|aac|flac)(?:$|\?)/i;

function withQueryTime(address: string, seconds: number): string {
  const [withoutFragment = ''] = address.split('#');
  const [path = '', query = ''] = withoutFragment.split('?');
  const kept = query.split('&').filter((pair) => pair !== '' && !/^(?:t|start)=/.test(pair));
  return `${path}?${[...kept, `t=${String(seconds)}`].join('&')}`;
}

/** An address that opens a recording at a time, if its site supports that; else `''`. */
export function addressAtTime(address: string, seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const host = hostOf(address);
  const [withoutFragment = ''] = address.split('#');
  if (BY_QUERY.test(host)) return withQueryTime(address, whole);
  if (BY_FRAGMENT.has(host)) return `${withoutFragment}#t=${String(whole)}s`;
  if (MEDIA_FILE.test(withoutFragment)) return `${withoutFragment}#t=${String(whole)}`;
  if (host === 'overcast.fm') return `${withoutFragment}/${timeStamp(whole)}`;
  return '';
}

// What may follow a name after a comma without being another name.
const SUFFIX = /,\s*(?=(?:jr|sr|ph\.?\s?d|m\.?d|esq|inc|llc|ltd|ii|iii|iv)\b\.?)/gi;
const KEPT_COMMA = '\u0001';

/** "Last, First": one comma, with one word before it. */
const isInverted = (name: string): boolean => /^[^\s,]+,\s*[^,]+$/.test(name);

function splitJoined(text: string): readonly string[] {
  const parts = text.split(/\s+(?:and|&)\s+/);
  if (parts.every(isInverted)) return parts;
  return parts.flatMap((part) => part.split(','));
}

/**
 * Splits an author field: at semicolons if there are any, else at commas, ` and ` and ` & `. "Last, First"
 * stays one name if every name between the "and"s has this form; "Jr.", "PhD", "Inc." and such stay with
 * their name. No duplicates.
 */
export function authorNames(author: string): readonly string[] {
  const text = author.replace(SUFFIX, KEPT_COMMA);
  const parts = text.includes(';') ? text.split(';') : splitJoined(text);
  const names = parts
    .map((part) =>
      part
        .trim()
        .replace(/^(?:and|&)\s+/, '')
        .replaceAll(KEPT_COMMA, ', '),
    )
    .filter((name) => name !== '');
  return [...new Set(names)];
}
