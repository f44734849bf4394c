import { rowsOf, Ticks, type PreviewRow } from '../../../src/obsidian/ui/windows/preview-rows';
import { aReport } from '../../support/reports';

const row = (note: string, group: PreviewRow['group']): PreviewRow => ({
  note,
  item: note.replace(/#.*/, ''),
  group,
  path: `${note}.md`,
  from: null,
  reasons: [],
  conflicts: 0,
});

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
        item: 'b:1',
        group: 'rename',
        path: 'A.md',
        from: 'Old.md',
        reasons: ['title-changed'],
        conflicts: 0,
      },
      {
        note: 'b:2',
        item: 'b:2',
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
      notes: [{ id: '3', path: 'C.md', action: 'trash' }],
    } as const;
    expect(rowsOf(aReport({ plan, hold }))).toMatchObject([
      { note: 'b:3', group: 'held', reasons: ['deleted'] },
    ]);
  });
});

describe('what is ticked of a plan', () => {
  it('should be everything at first, but for what is held back', () => {
    const ticks = new Ticks([row('b:1', 'create'), row('b:2', 'trash'), row('b:3', 'held')]);
    expect(ticks.count).toBe(2);
    expect(ticks.choice(undefined)).toEqual({
      seen: new Set(['b:1', 'b:2']),
      remove: new Set(['b:2']),
      hold: undefined,
    });
  });

  it('should take all notes of an item together', () => {
    const whole = row('b:1', 'update');
    const part = row('b:1#rw2', 'create');
    const ticks = new Ticks([whole, part, row('b:2', 'create')]);
    ticks.set([part], false);
    expect([ticks.isOn(whole), ticks.count]).toEqual([false, 1]);
    expect(ticks.choice(undefined).items).toEqual(new Set(['b:2']));
    ticks.set([whole], true);
    expect(ticks.choice(undefined).items).toBeUndefined();
  });

  it('should let a note stay that would leave its place while the others of its item are written', () => {
    const gone = row('b:1#rw2', 'trash');
    const ticks = new Ticks([row('b:1', 'update'), gone]);
    ticks.set([gone], false);
    expect(ticks.choice(undefined)).toEqual({ items: new Set(['b:1']), remove: new Set(), hold: undefined });
  });

  it('should remove nothing of an item that is left out', () => {
    const whole = row('b:1', 'update');
    const ticks = new Ticks([whole, row('b:1#rw2', 'trash'), row('b:2', 'create')]);
    ticks.set([whole], false);
    expect(ticks.choice(undefined)).toEqual({ items: new Set(['b:2']), remove: new Set(), hold: undefined });
  });

  it('should write the item of a note that a person lets go, and leave it when they do not', () => {
    const held = row('b:3', 'held');
    const other = row('b:1', 'create');
    const ticks = new Ticks([other, held]);
    ticks.set([other], false);
    ticks.set([held], true);
    expect(ticks.choice(undefined)).toMatchObject({ items: new Set(['b:3']), remove: new Set(['b:3']) });
    ticks.set([held], false);
    expect(ticks.count).toBe(0);
  });
});
