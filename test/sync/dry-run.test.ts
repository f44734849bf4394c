import { readStatus } from '../../src/features/status/library-overview';
import { exitCodeOf, EXIT } from '../../pkg/exit-code';
import { newDevice, settings, World, type Device } from '../simulation/world';

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
