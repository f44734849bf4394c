import { applyRepairs } from '../../../src/sync/check/apply-repairs';
import { checkLibrary } from '../../../src/sync/check/check-library';
import { newDevice, settings, World, type Device } from '../../property/world';
import { FakeClock } from '../../support/fake-clock';

const [BOOK, ESSAY] = ['Readwise/Books/Walden.md', 'Readwise/Articles/Essay.md'];

describe('checking a note that a person gave the id of a second item', () => {
  let world: World;
  let device: Device;
  let lines: Readonly<Record<string, string>>;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    const { id } = world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.addHighlight(id, { text: 'A passage of Walden.' });
    const document = world.library.addDocument({ title: 'Essay', category: 'article', location: 'later' });
    lines = { [BOOK]: `readwise-id: ${String(id)}`, [ESSAY]: `reader-id: ${document.id}` };
    await world.sync(device);
    world.pass(300);
  });
  afterEach(() => world.close());

  const context = () => ({ ...device, clock: new FakeClock(), settings: settings() });
  const textOf = (path: string): string => device.vault.entries().find(([each]) => each === path)?.[1] ?? '';

  describe.each([
    [BOOK, BOOK, ESSAY],
    [BOOK, 'Shelf/Mine.md', ESSAY],
    [ESSAY, ESSAY, BOOK],
    [ESSAY, 'Shelf/Mine.md', BOOK],
  ])('%s, which stands at %s', (own, at, other) => {
    let whole: string;

    beforeEach(() => {
      whole = textOf(own);
      device.vault.remove(own);
      device.vault.put(at, whole.replace('---\n', `---\n${lines[other] ?? ''}\n`));
    });

    const propose = async (expected: readonly (readonly string[])[]): Promise<void> => {
      const { findings } = await checkLibrary(context());
      expect(findings.map(({ fault, path }) => [fault, path])).toEqual(expected);
      await applyRepairs(
        context(),
        findings.map(({ repairs: [first] }) => first),
      );
      expect(textOf(at)).toBe(whole);
      await world.sync(device);
      expect(textsIn(device)).toEqual(textsIn(await world.fresh()));
    };

    it('should have that id taken off again, and no other, when the note of that item is gone', async () => {
      device.vault.remove(other);
      await propose([
        ['id-of-another', at],
        ['note-missing', other],
      ]);
    });

    it('should have that id taken off again, and stay, when the note of that item is there', async () => {
      await propose([['id-of-another', at]]);
    });
  });
});

const textsIn = ({ vault }: Device): readonly string[] =>
  vault
    .entries()
    .map(([, text]) => text)
    .sort();
