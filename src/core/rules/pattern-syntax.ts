import {
  assertion,
  AT_END,
  AT_START,
  character,
  choice,
  repeat,
  sequence,
  type PatternPart,
  type Place,
  type Times,
} from './pattern-machine';

export type PatternFlags = 'u' | 'ui';

/** What is wrong with a pattern. */
export class PatternMistake extends Error {}

const MOST_TIMES = 1000;
const SIGNS = '^$\\.*+?()[]{}|/';
const SETS = 'dDwWsS';

/** Of one character at a time even the host's own matcher needs no more than a moment, and it knows every script's cases. */
function characterTest(source: string, flags: PatternFlags): (character: string) => boolean {
  const one = new RegExp(`^${source}$`, flags);
  return (character) => one.test(character);
}

/**
 * Reads the regular expressions that rules may hold, a subset of JavaScript's with its flag u: characters, `.`, classes with
 * ranges and `^`, `\d \w \s \D \W \S`, `^ $ \b \B`, groups `( )` and `(?: )`, `|`, and `* + ? {2} {2,} {2,5}` (with a `?` after
 * them, which changes nothing here). What it takes means what it means to JavaScript. There is no way to look ahead or behind or
 * to refer back, because that is what makes matching slow. Mistakes say at which character of the pattern, the first being 1.
 */
export class PatternReader {
  private index = 0;

  constructor(
    private readonly source: string,
    private readonly flags: PatternFlags,
  ) {}

  read(): PatternPart {
    const pattern = this.choice();
    if (this.next !== '') this.fail('this ) closes nothing; the sign itself is \\)');
    return pattern;
  }

  private get next(): string {
    return this.source.charAt(this.index);
  }

  private fail(message: string, index = this.index): never {
    throw new PatternMistake(
      `at character ${Array.from(this.source.slice(0, index)).length + 1} of the pattern: ${message}`,
    );
  }

  /** Takes what the pattern (flag y) finds here. */
  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.index;
    const found = pattern.exec(this.source);
    this.index += found?.[0].length ?? 0;
    return found;
  }

  private choice(): PatternPart {
    const parts = [this.sequence()];
    while (this.take(/\|/y) !== null) parts.push(this.sequence());
    return choice(parts);
  }

  private sequence(): PatternPart {
    const parts: PatternPart[] = [];
    while (!['', '|', ')'].includes(this.next)) parts.push(this.repeated());
    return sequence(parts);
  }

  private repeated(): PatternPart {
    const isPlace = /^(?:[$^]|\\b)/i.test(this.source.slice(this.index, this.index + 2));
    const part = this.single();
    const start = this.index;
    const times = this.times();
    if (times === null) return part;
    if (isPlace) this.fail('a place between characters cannot be repeated', start);
    this.take(/\?/y);
    return repeat(part, times);
  }

  private times(): Times | null {
    const start = this.index;
    const sign = this.take(/[*+?]/y)?.[0];
    if (sign !== undefined) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : null };
    if (this.next !== '{') return null;
    const [, least, comma, most] = this.take(/\{(\d+)(,?)(\d*)\}/y) ?? [];
    if (least === undefined)
      return this.fail('how often must be written like {2}, {2,} or {2,5}; the sign itself is \\{');
    const min = Number(least);
    const max = comma === '' ? min : most === '' ? null : Number(most);
    if (Math.max(min, max ?? 0) > MOST_TIMES)
      this.fail(`nothing can be repeated more than ${MOST_TIMES} times`, start);
    if (max !== null && max < min) this.fail(`{${min},${max}} is the wrong way round`, start);
    return { min, max };
  }

  private single(): PatternPart {
    const { next } = this;
    switch (next) {
      case '(':
        return this.group();
      case '[':
        return this.characterClass();
      case '\\': {
        const sign = this.escaped(`${SIGNS}${SETS}bB`);
        return /b/i.test(sign) ? this.wordEdge(sign) : this.character(`\\${sign}`);
      }
      case '^':
      case '$':
        this.index += 1;
        return next === '^' ? AT_START : AT_END;
      case '*':
      case '+':
      case '?':
      case '{':
        return this.fail(
          `there is nothing before ${next} that could be repeated; the sign itself is \\${next}`,
        );
      case ']':
      case '}':
        return this.fail(`this ${next} closes nothing; the sign itself is \\${next}`);
      default:
        return this.character(this.take(/[^]/uy)?.[0] ?? '');
    }
  }

  private character(source: string): PatternPart {
    return character(characterTest(source, this.flags));
  }

  private group(): PatternPart {
    const start = this.index;
    this.index += 1;
    if (this.take(/\?/y) !== null && this.take(/:/y) === null)
      this.fail('after (? only : can stand; patterns cannot look ahead or behind, and groups have no names');
    const inside = this.choice();
    if (this.take(/\)/y) === null) this.fail('this ( is not closed; the sign itself is \\(', start);
    return inside;
  }

  /** Takes a `\` and the character behind it, which must be a known one. */
  private escaped(known: string): string {
    const start = this.index;
    const sign = this.take(/\\([^]?)/uy)?.[1] ?? '';
    if (sign === '') this.fail('there must be a character behind \\', start);
    return known.includes(sign)
      ? sign
      : this.fail(`\\${sign} means nothing here; a character that is no sign is written without \\`, start);
  }

  private wordEdge(letter: string): PatternPart {
    const isWord = characterTest('\\w', this.flags);
    const isEdge = ({ before, after }: Place): boolean =>
      (before !== undefined && isWord(before)) !== (after !== undefined && isWord(after));
    return assertion(letter === 'b' ? isEdge : (place) => !isEdge(place));
  }

  private characterClass(): PatternPart {
    const start = this.index;
    this.take(/\[\^?/y);
    while (this.take(/\]/y) === null) {
      if (this.next === '') this.fail('this [ is not closed; the sign itself is \\[', start);
      this.classRange();
    }
    return this.character(this.source.slice(start, this.index));
  }

  /** One member of a class, or a range from one to another. */
  private classRange(): void {
    const from = this.classMember();
    const dash = this.index;
    if (this.take(/-(?=[^\]])/y) === null) return;
    const to = this.classMember();
    if (from === null || to === null)
      return this.fail('a range goes from one character to another, as in a-z; the sign itself is \\-', dash);
    if (from > to) this.fail('this range is the wrong way round', dash);
  }

  /** The code point of a member; null where it is a set of its own. */
  private classMember(): number | null {
    const isEscaped = this.next === '\\';
    const member = isEscaped ? this.escaped(`${SIGNS}${SETS}-`) : (this.take(/[^]/uy)?.[0] ?? '');
    return isEscaped && SETS.includes(member) ? null : (member.codePointAt(0) ?? 0);
  }
}
