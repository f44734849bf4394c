import { SeededRandom } from './seeded-random';

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/**
 * Ids as the service gives them: growing integers for v2, lower-case ULIDs for v3. The same seed gives the
 * same ids.
 */
export class IdSequence {
  #book = 41_000_000;
  #highlight = 512_000_000;
  #tag = 9_000_000;
  readonly #random: SeededRandom;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
  }

  nextBook(): number {
    return ++this.#book;
  }

  nextHighlight(): number {
    return ++this.#highlight;
  }

  nextTag(): number {
    return ++this.#tag;
  }

  /** `at`: milliseconds since the epoch, which a ULID begins with. */
  nextDocument(at: number): string {
    let time = '';
    for (
      let rest = Math.floor(at), digit = 0;
      digit < TIME_DIGITS;
      digit += 1, rest = Math.floor(rest / DIGITS.length)
    ) {
      time = DIGITS.charAt(rest % DIGITS.length) + time;
    }
    let random = '';
    for (let digit = 0; digit < RANDOM_DIGITS; digit += 1)
      random += DIGITS.charAt(this.#random.between(0, DIGITS.length - 1));
    return time + random;
  }
}
