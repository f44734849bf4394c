import { chosenByDefault } from '../../../src/features/adopt/adoption';
import { applyAdoption } from '../../../src/features/adopt/apply-adoption';
import { checkLibrary } from '../../../src/features/check/check-library';
import type { Settings } from '../../../src/model/settings';
import { loseState, settings } from '../../simulation/world';
import { MovingIn } from './moving-in';
import { makeAllPlain } from './plain-notes';

const TITLE = 'Walking: an essay on nature';

describe('plain notes of documents without highlights, on a device that knows nothing of them', () => {
  let house: MovingIn;
  let id: string;
  let values: Settings;

  async function begin(style: string, hasSource: boolean): Promise<void> {
    const templates = { article: `built-in:${style}` };
    values = settings({ scope: { documents: 'all' }, templates });
    house = await MovingIn.create();
    const addressed = (name: string) => (hasSource ? { sourceUrl: `https://example.org/${name}` } : {});
    const document = {
      category: 'article',
      location: 'later',
      author: 'Thoreau',
      imageUrl: 'https://example.org/cover.jpg',
      summary: 'On the wild.',
    };
    ({ id } = house.world.library.addDocument({ ...document, ...addressed('walking'), title: TITLE }));
    house.world.library.addDocument({ ...document, ...addressed('another'), title: 'Another' });
    house.world.pass(600);
    await house.world.settle(house.device, { settings: values });
    expect(house.paths).toHaveLength(2);
  }
  afterEach(() => house.world.close());

  async function moveIn(): Promise<void> {
    const chosen = chosenByDefault(await house.plan({ settings: values }));
    await applyAdoption(house.deps, { settings: values, chosen });
  }

  const sync = () => house.sync({ settings: values });

  it.each(
    ['classic', 'callouts', 'outline', 'official'].flatMap((style) => [
      [style, 'a source', true] as const,
      [style, 'no source', false] as const,
    ]),
  )(
    'should stop the first sync, be moved in, and get no second one, in the style %s with %s (I1)',
    async (style, _, hasSource) => {
      await begin(style, hasSource);
      await makeAllPlain(house);
      await loseState(house.device);
      const before = house.paths;
      expect(await sync()).toMatchObject({ cause: 'other-notes', failures: [{ problem: { notes: 2 } }] });
      await moveIn();
      expect(await sync()).toMatchObject({ outcome: 'done', notes: { created: 0 } });
      expect(house.paths).toEqual(before);
      const check = await checkLibrary({ ...house.deps, settings: values });
      expect(check).toMatchObject({ findings: [], unread: [] });
      expect(await sync()).toMatchObject({ vaultWrites: 0 });
    },
  );

  it('should be known by their title when they were moved, and have got highlights meanwhile', async () => {
    await begin('classic', true);
    await makeAllPlain(house);
    const path = house.paths.find((each) => each.includes('Walking')) ?? '';
    await house.device.vault.rename(path, 'Mine.md');
    house.world.library.addMirroredHighlight(id, { text: 'I wish to speak a word for nature.' });
    house.world.pass(600);
    await loseState(house.device);
    expect(await sync()).toMatchObject({ cause: 'other-notes', failures: [{ problem: { notes: 2 } }] });
    await moveIn();
    expect(await sync()).toMatchObject({ outcome: 'done', notes: { created: 0 } });
    expect(house.note('Mine.md')).toContain('I wish to speak a word for nature.');
  });

  it.each([
    ['its title is another one', (address: string) => ['Essays.md', `# Essays\n\n${address}\n`] as const],
    [
      'the address comes after words of the person’s',
      (address: string) => [`Walking.md`, `# Walking\n\nWhat I think.\n\nRead: ${address}\n`] as const,
    ],
    [
      'the address is not that in Readwise',
      () => [`Walking.md`, `---\nsource: https://example.org/walking\n---\nWhat I clipped.\n`] as const,
    ],
  ])('should be left to the person when %s', async (_, noteWith) => {
    await begin('classic', true);
    const [path, text] = noteWith(`https://read.readwise.io/read/${id}`);
    for (const each of house.paths) house.device.vault.remove(each);
    await loseState(house.device);
    house.device.vault.put(path, text);
    expect(await sync()).toMatchObject({ outcome: 'done', notes: { created: 2 } });
    expect(chosenByDefault(await house.plan({ settings: values }))).toEqual([]);
    expect(house.note(path)).toBe(text);
  });
});
