import { chosenByDefault } from '../../../src/features/adopt/adoption';
import { NoteNotHereError } from '../../../src/model/ports';
import { applyAdoption } from '../../../src/features/adopt/apply-adoption';
import { planAdoption } from '../../../src/features/adopt/plan-adoption';
import {
  exportedNote,
  handMadeNote,
  mirrorNote,
  officialNote,
  type ForeignBook,
} from '../../support/foreign-notes';
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

  it('should choose neither when two notes are of one item, and adopt only the first when both are asked for', async () => {
    put('A.md', mirrorNote(walden));
    put('B.md', exportedNote(walden));
    await house.look();
    const plan = await house.plan();
    expect(plan.adoptions.map(({ doubt }) => doubt)).toEqual([
      { kind: 'rivals', paths: ['B.md'] },
      { kind: 'rivals', paths: ['A.md'] },
    ]);
    expect(chosenByDefault(plan)).toEqual([]);
    expect(await house.adopt(plan.adoptions)).toMatchObject({
      adopted: ['A.md'],
      failures: [{ path: 'B.md', problem: { code: 'item-taken' } }],
    });
    expect(house.note('B.md')).toBe(exportedNote(walden));
  });

  it('should leave a note that is of two items, and one that is of none', async () => {
    const walking = house.addBook({ title: 'Walking', texts: ['I wish to speak a word for nature.'] });
    put(
      'Both.md',
      officialNote({ ...walden, title: 'Both' }) +
        mirrorNote(walking)
          .replace(/^---[\s\S]*?---\n/, '')
          .replace(/%%\nID[\s\S]*?%%/, '')
          .replace(
            /.*readwise.io\/bookreview.*/g,
            `https://readwise.io/bookreview/${String(walking.id)} https://readwise.io/bookreview/${String(walden.id)}`,
          ),
    );
    put(
      'Lost.md',
      officialNote({ ...walden, id: 1, title: 'Another book', author: 'Nobody', highlights: [] }),
    );
    await house.look();
    expect(await house.plan()).toMatchObject({
      adoptions: [],
      left: [
        { path: 'Both.md', reason: 'several' },
        { path: 'Lost.md', reason: 'unknown' },
      ],
    });
  });

  it('should not be sure when only title and author say whose note it is', async () => {
    put(
      'Walden.md',
      exportedNote({
        ...walden,
        highlights: [{ ...walden.highlights[0]!, text: 'Of another edition, in other words than these.' }],
      }),
    );
    await house.look();
    const plan = await house.plan();
    expect(plan.adoptions).toMatchObject([
      { found: 0, proof: 'title', certainty: 'uncertain', doubt: { kind: 'weak' } },
    ]);
    expect(chosenByDefault(plan)).toEqual([]);
  });

  it('should be sure when the highlights of the item that title and author name stand in the note', async () => {
    put('Walden.md', exportedNote(walden));
    await house.look();
    expect(await house.plan()).toMatchObject({
      adoptions: [{ found: 2, proof: 'texts', certainty: 'likely', doubt: null }],
    });
  });

  it('should be sure when the official plugin remembers the note', async () => {
    put('Walden.md', exportedNote(walden));
    await house.look();
    const plan = await house.plan({
      known: new Map([['Walden.md', { kind: 'book', id: String(walden.id) }]]),
    });
    expect(plan.adoptions).toMatchObject([{ proof: 'id', certainty: 'certain', doubt: null }]);
  });

  it("should pass over a person's own note that only links to a highlight", async () => {
    put('Diary.md', `Today I read https://readwise.io/open/${String(walden.highlights[0]?.id)}.`);
    await house.look();
    expect(await house.plan()).toMatchObject({ adoptions: [], left: [] });
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
      left: [{ path: 'Old.md', reason: 'has a note' }],
    });
    // Somebody wrote into it after the plan was made.
    expect(await house.adopt(adoption === undefined ? [] : [adoption])).toMatchObject({
      adopted: [],
      replaced: [],
      failures: [{ path: 'Old.md' }],
    });
    expect(house.note('Old.md')).toBe(mirrorNote(walden));
  });

  it('should put our untouched note into the trash when the person chooses the old one, and go on with that (I4)', async () => {
    await house.sync();
    put('Old.md', mirrorNote(walden));
    expect(await house.adopt((await house.plan()).adoptions)).toMatchObject({
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

  it("should not put our note into the trash for one that became another item's at that very moment (I1, I14)", async () => {
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
      failures: [{ path: 'Old.md', problem: { code: 'belongs-to-item' } }],
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
    expect(house.note('Broken.md')).toMatch(/^---\nreadwise-id: \d+\nauthor: \[\[Henry: David\n---\n/);
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
