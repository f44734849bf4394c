import { AuditScene, DAY, LIST, without } from './audit-scene';

describe('suspecting documents of being deleted', () => {
  let scene: AuditScene;

  beforeEach(async () => {
    scene = await AuditScene.start();
  });
  afterEach(() => scene.world.close());

  it('should list everything when there is more than is held, and find what it missed', async () => {
    scene.add(5);
    await scene.world.sync(scene.device);
    scene.world.pass(3600);
    scene.world.library.at('2020-01-01T00:00:00Z', () =>
      scene.world.library.addDocument({ title: 'Missed', category: 'article', location: 'new' }),
    );
    await scene.world.sync(scene.device);
    expect(scene.device.vault.entries().map(([path]) => path)).toContain('Readwise/Articles/Missed.md');
    scene.world.pass(60);
    expect((await scene.world.sync(scene.device)).requests).toBeLessThanOrEqual(5);
  });

  it('should look up the few of one moment when many were updated at once', async () => {
    scene = await scene.again({ pageSizes: { documents: 2 } });
    const documents = [...scene.add(30), ...scene.add(4, { secondsApart: 0 })];
    scene.world.pass(300);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    scene.remove(documents[32]);
    const before = scene.asked('pageCursor');
    await scene.world.sync(scene.device);
    expect(scene.asked('pageCursor')).toBe(before);
    expect(await scene.candidates()).toMatchObject([{ id: documents[32]?.id }]);
  });

  it('should expect a count that is always off, and still find what is gone', async () => {
    scene.counts.mode = { kind: 'shifted', by: 7 };
    const documents = scene.add(8);
    scene.world.pass(300);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    // The second list that leaves the same shows that it was not a change during the first.
    await scene.world.sync(scene.device);
    expect(await scene.counters()).toEqual({ difference: -7, fruitless: 1 });
    scene.world.pass(300);
    expect((await scene.world.sync(scene.device)).requests).toBeLessThanOrEqual(5);
    scene.world.pass(DAY);
    scene.remove(documents[0]);
    await scene.world.sync(scene.device);
    scene.world.pass(900);
    expect((await scene.world.sync(scene.device)).notes.trashed).toBe(1);
    expect(await scene.counters()).toEqual({ difference: -7, fruitless: 0 });
  });

  it('should list everything again after a month, because a count that has the trash in it never falls', async () => {
    scene.counts.mode = { kind: 'with trash' };
    const documents = scene.add(8);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    scene.remove(documents[0]);
    await scene.world.sync(scene.device);
    expect(await scene.candidates()).toEqual([]);
    scene.world.pass(31 * DAY);
    for (let round = 0; scene.trashed() === 0 && round < 6; round += 1) {
      scene.world.pass(900);
      await scene.world.sync(scene.device);
    }
    expect(scene.trashed()).toBe(1);
  });

  it('should list 40 pages in a sync and go on with the next when everything has to be listed', async () => {
    scene.counts.mode = { kind: 'with trash' };
    const documents = scene.add(130);
    scene.world.pass(300);
    await scene.world.sync(scene.device);
    scene.remove(documents[0]);
    scene.world.pass(31 * DAY);
    expect((await scene.world.sync(scene.device)).requests).toBeLessThanOrEqual(45);
    expect(await scene.candidates()).toEqual([]);
    scene.world.pass(900);
    expect((await scene.world.sync(scene.device)).requests).toBeLessThanOrEqual(15);
    expect(await scene.candidates()).toHaveLength(1);
    scene.world.pass(900);
    expect((await scene.world.sync(scene.device)).notes.trashed).toBe(1);
  });

  it('should list everything in one sync when the service forgets where it was', async () => {
    scene.counts.mode = { kind: 'with trash' };
    const documents = scene.add(130);
    scene.world.pass(300);
    await scene.world.sync(scene.device);
    scene.remove(documents[0]);
    scene.world.pass(31 * DAY);
    await scene.world.sync(scene.device);
    scene.world.pass(900);
    scene.world.server.faults.when(
      { path: LIST, times: 1, matches: ({ query }) => query['pageCursor'] !== undefined },
      { kind: 'status', status: 400 },
    );
    await scene.world.sync(scene.device);
    expect(await scene.candidates()).toHaveLength(1);
  });

  it('should expect a count that cried wolf, and list nothing for it again', async () => {
    scene.add(8);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    scene.counts.mode = { kind: 'capped', at: 5 };
    await scene.world.sync(scene.device);
    scene.world.pass(DAY);
    await scene.world.sync(scene.device);
    expect(await scene.counters()).toEqual({ difference: 3, fruitless: 2 });
    expect([await scene.candidates(), scene.trashed()]).toEqual([[], 0]);
    scene.world.pass(300);
    expect((await scene.world.sync(scene.device)).requests).toBeLessThanOrEqual(5);
  });

  it('should list everything when a search by counts leads nowhere', async () => {
    scene = await scene.again({ pageSizes: { documents: 2 } });
    scene.add(30);
    scene.world.pass(300);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    scene.counts.mode = { kind: 'shifted', by: -1 };
    await scene.world.sync(scene.device);
    scene.world.pass(DAY);
    await scene.world.sync(scene.device);
    expect(await scene.counters()).toEqual({ difference: 1, fruitless: 2 });
    expect([await scene.candidates(), scene.trashed()]).toEqual([[], 0]);
    scene.world.pass(900);
    expect((await scene.world.sync(scene.device)).requests).toBeLessThanOrEqual(5);
  });

  it('should take in what came between the pull and the count, and list nothing for it', async () => {
    scene.add(8);
    scene.world.pass(300);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    const first = scene.asked('pageCursor');
    const addInTime = ({ query }: { readonly query: Readonly<Record<string, unknown>> }): boolean => {
      const isCount = Object.keys(query).length === 0 && scene.device.vault.entries().length === 8;
      if (isCount)
        scene.world.library.addDocument({ title: 'In between', category: 'article', location: 'new' });
      return false;
    };
    scene.world.server.faults.when({ path: LIST, matches: addInTime }, { kind: 'delay', ms: 0 });
    await scene.world.sync(scene.device);
    expect(scene.device.vault.entries().map(([path]) => path)).toContain('Readwise/Articles/In between.md');
    expect(scene.asked('pageCursor')).toBe(first);
  });

  it('should find what is gone when the service counts by other stamps than it shows', async () => {
    scene = await scene.again({ pageSizes: { documents: 2 }, documentStamp: 'saved' });
    const documents = scene.add(30);
    scene.world.pass(60);
    scene.world.library.editDocument(documents[3]?.id ?? '', { title: 'Newer' });
    scene.world.pass(60);
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    scene.remove(documents[3]);
    for (let round = 0; round < 2; round += 1) {
      await scene.world.sync(scene.device);
      scene.world.pass(900);
    }
    expect(scene.trashed()).toBe(1);
  });

  it('should not give a highlight that comes late a note that was deleted meanwhile', async () => {
    const [document] = scene.add(1);
    const highlight = scene.world.library.addDocumentHighlight(document?.id ?? '', { text: 'Passage.' });
    const note = scene.world.library.addDocumentNote(highlight.id, 'Thought.');
    scene.world.server.faults.when(
      { path: LIST },
      { kind: 'changed-body', change: without(scene.world.library.documents.get(highlight.id)) },
    );
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    scene.world.library.deleteDocument(note.id);
    await scene.world.settle(scene.device);
    scene.world.server.faults.clear();
    scene.world.pass(300);
    await scene.world.settle(scene.device);
    const text = scene.device.vault.entries()[0]?.[1] ?? '';
    expect(text).toContain('Passage.');
    expect(text).not.toContain('Thought.');
  });

  it('should find deleted highlights and notes, also one that came before its highlight', async () => {
    const [document] = scene.add(1);
    const highlights = Array.from({ length: 6 }, (_, index) => {
      scene.world.pass(1);
      return scene.world.library.addDocumentHighlight(document?.id ?? '', {
        text: `Passage ${String(index)}.`,
      });
    });
    const notes = highlights.map(({ id }, index) => {
      scene.world.pass(1);
      return scene.world.library.addDocumentNote(id, `Thought ${String(index)}.`);
    });
    await scene.world.sync(scene.device);
    scene.world.pass(300);
    scene.world.library.deleteDocument(notes[0]?.id ?? '');
    scene.world.library.deleteDocument(highlights[5]?.id ?? '');
    await scene.world.settle(scene.device);
    const text = scene.device.vault.entries()[0]?.[1] ?? '';
    expect(text).not.toContain('Thought 0.');
    expect(text).not.toContain('Passage 5.');
    expect(scene.device.vault.entries()).toEqual((await scene.world.fresh()).vault.entries());
  });
});
