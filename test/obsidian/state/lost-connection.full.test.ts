import 'fake-indexeddb/auto';
import '../../browser/app/window';
import type { StateStore } from '../../../src/model/ports';
import { IndexedDbStateStore } from '../../../src/obsidian/state/indexed-db-state-store';
import type { SyncReport } from '../../../src/model/report';
import { addChange } from '../../../src/outbox/waiting-changes';
import { readOutbox } from '../../../src/store/outbox-store';
import { World } from '../../simulation/world';
import { reported } from '../../../src/sync/run-report';
import { amount } from '../../support/amount';
import { FakeClock } from '../../support/fake-clock';
import { MemoryVault } from '../../support/memory-vault';
import { addWalden } from '../../support/walden-library';
import { losingConnection, type Loss } from './losing-connection';

/** Of so many calls of a sync, one is tried. */
const STEP = amount('LOST_CALLS_STEP', { quick: 7, full: 1 });

const LOSSES: readonly Loss[] = ['server lost', 'closed', 'closing', 'aborted'];

let databases = 0;
const freshName = (): string => `lost-${String((databases += 1))}`;

async function contentsOf(state: StateStore): Promise<string> {
  return JSON.stringify(await state.list({ prefix: '', limit: 100_000 }));
}

describe('a database whose connection is lost', () => {
  const open = (name: string): Promise<IndexedDbStateStore> =>
    IndexedDbStateStore.open({ name, store: 'state', clock: new FakeClock() });

  it.each(LOSSES)('should be opened again, and keep all that it holds, when it is %s', async (loss) => {
    const store = await open(freshName());
    await store.commit([{ put: 'a', value: 1 }]);
    const threeTimes = (call: number): boolean => call <= 3;
    const read = (): Promise<readonly unknown[]> => store.getMany(['a']);
    expect(await losingConnection(loss, threeTimes, read)).toEqual({ result: [1], calls: 4 });
    await store.close();
  });

  it.each(LOSSES)('should make the call fail as the device, and stay, when it stays %s', async (loss) => {
    const name = freshName();
    const store = await open(name);
    await store.commit([{ put: 'a', value: 1 }]);
    const refused = { name: 'ProblemError', problem: { code: 'database-lost' } };
    await losingConnection(
      loss,
      () => true,
      async () => {
        await expect(store.commit([{ put: 'a', value: 2 }])).rejects.toMatchObject(refused);
        await expect(store.update('a', () => 3)).rejects.toMatchObject(refused);
      },
    );
    expect(await store.getMany(['a'])).toEqual([1]);
    await store.close();
  });

  it('should not be made anew, but count as damaged, when it was deleted meanwhile', async () => {
    const name = freshName();
    const store = await open(name);
    await store.commit([{ put: 'a', value: 1 }]);
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = resolve;
      request.onerror = reject;
    });
    await expect(store.commit([{ put: 'a', value: 2 }])).rejects.toMatchObject({ name: 'DamagedStateError' });
    expect((await indexedDB.databases()).map((each) => each.name)).not.toContain(name);
    await store.close();
  });
});

describe('a sync whose database is lost at any of its calls', () => {
  /** A device with a waiting change, before a sync that brings something new. */
  async function scene() {
    const world = await World.create({});
    const { bookId, anchor } = addWalden(world.library);
    const name = freshName();
    const state = await IndexedDbStateStore.open({ name, store: 'state', clock: new FakeClock() });
    const outbox = await IndexedDbStateStore.open({
      name: `${name}-outbox`,
      store: 'outbox',
      clock: new FakeClock(),
    });
    const vault = new MemoryVault();
    await world.sync({ vault, state, outbox });
    const host = { state, outbox, clock: world.clock(), random: () => 0.5 };
    await addChange(host, { kind: 'edit-highlight', anchor, fields: { note: 'Once is enough.' } });
    world.pass(600);
    world.library.addHighlight(bookId, { text: 'Our life is frittered away.', location: 2 });
    world.pass(600);
    const end = async () => {
      await state.close();
      await outbox.close();
      await world.close();
    };
    return { world, vault, state, outbox, end };
  }

  /** As the app runs it. */
  const synced = ({ world, vault, state, outbox }: Awaited<ReturnType<typeof scene>>): Promise<SyncReport> =>
    reported(() => world.sync({ vault, state, outbox }));

  async function expectNothingLost({ world, vault, state, outbox }: Awaited<ReturnType<typeof scene>>) {
    expect(await readOutbox(outbox)).toMatchObject([{ change: { fields: { note: 'Once is enough.' } } }]);
    world.pass(600);
    expect(await world.sync({ vault, state, outbox })).toMatchObject({
      outcome: 'done',
      notes: { created: 0 },
    });
    expect(vault.entries().map(([path, text]) => [path, text.includes('frittered')])).toEqual([
      ['Readwise/Articles/Walking.md', false],
      ['Readwise/Books/Walden.md', true],
    ]);
  }

  it.each(LOSSES)(
    'should end well when it is %s for a moment, and keep state and outbox when it stays so (I6, I15)',
    async (loss) => {
      const undisturbed = await scene();
      const { calls } = await losingConnection(
        loss,
        () => false,
        () => synced(undisturbed),
      );
      const expected = await contentsOf(undisturbed.state);
      await undisturbed.end();
      for (let at = 1; at <= calls; at += STEP) {
        const passing = await scene();
        const once = await losingConnection(
          loss,
          (call) => call === at,
          () => synced(passing),
        );
        expect([at, once.result]).toMatchObject([at, { outcome: 'done' }]);
        expect(await contentsOf(passing.state)).toBe(expected);
        await expectNothingLost(passing);
        await passing.end();

        const lasting = await scene();
        const always = await losingConnection(
          loss,
          (call) => call >= at,
          () => synced(lasting),
        );
        expect([at, always.result]).toMatchObject([at, { outcome: 'failed', cause: 'device' }]);
        await expectNothingLost(lasting);
        await lasting.end();
      }
    },
    120_000,
  );
});
