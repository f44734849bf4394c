import { newDevice, settings, World } from '../../simulation/world';
import { DyingStateStore } from '../../support/dying-state-store';
import { fileBytes } from '../../support/file-bytes';
import { MemoryAttachments } from '../../support/memory-attachments';

const DAY = 86_400;

describe('attachments that wait for their day', () => {
  it('should still be asked for where a rendering of all notes was killed (I6)', async () => {
    const world = await World.create();
    const { id } = world.library.addBook({
      title: 'Walden',
      category: 'books',
      coverImageUrl: 'https://images.example.org/files/cover',
    });
    world.library.addHighlight(id, { text: 'Our life is frittered away by detail.' });
    world.pass(600);
    const wanting = settings({ attachments: { covers: true, images: true } });
    const device = newDevice();
    expect(
      await world.sync({ ...device, files: new MemoryAttachments() }, { settings: wanting }),
    ).toMatchObject({ attachments: { fetched: 0 } });
    world.server.web.set('cover', fileBytes.png('at last'));
    for (let at = 1, isOver = false; !isOver; at += 1) {
      const dying = {
        vault: device.vault.copy(),
        files: new MemoryAttachments(),
        state: new DyingStateStore(at),
      };
      await dying.state.fill(device.state);
      isOver = await world.render(dying, wanting).then(
        () => true,
        () => false,
      );
      world.pass(2 * DAY);
      await world.sync({ ...dying, state: dying.state.copy() }, { settings: wanting });
      expect(dying.files.entries()).toHaveLength(1);
    }
    await world.close();
  });
});
