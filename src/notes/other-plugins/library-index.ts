import { addToList } from '../../model/collections';
import { fingerprint } from '../../model/hash';
import { livingHighlights } from '../../model/item';
import type { ItemRecord } from '../../model/record';
import { namesIn, namesOfHighlight, namesOfItem } from './named';
import { LONG_TEXT_WORDS } from './find-passages';
import { wordsIn } from './note-words';

/** What a note has of the library. */
export type LibraryMatch =
  | { readonly kind: 'item'; readonly itemKey: string }
  /** It has about as much of several items. */
  | { readonly kind: 'several' }
  /** It names something in Readwise that the library does not have. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'nothing' };

/** An item, or one of its highlights. */
interface Named {
  readonly itemKey: string;
  readonly anchor: string | null;
}

/** The words of a highlight: a mark of all, because the words themselves would fill the memory. */
interface Passage {
  readonly itemKey: string;
  readonly anchor: string;
  readonly count: number;
  readonly mark: string;
}

const markOf = (words: readonly string[]): string => fingerprint(words.join(' '));

/** Finds what a note has of the library: by ids and addresses, then by the exact words of passages. */
export class LibraryIndex {
  private readonly byName = new Map<string, Named[]>();
  /** By their first words. */
  private readonly passages = new Map<string, Passage[]>();

  add(record: ItemRecord): void {
    const itemKey = record.key;
    for (const name of new Set(namesOfItem(record))) addToList(this.byName, name, { itemKey, anchor: null });
    for (const highlight of livingHighlights(record)) {
      const { anchor } = highlight;
      for (const name of new Set(namesOfHighlight(highlight, record.book?.asin ?? '')))
        addToList(this.byName, name, { itemKey, anchor });
      const words = wordsIn(highlight.text);
      if (words.length < LONG_TEXT_WORDS) continue;
      const start = words.slice(0, LONG_TEXT_WORDS).join(' ');
      addToList(this.passages, start, { itemKey, anchor, count: words.length, mark: markOf(words) });
    }
  }

  /** The item of which the note has the most highlights, if no other has more than half as many. */
  match(text: string): LibraryMatch {
    const held = this.heldIn(text);
    const [best, second] = [...held].sort(([, left], [, right]) => right.size - left.size);
    if (best === undefined)
      return { kind: /\breadwise\.io\/|highlight_id:/.test(text) ? 'unknown' : 'nothing' };
    const isAlone = second === undefined || (best[1].size > 0 && second[1].size * 2 <= best[1].size);
    return isAlone ? { kind: 'item', itemKey: best[0] } : { kind: 'several' };
  }

  /** The anchors of the different highlights that a note has, by item; none for an item that it only names. */
  private heldIn(text: string): ReadonlyMap<string, ReadonlySet<string>> {
    const held = new Map<string, Set<string>>();
    const put = (itemKey: string, anchors: readonly string[]): void => {
      const known = held.get(itemKey) ?? new Set();
      held.set(itemKey, known);
      for (const anchor of anchors) known.add(anchor);
    };
    for (const name of new Set(namesIn(text))) {
      const named = this.byName.get(name) ?? [];
      for (const itemKey of new Set(named.map((each) => each.itemKey))) {
        const [one, ...others] = named.filter((each) => each.itemKey === itemKey);
        // What is named like its item, or like another highlight, is known by its words.
        put(itemKey, typeof one?.anchor === 'string' && others.length === 0 ? [one.anchor] : []);
      }
    }
    // Of items with the same passage, the note is that of one which it names.
    const named = new Set(held.keys());
    for (const passages of this.passagesIn(wordsIn(text))) {
      const ofNamed = passages.filter(({ itemKey }) => named.has(itemKey));
      for (const { itemKey, anchor } of ofNamed.length > 0 ? ofNamed : passages) put(itemKey, [anchor]);
    }
    return held;
  }

  /** The passages at each place where the words have one; those inside of another are not looked for. */
  private *passagesIn(words: readonly string[]): Generator<readonly Passage[]> {
    for (let at = 0; at + LONG_TEXT_WORDS <= words.length;) {
      const start = words.slice(at, at + LONG_TEXT_WORDS).join(' ');
      const found = (this.passages.get(start) ?? []).filter(
        ({ count, mark }) => markOf(words.slice(at, at + count)) === mark,
      );
      const longest = Math.max(0, ...found.map(({ count }) => count));
      const whole = found.filter(({ count }) => count === longest);
      if (whole.length > 0) yield whole;
      at += Math.max(1, longest);
    }
  }
}
