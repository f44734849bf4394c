import { rowsOf } from '../../../src/obsidian/ui/windows/preview-rows';
import { aReport } from '../../support/reports';

describe('the rows of a plan', () => {
  it('should leave out what has nothing new, and come by path', () => {
    const plan = [
      {
        action: 'update',
        id: '2',
        note: 'b:2',
        path: 'B.md',
        reasons: ['changed'],
        conflicts: ['rw1'],
      },
      { action: 'skip', id: '3', note: 'b:3', path: 'C.md', reasons: ['unchanged'] },
      {
        action: 'rename',
        id: '1',
        note: 'b:1',
        path: 'A.md',
        from: 'Old.md',
        reasons: ['title-changed'],
      },
    ] as const;
    expect(rowsOf(aReport({ plan }))).toEqual([
      {
        note: 'b:1',
        group: 'rename',
        path: 'A.md',
        from: 'Old.md',
        reasons: ['title-changed'],
        conflicts: 0,
      },
      {
        note: 'b:2',
        group: 'update',
        path: 'B.md',
        from: null,
        reasons: ['changed'],
        conflicts: 1,
      },
    ]);
  });

  it('should tell what the guard holds back from what has nothing new', () => {
    const plan = [
      { action: 'skip', id: '3', note: 'b:3', path: 'C.md', reasons: ['deleted', 'held'] },
    ] as const;
    const hold = {
      reason: { code: 'too-many-at-once', wanted: 1, notes: 1 },
      notes: [{ id: '3', path: 'C.md', action: 'trash', reasons: ['deleted'] }],
    } as const;
    expect(rowsOf(aReport({ plan, hold }))).toMatchObject([
      { note: 'b:3', group: 'held', reasons: ['deleted'] },
    ]);
  });
});
