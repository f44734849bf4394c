import { reasonText } from '../../../src/messages/messages';
import { PREVIEW, REMOVALS } from '../../../src/obsidian/strings/window-strings';
import { decisionOf, plannedNotes } from '../../../src/obsidian/ui/windows/planned-notes';
import { aReport } from '../../support/reports';

const HOLD = {
  reason: { code: 'too-many-at-once', wanted: 2, notes: 2 },
  notes: [
    { id: '3', path: 'C.md', action: 'trash', reasons: ['no-highlights'] },
    { id: '4', path: 'A.md', action: 'archive', reasons: ['deleted'] },
  ],
} as const;

describe('the notes of a plan', () => {
  it('should leave out what has nothing new, and say where a note is that would move', () => {
    const plan = [
      {
        action: 'update',
        id: '2',
        note: 'b:2',
        path: 'B.md',
        reasons: ['changed'],
        conflicts: ['rw1'],
        blocksAdded: 1,
        blocksRemoved: 2,
        blocksKept: 3,
      },
      { action: 'skip', id: '3', note: 'b:3', path: 'C.md', reasons: ['unchanged'] },
      {
        action: 'rename',
        id: '1',
        note: 'b:1',
        path: 'A.md',
        from: 'Old.md',
        reasons: ['renamed-by-service'],
      },
    ] as const;
    expect(plannedNotes(aReport({ plan }))).toMatchObject({
      created: [],
      updated: [
        {
          key: 'b:2',
          reasons: [
            reasonText('changed'),
            'adds 1 highlight',
            'removes 2 highlights',
            'keeps and marks 3 highlights that you edited',
            PREVIEW.conflicts(1),
          ],
        },
      ],
      moved: [
        { key: 'b:1', from: 'Old.md', reasons: [reasonText('renamed-by-service'), PREVIEW.from('Old.md')] },
      ],
      removed: [],
    });
  });

  it('should show what is held back beside what would go at once, by path, each with its reason', () => {
    const plan = [
      { action: 'skip', id: '3', note: 'b:3', path: 'C.md', reasons: ['no-highlights', 'held'] },
      { action: 'trash', id: '5', note: 'b:5', path: 'B.md', reasons: ['deleted'] },
    ] as const;
    expect(plannedNotes(aReport({ plan, hold: HOLD })).removed).toMatchObject([
      { key: '4', reasons: [reasonText('deleted'), REMOVALS.toArchive] },
      { key: '5', reasons: [reasonText('deleted')] },
      { key: '3', reasons: [reasonText('no-highlights')] },
    ]);
  });

  it('should remove only what is ticked, and leave the rest undecided', () => {
    const planned = plannedNotes(aReport({ hold: HOLD, outOfScope: [{ id: '9', path: 'D.md' }] }));
    expect(decisionOf(planned, new Set(['3', '9']))).toEqual({
      kind: 'each',
      remove: ['3', '9'],
      keep: [],
      later: ['4'],
    });
  });

  it('should decide nothing when nothing would be removed', () => {
    const planned = plannedNotes(aReport({ outOfScope: [{ id: '9', path: 'D.md' }] }));
    expect(decisionOf(planned, new Set())).toBeUndefined();
  });
});
