import type { Finding } from '../../../src/core/check/finding';
import { applyRepairs } from '../../../src/sync/check/apply-repairs';
import { checkLibrary } from '../../../src/sync/check/check-library';
import { newDevice, settings, World, type Device } from '../../property/world';
import { FakeClock } from '../../support/fake-clock';

const WALDEN = 'Readwise/Books/Walden.md';
const WALKING = 'Readwise/Articles/Walking.md';

describe('a library after its check', () => {
  let world: World;
  let device: Device;
  let walden: number;
  let walking: string;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    walden = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    world.library.addHighlight(walden, { text: 'Simplify, simplify.', location: 1 });
    walking = world.library.addDocument({
      title: 'Walking',
      category: 'article',
      location: 'later',
      htmlContent: '<p>A word for Nature, for absolute freedom.</p>',
      wordCount: 7,
    }).id;
    world.library.addDocumentHighlight(walking, { text: 'absolute freedom' });
    world.library.addMirroredHighlight(walking, { text: 'A word for Nature', location: 3 });
    for (const title of ['Essays', 'Letters', 'Poems', 'Politics'])
      world.library.addHighlight(world.library.addBook({ title, category: 'books' }).id, {
        text: `Of ${title}.`,
      });
    world.pass(600);
  });
  afterEach(() => world.close());

  const read = (path: string): string => device.vault.entries().find(([each]) => each === path)?.[1] ?? '';
  const named = (words: string): readonly string[] =>
    device.vault.entries().flatMap(([path, text]) => (text.includes(words) ? [path] : []));
  const host = (given = settings()) => ({ ...device, clock: new FakeClock(), settings: given });
  const findings = async (given = settings()): Promise<readonly Finding[]> =>
    (await checkLibrary(host(given))).findings;
  const sync = (options: Parameters<World['sync']>[1] = {}) => {
    world.pass(61);
    return world.sync(device, options);
  };

  /** Does one of the repairs that are proposed for the only fault. */
  async function mend(fault: string, choice: number): Promise<void> {
    const [finding, ...others] = await findings();
    expect([finding?.fault, others]).toEqual([fault, []]);
    const repair = finding?.repairs[choice];
    expect(repair).toBeDefined();
    if (repair !== undefined) expect((await applyRepairs(host(), [repair]))[0]?.outcome).toBe('done');
  }

  it.each(['note', 'file', null] as const)(
    'should have no fault when all is as a sync wrote it, with full texts in: %s',
    async (place) => {
      const given = settings({
        notePerHighlight: true,
        ...(place === null ? {} : { fullText: { place, categories: ['article'] } }),
      });
      await sync({ settings: given });
      expect(read(WALKING)).toMatch(/\^rd\w+\n[^]*\^rw\d+\n|\^rw\d+\n[^]*\^rd\w+\n/);
      expect(await findings(given)).toEqual([]);
    },
  );

  it.each(['\n', '\r\n'])(
    'should have a highlight once that a file sync doubled, and what a person made of a copy as text, with line ends %j',
    async (lineEnd) => {
      world.library.addHighlight(walden, { text: 'News of the woods.', location: 2 });
      await sync();
      const written = read(WALDEN);
      const [first = '', last = ''] = written.match(/^> (?!\[)[^]*?\n\^rw\d+\n/gm) ?? [];
      const mine = first.replace('Simplify', 'Mycopy');
      const put = (text: string): void => device.vault.put(WALDEN, text.replace(/\n/g, lineEnd));
      put(written.replace(last, `${last}\n${first}\n${last}`).replace(first, `${first}\n${first}\n${mine}`));
      await mend('anchor-twice', 0);
      expect(read(WALDEN)).toBe(
        written.replace(first, `${first}\n${mine.replace(/\n\^.*\n/, '')}`).replace(/\n/g, lineEnd),
      );
      expect(await findings()).toEqual([]);
    },
  );

  it('should have all highlights when a file sync had put an earlier note behind a later one and a person wrote in the earlier', async () => {
    await sync();
    const earlier = read(WALDEN).replace('## Highlights', '## Highlights\n\nMine.');
    world.library.addHighlight(walden, { text: 'News of the woods.', location: 2 });
    await sync();
    device.vault.put(WALDEN, read(WALDEN) + earlier);
    const found = await findings();
    expect(found.map(({ fault }) => fault)).toEqual(['trailer-doubled', 'anchor-twice']);
    await applyRepairs(
      host(),
      found.map(({ repairs: [first] }) => first),
    );
    await sync();
    for (const words of ['Mine.', 'News of the woods.', 'Simplify, simplify.'])
      expect(read(WALDEN).split(words)).toHaveLength(2);
    expect(await findings()).toEqual([]);
  });

  it.each([
    [0, [WALDEN]],
    [1, []],
  ])(
    'should have no second note of an item whose note lost its id, whatever a person chose: %d',
    async (choice, ofWalden) => {
      await sync();
      device.vault.put(WALDEN, read(WALDEN).replace(/readwise-id: .*\n/, ''));
      await mend('identity-lost', choice);
      world.library.addHighlight(walden, { text: 'News of the woods.', location: 2 });
      expect(await sync({ full: true })).toMatchObject({ outcome: 'done', notes: { created: 0 } });
      expect(named('Simplify, simplify.')).toEqual([WALDEN]);
      expect(named('News of the woods.')).toEqual(ofWalden);
      expect(await findings()).toEqual([]);
    },
  );

  it.each([
    ['the copy into a plain note', 0, 'Mine/Walden.md', WALDEN],
    ['the note into a plain note, and the copy instead of it', 1, WALDEN, 'Mine/Walden.md'],
  ])(
    'should have one note of an item that had two, with the words of both, when a person made %s',
    async (_what, choice, plain, kept) => {
      await sync();
      const written = (words: string): string =>
        read(WALDEN).replace('## Highlights', `## Highlights\n\n${words}`);
      device.vault.put('Mine/Walden.md', written('Theirs.'));
      device.vault.put(WALDEN, written('Ours.'));
      await mend('second-note', choice);
      world.library.addHighlight(walden, { text: 'News of the woods.', location: 2 });
      expect(await sync({ full: true })).toMatchObject({
        outcome: 'done',
        notes: { created: 0, trashed: 0 },
      });
      expect([...named('Theirs.'), ...named('Ours.')]).toEqual(['Mine/Walden.md', WALDEN]);
      expect(named('News of the woods.')).toEqual([kept]);
      expect(read(plain)).not.toContain('florilegium');
      expect(await findings()).toEqual([]);
    },
  );

  it("should keep the note with a person's words of two, and put the other into the trash, wherever they lie", async () => {
    await sync();
    device.vault.put('Mine/Walden.md', read(WALDEN).replace('## Highlights', '## Highlights\n\nMine.'));
    const untouched = read(WALDEN);
    await mend('second-note', 0);
    expect(device.vault.trashEntries()).toEqual([[WALDEN, untouched]]);
    expect(await sync({ full: true })).toMatchObject({ outcome: 'done', notes: { created: 0 } });
    expect(named('Simplify, simplify.')).toEqual(['Mine/Walden.md']);
  });
});
