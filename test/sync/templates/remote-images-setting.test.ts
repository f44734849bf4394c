import { newDevice, settings, World } from '../../simulation/world';

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
