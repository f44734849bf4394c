import { MemoryStateStore } from '../../support/memory-state-store';
import { planUndo } from '../../../src/features/undo/plan-undo';
import { undoLastRun } from '../../../src/features/undo/undo-last-run';
import type { SyncReport } from '../../../src/model/report';
import { findUndoneNotes } from '../../../src/sync/plan/undone-notes';
import { findDeletedNotes } from '../../../src/sync/plan/user-decisions';
import { settings } from '../../simulation/world';
import { mirrorNote, officialNote, type ForeignBook } from '../../support/foreign-notes';
import { MovingIn } from './moving-in';

const TEXTS = [
  'I went to the woods because I wished to live deliberately.',
  'Our life is frittered away by detail.',
];

describe('an adoption that is undone', () => {
  let house: MovingIn;
  let walden: ForeignBook;

  beforeEach(async () => {
    house = await MovingIn.create();
    walden = house.addBook({ title: 'Walden', texts: TEXTS });
    house.device.vault.put('Walden.md', mirrorNote(walden));
  });
  afterEach(() => house.world.close());

  async function undo(): Promise<SyncReport> {
    const deps = { outbox: new MemoryStateStore(), ...house.deps, reporter: { progress: () => undefined } };
    const plan = await planUndo(deps);
    expect(plan?.ended?.kind).toBe('adopt');
    return undoLastRun(deps, { run: plan?.run ?? 0, settings: settings() });
  }

  it('should give back the note byte for byte, and let it be adopted again', async () => {
    await house.look();
    const before = house.note('Walden.md');
    await house.adoptAll();
    const adopted = house.note('Walden.md');
    expect(await undo()).toMatchObject({ undone: 'adopt' });
    expect(house.note('Walden.md')).toBe(before);
    await house.adoptAll();
    expect(house.note('Walden.md')).toBe(adopted);
    expect(await house.sync()).toMatchObject({ vaultWrites: 0 });
  });

  it.each([
    ['before the first sync', false],
    ['after it', true],
  ])(
    'should let the next sync ask again %s, call nothing removed, and double nothing (I1)',
    async (_, isLater) => {
      if (isLater) {
        await house.look();
        await house.adoptAll();
        await house.sync();
        const walking = house.addBook({ title: 'Walking', texts: ['I wish to speak a word for nature.'] });
        house.device.vault.put('Walking.md', officialNote(walking));
        await house.look();
      } else await house.sync();
      const before = house.device.vault.entries();
      await house.adoptAll();
      const report = await undo();
      expect(house.device.vault.entries()).toEqual(before);
      expect(report.undoneNotes).toBeUndefined();
      const host = { ...house.deps, settings: settings() };
      expect(await findUndoneNotes(host)).toEqual({ removed: [], reverted: [], kept: [] });
      expect(await findDeletedNotes(host)).toEqual([]);
      const asks = { cause: 'other-notes', vaultWrites: 0, failures: [{ problem: { notes: 1 } }] };
      for (const options of [
        { dryRun: true },
        {},
        { restore: { kind: 'undone' } },
        { restore: { kind: 'all' } },
      ] as const)
        expect(await house.sync(options)).toMatchObject(asks);
      expect(house.device.vault.entries()).toEqual(before);
      await house.adoptAll();
      expect(await house.sync()).toMatchObject({ outcome: 'done', notes: { created: 0 } });
      expect(house.paths).toEqual(before.map(([path]) => path));
    },
  );

  it('should let the next sync ask about those that were not moved in, too', async () => {
    const walking = house.addBook({ title: 'Walking', texts: ['I wish to speak a word for nature.'] });
    house.device.vault.put('Walking.md', officialNote(walking));
    await house.sync();
    const { adoptions } = await house.plan();
    await house.adopt(adoptions.slice(0, 1));
    expect(await house.sync()).toMatchObject({ cause: 'other-notes', failures: [{ problem: { notes: 1 } }] });
    await house.adoptAll();
    expect(await house.sync()).toMatchObject({ outcome: 'done', notes: { created: 0 } });
    const later = house.addBook({ title: 'Later', texts: ['Of a book that no other plugin has.'] });
    expect(later.highlights).toHaveLength(1);
    expect(await house.sync()).toMatchObject({ outcome: 'done', notes: { created: 1 } });
  });

  it('should give back the note that it replaced, which is then the item’s as before', async () => {
    await house.sync({ confirmation: 'leave-others' });
    const before = house.device.vault.entries();
    await house.adopt((await house.plan()).adoptions);
    expect(house.paths).toEqual(['Walden.md']);
    await undo();
    expect(house.device.vault.entries()).toEqual(before);
    expect(await house.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(await house.sync({ restore: { kind: 'all' } })).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    house.world.library.addHighlight(walden.id, { text: 'Simplify, simplify.' });
    expect(await house.sync()).toMatchObject({ notes: { created: 0, updated: 1 } });
    expect(house.note('Walden.md')).toBe(mirrorNote(walden));
  });

  it('should leave away what the person had deleted before (I3)', async () => {
    await house.sync({ confirmation: 'leave-others' });
    const [own = ''] = house.paths.filter((path) => path !== 'Walden.md');
    house.device.vault.remove(own);
    await house.sync();
    await house.adoptAll();
    await undo();
    house.world.library.addHighlight(walden.id, { text: 'Simplify, simplify.' });
    expect(await house.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(await findDeletedNotes({ ...house.deps, settings: settings() })).toMatchObject([{ path: own }]);
  });
});
