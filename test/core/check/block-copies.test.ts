import { blockCopies } from '../../../src/core/check/block-copies';
import { noteBlock } from '../../../src/core/note/note';
import { writeTrailer } from '../../../src/core/note/trailer';

const ONE = '> One.\n\n^rw1';
const TWO = '> Two.\n\n^rw2';
const TRAILER = writeTrailer({
  ...{
    note: '0'.repeat(11),
    path: '0'.repeat(7),
    frontMatter: '0'.repeat(11),
    properties: new Map(),
    removed: new Set(),
    released: new Set(),
  },
  header: noteBlock('# Title', '').base,
  blocks: new Map([
    ['rw1', noteBlock(ONE, '').base],
    ['rw2', noteBlock(TWO, '').base],
  ]),
});

/** Each text of a note with whether its anchor is taken for that of a copy. */
function copies(texts: readonly string[], { lineEnd = '\n' } = {}): readonly string[] {
  const lines = texts
    .join('\n\n')
    .split('\n')
    .map((line) => `${line}${lineEnd === '\r\n' ? '\r' : ''}`);
  const { anchorLines } = blockCopies(lines, ['rw1', 'rw2']);
  return [...anchorLines]
    .map((index) => [lines[index - 2]?.trim(), lines[index]?.trim(), index].join(' '))
    .sort();
}

describe('which of several blocks with the same anchor is a copy', () => {
  it.each(['\n', '\r\n'])(
    'should be the one that a person changed, else the one in another place, whatever they wrote around them, with line ends %j',
    (lineEnd) => {
      const texts = [
        'Mine above.',
        '# Title',
        'My intro.\nOf two lines.',
        ONE.replace('One', 'Mine'),
        ONE,
        'Under it.',
        TWO,
        TWO,
        'Behind it.',
        TRAILER,
      ];
      expect(copies(texts, { lineEnd })).toEqual(['> Mine. ^rw1 9', '> Two. ^rw2 23']);
      expect(copies(['# Title', ONE, TWO, 'Mine.', ONE, TRAILER], { lineEnd })).toEqual(['> One. ^rw1 14']);
      expect(copies(['# Title', TWO, ONE, TWO, TRAILER], { lineEnd })).toEqual(['> Two. ^rw2 4']);
    },
  );

  it('should be the lower one where no trailer tells', () => {
    expect(copies(['# Title', ONE, ONE.replace('One', 'Mine'), TWO])).toEqual(['> Mine. ^rw1 8']);
  });

  it('should be none in code, nor where there is but one', () => {
    expect(copies(['# Title', `\`\`\`\n${ONE}\n\`\`\``, ONE, TWO, TRAILER])).toEqual([]);
  });
});
