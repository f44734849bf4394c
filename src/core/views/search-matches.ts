import { FIELD_END } from './search-index';
import type { Answers } from './search-query';

/** What words of a query were found in a stretch of words; used again for the next one. */
export class Matches {
  /** Best closeness by word of the query, in titles, authors and tags. */
  readonly head: Uint8Array;
  /** The same in texts and notes. */
  readonly body: Uint8Array;
  /** Whether the whole query stands in one field, word by word. */
  hasPhrase = false;
  private readonly places: number[] = [];
  private readonly bits: number[] = [];

  constructor(private readonly count: number) {
    this.head = new Uint8Array(count);
    this.body = new Uint8Array(count);
  }

  /**
   * Looks through the rows of words from `start` to `end`. The first `bodyFields` are texts, the others heads. Called for every
   * highlight of a library, so it does nothing for a word that answers to none.
   */
  lookThrough(
    bytes: Uint8Array,
    {
      start,
      end,
      bodyFields,
      answers,
    }: {
      readonly start: number;
      readonly end: number;
      readonly bodyFields: number;
      readonly answers: Answers;
    },
  ): void {
    this.reset();
    const last = 1 << (this.count - 1);
    let field = 0;
    let place = 0;
    let phrase = 0;
    for (let at = start; at < end;) {
      let byte = bytes[at] ?? 0;
      at += 1;
      let number = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at] ?? 0;
        at += 1;
        number |= (byte & 0x7f) << shift;
      }
      const bits = answers.bits[number] ?? 0;
      if (number === FIELD_END) field += 1;
      place += 1;
      // A bit for each word of the query up to which the last words were those of the query.
      phrase = ((phrase << 1) | 1) & bits;
      if (bits === 0) continue;
      if ((phrase & last) !== 0) this.hasPhrase = true;
      this.note(number, { bits, place, answers, isBody: field < bodyFields });
    }
  }

  /** How many words the narrowest stretch of text takes that has every word of the query that the text has at all. */
  get span(): number {
    const wanted = this.bits.reduce((all, bits) => all | bits, 0);
    const seenAt = new Array<number>(this.count).fill(-1);
    let narrowest = Number.MAX_SAFE_INTEGER;
    for (const [index, place] of this.places.entries()) {
      let first = place;
      for (let word = 0; word < this.count; word += 1) {
        if (((this.bits[index] ?? 0) & (1 << word)) !== 0) seenAt[word] = place;
        if ((wanted & (1 << word)) !== 0) first = Math.min(first, seenAt[word] ?? -1);
      }
      if (first >= 0) narrowest = Math.min(narrowest, place - first);
    }
    return wanted === 0 ? 0 : narrowest;
  }

  private note(
    number: number,
    {
      bits,
      place,
      answers,
      isBody,
    }: { readonly bits: number; readonly place: number; readonly answers: Answers; readonly isBody: boolean },
  ): void {
    const best = isBody ? this.body : this.head;
    for (let word = 0; word < this.count; word += 1)
      best[word] = Math.max(best[word] ?? 0, answers.closeness[word]?.[number] ?? 0);
    if (!isBody) return;
    this.places.push(place);
    this.bits.push(bits);
  }

  private reset(): void {
    this.head.fill(0);
    this.body.fill(0);
    this.hasPhrase = false;
    this.places.length = 0;
    this.bits.length = 0;
  }
}
