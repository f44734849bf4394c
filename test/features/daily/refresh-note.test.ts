import type { SyncReport } from '../../../src/model/report';
import type { NoteIdentity } from '../../../src/model/ports';
import { readStatus } from '../../../src/features/status/library-overview';
import { refreshNote } from '../../../src/features/daily/refresh-note';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { CANARY_TOKEN } from '../../support/canary';

const WALDEN = 'Readwise/Books/Walden.md';
const WALKING = 'Readwise/Articles/Walking.md';

describe('refreshing one note', () => {
  let world: World;
  let device: Device;
  let walden: number;
  let walking: string;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    walden = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    world.library.addHighlight(walden, { text: 'I went to the woods', location: 1 });
    walking = world.library.addDocument({ title: 'Walking', category: 'article', location: 'later' }).id;
    world.library.addBook({ title: 'Letters', category: 'books' });
    world.pass(600);
    await world.sync(device);
    world.pass(600);
  });

  afterEach(() => world.close());

  function refresh(identity: Partial<NoteIdentity>, on: Device = device): Promise<SyncReport> {
    return refreshNote(world.dependencies(on), {
      settings: settings(),
      token: CANARY_TOKEN,
      identity: { bookId: null, documentId: null, partId: null, ...identity },
    });
  }

  const status = () => readStatus({ settings: settings(), ...device, clock: world.clock() });
  const read = async (path: string): Promise<string> => (await device.vault.read(path)) ?? '';

  it('should bring what is new of a book, and of nothing else', async () => {
    world.library.addHighlight(walden, { text: 'to live deliberately', location: 2 });
    const other = world.library.addBook({ title: 'New', category: 'books' }).id;
    world.library.addHighlight(other, { text: 'Not yet' });
    world.pass(300);
    const { watermarks } = await status();
    expect(await refresh({ bookId: String(walden) })).toMatchObject({
      outcome: 'done',
      notes: { updated: 1, created: 0 },
      requests: 1,
    });
    expect(await read(WALDEN)).toContain('to live deliberately');
    expect(watermarks.highlights).not.toBeNull();
    expect((await status()).watermarks).toEqual(watermarks);
    expect(await refresh({ bookId: String(walden) })).toMatchObject({ vaultWrites: 0 });
  });

  it('should bring a document with the first highlights that it has', async () => {
    world.library.editDocument(walking, { title: 'Walking', summary: 'On sauntering.' });
    world.library.addDocumentHighlight(walking, { text: 'absolute freedom and wildness' });
    world.pass(300);
    expect(await refresh({ documentId: walking })).toMatchObject({ outcome: 'done', notes: { updated: 1 } });
    expect(await read(WALKING)).toContain('On sauntering.');
    expect(await read(WALKING)).toContain('absolute freedom and wildness');
    await world.settle(device);
    expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
  });

  it('should keep what the person wrote, and remove nothing that is gone (I2, I4)', async () => {
    await device.vault.update(WALDEN, (text) => text.replace('\n---\n', '\n---\nMy own words.\n\n'));
    world.library.deleteBook(walden);
    world.pass(300);
    expect(await refresh({ bookId: String(walden) })).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(await read(WALDEN)).toContain('My own words.');
  });

  it('should say so when the service has no such item, and sync all when nothing was ever synced', async () => {
    expect(await refresh({ bookId: '999999' })).toMatchObject({
      outcome: 'partial',
      failures: [{ id: '999999', problem: { code: 'nothing-to-refresh' } }],
    });
    const fresh = newDevice();
    expect(await refresh({ bookId: String(walden) }, fresh)).toMatchObject({
      outcome: 'done',
      notes: { created: 2 },
    });
  });

  it('should tell that a record cannot be read, and end that when it can be (I14)', async () => {
    const spoil = (body: string): string => body.replaceAll('"parent_id":null', '"parent_id":[]');
    world.server.faults.when({ path: '/api/v3/list/' }, { kind: 'changed-body', change: spoil });
    world.library.editDocument(walking, { title: 'Walking', summary: 'On sauntering.' });
    world.pass(300);
    const unreadable = { failures: [{ id: walking, problem: { code: 'unreadable-record' } }] };
    expect(await refresh({ documentId: walking })).toMatchObject({ outcome: 'partial', ...unreadable });
    expect(await world.sync(device)).toMatchObject({ outcome: 'partial', ...unreadable });
    world.server.faults.clear();
    // Its turn in the queue is a day later.
    expect(await refresh({ documentId: walking })).toMatchObject({ outcome: 'done', notes: { updated: 1 } });
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  });

  it('should be a report, not an error, when the token is refused', async () => {
    world.server.faults.when({ path: '/api/v2/export/' }, { kind: 'status', status: 401 });
    expect(await refresh({ bookId: String(walden) })).toMatchObject({ outcome: 'failed', cause: 'token' });
  });
});
