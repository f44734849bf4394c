import * as fc from 'fast-check';
import {
  foldText,
  passesTextTest,
  problemWithTextTest,
  readTextTest,
  searchedText,
} from '../../src/model/text-test';
import { HISTORIES } from '../property/runs';

const passes = (test: string, text: string): boolean =>
  passesTextTest(readTextTest(test), searchedText(text));

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
    ['  ', '', true],
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
    ['/^É/', 'Émile', true],
    ['/^e/i', 'Émile', false],
    ['/^é/i', 'Émile', true],
    ['/zola$/', 'Émile Zola', false],
    ['/a/b/', 'x a/b', true],
    ['/usr/bin', 'in /USR/bin', true],
    ['//', 'http://x', true],
  ])('should, as %j, of %j say %s', (test, text, expected) => {
    expect(passes(test, text)).toBe(expected);
  });

  it.each([
    ['/(/', 'Invalid regular expression: /(/u: Unterminated group'],
    ['/a/g', 'only i may follow the last / of a pattern, as in /stoic(ism)?/i'],
    ['a'.repeat(201), 'is longer than 200 characters'],
  ])('should be a mistake that nothing passes when it is %j', (test, problem) => {
    expect(problemWithTextTest(test)).toBe(problem);
    expect(passes(test, test)).toBe(false);
  });

  it('should look at the first 2,000 characters only when it is a pattern', () => {
    expect(passes('/x/', `${' '.repeat(1999)}x`)).toBe(true);
    expect(passes('/x/', `${' '.repeat(2000)}x`)).toBe(false);
  });

  it('should read a wildcard as the pattern that says the same when signs are few', () => {
    const letters = fc.constantFrom('a', 'b', '.', '*', '?');
    const wildcard = fc
      .array(letters, { maxLength: 6 })
      .map((signs) => signs.join(''))
      .filter((test) => /[*?]/.test(test));
    const text = fc.array(fc.constantFrom('a', 'b', '.'), { maxLength: 7 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(wildcard, text, (test, given) => {
        const theirs = new RegExp(
          `^${test.replace(/\./g, '\\.').replace(/\?/g, '.').replace(/\*+/g, '.*')}$`,
        );
        expect(passes(test, given)).toBe(theirs.test(given));
      }),
      HISTORIES,
    );
  });
});
