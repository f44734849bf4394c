import type { SyncReport } from '../../../src/model/report';
import { rowsOf, type PreviewRow } from '../../../src/obsidian/preview/preview-rows';
import { Ticks } from '../../../src/obsidian/preview/ticks';

const NONE = {
  created: 0,
  updated: 0,
  renamed: 0,
  trashed: 0,
  archived: 0,
  kept: 0,
  unchanged: 0,
  conflicts: 0,
  failed: 0,
};

const report = (values: Pick<SyncReport, 'plan'> & Partial<SyncReport>): SyncReport => ({
  outcome: 'done',
  notes: NONE,
  requests: 0,
  vaultWrites: 0,
  durationMs: 0,
  failures: [],
  conflicts: [],
  ...values,
});

const pause = (): Promise<void> => Promise.resolve();

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
  it('should leave out what has nothing new, and come by path', async () => {
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
    expect(await rowsOf(report({ plan }), pause)).toEqual([
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

  it('should tell what the guard holds back from what has nothing new', async () => {
    const plan = [
      { action: 'skip', id: '3', note: 'b:3', path: 'C.md', reasons: ['deleted', 'held'] },
    ] as const;
    const hold = {
      reason: { code: 'too-many-at-once', wanted: 1, notes: 1 },
      notes: [{ id: '3', path: 'C.md', action: 'trash' }],
    } as const;
    expect(await rowsOf(report({ plan, hold }), pause)).toMatchObject([
      { note: 'b:3', group: 'held', reasons: ['deleted'] },
    ]);
  });
});

describe('what is ticked of a plan', () => {
  it('should be everything at first, but for what is held back', async () => {
    const ticks = await Ticks.of([row('b:1', 'create'), row('b:2', 'trash'), row('b:3', 'held')], pause);
    expect(ticks.count).toBe(2);
    expect(ticks.choice(undefined)).toEqual({
      seen: new Set(['b:1', 'b:2']),
      remove: new Set(['b:2']),
      hold: undefined,
    });
  });

  it('should take all notes of an item together', async () => {
    const whole = row('b:1', 'update');
    const part = row('b:1#rw2', 'create');
    const ticks = await Ticks.of([whole, part, row('b:2', 'create')], pause);
    ticks.set([part], false);
    expect([ticks.isOn(whole), ticks.count]).toEqual([false, 1]);
    expect(ticks.choice(undefined).items).toEqual(new Set(['b:2']));
    ticks.set([whole], true);
    expect(ticks.choice(undefined).items).toBeUndefined();
  });

  it('should be the same of thousands, which are taken in bit by bit', async () => {
    let pauses = 0;
    const ticks = await Ticks.of(
      Array.from({ length: 9000 }, (_, index) => row(`b:${String(index)}`, 'create')),
      () => {
        pauses += 1;
        return Promise.resolve();
      },
    );
    expect([ticks.count, ticks.isAll, pauses]).toEqual([9000, true, 4]);
  });

  it('should let a note stay that would leave its place while the others of its item are written', async () => {
    const gone = row('b:1#rw2', 'trash');
    const ticks = await Ticks.of([row('b:1', 'update'), gone], pause);
    ticks.set([gone], false);
    expect(ticks.choice(undefined)).toEqual({ items: new Set(['b:1']), remove: new Set(), hold: undefined });
  });

  it('should remove nothing of an item that is left out', async () => {
    const whole = row('b:1', 'update');
    const ticks = await Ticks.of([whole, row('b:1#rw2', 'trash'), row('b:2', 'create')], pause);
    ticks.set([whole], false);
    expect(ticks.choice(undefined)).toEqual({ items: new Set(['b:2']), remove: new Set(), hold: undefined });
  });

  it('should write the item of a note that a person lets go, and leave it when they do not', async () => {
    const held = row('b:3', 'held');
    const other = row('b:1', 'create');
    const ticks = await Ticks.of([other, held], pause);
    ticks.set([other], false);
    ticks.set([held], true);
    expect(ticks.choice(undefined)).toMatchObject({ items: new Set(['b:3']), remove: new Set(['b:3']) });
    ticks.set([held], false);
    expect(ticks.count).toBe(0);
  });
});
