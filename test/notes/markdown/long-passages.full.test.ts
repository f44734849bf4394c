import { readBlocks } from '../../../src/notes/markdown/blocks';
import { codeRanges } from '../../../src/notes/markdown/code-ranges';
import { plainOf } from '../../../src/notes/markdown/inline';
import { writePage, writePassage } from '../../../src/notes/markdown/write';
import { passageText } from '../../model/passage-text';

describe('a long passage', () => {
  it.each([
    '[',
    '[[',
    '<b>',
    '<b><i></i>',
    '<code>',
    '<br>',
    '[![a](b)](c)',
    '$a$',
    '1. ',
    '>',
    '\n- a\n',
    '| a |\n',
    '\n',
    '==a',
    '`',
    '``` \n',
    '> ',
    '- ',
    '$',
    '<',
    '![](',
    '[a](b "',
    '^ ',
    '%',
    '\\',
    '~~~~\n~~~\n',
    '`` ` ',
  ])('should be read in the time of its length when it repeats %j', (piece) => {
    const long = `x${piece.repeat(200_000 / piece.length)}`;
    expect(passageText(long).length).toBeGreaterThan(0);
    expect(writePage(long).length).toBeGreaterThan(0);
    expect(readBlocks(long.split('\n'), 'note').length).toBeGreaterThan(0);
    expect(codeRanges(long).length + plainOf(long).text.length).toBeGreaterThanOrEqual(0);
  });

  it('should be read in the time of its length when HTML is nested in it', () => {
    const depth = 30_000;
    const nested = '<b>'.repeat(depth) + 'x' + '</b>'.repeat(depth);
    expect(writePassage(nested)).toContain('*x*');
  });
});
