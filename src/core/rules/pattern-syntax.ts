/**
 * Reads the regular expressions that rules may hold, a subset of JavaScript's with its flag u: characters, `.`, classes with
 * ranges and `^`, `\d \w \s \D \W \S`, `^ $ \b \B`, groups `( )` and `(?: )`, `|`, and `* + ? {2} {2,} {2,5}` (with a `?` after
 * them, which changes nothing here). What it takes means what it means to JavaScript. There is no way to look ahead or behind or
 * to refer back, because that is what makes matching slow.
 */

export type PatternNode =
  | { readonly kind: 'character'; readonly takes: (character: string) => boolean }
  | { readonly kind: 'assertion'; readonly holds: (place: Place) => boolean }
  | { readonly kind: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly nodes: readonly PatternNode[] }
  /** `max` null: without end. */
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number | null };

/** Between two characters; undefined at the text's ends. */
export interface Place {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export type PatternFlags = 'u' | 'ui';

export type PatternSyntax = { readonly ok: true; readonly node: PatternNode } | { readonly ok: false; readonly problem: string };

const LONGEST_PATTERN = 1000;
const MOST_TIMES = 1000;

/** Problems say at which character of the pattern, the first being 1. */
export function parsePattern(source: string, flags: PatternFlags): PatternSyntax {
  const characters = Array.from(source);
  if (characters.length > LONGEST_PATTERN) return { ok: false, problem: `the pattern is longer than ${LONGEST_PATTERN} characters` };
  try {
    return { ok: true, node: new PatternReader(characters, flags).read() };
  } catch (error) {
    if (error instanceof PatternMistake) return { ok: false, problem: `at character ${error.index + 1} of the pattern: ${error.message}` };
    throw error;
  }
}

class PatternMistake extends Error {
  constructor(
    readonly index: number,
    message: string,
  ) {
    super(message);
  }
}

interface Times {
  readonly min: number;
  readonly max: number | null;
}

const SIGNS = new Set('^$\\.*+?()[]{}|/');
const SETS = new Set('dDwWsS');
const TIMES: ReadonlyMap<string, Times> = new Map([
  ['*', { min: 0, max: null }],
  ['+', { min: 1, max: null }],
  ['?', { min: 0, max: 1 }],
]);
const COUNTED = /^\{(\d+)(,?)(\d*)\}$/;

/** Of one character at a time even the host's own matcher needs no more than a moment, and it knows every script's cases. */
function characterTest(source: string, flags: PatternFlags): (character: string) => boolean {
  const one = new RegExp(`^${source}$`, flags);
  return (character) => one.test(character);
}

class PatternReader {
  private index = 0;

  constructor(
    private readonly characters: readonly string[],
    private readonly flags: PatternFlags,
  ) {}

  read(): PatternNode {
    const node = this.choice();
    if (this.next !== undefined) this.fail('this ) closes nothing; the sign itself is \\)');
    return node;
  }

  private get next(): string | undefined {
    return this.characters[this.index];
  }

  private fail(message: string, index = this.index): never {
    throw new PatternMistake(index, message);
  }

  /** Takes the next character if it is this one. */
  private took(character: string): boolean {
    if (this.next !== character) return false;
    this.index += 1;
    return true;
  }

  private choice(): PatternNode {
    const nodes = [this.sequence()];
    while (this.took('|')) nodes.push(this.sequence());
    return { kind: 'choice', nodes };
  }

  private sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    while (this.next !== undefined && this.next !== '|' && this.next !== ')') nodes.push(this.repeated());
    return { kind: 'sequence', nodes };
  }

  private repeated(): PatternNode {
    const node = this.single();
    const start = this.index;
    const times = this.times();
    if (times === null) return node;
    if (node.kind === 'assertion') this.fail('a place between characters cannot be repeated', start);
    this.took('?');
    return { kind: 'repeat', node, ...times };
  }

  private times(): Times | null {
    const sign = TIMES.get(this.next ?? '');
    if (sign !== undefined) {
      this.index += 1;
      return sign;
    }
    return this.next === '{' ? this.countedTimes() : null;
  }

  private countedTimes(): Times {
    const end = this.characters.indexOf('}', this.index);
    const [, least, comma, most] = COUNTED.exec(this.characters.slice(this.index, end + 1).join('')) ?? [];
    if (least === undefined || (comma === '' && most !== '')) return this.fail('how often must be written like {2}, {2,} or {2,5}; the sign itself is \\{');
    const min = Number(least);
    const max = comma === '' ? min : most === '' ? null : Number(most);
    if (Math.max(min, max ?? 0) > MOST_TIMES) this.fail(`nothing can be repeated more than ${MOST_TIMES} times`);
    if (max !== null && max < min) this.fail(`{${min},${max}} is the wrong way round`);
    this.index = end + 1;
    return { min, max };
  }

  private single(): PatternNode {
    const character = this.next ?? '';
    switch (character) {
      case '(':
        return this.group();
      case '[':
        return this.characterClass();
      case '\\':
        return this.escape();
      case '^':
        return this.assertion(({ before }) => before === undefined);
      case '$':
        return this.assertion(({ after }) => after === undefined);
      case '*':
      case '+':
      case '?':
      case '{':
        return this.fail(`there is nothing before ${character} that could be repeated; the sign itself is \\${character}`);
      case ']':
      case '}':
        return this.fail(`this ${character} closes nothing; the sign itself is \\${character}`);
      default:
        this.index += 1;
        return this.character(character);
    }
  }

  private character(source: string): PatternNode {
    return { kind: 'character', takes: characterTest(source, this.flags) };
  }

  private assertion(holds: (place: Place) => boolean): PatternNode {
    this.index += 1;
    return { kind: 'assertion', holds };
  }

  private group(): PatternNode {
    const start = this.index;
    this.index += 1;
    if (this.took('?') && !this.took(':')) this.fail('after (? only : can stand; patterns cannot look ahead or behind, and groups have no names');
    const node = this.choice();
    if (!this.took(')')) this.fail('this ( is not closed; the sign itself is \\(', start);
    return node;
  }

  private escape(): PatternNode {
    const escaped = this.characters[this.index + 1];
    if (escaped === 'b' || escaped === 'B') {
      this.index += 1;
      return this.wordEdge(escaped);
    }
    if (escaped === undefined || !(SIGNS.has(escaped) || SETS.has(escaped))) return this.unknownEscape(escaped);
    this.index += 2;
    return this.character(`\\${escaped}`);
  }

  private unknownEscape(escaped: string | undefined): never {
    if (escaped === undefined) return this.fail('there must be a character behind \\');
    return this.fail(`\\${escaped} means nothing here; a character that is no sign is written without \\`);
  }

  private wordEdge(letter: 'b' | 'B'): PatternNode {
    const isWord = characterTest('\\w', this.flags);
    const isEdge = ({ before, after }: Place): boolean => (before !== undefined && isWord(before)) !== (after !== undefined && isWord(after));
    return this.assertion(letter === 'b' ? isEdge : (place) => !isEdge(place));
  }

  private characterClass(): PatternNode {
    const start = this.index;
    this.index += 1;
    this.took('^');
    while (this.next !== ']') {
      if (this.next === undefined) this.fail('this [ is not closed; the sign itself is \\[', start);
      this.classRange();
    }
    this.index += 1;
    return this.character(this.characters.slice(start, this.index).join(''));
  }

  /** One member of a class, or a range from one to another. */
  private classRange(): void {
    const from = this.classMember();
    const dash = this.index;
    const beyond = this.characters[dash + 1];
    if (this.next !== '-' || beyond === ']' || beyond === undefined) return;
    this.index += 1;
    const to = this.classMember();
    if (from === null || to === null) return this.fail('a range goes from one character to another, as in a-z; the sign itself is \\-', dash);
    if (from > to) this.fail('this range is the wrong way round', dash);
  }

  /** The code point of a member; null where it is a set of its own. */
  private classMember(): number | null {
    const character = this.next ?? '';
    const escaped = this.characters[this.index + 1];
    if (character !== '\\') {
      this.index += 1;
      return character.codePointAt(0) ?? 0;
    }
    if (escaped === undefined || !(SIGNS.has(escaped) || SETS.has(escaped) || escaped === '-')) return this.unknownEscape(escaped);
    this.index += 2;
    return SETS.has(escaped) ? null : (escaped.codePointAt(0) ?? 0);
  }
}
