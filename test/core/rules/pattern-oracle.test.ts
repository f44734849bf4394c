import * as fc from 'fast-check';
import { compilePattern } from '../../../src/core/rules/pattern';
import type { PatternFlags } from '../../../src/core/rules/pattern-syntax';
import { HISTORIES } from '../../property/runs';

/** JavaScript's own RegExp, with the flag u, says what a pattern means. Texts are short, because it can hang where ours cannot. */

// Letters whose cases are not one to one, signs beyond 16 bits, half a pair, and all that counts as blank or line end somewhere.
const CHARACTERS = [
  'a',
  'b',
  'c',
  'A',
  'k',
  'K',
  '\u212a',
  's',
  'S',
  'ſ',
  'ß',
  'ẞ',
  'é',
  'É',
  'i',
  'I',
  'İ',
  'ı',
  'σ',
  'ς',
  'Σ',
  '1',
  '٣',
  '_',
  '-',
  ' ',
  '\n',
  '\u2028',
  '\u00a0',
  '😀',
  '😁',
  '\ud83d',
];
const SIGNS = ['^', '$', '\\', '.', '*', '+', '?', '(', ')', '[', ']', '{', '}', '|', '/'];

const character = fc.constantFrom(...CHARACTERS);
const escapedSign = fc.constantFrom(...SIGNS).map((sign) => `\\${sign}`);
const set = fc.constantFrom('\\d', '\\w', '\\s', '\\D', '\\W', '\\S');

const rangeEnd = fc.constantFrom(...CHARACTERS.filter((each) => each !== '-'));

const classMember = fc.oneof(
  { weight: 3, arbitrary: character.map((each) => (each === '-' ? '\\-' : each)) },
  set,
  escapedSign,
  fc.tuple(rangeEnd, rangeEnd).map((ends) => {
    const [from, to] = [...ends].sort(
      (left, right) => (left.codePointAt(0) ?? 0) - (right.codePointAt(0) ?? 0),
    );
    return `${from}-${to}`;
  }),
);
const characterClass = fc
  .tuple(fc.constantFrom('', '^'), fc.array(classMember, { maxLength: 4 }), fc.constantFrom('', '-'))
  .map(([not, members, dash]) => `[${not}${members.join('')}${dash}]`);

const quantifier = fc.constantFrom(
  '*',
  '+',
  '?',
  '{2}',
  '{0}',
  '{1,}',
  '{0,2}',
  '{1,3}',
  '*?',
  '+?',
  '??',
  '{2,3}?',
);

const { pattern } = fc.letrec<{ pattern: string; sequence: string; part: string; single: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small' },
    tie('sequence'),
    fc.tuple(tie('sequence'), tie('pattern')).map(([left, right]) => `${left}|${right}`),
  ),
  sequence: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { weight: 4, arbitrary: tie('single') },
    {
      weight: 2,
      arbitrary: fc.tuple(tie('single'), quantifier).map(([single, times]) => `${single}${times}`),
    },
    { weight: 1, arbitrary: fc.constantFrom('^', '$', '\\b', '\\B') },
  ),
  single: fc.oneof(
    { depthSize: 'small' },
    {
      weight: 6,
      arbitrary: fc.oneof(
        { weight: 4, arbitrary: character },
        fc.constant('.'),
        set,
        escapedSign,
        characterClass,
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('(', '(?:'), tie('pattern'))
        .map(([open, inner]) => `${open}${inner})`),
    },
  ),
}));

/** Half of them must fit the whole text: anywhere in it, what counts at the ends seldom shows. */
const anyPattern = fc.oneof(
  pattern,
  pattern.map((source) => `^(?:${source})$`),
);

const text = fc
  .array(fc.oneof({ weight: 5, arbitrary: character }, fc.constantFrom(...SIGNS)), { maxLength: 7 })
  .map((characters) => characters.join(''));
const flags = fc.constantFrom<PatternFlags>('u', 'ui');

/** What JavaScript knows and we say no to. */
const BEYOND_US = /\(\?[^:]|\\[^dDwWsSbB^$\\.*+?()[\]{}|/-]|\[[^\]]*\\b/;

describe('a pattern', () => {
  it('should match what JavaScript matches when it is any of the subset', () => {
    fc.assert(
      fc.property(
        anyPattern,
        fc.array(text, { minLength: 1, maxLength: 6 }),
        flags,
        (source, texts, flag) => {
          const compiled = compilePattern(source, flag);
          if (!compiled.ok) throw new Error(`${source}: ${compiled.problem}`);
          for (const each of texts) {
            const { matches, steps } = compiled.pattern.run(each);
            expect({ each, matches }).toEqual({ each, matches: matchesNatively(source, flag, each) });
            expect(steps).toBeLessThanOrEqual(compiled.pattern.size * (each.length + 1));
          }
        },
      ),
      HISTORIES,
    );
  });

  it('should be taken or refused as JavaScript does when it is any row of signs', () => {
    const sign = fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...SIGNS) },
      fc.constantFrom('a', 'b', '1', '2', ',', '-', ':', 'd', 'w', '😀'),
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 8 }), text, (signs, given) => {
        const source = signs.join('');
        const compiled = compilePattern(source, 'u');
        if (compiled.ok)
          expect(compiled.pattern.run(given).matches).toBe(matchesNatively(source, 'u', given));
        else if (isNativePattern(source)) expect(source).toMatch(BEYOND_US);
      }),
      { ...HISTORIES, numRuns: HISTORIES.numRuns * 5 },
    );
  });
});

/** Asked at the beginning of each character, as the language has it: V8 also looks between the halves of one, where `\B` holds. */
function matchesNatively(source: string, flag: PatternFlags, given: string): boolean {
  const pattern = new RegExp(source, `${flag}y`);
  const starts = Array.from(given).reduce<number[]>(
    (found, each) => [...found, (found[found.length - 1] ?? 0) + each.length],
    [0],
  );
  return starts.some((start) => {
    pattern.lastIndex = start;
    return pattern.test(given);
  });
}

function isNativePattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').unicode;
  } catch {
    return false;
  }
}
