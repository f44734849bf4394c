import fc from 'fast-check';
import { unwrap, wordsIn } from '../../../src/notes/markdown/unwrap';
import { HISTORIES } from '../../property/runs';

/** Unwraps a text of an item that has these words elsewhere. */
const unwrapped = (text: string, elsewhere = ''): string => unwrap(text, () => wordsIn([text, elsewhere]));

describe('unwrap', () => {
  it.each([
    ['a paragraph', 'One line\nand the next \n and a third.', 'One line and the next and a third.'],
    ['paragraphs', 'One\ntwo.\n\nThree\nfour.', 'One two.\n\nThree four.'],
    ['a quote', '> One\n> two\n> > three\n> > four', '> One two\n> > three four'],
    ['a list', '- one\n  goes on\n- two\ngoes on, too', '- one goes on\n- two goes on, too'],
    ['a numbered list', '1. one\n2. two\n   goes on', '1. one\n2. two goes on'],
    [
      'bullets of a page',
      'They are:\n• one\ngoes on\n• two\n(a) three',
      'They are:\n• one goes on\n• two\n(a) three',
    ],
    ['arrows', 'So:\n→ one\ngoes on\n→ two', 'So:\n→ one goes on\n→ two'],
    [
      'bullets of a symbol font',
      'So:\n\uf0b7 one\ngoes on\n\uf0b7 two',
      'So:\n\uf0b7 one goes on\n\uf0b7 two',
    ],
    ['other bullets', '▪ one\n‣ two\n◦ three\ngoes on', '▪ one\n‣ two\n◦ three goes on'],
    [
      'numbered sections',
      '1.1 Scope\ngoes on\n1.2 Terms\n2.3.1 words',
      '1.1 Scope goes on\n1.2 Terms\n2.3.1 words',
    ],
    ['Chinese sections', '1.1 概述\n1.2 术语', '1.1 概述\n1.2 术语'],
    ['decimals', 'It grew by\n3.5 percent, or\n12.75 % of it', 'It grew by 3.5 percent, or 12.75 % of it'],
    ['a heading', '## A\nOne\ntwo', '## A\nOne two'],
    ['a table', 'One\ntwo\n\n| a | b |\n| - | - |\n| 1 | 2 |', 'One two\n\n| a | b |\n| - | - |\n| 1 | 2 |'],
    ['code', '```\na\nb\n```\nOne\ntwo', '```\na\nb\n```\nOne two'],
    ['a formula', '$$\na\nb\n$$', '$$\na\nb\n$$'],
    ['verse with two blanks', 'One  \ntwo\\\nthree', 'One  \ntwo\\\nthree'],
    ['an indented line', 'One\ntwo\n    Three\nfour', 'One two\n    Three four'],
    ['Chinese', '学而时习之，\n不亦说乎', '学而时习之，不亦说乎'],
    ['Korean', '배우고 때때로\n익히면', '배우고 때때로 익히면'],
    ['Chinese beside Latin letters', '使用\nPython', '使用 Python'],
    ['one line', 'One -\u00ad', 'One -\u00ad'],
    ['nothing', '', ''],
  ])('should join the lines within paragraphs, and no others, when the text is %s', (_what, text, joined) => {
    expect(unwrapped(text)).toBe(joined);
  });

  it.each([
    ['neither part is a word', 'an exam-\nple of', '', 'an example of'],
    ['the whole word is elsewhere', 'a note-\nbook and', 'This Notebook. A note, a book.', 'a notebook and'],
    ['the first part is elsewhere', 'a late-\nnight show', 'It is late.', 'a late-night show'],
    ['the second part is elsewhere', 'a late-\nnight show', 'At night.', 'a late-night show'],
    ['the compound is elsewhere', 'a late-\nnight show', 'Late-night shows.', 'a late-night show'],
    ['the first part begins compounds', 'a well-\nknown man', '', 'a well-known man'],
    ['the same word is split elsewhere', 'an exam-\nple of', 'An exam-\nple is', 'an example of'],
    ['only the first part is a word', 'a care-\nful man', 'Take care.', 'a care-ful man'],
    ['only the second part is a word', 'a dis-\nlike', 'We like it.', 'a dis-like'],
    ['a capital follows', 'the Anglo-\nSaxon', '', 'the Anglo-Saxon'],
    ['a number follows', 'COVID-\n19', '', 'COVID-19'],
    ['there are more hyphens', 'mother-in-\nlaw, state-\nof-the-art', '', 'mother-in-law, state-of-the-art'],
    ['it is a dash', 'so -\nas it was', '', 'so - as it was'],
    ['it is a soft hyphen', 'an exam\u00ad\nple of', 'exam ple', 'an example of'],
    ['it is a true hyphen', 'an exam\u2010\nple of', '', 'an example of'],
    ['a true hyphen belongs to a word', 'a late\u2010\nnight show', 'It is late.', 'a late\u2010night show'],
    ['it never ends a line', 'an exam\u2011\nple of', '', 'an exam\u2011ple of'],
    ['it is a Hebrew one', 'בית\u05be\nספר', '', 'בית\u05beספר'],
    ['it is a dash and no true hyphen', 'so \u2010\nas it was', '', 'so \u2010 as it was'],
    ['a paragraph ends', 'an exam-\n\nple of', '', 'an exam-\n\nple of'],
    ['it is in a quote', '> an exam-\n> ple of', '', '> an example of'],
  ])('should decide about a hyphen at the end of a line when %s', (_when, text, elsewhere, joined) => {
    expect(unwrapped(text, elsewhere)).toBe(joined);
  });

  const pieces = fc.constantFrom(
    'a',
    'B-',
    'B\u2011',
    '→ ',
    '1.1 ',
    '\u00ad',
    ' ',
    '\n',
    '\n',
    '- ',
    '> ',
    '1. ',
    '```',
    '|',
    '学',
    '  ',
  );
  const text = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(''));

  const letters = (of: string): string => of.replace(/[^\p{L}\d]/gu, '');

  it('should keep every letter and every paragraph when a text is of any shape', () => {
    fc.assert(
      fc.property(text, (written) => {
        const once = unwrapped(written);
        expect(letters(once)).toBe(letters(written));
        expect(once.split('\n\n').length).toBe(written.split('\n\n').length);
      }),
      HISTORIES,
    );
  });

  it('should take time in line with the length when a text is long', () => {
    for (const part of ['a-\n', '1.1 A\n', '1.1.\n', 'aaaa', '- a\n', '> a\n', 'a\u00ad\n', ' \n', '\t\n-'])
      expect(letters(unwrapped(part.repeat(100_000)))).toBe(letters(part).repeat(100_000));
  });
});
