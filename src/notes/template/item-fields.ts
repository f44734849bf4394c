import { once } from '../../model/collections';
import { kindOf, type Item, type ItemHighlight } from '../../model/model';
import type { Settings } from '../../model/settings';
import { distinctWords } from '../../model/text';
import { inTimeZone } from '../../model/time-zone';
import { cleanText, oneLine } from '../../model/clean-text';
import { wordsIn, type Words } from '../markdown/unwrap';
import type { PassageGrammar } from '../markdown/write';
import { hostOf, largerCover, placeAddress, webAddress } from '../markdown/url';
import { kindFolder, titleOf } from '../names/naming';
import { actionTagsOf, continuesPassage, isHeading, tagsOf, type ActionTags } from '../../model/action-tags';
import { authorNames } from './authors';
import { addressAtTime, kindleAddress, openerOf, placeOf, readerAddressOf, timeStamp } from './places';
import { wikilink } from './template-links';
import { isVisible, obsidianTag } from './property-value';
import {
  addressValue,
  NotePath,
  ownMarkdown,
  type Passage,
  passageValue,
  textValue,
  type RichText,
} from './values';

/** The settings that change what fields are. */
export type FieldSettings = Pick<
  Settings,
  'timeZone' | 'authorsAsLinks' | 'tagPrefix' | 'ownNotesAsMarkdown' | 'unwrapText'
>;

export const PLAIN_FIELDS: FieldSettings = {
  timeZone: 'UTC',
  authorsAsLinks: false,
  tagPrefix: '',
  ownNotesAsMarkdown: false,
  unwrapText: ['pdf'],
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
  distinctWords(tags.map(oneLine))
    .filter((tag) => (tagPrefix === '' ? isVisible(tag) : obsidianTag(tag) !== ''))
    .map((tag) => tagPrefix + tag);

function authorValues(author: string, { authorsAsLinks }: FieldSettings): readonly unknown[] {
  const names = authorNames(author).map(oneLine);
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
 * for. `names`: the fields that its highlights get.
 */
export function itemFields(
  item: Item,
  settings: FieldSettings = PLAIN_FIELDS,
  names: readonly string[] = HIGHLIGHT_FIELDS,
) {
  const { book, document, highlights } = item;
  const time = (value: string | null | undefined): string | null =>
    textValue(inTimeZone(value ?? '', settings.timeZone));
  const sourceAddress = (): string => firstPlace(document?.sourceUrl, book?.sourceUrl);
  const readerAddress = (): string =>
    firstAddress(
      document?.url,
      /\/\/read\.readwise\.io\//.test(book?.uniqueUrl ?? '') ? book?.uniqueUrl : '',
    );
  const authorText = cleanText(firstFilled(book?.author, document?.author)).trim();
  const author = oneLine(authorText);
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
      return authorValues(authorText, settings);
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
      return allHighlights();
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
  const words = once(() => wordsOf(item));
  const allHighlights = once(() => highlightFields(item, fields, { settings, names, words }));
  return fields;
}

/** The words of an item. */
export const wordsOf = ({ book, document, highlights, passages = highlights }: Item): Words =>
  wordsIn([
    ...[book?.title, book?.summary, document?.title, document?.summary].map((text) => text ?? ''),
    ...passages.map(({ text }) => text),
  ]);

/**
 * The fields of each highlight of an item, with the item's under `item`. `names`: those that the template may use;
 * to compute all of them takes as long as to render.
 */
function highlightFields(
  shown: Item,
  item: ItemFields,
  { settings, names, words }: HighlightOptions,
): readonly Readonly<Record<string, unknown>>[] {
  const { highlights } = shown;
  const isUnwrapped = settings.unwrapText.includes(categoryOf(shown));
  const passage = (text: string): Passage | null => {
    const value = passageValue(cleanText(text), 'passage', words);
    return isUnwrapped ? (value?.unwrapped() ?? null) : value;
  };
  let index = 0;
  let chapter = shown.chapter ?? '';
  return highlights.map((highlight, position) => {
    const place = { before: highlights[position - 1], after: highlights[position + 1], chapter };
    if (isHeading(highlight)) chapter = highlight.text;
    else index += 1;
    const at = new HighlightInItem(highlight, { ...place, index, item, passage, settings });
    const fields: Record<string, unknown> = {};
    for (const name of names) fields[name] = HIGHLIGHT_VALUES[name]?.(at);
    return fields;
  });
}

interface HighlightOptions {
  readonly settings: FieldSettings;
  readonly names: readonly string[];
  /** Of the item. */
  readonly words: () => Words;
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
  /** A text of the item as its notes show it. */
  readonly passage: (text: string) => Passage | null;
  readonly settings: FieldSettings;
}

/** A highlight, with what several of its fields are made of. */
class HighlightInItem {
  readonly actions: ActionTags;

  constructor(
    readonly highlight: ItemHighlight,
    readonly place: HighlightPlace,
  ) {
    this.actions = actionTagsOf(highlight);
  }

  /** In a recording. */
  get seconds(): number | null {
    const { locationType, location } = this.highlight;
    return locationType === 'time_offset' ? location : null;
  }

  readonly timeAddress = once((): string => {
    const { seconds } = this;
    if (seconds === null) return '';
    return webAddress(addressAtTime(String(this.place.item.url ?? ''), seconds));
  });

  /** Where it is best read. */
  readonly openAddress = once((): string => {
    const { highlight, place } = this;
    const inKindle = kindleAddress(String(place.item.asin ?? ''), highlight);
    const { url, serviceUrl } = highlight;
    return firstPlace(readerAddressOf(highlight), inKindle, this.timeAddress(), url, serviceUrl);
  });
}

const HIGHLIGHT_VALUES: Readonly<Record<string, (at: HighlightInItem) => unknown>> = {
  text: ({ highlight, place }) => place.passage(highlight.text),
  note: ({ highlight, place }) => ownNote(highlight.note, place.settings),
  noteText: ({ actions, place }) => ownNote(cleanText(actions.note), place.settings),
  headingLevel: ({ actions }) => actions.headingLevel,
  isHeading: ({ highlight }) => isHeading(highlight),
  isQuestion: ({ actions }) => actions.isQuestion,
  question: ({ actions }) => passageValue(actions.question),
  answer: ({ actions, place }) => ownNote(actions.answer, place.settings),
  continues: ({ highlight, place }) => continuesPassage(place.before, highlight),
  isContinued: ({ highlight, place }) => continuesPassage(highlight, place.after),
  chapter: ({ place }) => lineValue(place.passage(place.chapter)?.toString()),
  tags: ({ highlight, place }) => tagValues(tagsOf(highlight), place.settings),
  color: ({ highlight }) => textValue(highlight.color),
  location: ({ highlight }) => highlight.location,
  endLocation: ({ highlight }) => highlight.endLocation,
  locationType: ({ highlight }) => textValue(highlight.locationType),
  place: ({ highlight }) => textValue(placeOf(highlight)),
  time: ({ seconds }) => (seconds === null ? null : timeStamp(seconds)),
  timeUrl: ({ timeAddress }) => addressValue(timeAddress()),
  openUrl: ({ openAddress }) => addressValue(openAddress()),
  openIn: ({ openAddress, place }) => textValue(openerOf(openAddress(), String(place.item.siteName ?? ''))),
  url: ({ highlight }) => addressValue(webAddress(highlight.serviceUrl)),
  sourceUrl: ({ highlight }) => addressValue(placeAddress(highlight.url)),
  highlightedAt: ({ highlight, place }) =>
    textValue(inTimeZone(highlight.highlightedAt ?? '', place.settings.timeZone)),
  favorite: ({ highlight }) => highlight.favorite,
  index: ({ place }) => place.index,
  anchor: ({ highlight }) => textValue(highlight.anchor),
  item: ({ place }) => place.item,
};

const NO_ITEM: Item = { key: '', book: null, document: null, highlights: [] };

/** The names of the fields, for checks and completion. */
export const ITEM_FIELDS: readonly string[] = Object.keys(itemFields(NO_ITEM));
export const HIGHLIGHT_FIELDS: readonly string[] = Object.keys(HIGHLIGHT_VALUES);
