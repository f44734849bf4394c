import { newDevice, settings, World, type Device } from '../../simulation/world';

const WISHES = [
  { fullText: { place: 'file' } },
  { notePerHighlight: true },
  { fullText: { place: 'file' }, notePerHighlight: true },
];
const BOX = 'This changed in Readwise';

describe('notes of one item that link to each other', () => {
  let world: World;
  let device: Device;
  let walking: string;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    walking = world.library.addDocument({
      title: 'Walking',
      category: 'article',
      location: 'later',
      htmlContent: '<p>I wish to speak a word, for absolute freedom and wildness.</p>',
    }).id;
    world.library.addDocumentHighlight(walking, { text: 'absolute freedom and wildness' });
    world.pass(600);
  });

  afterEach(() => world.close());

  function retitle(title: string): void {
    world.pass(600);
    world.library.editDocument(walking, { title });
    world.pass(600);
  }

  describe.each(WISHES)('under %j', (wish) => {
    const options = { settings: settings({ ...wish, outOfScope: 'trash' }) };

    it.each([
      ['another title', 'Sauntering'],
      ['its title in other letters', 'walking'],
    ])(
      'should follow to %s without a box, where the vault has led their links there already (I1, I5)',
      async (_what, title) => {
        await world.settle(device, options);
        retitle(title);
        await world.settle(device, options);
        const fresh = newDevice();
        await world.settle(fresh, options);
        expect(device.vault.entries()).toEqual(fresh.vault.entries());
      },
    );

    it('should follow around the words of a person, without a box (I2)', async () => {
      await world.settle(device, options);
      const paths = device.vault.entries().map(([path]) => path);
      for (const [index, path] of paths.entries())
        await device.vault.update(path, (text) => text.replace('freedom', `freedom mine${String(index)}`));
      retitle('Sauntering');
      await world.settle(device, options);
      const texts = device.vault
        .entries()
        .map(([, text]) => text)
        .join('\n');
      for (const index of paths.keys()) expect(texts.split(`mine${String(index)}`)).toHaveLength(2);
      expect(texts).not.toContain(BOX);
    });

    it('should follow where a person moved one of them (I2)', async () => {
      await world.settle(device, options);
      await device.vault.rename('Readwise/Articles/Walking.md', 'Mine/Walking.md');
      retitle('Sauntering');
      await world.settle(device, options);
      expect(
        device.vault
          .entries()
          .map(([, text]) => text)
          .join('\n'),
      ).not.toContain(BOX);
    });

    it('should come to rest while the item has two notes, and each of two devices knows another (I6)', async () => {
      const plain = 'Readwise/Articles/Walking.md';
      await world.settle(device, options);
      const text = (await device.vault.read(plain)) ?? '';
      await device.vault.rename(plain, 'Mine/Sauntering.md');
      const other = { ...newDevice(), vault: device.vault };
      await world.settle(other, options);
      device.vault.put(plain, text);
      retitle('Sauntering');
      await world.untilQuiet(async () => {
        const one = await world.sync(device, options);
        const two = await world.sync(other, options);
        return one.vaultWrites + two.vaultWrites === 0;
      });
      expect(device.vault.entries().filter(([, each]) => each.includes('reader-id'))).toHaveLength(2);
    });

    it('should say nothing of a wish that is no longer one (I1)', async () => {
      await world.settle(device, options);
      await world.settle(device, { settings: settings({ outOfScope: 'trash' }) });
      const fresh = newDevice();
      await world.settle(fresh);
      expect(device.vault.entries()).toEqual(fresh.vault.entries());
    });
  });
});
