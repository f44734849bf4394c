import {
  communityNote,
  earlyMirrorNote,
  exportedNote,
  handMadeNote,
  mirrorNote,
  officialCallouts,
  officialDated,
  officialHeadings,
  officialNote,
  officialQuotes,
  officialWithIds,
  type ForeignBook,
} from '../../support/foreign-notes';
import { checkLibrary } from '../../../src/features/check/check-library';
import { settings } from '../../simulation/world';
import { MovingIn } from './moving-in';

const TEXTS = [
  'I went to the woods because I wished to live deliberately.',
  'Our life is frittered away by detail.\nSimplify, simplify.',
  'The mass of men lead lives of quiet desperation.',
];

const FORMS: readonly (readonly [string, (book: ForeignBook) => string])[] = [
  ['the official plugin', (book) => officialNote(book)],
  ['the official plugin after later syncs', (book) => officialNote(book, { added: 1 })],
  ['the official plugin with quotes', officialQuotes],
  ['the official plugin with block ids', officialWithIds],
  ['the official plugin with callouts', officialCallouts],
  ['the official plugin with dates', officialDated],
  ['the official plugin with headings', officialHeadings],
  ['Readwise Mirror in 2021', earlyMirrorNote],
  ['Readwise Mirror', mirrorNote],
  ['the older community plugin', communityNote],
  ['the markdown export', exportedNote],
  ['a person by hand', handMadeNote],
];

const PATH = 'Reading/My Walden.md';

describe.each(FORMS)('moving in with a note of %s', (_, form) => {
  let house: MovingIn;
  let book: ForeignBook;

  beforeEach(async () => {
    house = await MovingIn.create();
    book = house.addBook({ title: 'Walden', texts: TEXTS, notes: ['Mine, too.'] });
    house.device.vault.put(PATH, form(book));
    await house.look();
  });
  afterEach(() => house.world.close());

  it('should find the item and all of its highlights when the note is as it was written', async () => {
    const plan = await house.plan();
    expect(plan.left).toEqual([]);
    expect(plan.adoptions).toMatchObject([
      { path: PATH, title: 'Walden', found: 3, unmarkable: 0, missing: 0 },
    ]);
  });

  it('should write nothing in the sync that follows, and nothing in a second adoption', async () => {
    const [adoption] = (await house.plan()).adoptions;
    expect(await house.adopt(adoption === undefined ? [] : [adoption])).toMatchObject({
      adopted: [PATH],
      failures: [],
    });
    const adopted = house.note(PATH);
    const report = await house.sync();
    expect(report).toMatchObject({ outcome: 'done', vaultWrites: 0, conflicts: [] });
    expect(house.note(PATH)).toBe(adopted);
    expect(house.paths).toEqual([PATH]);
    expect((await house.plan()).adoptions).toEqual([]);
  });

  it('should leave nothing that a check finds out of order, before or after the next sync', async () => {
    const findings = async (): Promise<readonly unknown[]> =>
      (await checkLibrary({ ...house.deps, settings: settings() })).findings;
    await house.adopt((await house.plan()).adoptions);
    expect(await findings()).toEqual([]);
    await house.sync();
    expect(await findings()).toEqual([]);
  });

  it('should keep every line in its order when it is adopted', async () => {
    const before = house
      .note(PATH)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    await house.adopt((await house.plan()).adoptions);
    const after = house
      .note(PATH)
      .split('\n')
      .map((line) => line.replace(/^(.*\S) \^rw\d+$/, '$1').trim());
    const kept = after.filter((line) => line !== '');
    let place = -1;
    for (const line of before.map((one) => one.replace(/ \^rw\d+$/, ''))) {
      place = kept.indexOf(line, place + 1);
      expect([line, place >= 0]).toEqual([line, true]);
    }
  });

  it('should add a highlight that comes later behind the one before it', async () => {
    await house.adopt((await house.plan()).adoptions);
    await house.sync();
    house.world.library.addHighlight(book.id, { text: 'A new passage between them.', location: 15 });
    await house.sync();
    const note = house.note(PATH);
    expect(note).toContain('A new passage between them.');
    expect(note.indexOf('live deliberately')).toBeLessThan(note.indexOf('A new passage'));
    expect(note.indexOf('A new passage')).toBeLessThan(note.indexOf('frittered away'));
  });

  it('should bring a changed text into its block, and nothing else', async () => {
    await house.adopt((await house.plan()).adoptions);
    await house.sync();
    const before = house.note(PATH);
    house.world.library.editHighlight(book.highlights[2]?.id ?? 0, {
      text: 'The mass of women and men lead lives of quiet desperation.',
    });
    const report = await house.sync();
    const after = house.note(PATH);
    expect(report.conflicts).toEqual([]);
    expect(after).toContain('The mass of women and men lead lives');
    expect(after).not.toContain('The mass of men lead');
    for (const text of TEXTS.slice(0, 2).flatMap((one) => one.split('\n')))
      expect([after.split(text).length, before.split(text).length]).toEqual([2, 2]);
  });

  it("should stay the person's in silence where they change it, and be told of when the service changes it, too (I2)", async () => {
    await house.adopt((await house.plan()).adoptions);
    await house.sync();
    house.device.vault.put(PATH, house.note(PATH).replace('lead lives', 'lead long lives'));
    house.world.library.addHighlight(book.id, { text: 'A new passage between them.', location: 15 });
    expect(await house.sync()).toMatchObject({ conflicts: [], notes: { updated: 1 } });
    expect(house.note(PATH)).toContain('The mass of men lead long lives');
    expect(house.note(PATH)).not.toContain('The mass of men lead lives');
    const id = book.highlights[2]?.id ?? 0;
    house.world.library.editHighlight(id, { text: 'The mass of men live in quiet desperation.' });
    expect((await house.sync()).conflicts).toMatchObject([{ path: PATH, block: `rw${String(id)}` }]);
    expect(house.note(PATH)).toContain('The mass of men lead long lives');
    expect(house.note(PATH)).toContain('The mass of men live in quiet');
  });
});
