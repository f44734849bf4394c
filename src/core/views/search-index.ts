import { ByteColumn } from './byte-column';
import type { Steps } from './in-steps';
import { wordsOf } from './search-words';
import { TextColumn } from './text-column';
import { liveItem, type Scope } from '../library/item';
import { titleOf } from '../library/naming';
import type { Item, ItemHighlight } from '../library/model';
import type { ItemRecord } from '../library/record';
import { oneLine } from '../markdown/plain-text';
import { tagsOf } from '../template/action-tags';

/** An item, and where its highlights are in the columns. */
export interface IndexedItem {
  readonly key: string;
  readonly title: string;
  readonly author: string;
  readonly tags: readonly string[];
  /** Its own words: title, author, tags; then those of each highlight up to `wordsEnd`. */
  readonly wordsStart: number;
  readonly wordsEnd: number;
  readonly firstHighlight: number;
  readonly endHighlight: number;
}

/** A highlight as it was indexed; texts on one line. */
export interface IndexedHighlight {
  readonly anchor: string;
  readonly otherAnchor: string | null;
  readonly text: string;
  readonly note: string;
  readonly tags: readonly string[];
}

/** Between fields in a row of words; words count from 1. */
export const FIELD_END = 0;

/** Highlights that are taken in with one step. */
const HIGHLIGHTS_IN_A_STEP = 100;

/**
 * The words of highlights, for searching all of them at once: for each highlight its text, and the numbers of its words in
 * order, most of them in one or two bytes. Built record by record; what is searched is always all that was added.
 */
export class SearchIndex {
  readonly vocabulary: string[] = [''];
  readonly words = new ByteColumn();
  /** Of each highlight: where its words begin, when it was made (seconds since 1970, 0 where that is not known), and all its texts. */
  readonly wordsAt: number[] = [];
  readonly times: number[] = [];
  readonly texts = new TextColumn();
  private readonly numbers = new Map<string, number>();
  private readonly byKey = new Map<string, IndexedItem>();

  constructor(private readonly options: { readonly scope: Scope }) {}

  /**
   * Takes a record in, in place of what was known of the item. What it replaces takes up memory until the index is built anew.
   * Searches between the steps do not find the item; nothing else may be added before it is in.
   */
  *adding(record: ItemRecord): Steps<void> {
    this.byKey.delete(record.key);
    const item = liveItem(record, this.options.scope);
    if (item !== null && item.highlights.length > 0) yield* this.addingItem(item);
  }

  remove(key: string): void {
    this.byKey.delete(key);
  }

  get items(): Iterable<IndexedItem> {
    return this.byKey.values();
  }

  highlightAt(index: number): IndexedHighlight {
    const [anchor = '', otherAnchor = '', text = '', note = '', ...tags] = this.texts.at(index).split('\n');
    return { anchor, otherAnchor: otherAnchor || null, text, note, tags };
  }

  /** How many highlights are in it, with those that were replaced; by that it shows when it is time to build it anew. */
  get taken(): number {
    return this.times.length;
  }

  private *addingItem(item: Item): Steps<void> {
    const title = oneLine(titleOf(item));
    const author = oneLine(item.book?.author ?? '') || oneLine(item.document?.author ?? '');
    const tags = [...new Set([...(item.book?.tags ?? []), ...(item.document?.tags ?? [])].map(oneLine))];
    const wordsStart = this.words.length;
    const firstHighlight = this.times.length;
    this.addWords([title, author, ...tags]);
    for (const [index, highlight] of item.highlights.entries()) {
      if (index % HIGHLIGHTS_IN_A_STEP === HIGHLIGHTS_IN_A_STEP - 1) yield;
      this.addHighlight(highlight);
    }
    this.byKey.set(item.key, {
      key: item.key,
      title,
      author,
      tags,
      wordsStart,
      wordsEnd: this.words.length,
      firstHighlight,
      endHighlight: this.times.length,
    });
  }

  private addHighlight(highlight: ItemHighlight): void {
    const { anchor, otherAnchor, highlightedAt, text, note } = highlight;
    const fields = [text, note, ...tagsOf(highlight)].map(oneLine);
    this.texts.push([anchor, otherAnchor ?? '', ...fields].join('\n'));
    this.wordsAt.push(this.words.length);
    this.addWords(fields);
    this.times.push(Math.max(0, Math.floor(Date.parse(highlightedAt ?? '') / 1000)) || 0);
  }

  private addWords(fields: readonly string[]): void {
    for (const field of fields) {
      for (const { folded } of wordsOf(field)) this.words.pushNumber(this.numberOf(folded));
      this.words.pushNumber(FIELD_END);
    }
  }

  private numberOf(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    const number = this.vocabulary.length;
    this.vocabulary.push(word);
    this.numbers.set(word, number);
    return number;
  }
}
