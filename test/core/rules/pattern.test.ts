import { compilePattern, type Pattern } from '../../../src/core/rules/pattern';
import type { PatternFlags } from '../../../src/core/rules/pattern-syntax';

const compiled = (source: string, flags: PatternFlags = 'u'): Pattern => {
  const result = compilePattern(source, flags);
  if (!result.ok) throw new Error(result.problem);
  return result.pattern;
};

describe('compilePattern', () => {
  it.each([
    ['stoic(ism)?', 'on stoicism', true],
    ['^stoic$', 'stoicism', false],
    ['a{2,3}b', 'ab', false],
    ['(?:ab|cd){2}', 'xabcdx', true],
    ['^a{2,4}$', 'aaaa', true],
    ['^a{2,4}$', 'aaaaa', false],
    ['^a{2,}$', 'a', false],
    ['[^a-c]', 'abc', false],
    ['\\d{4}-\\d{2}', 'of 2026-01', true],
    ['\\bcat\\b', 'concatenate', false],
    ['\\Bcat', 'concatenate', true],
    ['a.b', 'a\nb', false],
    ['^.$', '😀', true],
    ['a*?', '', true],
    ['AC\\/DC', 'AC/DC', true],
  ])('should say of /%s/ and %j what JavaScript says', (source, text, matches) => {
    expect(compiled(source).run(text).matches).toBe(matches);
    expect(new RegExp(source, 'u').test(text)).toBe(matches);
  });

  it('should not mind case when the flag i is given', () => {
    expect(compiled('ÉTÉ', 'ui').run("l'été").matches).toBe(true);
    expect(compiled('ÉTÉ', 'u').run("l'été").matches).toBe(false);
  });

  it.each([
    ['(ab', 'at character 1 of the pattern: this ( is not closed; the sign itself is \\('],
    ['ab)', 'at character 3 of the pattern: this ) closes nothing; the sign itself is \\)'],
    ['😀[a', 'at character 2 of the pattern: this [ is not closed; the sign itself is \\['],
    [
      '*a',
      'at character 1 of the pattern: there is nothing before * that could be repeated; the sign itself is \\*',
    ],
    [
      'a**',
      'at character 3 of the pattern: there is nothing before * that could be repeated; the sign itself is \\*',
    ],
    ['^*', 'at character 2 of the pattern: a place between characters cannot be repeated'],
    [
      'a{x}',
      'at character 2 of the pattern: how often must be written like {2}, {2,} or {2,5}; the sign itself is \\{',
    ],
    [
      'a{2',
      'at character 2 of the pattern: how often must be written like {2}, {2,} or {2,5}; the sign itself is \\{',
    ],
    ['a{3,2}', 'at character 2 of the pattern: {3,2} is the wrong way round'],
    ['a{1001}', 'at character 2 of the pattern: nothing can be repeated more than 1000 times'],
    ['a]', 'at character 2 of the pattern: this ] closes nothing; the sign itself is \\]'],
    ['[z-a]', 'at character 3 of the pattern: this range is the wrong way round'],
    [
      '[\\d-z]',
      'at character 4 of the pattern: a range goes from one character to another, as in a-z; the sign itself is \\-',
    ],
    [
      '\\q',
      'at character 1 of the pattern: \\q means nothing here; a character that is no sign is written without \\',
    ],
    ['a\\', 'at character 2 of the pattern: there must be a character behind \\'],
    [
      '(?=a)',
      'at character 3 of the pattern: after (? only : can stand; patterns cannot look ahead or behind, and groups have no names',
    ],
    ['(?:(?:a{99}){99}){99}', 'the pattern is too large: it repeats too much too often'],
    ['(?:(?:(?:){1000}){1000}){1000}', 'the pattern is too large: it repeats too much too often'],
    ['a'.repeat(1001), 'the pattern is longer than 1000 characters'],
  ])('should say where and what the mistake is when the pattern is %s', (source, problem) => {
    expect(compilePattern(source, 'u')).toEqual({ ok: false, problem });
  });

  it.each([
    '(a+)+$',
    '^(a|a)*$',
    '(a*)*b',
    '(?:a?){50}a{50}$',
    '([a-z]+)*[0-9]',
    '(.*a){20}$',
    '^(?:a|aa)+$',
  ])('should take at most as many steps as text and pattern are long when the pattern is %s', (source) => {
    const pattern = compiled(source);
    for (const length of [100, 1000, 10_000]) {
      const { matches, steps } = pattern.run(`${'a'.repeat(length)}!`);
      expect(matches).toBe(false);
      expect(steps).toBeLessThanOrEqual(pattern.size * (length + 2));
    }
  });

  it('should take ten times the steps when a text is ten times as long', () => {
    const steps = (length: number): number => compiled('(a+)+$').run(`${'a'.repeat(length)}!`).steps;
    expect((steps(10_000) - steps(1000)) / (steps(2000) - steps(1000))).toBe(9);
  });

  it('should bear a pattern of nothing but brackets when it is as long as it may be', () => {
    const source = '('.repeat(499) + 'a' + ')'.repeat(499);
    expect(compiled(source).run('bab').matches).toBe(true);
  });
});
