import { readRecords } from '../../../src/store/library';
import { readRuns } from '../../../src/sync/journal/run-history';
import { CountingStateStore } from '../../support/counting-state-store';
import { flakyVault } from '../../support/flaky-vault';
import { bookNote, Shelf } from '../attachments/shelf';
import { planOf, runsOf, undo } from './history-scene';
import { lastRunsOf } from '../../../src/sync/journal/last-runs';
import type { SyncReport } from '../../../src/model/report';

describe('what a device remembers of its syncs', () => {
  let shelf: Shelf;
  let ids: readonly number[];

  beforeEach(async () => {
    shelf = await Shelf.create();
    ids = shelf.addBooks(3);
    await shelf.sync();
  });
  afterEach(() => shelf.world.close());

  const highlightOf = (id: number) => [...shelf.world.library.books.liveHighlightsOf(id)][0]?.id ?? 0;
  const edit = (id: number, text: string): void => {
    shelf.world.pass(60);
    shelf.world.library.editHighlight(highlightOf(id), { text });
  };

  it('should be each run that did anything, newest first, and nothing of a quiet one or a dry run', async () => {
    await shelf.sync();
    edit(ids[0] ?? 0, 'Another passage.');
    await shelf.sync({ dryRun: true });
    await shelf.sync();
    await shelf.sync();
    expect(await runsOf(shelf.device)).toMatchObject([
      { run: 2, kind: 'sync', outcome: 'done', notes: { updated: 1 }, vaultWrites: 1 },
      { run: 1, kind: 'sync', outcome: 'done', notes: { created: 3 }, vaultWrites: 3 },
    ]);
  });

  it('should be the last fifty runs', async () => {
    for (let count = 0; count < 51; count += 1) {
      edit(ids[0] ?? 0, `Passage number ${String(count)}.`);
      await shelf.sync();
    }
    const runs = await runsOf(shelf.device);
    expect([runs.length, runs[0]?.run, runs.at(-1)?.run]).toEqual([50, 52, 3]);
  });

  it('should tell of what cannot be done once, however often it is tried', async () => {
    edit(ids[0] ?? 0, 'Another passage.');
    const { vault, state } = shelf.device;
    const fail = () =>
      shelf.world.sync({
        // Every second write is of a text that is put back.
        vault: flakyVault(vault, new Set(Array.from({ length: 20 }, (_, index) => 2 * index + 1))),
        state,
      });
    await fail();
    shelf.world.pass(61);
    await fail();
    expect((await readRuns(state)).map(({ outcome, failures }) => [outcome, failures.length])).toEqual([
      ['partial', 1],
      ['done', 0],
    ]);
  });

  it('should read none of the texts that it forgets when they are long (I12)', async () => {
    edit(ids[0] ?? 0, 'Another passage. '.repeat(40_000));
    await shelf.sync();
    const { state } = shelf.device;
    const list = state.list.bind(state);
    state.list = async (range) => {
      const found = await list(range);
      if (JSON.stringify(found).includes('Another passage.')) throw new Error('A long text was read.');
      return found;
    };
    edit(ids[1] ?? 0, 'Another one.');
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { updated: 1 } });
    state.list = list;
    expect((await planOf(shelf.device))?.steps).toMatchObject([{ path: bookNote(2) }]);
  });

  it('should keep no text of notes when a first sync made them', async () => {
    const stored = await shelf.device.state.list({ prefix: '', limit: 1000 });
    expect(JSON.stringify(stored)).not.toContain('%% florilegium');
  });

  it('should put three values for a new note, and for a changed one its record and its old text', async () => {
    const many = await Shelf.create();
    const passage = 'A passage of some length, as a reader marks it. '.repeat(4);
    const [first = 0] = many.addBooks(150);
    for (let index = 0; index < 100; index += 1)
      many.world.library.addHighlight(first, { text: `${String(index)}. ${passage}`, location: index + 10 });
    const { vault, state } = many.device;
    const made = new CountingStateStore(state);
    await many.world.sync({ vault, state: made });
    expect(made.puts).toBeLessThan(3.6 * 150);
    many.world.pass(600);
    many.world.library.editHighlight([...many.world.library.books.liveHighlightsOf(first)][0]?.id ?? 0, {
      note: 'Read once more.',
    });
    const note = vault.entries().find(([, text]) => text.includes('99. A passage'))?.[1] ?? '';
    const [record] = await readRecords(state, [`b:${String(first)}`]);
    const changed = new CountingStateStore(state);
    await many.world.sync({ vault, state: changed });
    const once = note.length + JSON.stringify(record).length;
    expect(changed.putCharacters).toBeGreaterThan(once);
    expect(changed.putCharacters).toBeLessThan(1.4 * once);
    await many.world.close();
  });

  it('should cost a commit for each batch of notes, not one for each note', async () => {
    const many = await Shelf.create();
    const all = many.addBooks(250);
    const { vault, state } = many.device;
    const count = async (): Promise<number> => {
      const counting = new CountingStateStore(state);
      many.world.pass(61);
      await many.world.sync({ vault, state: counting });
      return counting.commits;
    };
    const first = await count();
    many.world.pass(60);
    for (const id of all)
      many.world.library.editHighlight([...many.world.library.books.liveHighlightsOf(id)][0]?.id ?? 0, {
        text: `Another of ${String(id)}.`,
      });
    const second = await count();
    expect([first, second].map((commits) => commits < 30)).toEqual([true, true]);
    const before = vault.entries();
    expect((await planOf(many.device))?.steps).toHaveLength(250);
    const undoing = new CountingStateStore(state);
    await undo({ vault, state: undoing }, many.world);
    expect(undoing.commits).toBeLessThan(12);
    expect(vault.entries()).not.toEqual(before);
    await many.world.close();
  });
});

describe('how the last runs ended', () => {
  let shelf: Shelf;

  beforeEach(async () => {
    shelf = await Shelf.create();
    shelf.addBooks(3);
  });
  afterEach(() => shelf.world.close());

  const EXPORT = { path: '/api/v2/export/' };
  const fail = async (): Promise<SyncReport> => {
    shelf.world.pass(61);
    shelf.world.server.faults.when(EXPORT, { kind: 'status', status: 400 });
    const report = await shelf.sync();
    shelf.world.server.faults.clear();
    return report;
  };
  const now = (): string => new Date(shelf.world.now).toISOString();
  const ends = async (quietAt: string | null = null) => {
    const { last, succeeded, failed } = lastRunsOf(await runsOf(shelf.device), quietAt);
    return {
      last: last?.end.outcome ?? null,
      at: last?.at ?? null,
      succeeded,
      failed: failed?.cause ?? null,
    };
  };

  it('should be unknown before the first run', async () => {
    expect(await ends()).toEqual({ last: null, at: null, succeeded: null, failed: null });
  });

  it('should be the failure and the success before it when the service was away', async () => {
    await shelf.sync();
    const { succeeded } = await ends();
    expect(await fail()).toMatchObject({ outcome: 'failed' });
    expect(succeeded).not.toBeNull();
    expect(await ends()).toMatchObject({ last: 'failed', succeeded, failed: 'service' });
  });

  it('should be well again when a sync with nothing to do ended since', async () => {
    await shelf.sync();
    await fail();
    shelf.world.pass(61);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    const quietAt = now();
    expect(await ends(quietAt)).toEqual({ last: 'done', at: quietAt, succeeded: quietAt, failed: null });
  });

  it('should be well again when a sync that wrote something ended since', async () => {
    await shelf.sync();
    await fail();
    shelf.world.pass(61);
    shelf.addBooks(1);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { created: 1 } });
    expect(await ends()).toMatchObject({ last: 'done', failed: null });
  });

  it('should be the failure when the same one came again after such a sync', async () => {
    await shelf.sync();
    await fail();
    shelf.world.pass(61);
    const quietAt = now();
    await fail();
    expect(await ends(quietAt)).toMatchObject({ last: 'failed', succeeded: quietAt, failed: 'service' });
  });

  it('should be the undo, and still the sync that went through, when a person took that back', async () => {
    await shelf.sync();
    const { succeeded } = await ends();
    shelf.world.pass(61);
    await undo(shelf.device, shelf.world);
    const { last } = lastRunsOf(await runsOf(shelf.device), null);
    expect([last?.end.undone, await ends()]).toMatchObject(['sync', { last: 'done', succeeded }]);
  });
});
