import { openBlocks } from '../../../src/core/history/open-blocks';

const mark = '> [!warning]+ Both sides\n> {{text}}';
const box = '> [!warning]+ Both sides\n> theirs';

describe('openBlocks', () => {
  it.each([
    ['the header, above all blocks', `# Title\n\n${box}\n\nOne ^rw1\n\nTwo ^rw2`, ['header']],
    ['a block, under it', `# Title\n\nOne ^rw1\n\n${box}\n\nTwo ^rw2`, ['rw1']],
    ['each of several', `# Title\n\n${box}\n\nOne ^rw1\n\nTwo ^rw2\n\n${box} `, ['header', 'rw2']],
    ['none that the run did not tell of', `# Title\n\nThree ^rw3\n\n${box}`, []],
    ['none whose box is gone', '# Title\n\nOne ^rw1\n\nTwo ^rw2', []],
  ])('should have %s where its box stands', (_, text, open) => {
    expect(openBlocks(text, { blocks: ['header', 'rw1', 'rw2', 'title'], mark })).toEqual(open);
  });
});
