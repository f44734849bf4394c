import { openConflicts, settleConflict } from '../../../src/features/conflicts/open-conflicts';
import type { NoteConflict, Resolution } from '../../../src/merge/resolve-conflict';
import { loseState } from '../../simulation/world';
import { PATH, PlainNotes } from './plain-notes';

const MINE = 'Our life is whittled away by detail.';
const THEIRS = 'Our life is squandered away by detail.';
const LATER = 'Our life is wasted away by detail.';
const BOX = 'This changed in Readwise';
const NO_ADDRESS = '---\ntitle: "{{title}}"\n---\n# {{title}}\n\n%% highlight %%\n> {{text}}\n';

const countOf = (text: string, part: string): number => text.split(part).length - 1;

describe.each(['built-in', 'built-in:outline', 'built-in:callouts', 'built-in:official', 'T.md'])(
  'a conflict box in a note with the template %s that was plain for a while',
  (book) => {
    let plain: PlainNotes;
    let before: string;

    beforeEach(async () => {
      plain = await PlainNotes.create({ templates: { book } }, NO_ADDRESS);
      plain.write(PATH, 'frittered', 'whittled');
      plain.edit(1, { text: THEIRS });
      expect((await plain.sync()).conflicts).toHaveLength(1);
      before = note();
      await plain.makePlain();
      expect(await conflicts()).toEqual([]);
    });
    afterEach(() => plain.house.world.close());

    const note = (): string => plain.house.note(PATH);
    const conflicts = async (): Promise<readonly NoteConflict[]> =>
      (await openConflicts(plain.house.device)).flatMap((one) => one.conflicts);
    async function settle(resolution: Resolution): Promise<void> {
      const [conflict] = await conflicts();
      if (conflict === undefined) throw new Error('There is no conflict');
      await settleConflict(plain.house.device.vault, { path: PATH, conflict, resolution });
    }
    /** The service's text stands in the one box, and the person's above it. */
    function expectBoxOf(theirs: string): void {
      expect([MINE, BOX, theirs].map((part) => countOf(note(), part))).toEqual([1, 1, 1]);
      expect(note().indexOf(MINE)).toBeLessThan(note().indexOf(BOX));
    }

    it('should be open again when the note is moved in, and show what Readwise has from then on (I2)', async () => {
      const { adoptions } = await plain.moveIn();
      expect(adoptions).toMatchObject([{ found: 3, edited: 1, unmarkable: 0, missing: 0, doubt: null }]);
      expect(note()).toBe(before);
      expect(await plain.sync()).toMatchObject({ vaultWrites: 0 });
      expect(await conflicts()).toMatchObject([{ block: plain.anchor(1) }]);
      plain.edit(1, { text: LATER });
      const planned = await plain.sync({ dryRun: true });
      for (const report of [planned, await plain.sync()])
        expect(report.conflicts).toMatchObject([{ path: PATH, block: plain.anchor(1) }]);
      expectBoxOf(LATER);
      await settle('theirs');
      plain.edit(1, { text: THEIRS });
      expect(await plain.sync()).toMatchObject({ outcome: 'done', conflicts: [] });
      expect(note()).toContain(THEIRS);
      expect(note()).not.toContain(BOX);
    });

    it('should show what changed meanwhile when the note is moved in after that', async () => {
      plain.edit(1, { text: LATER });
      await plain.sync();
      await plain.moveIn();
      expect((await plain.sync()).conflicts).toMatchObject([{ block: plain.anchor(1) }]);
      expectBoxOf(LATER);
    });

    it('should be the only one, and open, when a device moves the note in that knows nothing of it', async () => {
      await loseState(plain.house.device);
      await plain.house.look();
      await plain.moveIn();
      await plain.sync();
      expectBoxOf(THEIRS);
      expect(await conflicts()).toMatchObject([{ block: plain.anchor(1) }]);
      expect(await plain.sync()).toMatchObject({ vaultWrites: 0 });
      plain.edit(1, { text: LATER });
      await plain.sync();
      expectBoxOf(LATER);
    });

    it('should be as before when moving in was undone and is done again', async () => {
      await plain.moveIn();
      await plain.undo();
      await plain.moveIn();
      expect(note()).toBe(before);
    });
  },
);

describe('the conflict boxes of properties, header and passages in one note that was plain for a while', () => {
  let plain: PlainNotes;
  let before: string;
  let open: readonly NoteConflict[];

  beforeEach(async () => {
    plain = await PlainNotes.create();
    serviceHas('https://example.com/walden');
    await plain.sync();
    plain.write(PATH, 'url: https://example.com/walden', 'url: https://mine.example/walden');
    plain.write(PATH, '[example.com](https://example.com/walden)', '[mine](https://mine.example/read)');
    plain.write(PATH, 'to the woods because I wished', 'to the hills because I wished');
    plain.write(PATH, 'frittered', 'whittled');
    serviceHas('https://example.com/walden-pond');
    plain.edit(0, { text: 'I went to the sea because I wished to live deliberately.' });
    plain.edit(1, { text: THEIRS });
    await plain.sync();
    before = plain.house.note(PATH);
    open = await conflicts();
    expect(open.map(({ block }) => block)).toEqual(['url', 'header', plain.anchor(0), plain.anchor(1)]);
    await plain.makePlain();
  });
  afterEach(() => plain.house.world.close());

  function serviceHas(sourceUrl: string): void {
    plain.house.world.pass(300);
    plain.house.world.library.editBook(plain.book.id, { sourceUrl });
  }
  const conflicts = async (): Promise<readonly NoteConflict[]> =>
    (await openConflicts(plain.house.device)).flatMap((one) => one.conflicts);

  it('should all be open again when it is moved in', async () => {
    const { adoptions } = await plain.moveIn();
    expect(adoptions).toMatchObject([{ found: 3, edited: 2, unmarkable: 0, missing: 0, doubt: null }]);
    expect(plain.house.note(PATH)).toBe(before);
    expect(await plain.sync()).toMatchObject({ vaultWrites: 0 });
    expect(await conflicts()).toEqual(open);
  });

  it('should all be there once when a device moves it in that knows nothing of it', async () => {
    await loseState(plain.house.device);
    await plain.house.look();
    await plain.moveIn();
    await plain.sync();
    expect(countOf(plain.house.note(PATH), BOX)).toBe(4);
    expect(await conflicts()).toEqual(open);
    expect(await plain.sync()).toMatchObject({ vaultWrites: 0 });
  });
});

it('should find a passage in a callout of the person, also under the type of a conflict box', async () => {
  const plain = await PlainNotes.create();
  await plain.makePlain();
  plain.write(PATH, '> Our life', '> [!warning] This is what I keep forgetting.\n> Our life');
  const { adoptions } = await plain.moveIn();
  expect(adoptions).toMatchObject([{ found: 3, unmarkable: 0, missing: 0 }]);
  await plain.house.world.close();
});
