import { checkLines, leavingLines, planLines } from '../../../src/node/text/keeping-text';

describe('checkLines', () => {
  it('should not say that everything is in order when notes could not be read', () => {
    expect(checkLines({ findings: [], notes: 3, unread: ['A.md', 'B.md'], isComplete: true })).toEqual([
      'A.md: could not be read',
      'B.md: could not be read',
      '3 notes checked, 0 findings.',
      '2 notes could not be read.',
    ]);
  });
});

describe('leavingLines', () => {
  it('should say what a sync would do only when there are plain notes now', () => {
    expect(leavingLines({ changed: 0, left: 2, failures: [] })).toEqual([
      '0 notes made plain markdown.',
      '2 notes not reached. Run it again to go on.',
    ]);
    expect(leavingLines({ changed: 1, left: 0, failures: [] })).toEqual([
      '1 note made plain markdown. No sync keeps it up to date any more; one that has forgotten it would make another beside it.',
    ]);
  });
});

describe('planLines', () => {
  it('should speak of anchors that stay only when something links to one', () => {
    expect(
      planLines({ notes: ['A.md'], linked: new Set(), anchors: 3, keptAnchors: 0, failures: [] }),
    ).toEqual(['A.md', '1 note would lose all marks and 3 anchors.']);
    expect(
      planLines({
        notes: ['A.md', 'B.md'],
        linked: new Set(['rw1']),
        anchors: 3,
        keptAnchors: 1,
        failures: [],
      }),
    ).toEqual([
      'A.md',
      'B.md',
      '2 notes would lose all marks and 2 anchors; 1 anchor stays, because something links to it.',
    ]);
  });
});
