import { discardChange, retryChange, settleChange } from '../../src/outbox/waiting-changes';
import { deliverChanges, listChanges } from '../../src/outbox/send-changes';
import type { OutboxEntry } from '../../src/model/outbox';
import { readOutbox } from '../../src/store/outbox-store';
import { settings, World } from '../simulation/world';
import { OutboxScene } from './outbox-scene';

const OTHER_TOKEN = 'canary-token-of-another';

describe('a change that waits', () => {
  let scene: OutboxScene;
  let anchor: string;
  let highlightId: number;

  beforeEach(async () => {
    ({ scene, anchor, highlightId } = await OutboxScene.withWalden());
  });
  afterEach(() => scene.world.close());

  const ask = (note: string): Promise<string> =>
    scene.ask({ kind: 'edit-highlight', anchor, fields: { note } });
  const reasons = async (): Promise<readonly unknown[]> =>
    (await listChanges(scene.device)).map(({ state, reason }) =>
      state === 'conflict' ? state : reason?.code,
    );

  it('should say that it was not tried yet when nothing was sent since it was asked for', async () => {
    await ask('Mine.');
    expect(await reasons()).toEqual(['not-tried']);
  });

  it('should say that it was not tried yet when it is asked for again or settled', async () => {
    const id = await ask('Mine.');
    scene.world.server.faults.when({}, { kind: 'status', status: 500 });
    await scene.send();
    expect(await reasons()).toEqual(['unreachable']);
    await retryChange(scene.device.outbox, id);
    expect(await reasons()).toEqual(['not-tried']);
    scene.world.server.faults.clear();
    scene.library.editHighlight(highlightId, { note: 'Theirs.' });
    await scene.send();
    expect(await reasons()).toEqual(['conflict']);
    await settleChange(scene.device.outbox, id, { kind: 'mine' });
    expect(await reasons()).toEqual(['not-tried']);
  });

  it('should wait for an earlier change only as long as there is one', async () => {
    const first = await ask('First.');
    await ask('Second.');
    scene.library.editHighlight(highlightId, { note: 'Theirs.' });
    await scene.send();
    expect(await reasons()).toEqual(['conflict', 'behind-another']);
    await discardChange(scene.device.outbox, first);
    expect(await reasons()).toEqual(['not-tried']);
  });

  it('should say that the token is of another account, be it that a sync or a sending finds that out', async () => {
    const other = await World.create({ token: OTHER_TOKEN, seed: 2 });
    await ask('Mine.');
    expect(await other.sync(scene.device, { token: OTHER_TOKEN })).toMatchObject({ cause: 'account' });
    expect(await reasons()).toEqual(['token-of-another-account']);
    await scene.send();
    await ask('Mine, too.');
    const sent = await scene.send({
      token: OTHER_TOKEN,
      through: () => other.dependencies(scene.device).http,
    });
    expect(sent).toMatchObject({ outcome: 'waiting', cause: 'account' });
    expect(sent.changes).toMatchObject([{ reason: { code: 'token-of-another-account' } }]);
    expect(scene.library.books.highlight(highlightId).note).toBe('Mine.');
    expect(await scene.send()).toMatchObject({ outcome: 'sent' });
    await other.close();
  });

  describe('when it cannot be found out whose the token is', () => {
    const NEW_TOKEN = { token: OTHER_TOKEN, onlyDue: true };
    const waiting = async (): Promise<OutboxEntry | undefined> => (await readOutbox(scene.device.outbox))[0];

    it('should keep its reason and its next try while that is not due', async () => {
      await ask('Mine.');
      scene.world.server.faults.when({}, { kind: 'status', status: 429, headers: { 'retry-after': '600' } });
      await scene.send();
      const before = await waiting();
      expect(before).toMatchObject({ reason: { code: 'asked-for-pause' } });
      scene.world.server.faults.clear();
      scene.world.server.faults.when({}, { kind: 'status', status: 500 });
      await scene.send(NEW_TOKEN);
      expect(await waiting()).toEqual(before);
    });

    it('should wait longer with each try', async () => {
      await ask('Mine.');
      scene.world.server.faults.when({}, { kind: 'status', status: 500 });
      const waits: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        scene.world.pass(7200);
        await scene.send(NEW_TOKEN);
        waits.push(((await waiting())?.nextTry ?? 0) - scene.world.now);
      }
      expect(waits).toEqual([...waits].sort((left, right) => left - right));
      expect(new Set(waits.map((wait) => Math.round(wait / 60_000))).size).toBe(3);
    });
  });

  it('should name a reason when a sync is still finding out whose the token is', async () => {
    await ask('Mine.');
    const deps = scene.world.dependencies(scene.device);
    const sent = await deliverChanges(deps, { settings: settings(), token: OTHER_TOKEN });
    expect(sent.changes).toMatchObject([{ state: 'waiting', reason: { code: 'not-tried' } }]);
  });
});
