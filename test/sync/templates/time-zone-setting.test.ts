import { newDevice, settings, World } from '../../simulation/world';

const BERLIN = settings({
  timeZone: 'Europe/Berlin',
  naming: { folder: '', fileName: '{{date saved}} {{title}}' },
});

describe('the setting for the time zone', () => {
  it('should give every note the dates of its clocks, as soon as it is changed (I5, I8)', async () => {
    const world = await World.create();
    const book = world.library.addBook({ title: 'Maps' });
    const evening = Date.parse('2026-01-02T23:30:00Z');
    world.library.addHighlight(book.id, { text: 'Here.', highlightedAt: evening });
    world.library.addDocument({ title: 'Roads', savedAt: evening, publishedDate: '2026-01-02' });
    const device = newDevice();
    await world.sync(device);
    const inUtc = device.vault.entries();
    expect(inUtc.map(([, text]) => text).join()).not.toContain('2026-01-03');
    world.pass(60);
    expect(await world.sync(device, { settings: BERLIN })).toMatchObject({ outcome: 'done' });
    const inBerlin = device.vault
      .entries()
      .map(([path, text]) => `${path}\n${text}`)
      .join();
    expect(inBerlin).toContain('last-highlighted: 2026-01-03');
    expect(inBerlin).toContain('2 January 2026');
    expect(inBerlin).toContain('2026-01-03 Roads.md');
    world.pass(60);
    expect(await world.sync(device, { settings: BERLIN })).toMatchObject({ vaultWrites: 0 });
    world.pass(60);
    await world.sync(device);
    expect(device.vault.entries()).toEqual(inUtc);
    await world.close();
  });
});
