import { applyAdoption } from '../../../src/features/adopt/apply-adoption';
import { loseState, newDevice, settings } from '../../simulation/world';
import { MovingIn } from './moving-in';
import { makeAllPlain, PATH, PlainNotes } from './plain-notes';
import { chosenByDefault } from '../../../src/features/adopt/adoption';
import { checkLibrary } from '../../../src/features/check/check-library';
import type { Settings } from '../../../src/model/settings';

describe('a book whose note was plain for a while', () => {
  let plain: PlainNotes;

  beforeEach(async () => {
    plain = await PlainNotes.create();
    await plain.makePlain();
  });
  afterEach(() => plain.house.world.close());

  it('should get what changed in Readwise meanwhile, and keep what the person wrote, when it is moved in where it was made plain', async () => {
    plain.edit(0, { note: 'Mine, thrice.' });
    plain.edit(2, { text: 'The mass of women and men lead lives of quiet desperation.' });
    plain.house.world.library.retitleBook(plain.book.id, 'Walden; or, Life in the Woods');
    plain.write(PATH, 'frittered away', '==frittered away==');
    await plain.sync();
    const { adoptions } = await plain.moveIn();
    expect(adoptions).toMatchObject([{ path: PATH, found: 3, edited: 1, missing: 2, unclear: 0 }]);
    expect(await plain.sync()).toMatchObject({ outcome: 'done', conflicts: [] });
    const [path = '', ...others] = plain.house.paths;
    expect(others).toEqual([]);
    const note = plain.house.note(path);
    expect(note).toContain('title: Walden; or, Life in the Woods');
    for (const text of ['Mine, thrice.', 'women and men', '==frittered away==']) expect(note).toContain(text);
    for (const text of ['Mine, too.', 'mass of men']) expect(note).not.toContain(text);
    expect(await plain.sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should have a conflict where both changed a passage, and only there', async () => {
    plain.edit(2, { text: 'The mass of women and men lead lives of quiet desperation.' });
    plain.write(PATH, 'quiet desperation', 'quiet resignation');
    await plain.sync();
    await plain.moveIn();
    expect((await plain.sync()).conflicts).toMatchObject([{ path: PATH, block: plain.anchor(2) }]);
    const note = plain.house.note(PATH);
    expect(note).toContain('The mass of men lead lives of quiet resignation.');
    expect(note).toContain('The mass of women and men lead lives of quiet desperation.');
  });

  it('should keep a passage in which the person changed no word, but its letters or its look, when it is deleted (I2)', async () => {
    plain.write(PATH, 'mass of men', 'MASS of men');
    plain.write(PATH, 'frittered away', '*frittered away*');
    const { adoptions } = await plain.moveIn();
    expect(adoptions).toMatchObject([{ path: PATH, found: 3, edited: 2 }]);
    plain.delete(1, 2);
    await plain.sync();
    const note = plain.house.note(PATH);
    for (const text of ['MASS of men', '*frittered away*']) expect(note).toContain(text);
    expect(note.match(/Deleted in Readwise/g)).toHaveLength(2);
  });

  it('should lose what was deleted in Readwise meanwhile, but not where the person wrote under it', async () => {
    plain.write(PATH, '\n> The mass', '\nMy own words.\n\n> The mass');
    plain.delete(1, 2);
    await plain.sync();
    await plain.moveIn();
    expect(await plain.sync()).toMatchObject({ conflicts: [] });
    const note = plain.house.note(PATH);
    expect(note).toMatch(/frittered away[^]*Deleted in Readwise[^]*My own words\./);
    expect(note).not.toContain('mass of men');
    expect(await plain.sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should leave away what the person deleted before', async () => {
    await plain.moveIn();
    await plain.sync();
    const [first = ''] = /> Our life[^^]*\^rw\d+\n/.exec(plain.house.note(PATH)) ?? [];
    plain.write(PATH, first, '');
    await plain.sync();
    await plain.makePlain();
    const { adoptions } = await plain.moveIn();
    expect(adoptions).toMatchObject([{ found: 2, missing: 0 }]);
    expect(await plain.sync()).toMatchObject({ vaultWrites: 0 });
    expect(plain.house.note(PATH)).not.toContain('Our life');
  });

  it('should show both texts where nothing tells who changed one, and no more than that, on a device that knows nothing of it', async () => {
    plain.edit(0, { note: 'Mine, thrice.' });
    plain.edit(2, { text: 'The mass of women and men lead lives of quiet desperation.' });
    plain.write(PATH, 'frittered away', 'frittered, mine, away');
    await loseState(plain.house.device);
    await plain.house.look();
    const { adoptions } = await plain.moveIn();
    expect(adoptions).toMatchObject([{ found: 3, edited: 3, missing: 0, unclear: 2 }]);
    const planned = await plain.house.world.sync(plain.house.device, { dryRun: true });
    const report = await plain.sync();
    for (const { conflicts } of [planned, report])
      expect(conflicts.map(({ block }) => block).sort()).toEqual([plain.anchor(0), plain.anchor(2)]);
    const note = plain.house.note(PATH);
    for (const text of [
      'Mine, too.',
      'Mine, thrice.',
      'mass of men',
      'women and men',
      'frittered, mine, away',
    ])
      expect([text, note.split(text).length]).toEqual([text, 2]);
    expect(await plain.sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should be told the same when moving in was undone and is done again', async () => {
    plain.edit(2, { text: 'The mass of women and men lead lives of quiet desperation.' });
    await plain.sync();
    await plain.moveIn();
    const adopted = plain.house.note(PATH);
    await plain.undo();
    await plain.moveIn();
    expect(plain.house.note(PATH)).toBe(adopted);
    expect(await plain.sync()).toMatchObject({ outcome: 'done', conflicts: [] });
    expect(plain.house.note(PATH)).toContain('women and men');
  });
});

describe('notes of single highlights that were plain for a while', () => {
  const WITH_PARTS = { notePerHighlight: true };

  it.each([
    ['where they were made plain', false],
    ['on a device that knows nothing of them', true],
  ])('should be moved in with their book %s, and no device makes second ones (I1)', async (_, isNew) => {
    const plain = await PlainNotes.create(WITH_PARTS);
    const { house, values } = plain;
    const before = house.device.vault.entries();
    expect(before).toHaveLength(4);
    await plain.makePlain();
    if (isNew) await loseState(house.device);
    if (isNew) await house.world.sync(house.device, { settings: values, dryRun: true });
    const { adoptions, left } = await plain.moveIn();
    expect(left).toEqual([]);
    expect(adoptions.map(({ path, doubt }) => [path, doubt])).toEqual(before.map(([path]) => [path, null]));
    expect(house.device.vault.entries()).toEqual(before);
    expect(await plain.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    const second = { vault: house.device.vault, state: newDevice().state };
    house.world.pass(61);
    expect(await house.world.sync(second, { settings: values })).toMatchObject({ vaultWrites: 0 });
    await house.world.close();
  });

  it('should get what changed in Readwise meanwhile, wherever the person moved them', async () => {
    const plain = await PlainNotes.create(WITH_PARTS);
    const { house } = plain;
    const at = house.paths.find((path) => path.includes('The mass of men')) ?? '';
    await plain.makePlain();
    plain.edit(2, { text: 'The mass of women and men lead lives of quiet desperation.' });
    await plain.sync();
    await plain.moveIn();
    expect(await plain.sync()).toMatchObject({ outcome: 'done', conflicts: [] });
    const notes = house.device.vault.entries().filter(([, text]) => text.includes('women and men'));
    expect(notes).toHaveLength(2);
    expect(house.note(at)).not.toContain('mass of men lead');
    expect(house.paths).toHaveLength(4);
    await house.world.close();
  });

  it('should give way for those that were moved in when a sync has made second ones', async () => {
    const plain = await PlainNotes.create(WITH_PARTS);
    const { house, values } = plain;
    const before = house.paths;
    await plain.makePlain();
    await loseState(house.device);
    await house.world.sync(house.device, { settings: values, confirmation: 'leave-others' });
    expect(house.paths).toHaveLength(8);
    const { adoptions } = await plain.moveIn();
    expect(adoptions.map(({ doubt }) => doubt?.kind)).toEqual(Array(4).fill('replaces'));
    expect(house.paths).toEqual(before);
    expect(await plain.sync()).toMatchObject({ outcome: 'done', conflicts: [] });
    expect(house.paths).toEqual(before);
    await house.world.close();
  });
});

describe('a document whose text was plain for a while', () => {
  it.each(['note', 'file'])('should have it once, as it was, when its place is a %s (I1)', async (place) => {
    const house = await MovingIn.create();
    const values = settings({ fullText: { place } });
    const { id } = house.world.library.addDocument({
      title: 'On reading',
      category: 'article',
      location: 'later',
      htmlContent:
        '<p>The art of reading is in great part that of acquiring a better understanding.</p><p>Books do it.</p>',
    });
    house.world.library.addMirroredHighlight(id, { text: 'Books do it.' });
    house.world.pass(600);
    await house.world.settle(house.device, { settings: values });
    const before = house.device.vault.entries();
    expect(before).toHaveLength(place === 'file' ? 2 : 1);
    await makeAllPlain(house);
    const { adoptions } = await house.plan({ settings: values });
    expect(adoptions.map(({ path, doubt }) => [path, doubt])).toEqual(before.map(([path]) => [path, null]));
    await applyAdoption(house.deps, { settings: values, chosen: adoptions });
    expect(house.device.vault.entries()).toEqual(before);
    expect(await house.sync({ settings: values })).toMatchObject({ vaultWrites: 0 });
    await makeAllPlain(house);
    for (const [path] of before)
      await house.device.vault.update(path, (text) => text.replace('great part', 'great part, mine,'));
    const again = (await house.plan({ settings: values })).adoptions;
    await applyAdoption(house.deps, { settings: values, chosen: again });
    await house.sync({ settings: values });
    const all = house.device.vault.entries().map(([, text]) => text);
    expect(all.join('').split('The art of reading')).toHaveLength(2);
    await house.world.close();
  });
});

describe('plain notes of documents without highlights, on a device that knows nothing of them', () => {
  const TITLE = 'Walking: an essay on nature';

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
