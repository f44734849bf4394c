import { newDevice, settings, World } from '../../simulation/world';

const NOTE = 'Readwise/Books/Walden.md';

describe('settings that change values', () => {
  it('should make links of authors, put the prefix before tags and let own notes through, and nothing of a passage (I5, I10)', async () => {
    const world = await World.create();
    const book = world.library.addBook({
      title: 'Walden',
      author: 'Thoreau, Henry David and Emerson, Ralph',
      tags: ['nature'],
    });
    world.library.addHighlight(book.id, {
      text: 'A [[foreign]] text',
      note: 'See [[Deep Work]] and #idea',
      tags: ['C#'],
    });
    const device = newDevice();
    await world.sync(device);
    expect((await device.vault.read(NOTE)) ?? '').toContain('See \\[\\[Deep Work]] and \\#idea');
    world.pass(60);
    const values = settings({ authorsAsLinks: true, tagPrefix: 'readwise/', ownNotesAsMarkdown: true });
    expect(await world.sync(device, { settings: values })).toMatchObject({ outcome: 'done' });
    const text = (await device.vault.read(NOTE)) ?? '';
    expect(text).toContain('author:\n  - "[[Thoreau, Henry David]]"\n  - "[[Emerson, Ralph]]"\n');
    expect(text).toContain('tags:\n  - readwise/nature\n');
    expect(text).toContain('> A \\[\\[foreign]] text\n>\n> **Note:** See [[Deep Work]] and #idea\n');
    expect(text).toContain('#readwise/C-sharp');
    world.pass(60);
    expect(await world.sync(device, { settings: values })).toMatchObject({ vaultWrites: 0 });
    await world.close();
  });
});

describe('the setting for the time zone', () => {
  const BERLIN = settings({
    timeZone: 'Europe/Berlin',
    naming: { folder: '', fileName: '{{date saved}} {{title}}' },
  });

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

describe('the setting for remote images', () => {
  it('should be followed by every note, and by no other change of its own, when it is turned and turned back (I5, I8)', async () => {
    const world = await World.create();
    const book = world.library.addBook({ title: 'Maps' });
    world.library.addHighlight(book.id, { text: 'Here: ![a map](https://example.com/map.png)', location: 1 });
    const device = newDevice();
    await world.sync(device);
    const shown = device.vault.entries();
    expect(shown[0]?.[1]).toContain('![a map](https://example.com/map.png)');
    world.pass(60);
    expect(await world.sync(device, { settings: settings({ remoteImages: 'link' }) })).toMatchObject({
      outcome: 'done',
      vaultWrites: 1,
    });
    expect(device.vault.entries()[0]?.[1]).toContain('Here: [a map](https://example.com/map.png)');
    world.pass(60);
    expect(await world.sync(device, { settings: settings({ remoteImages: 'link' }) })).toMatchObject({
      vaultWrites: 0,
    });
    world.pass(60);
    await world.sync(device);
    expect(device.vault.entries()).toEqual(shown);
    await world.close();
  });

  it('should not matter to images and covers of the local network, which are links and refused as files, when a page names them (I10)', async () => {
    const world = await World.create();
    world.library.addDocument({
      title: 'Maps',
      category: 'article',
      location: 'later',
      htmlContent: '<p>A map:</p><img src="http://192.168.1.1/reboot" alt="Map">',
      imageUrl: 'http://127.0.0.1/cover.png',
      wordCount: 2,
    });
    const device = newDevice();
    const given = {
      fullText: { place: 'note', categories: ['article'] },
      attachments: { images: true, covers: true },
    };
    await world.settle(device, { settings: settings(given) });
    const [[, text] = ['', '']] = device.vault.entries();
    expect(text).toContain('[Map](http://192.168.1.1/reboot)');
    expect(text).not.toContain('![');
    expect(text).not.toContain('127.0.0.1');
    await world.close();
  });
});
