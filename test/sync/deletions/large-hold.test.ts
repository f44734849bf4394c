import type { SyncReport } from '../../../src/model/report';
import type { HoldDecision } from '../../../src/sync/context/sync-options';
import type { SyncRequest } from '../../simulation/world';
import { AuditScene } from './audit-scene';

/** More pages of the list than one sync goes through. */
const KEPT = 430;
const PAGE = 10;
const DELETED = 80;
const BOOKS = 40;
const DELETED_BOOKS = 30;

describe('a hold over many deletions, of books and of Reader documents', () => {
  let scene: AuditScene;

  beforeEach(async () => {
    scene = await AuditScene.start({ pageSizes: { documents: PAGE } });
  });
  afterEach(() => scene.world.close());

  const sync = (request: SyncRequest = {}): Promise<SyncReport> =>
    scene.world.sync(scene.device, { maxDelete: null, ...request });

  const addBooks = (): readonly number[] =>
    Array.from({ length: BOOKS }, (_, index) => {
      const { id } = scene.world.library.addBook({ title: `Book ${String(index)}`, category: 'books' });
      scene.world.library.addHighlight(id, { text: 'A passage.', location: 1 });
      return id;
    });

  /** Two syncs: the list of everything has more pages than one of them goes through. */
  const heldScene = async (): Promise<void> => {
    scene.add(KEPT, { location: 'feed' });
    const documents = scene.add(DELETED);
    const books = addBooks();
    await sync();
    scene.world.pass(300);
    for (const id of books.slice(0, DELETED_BOOKS)) scene.world.library.deleteBook(id);
    documents.forEach(scene.remove);
    const first = await sync();
    expect(first.outcome).toBe('held');
    expect(first.requests).toBeLessThanOrEqual(50);
    scene.world.pass(60);
    const second = await sync();
    expect(second.outcome).toBe('held');
    expect(second.requests).toBeLessThanOrEqual(14);
    expect(await scene.candidates()).toHaveLength(DELETED);
  };

  it('should be told by few requests: a list of everything is a look at all candidates (I12)', async () => {
    await heldScene();
    expect((await scene.candidates()).every(({ absentAt }) => absentAt !== null)).toBe(true);
    scene.world.pass(60);
    expect((await sync()).requests).toBeLessThanOrEqual(5);
    scene.world.pass(900);
    expect((await sync()).requests).toBeLessThanOrEqual(50);
    scene.world.pass(60);
    const last = await sync();
    expect(last.requests).toBeLessThanOrEqual(14);
    expect(last.hold?.notes).toHaveLength(DELETED + DELETED_BOOKS);
    expect(await scene.candidates()).toEqual([]);
    for (let round = 0; round < 2; round += 1) {
      scene.world.pass(900);
      expect((await sync()).requests).toBeLessThanOrEqual(5);
    }
  });

  it.each<[string, SyncRequest, number]>([
    ['refused', { decision: { kind: 'keep-all' } satisfies HoldDecision }, 0],
    ['accepted', { maxDelete: 1000 }, DELETED_BOOKS],
  ])(
    'should be %s without any look-up, and the next sync looks for the others',
    async (_, request, trashed) => {
      await heldScene();
      scene.world.pass(900);
      const before = [scene.asked('id'), scene.asked('pageCursor')];
      for (const dryRun of [true, false]) {
        const report = await sync({ ...request, dryRun });
        expect(report.requests).toBeLessThanOrEqual(5);
        expect(report.hold).toBeUndefined();
      }
      expect([scene.asked('id'), scene.asked('pageCursor')]).toEqual(before);
      expect(scene.trashed()).toBe(trashed);
      expect(await scene.candidates()).toHaveLength(DELETED);
      for (let round = 0; round < 2; round += 1) await sync();
      expect(await scene.candidates()).toEqual([]);
    },
  );

  it('should let a document go free that came back before it was accepted (I4)', async () => {
    scene.add(100, { location: 'feed' });
    const documents = scene.add(DELETED);
    await sync();
    scene.world.pass(300);
    documents.forEach(scene.remove);
    await sync();
    scene.world.pass(900);
    expect((await sync()).hold?.notes).toHaveLength(DELETED);
    scene.world.pass(300);
    const [back] = documents;
    if (back !== undefined) scene.world.library.documents.putBack(back);
    expect(await sync({ maxDelete: 1000 })).toMatchObject({ outcome: 'done' });
    expect(scene.trashed()).toBe(DELETED - 1);
  });
});
