import { checkLines, leavingLines } from '../../../src/platform/node/keeping-text';

describe('checkLines', () => {
  it('should not say that everything is in order when notes could not be read', () => {
    expect(checkLines({ findings: [], notes: 3, unread: ['A.md', 'B.md'], isComplete: true })).toEqual(['A.md: could not be read', 'B.md: could not be read', '3 notes checked, 0 findings. 2 notes could not be read.']);
  });
});

describe('leavingLines', () => {
  it('should say what a sync would do only when there are plain notes now', () => {
    expect(leavingLines({ changed: 0, left: 2, failures: [] })).toEqual(['0 notes made plain markdown.', '2 notes not come to. Run it again to go on.']);
    expect(leavingLines({ changed: 1, left: 0, failures: [] })).toEqual([
      '1 note made plain markdown. No sync keeps it up to date any more; one that has forgotten it would make another beside it.',
    ]);
  });
});
