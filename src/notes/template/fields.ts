import { once } from '../../model/collections';
import { kindOf, type Item, type ItemHighlight } from '../../model/model';
import type { Settings } from '../../model/settings';
import { distinctWords } from '../../model/text';
import { inTimeZone } from '../../model/time-zone';
import { cleanText, oneLine } from '../markdown/plain-text';
import type { PassageGrammar } from '../markdown/write';
import { hostOf, largerCover, placeAddress, webAddress } from '../markdown/url';
import { kindFolder, titleOf } from '../names/naming';
import { actionTagsOf, continuesPassage, isHeading, tagsOf } from './action-tags';
import { authorNames } from './authors';
import { addressAtTime, kindleAddress, openerOf, placeOf, readerAddressOf, timeStamp } from './places';
import { wikilink } from './links';
import { addressValue, NotePath, ownMarkdown, passageValue, textValue, type RichText } from './values';

/** The settings that change what fields are. */
export type FieldSettings = Pick<
  Settings,
  'timeZone' | 'authorsAsLinks' | 'tagPrefix' | 'ownNotesAsMarkdown'
>;

export const PLAIN_FIELDS: FieldSettings = {
  timeZone: 'UTC',
  authorsAsLinks: false,
  tagPrefix: '',
  ownNotesAsMarkdown: false,
};

/** What a template can use of an item; `docs/templates.md` describes each field. Empty ones are null. */
export type ItemFields = ReturnType<typeof itemFields>;

const firstFilled = (...texts: readonly (string | undefined)[]): string =>
  texts.find((text) => text !== undefined && text.trim() !== '') ?? '';

const firstOf =
  (safeAddress: (text: string) => string) =>
  (...texts: readonly (string | undefined)[]): string => {
    for (const text of texts) {
      const safe = text === undefined ? '' : safeAddress(text);
      if (safe !== '') return safe;
    }
    return '';
  };

const firstAddress = firstOf(webAddress);
/** What a person opened may be in a program of theirs, such as Zotero. */
const firstPlace = firstOf(placeAddress);

const lineValue = (text: string | undefined): string | null => textValue(oneLine(text ?? ''));

const pathValue = (path: string | undefined): NotePath | null =>
  path === undefined || path === '' ? null : new NotePath(path);

/** A note that a person wrote: a passage, or as it came where they want that. */
const ownNote = (
  text: string,
  { ownNotesAsMarkdown }: FieldSettings,
  grammar?: PassageGrammar,
): RichText | null => (ownNotesAsMarkdown ? ownMarkdown(text) : passageValue(text, grammar));

const tagValues = (tags: readonly string[], { tagPrefix }: FieldSettings): readonly string[] =>
  distinctWords(tags.map(oneLine)).map((tag) => (tag === '' ? '' : tagPrefix + tag));

function authorValues(author: string, { authorsAsLinks }: FieldSettings): readonly unknown[] {
  const names = authorNames(author);
  return authorsAsLinks ? names.map((name) => wikilink(name)) : names;
}

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
 * knows more (addresses, progress), the book's for the author. Costly fields are computed when they are asked
 * for.
 */
export function itemFields(item: Item, settings: FieldSettings = PLAIN_FIELDS) {
  const { book, document, highlights } = item;
  const time = (value: string | null | undefined): string | null =>
    textValue(inTimeZone(value ?? '', settings.timeZone));
  const sourceAddress = (): string => firstPlace(document?.sourceUrl, book?.sourceUrl);
  const readerAddress = (): string =>
    firstAddress(
      document?.url,
      /\/\/read\.readwise\.io\//.test(book?.uniqueUrl ?? '') ? book?.uniqueUrl : '',
    );
  const author = oneLine(firstFilled(book?.author, document?.author));
  const fields = {
    title: lineValue(titleOf(item)),
    get readableTitle() {
      return lineValue(firstFilled(book?.readableTitle, titleOf(item)));
    },
    get noteTitle() {
      return lineValue(item.noteTitle ?? titleOf(item));
    },
    author: textValue(author),
    get authors() {
      return authorValues(author, settings);
    },
    kind: textValue(kindOf(item)),
    get kindFolder() {
      return textValue(kindFolder(kindOf(item)));
    },
    category: textValue(categoryOf(item)),
    source: lineValue(firstFilled(book?.source, document?.source)),
    get url() {
      return addressValue(sourceAddress());
    },
    get serviceUrl() {
      return addressValue(firstAddress(book?.serviceUrl));
    },
    get readerUrl() {
      return addressValue(readerAddress());
    },
    get cover() {
      return addressValue(firstAddress(largerCover(book?.coverUrl ?? ''), document?.imageUrl));
    },
    summary: passageValue(firstFilled(document?.summary, book?.summary)),
    documentNote: ownNote(firstFilled(document?.note, book?.documentNote), settings, 'document-note'),
    get tags() {
      return tagValues([...(book?.tags ?? []), ...(document?.tags ?? [])], settings);
    },
    get highlightCount() {
      return highlights.filter((highlight) => !isHeading(highlight)).length;
    },
    get favoriteCount() {
      return highlights.filter(({ favorite }) => favorite).length || null;
    },
    get highlights(): readonly object[] {
      return highlightFields(item, fields, settings);
    },
    get highlightTags() {
      return tagValues(highlights.flatMap(tagsOf), settings);
    },
    published: textValue(document?.publishedDate ?? ''),
    get saved() {
      return time(document?.savedAt ?? document?.createdAt);
    },
    get firstOpened() {
      return time(document?.firstOpenedAt);
    },
    get lastOpened() {
      return time(document?.lastOpenedAt);
    },
    get lastMoved() {
      return time(document?.lastMovedAt);
    },
    get lastHighlighted() {
      return time(lastHighlighted(highlights));
    },
    location: lineValue(document?.location),
    progress:
      document === null ? null : Math.round(Math.min(1, Math.max(0, document.readingProgress || 0)) * 100),
    get siteName() {
      return lineValue(firstFilled(document?.siteName, hostOf(sourceAddress())));
    },
    wordCount: document?.wordCount ?? null,
    readingTime: lineValue(document?.readingTime),
    asin: lineValue(book?.asin),
    file: textValue(item.files?.file ?? ''),
    itemNote: pathValue(item.notes?.whole),
    fullTextNote: pathValue(item.notes?.fullText),
  };
  return fields;
}

/** The fields of each highlight of an item, with the item's under `item`. */
export function highlightFields(
  { highlights, chapter: chapterBefore = '' }: Item,
  item: ItemFields,
  settings: FieldSettings = PLAIN_FIELDS,
): readonly object[] {
  let index = 0;
  let chapter = chapterBefore;
  return highlights.map((highlight, position) => {
    const place = { before: highlights[position - 1], after: highlights[position + 1], chapter };
    if (isHeading(highlight)) chapter = highlight.text;
    else index += 1;
    return fieldsOfHighlight(highlight, { ...place, index, item, settings });
  });
}

interface HighlightPlace {
  /** Its number among the highlights that are no headings. */
  readonly index: number;
  readonly item: ItemFields;
  /** The neighbouring highlights of the item. */
  readonly before?: ItemHighlight | undefined;
  readonly after?: ItemHighlight | undefined;
  /** The passage of the heading before it. */
  readonly chapter: string;
  readonly settings: FieldSettings;
}

function fieldsOfHighlight(highlight: ItemHighlight, place: HighlightPlace) {
  const { index, item, before, after, chapter, settings } = place;
  const { location, url, serviceUrl } = highlight;
  const actions = once(() => actionTagsOf(highlight));
  const noteText = once(() => ownNote(cleanText(actions().note), settings));
  const seconds = highlight.locationType === 'time_offset' ? location : null;
  const timeAddress = once(() =>
    seconds === null ? '' : webAddress(addressAtTime(String(item.url ?? ''), seconds)),
  );
  const openAddress = once(() => {
    const inKindle = kindleAddress(String(item.asin ?? ''), highlight);
    return firstPlace(readerAddressOf(highlight), inKindle, timeAddress(), url, serviceUrl);
  });
  return {
    text: passageValue(cleanText(highlight.text)),
    note: ownNote(highlight.note, settings),
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
      return passageValue(actions().question);
    },
    get answer() {
      return ownNote(actions().answer, settings);
    },
    get continues() {
      return continuesPassage(before, highlight);
    },
    get isContinued() {
      return continuesPassage(highlight, after);
    },
    get chapter() {
      return lineValue(chapter);
    },
    get tags() {
      return tagValues(tagsOf(highlight), settings);
    },
    color: textValue(highlight.color),
    location,
    endLocation: highlight.endLocation,
    locationType: textValue(highlight.locationType),
    place: textValue(placeOf(highlight)),
    time: textValue(seconds === null ? '' : timeStamp(seconds)),
    get timeUrl() {
      return addressValue(timeAddress());
    },
    get openUrl() {
      return addressValue(openAddress());
    },
    get openIn() {
      return textValue(openerOf(openAddress(), String(item.siteName ?? '')));
    },
    get url() {
      return addressValue(webAddress(serviceUrl));
    },
    get sourceUrl() {
      return addressValue(placeAddress(url));
    },
    get highlightedAt() {
      return textValue(inTimeZone(highlight.highlightedAt ?? '', settings.timeZone));
    },
    favorite: highlight.favorite,
    index,
    anchor: textValue(highlight.anchor),
    item,
  };
}

const NO_ITEM: Item = { key: '', book: null, document: null, highlights: [] };
const NO_HIGHLIGHT: ItemHighlight = {
  anchor: '',
  otherAnchor: null,
  text: '',
  note: '',
  color: '',
  tags: [],
  location: null,
  endLocation: null,
  locationType: '',
  serviceUrl: '',
  url: '',
  highlightedAt: null,
  favorite: false,
};

/** The names of the fields, for checks and completion. */
export const ITEM_FIELDS: readonly string[] = Object.keys(itemFields(NO_ITEM));
export const HIGHLIGHT_FIELDS: readonly string[] = highlightFields(
  { ...NO_ITEM, highlights: [NO_HIGHLIGHT] },
  itemFields(NO_ITEM),
).flatMap((fields) => Object.keys(fields));
