import * as fc from 'fast-check';
import { foldText, passesTextTest, readTextTest } from '../../src/model/text';
import { HISTORIES } from '../property/runs';

const passes = (test: string, text: string): boolean => passesTextTest(readTextTest(test), foldText(text));

describe('foldText', () => {
  it.each([
    ['Émile ZOLA', 'emile zola'],
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['E\u0301', 'é'],
  ])('should take %j and %j for the same', (one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  it.each([
    ['한', '하'],
    ['が', 'か'],
    ['ø', 'o'],
  ])('should keep %j and %j apart when they are letters of their own', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
    expect(foldText(one)).not.toContain(foldText(other));
  });
});

describe('a text test', () => {
  it.each([
    ['', 'whatever', true],
    ['zola', 'Émile Zola', true],
    ['EMILE', 'Émile Zola', true],
    ['zola', 'Emil', false],
    ['emile*', 'Émile Zola', true],
    ['EMILE*', 'Émile Zola', true],
    ['emil?', 'Émile Zola', false],
    ['zola*', 'Émile Zola', false],
    ['ΟΔΟΣ', 'οδοσα', true],
    ['*z?la', 'Émile Zola', true],
    ['?', '😀', true],
    ['?', '', false],
    ['*', '', true],
    ['a.c*', 'abc', false],
    ['*.example.*', 'blog.example.org', true],
    ['a*a', 'a', false],
    ['a*b*b', 'ab', false],
    ['a*bc', 'abbc', true],
    ['?*?', 'ab', true],
    ['/usr/bin', 'in /USR/bin', true],
    ['//', 'http://x', true],
  ])('should, as %j, of %j say %s', (test, text, expected) => {
    expect(passes(test, text)).toBe(expected);
  });

  it.each([
    ['/(/', { code: 'regular-expression' }],
    ['/stoic(ism)?/i', { code: 'regular-expression' }],
    ['a'.repeat(201), { code: 'test-length', most: 200 }],
  ])('should be a mistake that nothing passes when it is %j', (test, mistake) => {
    expect(readTextTest(test)).toEqual({ kind: 'mistake', mistake });
    expect(passes(test, test)).toBe(false);
  });

  it('should look at the first 2,000 characters only when it is a glob', () => {
    expect(passes('*x', `${' '.repeat(1999)}x`)).toBe(true);
    expect(passes('*x', `${' '.repeat(2000)}x`)).toBe(false);
  });

  it('should end when it has as many wildcards as it may have and the text nearly matches (I12)', () => {
    const text = 'a'.repeat(2000);
    expect(passes(`${'*a'.repeat(99)}*b`, text)).toBe(false);
    expect(passes(`${'*a'.repeat(99)}*`, text)).toBe(true);
    expect(passes(`${'*?'.repeat(99)}*b`, text)).toBe(false);
  });

  it('should read a glob as the regular expression that says the same when signs are few', () => {
    const letters = fc.constantFrom('a', 'b', '.', '*', '?');
    const glob = fc
      .array(letters, { maxLength: 6 })
      .map((signs) => signs.join(''))
      .filter((test) => /[*?]/.test(test));
    const text = fc.array(fc.constantFrom('a', 'b', '.'), { maxLength: 7 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(glob, text, (test, given) => {
        const theirs = new RegExp(
          `^${test.replace(/\./g, '\\.').replace(/\?/g, '.').replace(/\*+/g, '.*')}$`,
        );
        expect(passes(test, given)).toBe(theirs.test(given));
      }),
      HISTORIES,
    );
  });
});
