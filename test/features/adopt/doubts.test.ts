import { chosenByDefault, sureOf } from '../../../src/features/adopt/adoption';
import { NoteNotHereError } from '../../../src/model/ports';
import { applyAdoption } from '../../../src/features/adopt/apply-adoption';
import { planAdoption } from '../../../src/features/adopt/plan-adoption';
import { exportedNote, handMadeNote, mirrorNote, type ForeignBook } from '../../support/foreign-notes';
import { settings } from '../../simulation/world';
import { MovingIn } from './moving-in';

const TEXTS = [
  'I went to the woods because I wished to live deliberately.',
  'Our life is frittered away by detail.',
];

describe('notes that a person has to decide about', () => {
  let house: MovingIn;
  let walden: ForeignBook;

  beforeEach(async () => {
    house = await MovingIn.create();
    walden = house.addBook({ title: 'Walden', texts: TEXTS });
  });
  afterEach(() => house.world.close());

  const put = (path: string, text: string): void => house.device.vault.put(path, text);

  it('should adopt of two notes for one item the one with more of its highlights, and list the other', async () => {
    put('A.md', exportedNote({ ...walden, highlights: walden.highlights.slice(0, 1) }));
    put('B.md', mirrorNote(walden));
    await house.look();
    expect(await house.plan()).toMatchObject({
      adoptions: [{ path: 'B.md', doubt: null }],
      left: [{ path: 'A.md', reason: 'other note' }],
    });
  });

  it('should leave a note that has as much of two items, and one that names what the library does not have', async () => {
    const walking = house.addBook({ title: 'Walking', texts: ['I wish to speak a word for nature.'] });
    put(
      'Both.md',
      exportedNote(walking) + exportedNote({ ...walden, highlights: walden.highlights.slice(1) }),
    );
    put('Lost.md', 'https://readwise.io/bookreview/7');
    await house.look();
    expect(await house.plan()).toMatchObject({
      adoptions: [],
      left: [
        { path: 'Both.md', reason: 'several' },
        { path: 'Lost.md', reason: 'unknown' },
      ],
    });
  });

  it("should only list a person's own note that links to a highlight", async () => {
    put('Diary.md', `Today I read https://readwise.io/open/${String(walden.highlights[0]?.id)}.`);
    await house.look();
    expect(await house.plan()).toMatchObject({
      adoptions: [],
      left: [{ path: 'Diary.md', reason: 'mention' }],
    });
  });

  it("should leave it to the person whether a note on something else that quotes a highlight is the item's", async () => {
    const [highlight] = walden.highlights;
    const quote = `> ${TEXTS[0] ?? ''}\n> [Walden](https://readwise.io/open/${String(highlight?.id)})`;
    put('On simplicity.md', `What it is to live simply.\n\n${quote}\n\nMy own thoughts on it.`);
    await house.look();
    const plan = await house.plan();
    expect(plan.adoptions).toMatchObject([{ path: 'On simplicity.md', doubt: { kind: 'few' } }]);
    expect(chosenByDefault(plan)).toEqual([]);
  });

  it("should leave an item whose note of ours holds the person's words, and offer to replace one that nobody wrote in", async () => {
    await house.sync();
    put('Old.md', mirrorNote(walden));
    const [adoption] = (await house.plan()).adoptions;
    expect(adoption).toMatchObject({
      path: 'Old.md',
      doubt: { kind: 'replaces', path: 'Readwise/Books/Walden.md' },
    });
    put('Readwise/Books/Walden.md', `${house.note('Readwise/Books/Walden.md')}\nMine.\n`);
    expect(await house.plan()).toMatchObject({
      adoptions: [],
      left: [{ path: 'Old.md', reason: 'has a note', own: 'Readwise/Books/Walden.md' }],
    });
    // Somebody wrote into it after the plan was made.
    expect(await house.adopt(adoption === undefined ? [] : [adoption])).toMatchObject({
      adopted: [],
      replaced: [],
      failures: [{ path: 'Old.md' }],
    });
    expect(house.note('Old.md')).toBe(mirrorNote(walden));
    // As the person is told to.
    put('Old.md', `${mirrorNote(walden)}\nMine.\n`);
    house.device.vault.remove('Readwise/Books/Walden.md');
    expect(await house.adopt(sureOf(await house.plan()))).toMatchObject({ adopted: ['Old.md'] });
    expect(await house.sync()).toMatchObject({ outcome: 'done', notes: { created: 0 } });
    expect(house.paths).toEqual(['Old.md']);
  });

  it('should put our untouched note into the trash when the person chooses the old one, and go on with that (I4)', async () => {
    await house.sync();
    put('Old.md', mirrorNote(walden));
    expect(await house.adopt(sureOf(await house.plan()))).toMatchObject({
      adopted: ['Old.md'],
      replaced: ['Readwise/Books/Walden.md'],
    });
    const adopted = house.note('Old.md');
    expect(house.device.vault.trashEntries().map(([path]) => path)).toEqual(['Readwise/Books/Walden.md']);
    expect(await house.sync()).toMatchObject({ vaultWrites: 0, conflicts: [] });
    expect(house.paths).toEqual(['Old.md']);
    expect(house.note('Old.md')).toBe(adopted);
  });

  it('should leave the full text that the official plugin put into a file of its own', async () => {
    put(
      'Readwise/Full Document Contents/Articles/Walden.md',
      `# Walden\n\n![rw-book-cover](https://example.org)\n\n## Metadata\n- Author: [[Henry David Thoreau]]\n- Full Title: Walden\n\n## Full Document\n${TEXTS.join('\n\n')}\n`,
    );
    await house.look();
    expect(await house.plan()).toMatchObject({ adoptions: [], left: [{ reason: 'full text' }] });
  });

  it('should leave notes of items that the settings leave out', async () => {
    put('Walden.md', mirrorNote(walden));
    await house.look();
    const scope = { ...settings().scope, bookCategories: ['tweets'] };
    expect(await house.plan({ settings: settings({ scope }) })).toMatchObject({
      adoptions: [],
      left: [{ reason: 'left out' }],
    });
  });

  it('should tell of a note that went away or was adopted meanwhile, and go on with the others', async () => {
    const walking = house.addBook({ title: 'Walking', texts: ['I wish to speak a word for nature.'] });
    put('A.md', mirrorNote(walden));
    put('B.md', mirrorNote(walking));
    await house.look();
    const { adoptions } = await house.plan();
    house.device.vault.remove('A.md');
    expect(await house.adopt(adoptions)).toMatchObject({
      adopted: ['B.md'],
      failures: [{ path: 'A.md', problem: { code: 'note-lost' } }],
    });
    expect(await house.adopt(adoptions)).toMatchObject({
      adopted: [],
      failures: [{ path: 'A.md' }, { path: 'B.md', problem: { code: 'belongs-to-item' } }],
    });
  });

  it('should not put our note into the trash for one that changes at that very moment (I1, I14)', async () => {
    await house.sync();
    put('Old.md', mirrorNote(walden));
    const { adoptions } = await house.plan({ paths: ['Old.md'] });
    const { vault } = house.device;
    const update: typeof vault.update = (path, merge) => {
      put(path, '---\nreadwise-id: 7\n---\nOf another.\n');
      return vault.update(path, merge);
    };
    const report = await applyAdoption(
      { ...house.deps, vault: Object.assign(Object.create(vault) as typeof vault, { update }) },
      { settings: settings(), chosen: adoptions },
    );
    expect(report).toMatchObject({
      adopted: [],
      replaced: [],
      failures: [{ path: 'Old.md', problem: { code: 'changed-meanwhile' } }],
    });
    await house.sync();
    expect(house.paths).toEqual(['Old.md', 'Readwise/Books/Walden.md']);
    expect(vault.trashEntries()).toEqual([]);
  });

  it('should leave a note that cannot be read now, and say so of it alone (I14)', async () => {
    put('A.md', mirrorNote(walden));
    put('B.md', 'In the cloud only.');
    await house.look();
    const { vault } = house.device;
    const read = (path: string): Promise<string | null> =>
      path === 'B.md' ? Promise.reject(new NoteNotHereError(path)) : vault.read(path);
    const plan = await planAdoption(
      { ...house.deps, vault: Object.assign(Object.create(vault) as typeof vault, { read }) },
      { settings: settings(), paths: house.paths },
    );
    expect(plan).toMatchObject({
      looked: 2,
      adoptions: [{ path: 'A.md' }],
      left: [{ path: 'B.md', reason: 'closed' }],
    });
  });

  it('should keep Windows line ends, and properties that cannot be read', async () => {
    put('Windows.md', mirrorNote(walden).replaceAll('\n', '\r\n'));
    const broken = house.addBook({ title: 'Walking', texts: ['I wish to speak a word for nature.'] });
    put('Broken.md', `---\nauthor: [[Henry: David\n---\n${handMadeNote(broken)}`);
    await house.look();
    await house.adopt((await house.plan()).adoptions);
    expect(house.note('Windows.md')).not.toMatch(/(?<!\r)\n/);
    expect(house.note('Windows.md')).toContain('readwise-id:');
    expect(house.note('Broken.md')).toMatch(/^---\nauthor: \[\[Henry: David\nreadwise-id: \d+\n---\n/);
    expect((await house.sync()).vaultWrites).toBe(0);
    expect(house.paths).toEqual(['Broken.md', 'Windows.md']);
  });

  it('should not double a passage that no anchor can be put to', async () => {
    put(
      'Table.md',
      `https://readwise.io/bookreview/${String(walden.id)}\n\n| passage | link |\n| --- | --- |\n${walden.highlights.map(({ id, text }) => `| ${text} | https://readwise.io/open/${String(id)} |`).join('\n')}\n`,
    );
    await house.look();
    const plan = await house.plan();
    expect(plan.adoptions).toMatchObject([{ found: 0, unmarkable: 2, missing: 0 }]);
    await house.adopt(plan.adoptions);
    expect((await house.sync()).vaultWrites).toBe(0);
    expect(house.paths).toEqual(['Table.md']);
  });

  it('should go on from where it was when a device loses its state after the adoption', async () => {
    put('Walden.md', mirrorNote(walden));
    await house.look();
    await house.adoptAll();
    const adopted = house.note('Walden.md');
    const report = await house.world.sync({
      vault: house.device.vault,
      state: (await MovingIn.create()).device.state,
    });
    expect(report).toMatchObject({ vaultWrites: 0, conflicts: [] });
    expect(house.paths).toEqual(['Walden.md']);
    expect(house.note('Walden.md')).toBe(adopted);
  });
});
