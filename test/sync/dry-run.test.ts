import { readStatus } from '../../src/features/status/library-overview';
import { exitCodeOf, EXIT } from '../../pkg/exit-code';
import { newDevice, settings, World, type Device } from '../simulation/world';
import type { NoteLook } from '../../src/merge/diff/text-diff';
import { bookNote, Shelf } from './attachments/shelf';

const MINE = '# {{title}}\n\n%% highlight %%\n**{{text}}**\n';

describe('a dry run', () => {
  let world: World;
  let device: Device;
  let walden: number;
  let passage: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    walden = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    passage = world.library.addHighlight(walden, { text: 'Simplify, simplify.', location: 1 }).id;
    await world.sync(device);
    world.pass(600);
  });

  afterEach(() => world.close());

  const status = () => readStatus({ settings: settings(), ...device, clock: world.clock() });
  const note = (): string => device.vault.entries()[0]?.[1] ?? '';

  it('should not be the last sync in the status when it is held, or fails (I14)', async () => {
    const books = Array.from({ length: 20 }, (_, index) => {
      const { id } = world.library.addBook({ title: `Book ${String(index)}`, category: 'books' });
      world.library.addHighlight(id, { text: `Passage ${String(index)}.`, location: 1 });
      return id;
    });
    await world.sync(device);
    const before = await status();
    world.pass(3600);
    books.forEach((id) => world.library.deleteBook(id));
    expect(await world.sync(device, { dryRun: true, maxDelete: null })).toMatchObject({ outcome: 'held' });
    expect(await world.sync(device, { dryRun: true, token: 'wrong' })).toMatchObject({ outcome: 'failed' });
    const { hold, lastRun, lastFailure } = await status();
    expect({ hold, lastRun, lastFailure }).toEqual({
      hold: null,
      lastRun: before.lastRun,
      lastFailure: before.lastFailure,
    });
  });

  it('should leave the warnings of a template to be told by the sync as well (I14)', async () => {
    device.vault.put('T/mine.md', MINE);
    const options = { settings: settings({ templates: { book: 'T/mine.md', folder: 'T' } }) };
    const planned = await world.sync(device, { ...options, dryRun: true });
    expect(planned.notices).toHaveLength(1);
    const done = await world.sync(device, options);
    expect(done).toMatchObject({ notices: planned.notices, notes: planned.notes });
    expect(await world.sync(device, options)).toMatchObject({ notices: [] });
  });

  it('should name the conflicts of the sync, and end as it does (I14)', async () => {
    device.vault.put('Readwise/Books/Walden.md', note().replace('Simplify, simplify.', 'Simplify, always.'));
    world.library.editHighlight(passage, { text: 'Simplify, never.' });
    const planned = await world.sync(device, { dryRun: true });
    expect(planned.conflicts).toHaveLength(1);
    expect(exitCodeOf(planned)).toBe(EXIT.held);
    expect(note()).not.toContain('Simplify, never.');
    const done = await world.sync(device);
    expect(done.conflicts).toEqual(planned.conflicts);
    expect(exitCodeOf(done)).toBe(EXIT.held);
  });

  it('should count a note that it marks as kept, as the sync does (I14)', async () => {
    device.vault.put('Readwise/Books/Walden.md', note().replace('\n---\n', '\n---\nMine.\n'));
    world.library.deleteBook(walden);
    const planned = await world.sync(device, { dryRun: true });
    expect(planned.notes).toMatchObject({ kept: 1 });
    expect(note()).not.toContain('readwise-status');
    expect((await world.sync(device)).notes).toEqual(planned.notes);
  });
});

describe('the texts of a dry run', () => {
  let shelf: Shelf;

  beforeEach(async () => {
    shelf = await Shelf.create();
  });

  afterEach(() => shelf.world.close());

  const look = async (id: number): Promise<NoteLook | null> => {
    shelf.world.pass(61);
    const { report, look: lookAt } = await shelf.world.plan(shelf.device);
    const action = report.plan?.find(({ note }) => note === `b:${String(id)}`);
    return action === undefined ? null : lookAt(action);
  };

  it('should be those of the note before and after, without the trailer, and leave the note alone', async () => {
    const [id = 0] = shelf.addBooks(1);
    const made = await look(id);
    expect(made?.before).toBe('');
    expect(made?.after).toContain('Passage 1.');
    expect(made?.after).not.toContain('%% florilegium');
    await shelf.sync();
    shelf.world.pass(300);
    shelf.world.library.addHighlight(id, { text: 'Another passage.', location: 9 });
    shelf.write(bookNote(1), 'A thought, just in time.');
    const changed = await look(id);
    expect(changed?.before).not.toContain('Another passage.');
    expect(changed?.after).toContain('Another passage.');
    expect(changed?.after).toContain('A thought, just in time.');
    expect(shelf.note(bookNote(1))).not.toContain('Another passage.');
  });

  it('should be none when the note is up to date', async () => {
    const [id = 0] = shelf.addBooks(1);
    await shelf.sync();
    expect(await look(id)).toBeNull();
  });
});
