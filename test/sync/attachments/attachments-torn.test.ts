import { newDevice, settings, World, type Device } from '../../simulation/world';
import { fileBytes } from '../../support/file-bytes';
import { MemoryAttachments } from '../../support/memory-attachments';

const DAY = 86_400;
const COVER = 'https://images.example.org/files/cover';
const wanting = { settings: settings({ attachments: { covers: true } }) };
const pond = fileBytes.png('a pond');

describe('an attachment that was cut short in the midst of being written', () => {
  let world: World;
  let device: Device & { readonly files: MemoryAttachments };

  beforeEach(async () => {
    world = await World.create();
    device = { ...newDevice(), files: new MemoryAttachments() };
    book('Walden', 'cover');
    world.server.web.set('cover', pond);
    device.files.tearNext();
    await expect(world.sync(device, wanting)).rejects.toThrow('killed');
    world.pass(60);
  });

  afterEach(() => world.close());

  function book(title: string, cover: string): void {
    const { id } = world.library.addBook({
      title,
      category: 'books',
      coverImageUrl: `https://images.example.org/files/${cover}`,
    });
    world.library.addHighlight(id, { text: 'Our life is frittered away by detail.', location: 7 });
    world.pass(600);
  }

  /** What the note of a book shows as its cover: bytes of the vault, or an address. */
  async function shown(title: string): Promise<Uint8Array | string> {
    const [, target = ''] =
      /!\[Cover\|180\]\((\S+)\)/.exec((await device.vault.read(`Readwise/Books/${title}.md`)) ?? '') ?? [];
    return device.files.entries().find(([path]) => path.endsWith(`/${target}`))?.[1] ?? target;
  }

  it('should be made whole by the next sync (I6)', async () => {
    expect(await world.sync(device, wanting)).toMatchObject({ outcome: 'done' });
    expect(device.files.entries().map(([, bytes]) => bytes)).toEqual([pond]);
    expect(await shown('Walden')).toEqual(pond);
  });

  it('should not be shown half as long as it cannot be had again, and then be made whole (I6)', async () => {
    world.server.web.clear();
    await world.settle(device, wanting);
    expect(await shown('Walden')).toBe(COVER);
    world.server.web.set('cover', pond);
    world.pass(2 * DAY);
    await world.settle(device, wanting);
    expect(await shown('Walden')).toEqual(pond);
    expect(device.files.entries()).toHaveLength(1);
  });

  it('should not be taken for what another address gives while its own gives nothing (I6)', async () => {
    world.server.web.clear();
    world.server.web.set('copy', pond);
    book('Copy', 'copy');
    await world.settle(device, wanting);
    expect([await shown('Walden'), await shown('Copy')]).toEqual([COVER, pond]);
  });

  it('should not be taken for what another address gives after its own gave something else (I6)', async () => {
    world.server.web.set('cover', fileBytes.png('another pond'));
    await world.settle(device, wanting);
    world.server.web.set('copy', pond);
    book('Copy', 'copy');
    await world.settle(device, wanting);
    expect([await shown('Walden'), await shown('Copy')]).toEqual([fileBytes.png('another pond'), pond]);
  });
});
