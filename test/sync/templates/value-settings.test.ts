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
