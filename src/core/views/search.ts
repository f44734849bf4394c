import type { HighlightRef } from './highlight-embed';
import type { Steps } from './in-steps';
import type { IndexedHighlight, IndexedItem, SearchIndex } from './search-index';
import { Matches } from './search-matches';
import { answersIn, queryWords, type Answers } from './search-query';
import { matchedRanges } from './search-ranges';
import type { TextRange } from '../note/code-ranges';
import { compareText } from '../library/record';

/** A highlight that answers to a query, as it is shown: texts on one line, each with the stretches that answer. */
export interface SearchHit {
  readonly highlight: HighlightRef;
  readonly title: MarkedText;
  readonly author: MarkedText;
  readonly text: MarkedText;
  readonly note: MarkedText;
  /** The highlight's and the item's. */
  readonly tags: readonly MarkedText[];
}

export interface MarkedText {
  readonly text: string;
  /** In order, not overlapping. */
  readonly matches: readonly TextRange[];
}

const DEFAULT_LIMIT = 50;
const HIGHLIGHTS_IN_A_STEP = 1000;

/** Points for a word of the query by closeness: none, one typo, inside, prefix, same. */
const HEAD_POINTS = [0, 3, 5, 9, 12] as const;
const BODY_POINTS = [0, 1, 3, 6, 8] as const;
const BOTH_POINTS = 2;
const PHRASE_POINTS = 4;

/**
 * The highlights that answer to every word of a query, in text, note, tags, title or author; at most `limit`. First those with the
 * most points (a title, author or tag counts more than a text, the whole query in a row more than its words apart), then those
 * whose words are nearest to each other, then the latest; in the end by item and place, so that the order is always the same.
 * Nothing may be added to the index before the search ends.
 */
export function* searching(
  index: SearchIndex,
  query: string,
  { limit = DEFAULT_LIMIT }: { readonly limit?: number } = {},
): Steps<readonly SearchHit[]> {
  const words = queryWords(query);
  const answers = words.length === 0 ? null : yield* answersIn(index.vocabulary, words);
  if (answers === null) return [];
  const best = new Best(limit);
  for (const item of index.items) yield* searchingItem(index, item, { answers, best, count: words.length });
  const hits: SearchHit[] = [];
  for (const { item, place } of best.found) {
    yield;
    hits.push(shown({ item, highlight: index.highlightAt(place), words }));
  }
  return hits;
}

function* searchingItem(
  index: SearchIndex,
  item: IndexedItem,
  { answers, best, count }: { readonly answers: Answers; readonly best: Best; readonly count: number },
): Steps<void> {
  const { bytes } = index.words;
  const { firstHighlight, endHighlight } = item;
  const own = new Matches(count);
  const matches = new Matches(count);
  own.lookThrough(bytes, {
    start: item.wordsStart,
    end: index.wordsAt[firstHighlight] ?? 0,
    bodyFields: 0,
    answers,
  });
  for (let place = firstHighlight; place < endHighlight; place += 1) {
    if (place % HIGHLIGHTS_IN_A_STEP === 0) yield;
    const end = (place + 1 < endHighlight ? index.wordsAt[place + 1] : undefined) ?? item.wordsEnd;
    matches.lookThrough(bytes, { start: index.wordsAt[place] ?? 0, end, bodyFields: 2, answers });
    const points = pointsOf(own, matches, count);
    if (points > 0) best.offer({ item, place, points, span: matches.span, time: index.times[place] ?? 0 });
  }
}

/** 0 where a word of the query has no answer. */
function pointsOf(own: Matches, matches: Matches, count: number): number {
  let points = own.hasPhrase || matches.hasPhrase ? (count - 1) * PHRASE_POINTS : 0;
  for (let word = 0; word < count; word += 1) {
    const inHead = HEAD_POINTS[Math.max(own.head[word] ?? 0, matches.head[word] ?? 0)] ?? 0;
    const inBody = BODY_POINTS[matches.body[word] ?? 0] ?? 0;
    if (inHead === 0 && inBody === 0) return 0;
    points += Math.max(inHead, inBody) + (inHead > 0 && inBody > 0 ? BOTH_POINTS : 0);
  }
  return points;
}

interface Ranked {
  readonly item: IndexedItem;
  readonly place: number;
  readonly points: number;
  readonly span: number;
  readonly time: number;
}

const compareRanked = (left: Ranked, right: Ranked): number =>
  right.points - left.points ||
  left.span - right.span ||
  right.time - left.time ||
  compareText(left.item.key, right.item.key) ||
  left.place - right.place;

/** The best so far, in order, no more than a list has room for. */
class Best {
  readonly found: Ranked[] = [];

  constructor(private readonly limit: number) {}

  offer(ranked: Ranked): void {
    const place = this.found.findIndex((there) => compareRanked(there, ranked) > 0);
    this.found.splice(place < 0 ? this.found.length : place, 0, ranked);
    if (this.found.length > this.limit) this.found.pop();
  }
}

function shown({
  item,
  highlight,
  words,
}: {
  readonly item: IndexedItem;
  readonly highlight: IndexedHighlight;
  readonly words: readonly string[];
}): SearchHit {
  const marked = (text: string): MarkedText => ({ text, matches: matchedRanges(text, words) });
  const { anchor, otherAnchor } = highlight;
  return {
    highlight: { itemKey: item.key, anchor, otherAnchor },
    title: marked(item.title),
    author: marked(item.author),
    text: marked(highlight.text),
    note: marked(highlight.note),
    tags: [...new Set([...highlight.tags, ...item.tags])].map(marked),
  };
}
