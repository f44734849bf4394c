import { newDevice } from '../../simulation/world';
import { CountingStateStore } from '../../support/counting-state-store';
import { AuditScene, DAY, LIST, NOTHING_FOUND, without } from './audit-scene';

describe('convicting deleted documents', () => {
  let scene: AuditScene;

  beforeEach(async () => {
    scene = await AuditScene.start();
  });
  afterEach(() => scene.world.close());

  it('should confirm only by a second look-up ten minutes later, whether the local clock is ahead or behind (I4)', async () => {
    const documents = scene.add(5);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    scene.remove(documents[2]);
    await scene.world.sync(scene.device);
    for (const seconds of [200, 399]) {
      scene.world.pass(seconds);
      const state = new CountingStateStore(scene.device.state);
      const report = await scene.world.sync(
        { vault: scene.device.vault, state },
        { localClock: scene.world.now + 1000 * DAY },
      );
      expect(report).toMatchObject({ outcome: 'done', vaultWrites: 0 });
      expect(report.requests).toBeLessThanOrEqual(5);
      expect(state.commits).toBe(0);
    }
    scene.world.pass(1);
    expect(
      (await scene.world.sync(scene.device, { localClock: scene.world.now - 1000 * DAY })).notes.trashed,
    ).toBe(1);
    expect(await scene.candidates()).toEqual([]);
  });

  it('should confirm nobody while a document that is surely there is not found either (I4)', async () => {
    const documents = scene.add(5);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    scene.remove(documents[2]);
    const noLookUp = {
      path: LIST,
      matches: ({ query }: { readonly query: Readonly<Record<string, unknown>> }) =>
        query['id'] !== undefined,
    };
    for (const fault of [
      { kind: 'status' as const, status: 404 },
      { kind: 'changed-body' as const, change: () => NOTHING_FOUND },
    ]) {
      scene.world.server.faults.when(noLookUp, fault);
      for (let round = 0; round < 4; round += 1) {
        await scene.world.sync(scene.device);
        scene.world.pass(DAY);
      }
      scene.world.server.faults.clear();
      expect(scene.trashed()).toBe(0);
      expect((await scene.candidates()).map(({ absentAt }) => absentAt)).toEqual([null]);
    }
    await scene.world.sync(scene.device);
    scene.world.pass(600);
    expect((await scene.world.sync(scene.device)).notes.trashed).toBe(1);
  });

  it('should not count a look-up that was answered long after the canary was seen, unless the canary still lives (I4)', async () => {
    const documents = scene.add(5);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    scene.remove(documents[2]);
    for (const [after, seen] of [
      ['dead', 0],
      ['alive', 1],
    ] as const) {
      let lookUps = 0;
      const lookUp =
        (isStruck: (number: number) => boolean) =>
        ({ query }: { readonly query: Readonly<Record<string, unknown>> }): boolean =>
          query['id'] !== undefined && isStruck(lookUps++);
      scene.world.server.faults.when(
        { path: LIST, matches: lookUp((number) => number === 1) },
        { kind: 'status', status: 429, headers: { 'retry-after': '120' } },
      );
      if (after === 'dead')
        scene.world.server.faults.when(
          { path: LIST, matches: ({ query }) => query['id'] !== undefined && lookUps > 2 },
          { kind: 'changed-body', change: () => NOTHING_FOUND },
        );
      await scene.world.sync(scene.device);
      scene.world.server.faults.clear();
      expect((await scene.candidates()).filter(({ absentAt }) => absentAt !== null)).toHaveLength(seen);
    }
  });

  it('should clear a candidate that is found, or that comes with a page (I4)', async () => {
    const [first, second] = scene.add(5);
    await scene.world.sync(scene.device);
    for (const back of [
      () => undefined,
      () => scene.world.library.editDocument(first?.id ?? '', { title: 'Back' }),
    ]) {
      scene.world.pass(300);
      scene.world.server.faults.when(
        { path: LIST, matches: ({ query }) => query['id'] === first?.id || query['id'] === second?.id },
        { kind: 'changed-body', change: () => NOTHING_FOUND },
      );
      scene.world.server.faults.when(
        { path: LIST, matches: ({ query }) => query['updatedAfter'] === undefined },
        { kind: 'changed-body', change: without(first, second) },
      );
      await scene.world.sync(scene.device);
      expect(await scene.candidates()).toHaveLength(2);
      scene.world.server.faults.clear();
      scene.world.pass(900);
      back();
      await scene.world.sync(scene.device);
      scene.world.pass(900);
      await scene.world.sync(scene.device);
      expect(await scene.candidates()).toEqual([]);
    }
    expect(scene.trashed()).toBe(0);
  });

  it('should wait for a day between look-ups when the service has nothing left to tell by (I4)', async () => {
    const documents = scene.add(2);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    documents.forEach(scene.remove);
    await scene.world.sync(scene.device);
    scene.world.pass(DAY - 1);
    await scene.world.sync(scene.device);
    expect(scene.trashed()).toBe(0);
    scene.world.pass(1);
    expect((await scene.world.sync(scene.device)).notes.trashed).toBe(2);
  });

  it('should survive an outage in which the service shows an empty library (I4)', async () => {
    scene.add(8);
    await scene.world.sync(scene.device);
    scene.world.server.faults.when({ path: LIST }, { kind: 'changed-body', change: () => NOTHING_FOUND });
    for (let round = 0; round < 5; round += 1) {
      scene.world.pass(3600);
      await scene.world.sync(scene.device);
    }
    scene.world.server.faults.clear();
    scene.world.pass(3600);
    await scene.world.sync(scene.device);
    expect([await scene.candidates(), scene.trashed()]).toEqual([[], 0]);
    scene.world.pass(3600);
    expect((await scene.world.sync(scene.device)).requests).toBeLessThanOrEqual(5);
  });

  it('should delete nothing when the service tells no time, its pull is not finished or the token is refused (I4)', async () => {
    const documents = scene.add(8);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    scene.remove(documents[0]);
    await scene.world.sync(scene.device);
    expect(await scene.candidates()).toHaveLength(1);
    scene.world.pass(900);
    scene.world.server.faults.when({ path: LIST, times: 1 }, { kind: 'status', status: 401 });
    await scene.world.sync(scene.device);
    scene.world.server.faults.clear();
    scene.world.server.faults.when({ path: '/api/v2/export/' }, { kind: 'status', status: 400 });
    await scene.world.sync(scene.device);
    scene.world.server.faults.clear();
    expect(scene.trashed()).toBe(0);
    scene = await scene.again({ dateHeader: 'left-out' });
    const others = scene.add(3);
    await scene.world.sync(scene.device);
    scene.remove(others[0]);
    for (let round = 0; round < 3; round += 1) {
      scene.world.pass(DAY);
      await scene.world.sync(scene.device);
    }
    expect(scene.trashed()).toBe(0);
  });

  it('should list everything once for each of the two looks when many are gone of few (I12)', async () => {
    const documents = scene.add(60);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    documents.slice(12).forEach(scene.remove);
    for (const trashed of [0, 48]) {
      const before = scene.asked('id');
      const { notes, requests } = await scene.world.sync(scene.device, { maxDelete: 1000 });
      expect(notes.trashed).toBe(trashed);
      expect(requests).toBeLessThanOrEqual(30);
      expect(scene.asked('id') - before).toBeLessThanOrEqual(5);
      scene.world.pass(900);
    }
    expect(await scene.candidates()).toEqual([]);
  });

  it('should delete nothing that a list leaves out and a look-up finds (I4)', async () => {
    const documents = scene.add(60);
    await scene.world.sync(scene.device);
    scene.world.server.faults.when(
      {
        path: LIST,
        matches: ({ query }) => query['updatedAfter'] === undefined && query['id'] === undefined,
      },
      { kind: 'changed-body', change: without(...documents.slice(12)) },
    );
    for (let round = 0; round < 4; round += 1) {
      scene.world.pass(900);
      await scene.world.sync(scene.device, { maxDelete: 1000 });
    }
    expect(scene.trashed()).toBe(0);
  });

  it('should look up 100 in a run at most, and the others in the next, when a list has more pages', async () => {
    const documents = [...scene.add(375, { location: 'feed' }), ...scene.add(120, { location: 'feed' })];
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    documents.slice(375).forEach(scene.remove);
    // The list takes several syncs, and is the first look.
    for (let round = 0; round < 4; round += 1) await scene.world.sync(scene.device);
    expect(await scene.candidates()).toHaveLength(120);
    for (const left of [20, 0]) {
      scene.world.pass(900);
      const before = scene.asked('id');
      await scene.world.sync(scene.device);
      expect(await scene.candidates()).toHaveLength(left);
      // And a canary for every half minute that the look-ups take at the service's pace.
      expect(scene.asked('id') - before).toBeLessThanOrEqual(110);
    }
  });

  it('should go on where the power went out, at every commit, and end in the same bytes (I6)', async () => {
    const documents = scene.add(6);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    scene.remove(documents[1]);
    scene.remove(documents[4]);
    const expected = (await scene.world.fresh()).vault.entries();
    for (let at = 1; at <= 8; at += 1) {
      const copy = { vault: newDevice().vault, state: scene.device.state.copy() };
      for (const [path, text] of scene.device.vault.entries()) copy.vault.put(path, text);
      for (const pause of [0, 900]) {
        scene.world.pass(pause);
        await scene.world
          .sync({ vault: copy.vault, state: new CountingStateStore(copy.state, at) })
          .catch((error: unknown) => expect(error).toMatchObject({ name: 'PowerLoss' }));
      }
      await scene.world.settle(copy);
      expect(copy.vault.entries()).toEqual(expected);
    }
  });

  it('should look a document up no more once it is gone and others are deleted (I12)', async () => {
    const [first, ...others] = scene.add(6);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    scene.remove(first);
    await scene.world.settle(scene.device);
    const lookedUp = (): number =>
      scene.world.server.requests.entries.filter(({ query }) => query['id'] === first?.id).length;
    const before = lookedUp();
    others.slice(0, 4).forEach(scene.remove);
    await scene.world.settle(scene.device);
    expect([scene.trashed(), lookedUp()]).toEqual([5, before]);
    expect(await scene.counters()).toEqual({ difference: 0, fruitless: 0 });
  });
});
