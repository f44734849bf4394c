import { AuditScene, DAY } from './audit-scene';

describe('looking for deleted documents among many, and for long', () => {
  let scene: AuditScene;

  beforeEach(async () => {
    scene = await AuditScene.start();
  });
  afterEach(() => scene.world.close());

  it('should find one of 10,000 within 27 requests, both look-ups included (I12)', async () => {
    scene = await scene.again({ pageSizes: { documents: 100 } });
    // Those in the feed are held and counted, and have no notes.
    const documents = [
      ...scene.add(1),
      ...scene.add(7_775, { location: 'feed' }),
      ...scene.add(1),
      ...scene.add(2_223, { location: 'feed' }),
    ];
    await scene.world.sync(scene.device);
    for (const index of [0, 7_776]) {
      scene.world.pass(3600);
      scene.remove(documents[index]);
      const first = await scene.world.sync(scene.device);
      expect(await scene.candidates()).toHaveLength(1);
      scene.world.pass(900);
      const second = await scene.world.sync(scene.device);
      expect(second.notes.trashed).toBe(1);
      expect(first.requests + second.requests).toBeLessThanOrEqual(27);
    }
  }, 120_000);

  it('should wait twice as long with each list of everything that explains nothing, 30 days at most', async () => {
    scene.add(8);
    scene.world.pass(300);
    await scene.world.sync(scene.device);
    const lists: number[] = [];
    for (let halfDay = 0; halfDay < 125; halfDay += 1) {
      scene.world.pass(DAY / 2 + 60);
      scene.counts.mode = { kind: 'shifted', by: halfDay + 1 };
      if ((await scene.world.sync(scene.device)).requests > 6) lists.push(halfDay);
    }
    const waits = lists.slice(1).map((halfDay, index) => halfDay - (lists[index] ?? 0));
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60]);
    expect([await scene.candidates(), scene.trashed()]).toEqual([[], 0]);
  });
});
