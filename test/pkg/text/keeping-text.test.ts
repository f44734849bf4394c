import { unmarkLines, unmarkPlanLines } from '../../../pkg/text/feature-text';
import { checkLines } from '../../../src/messages/check-messages';

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

describe('unmarkLines', () => {
  it('should say what a sync would do only when there are plain notes now', () => {
    expect(unmarkLines({ changed: 0, left: 2, failures: [] })).toEqual([
      '0 notes turned into plain markdown.',
      '2 notes not reached. Run it again to go on.',
    ]);
    expect(unmarkLines({ changed: 1, left: 0, failures: [] })).toEqual([
      '1 note turned into plain markdown. Syncs no longer update it. To sync it again: florilegium adopt, then sync.',
    ]);
  });
});

describe('unmarkPlanLines', () => {
  it('should speak of block ids that stay only when something links to one', () => {
    expect(
      unmarkPlanLines({ notes: ['A.md'], linked: new Set(), anchors: 3, keptAnchors: 0, failures: [] }),
    ).toEqual(['A.md', '1 note would become plain, without 3 block ids.']);
    expect(
      unmarkPlanLines({
        notes: ['A.md', 'B.md'],
        linked: new Set(['rw1']),
        anchors: 3,
        keptAnchors: 1,
        failures: [],
      }),
    ).toEqual([
      'A.md',
      'B.md',
      '2 notes would become plain, without 2 block ids; 1 block id stays, because something links to it.',
    ]);
  });
});
