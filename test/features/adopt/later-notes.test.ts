import { applyAdoption } from '../../../src/features/adopt/apply-adoption';
import { settings } from '../../simulation/world';
import { exportedNote, officialNote, type ForeignBook } from '../../support/foreign-notes';
import { MovingIn } from './moving-in';

const TEXTS = [
  'I went to the woods because I wished to live deliberately.',
  'The mass of men lead lives of quiet desperation.',
];
const PATH = 'Walden.md';

/** As it was before the person wrote notes on its passages at the service. */
const withoutNotes = (book: ForeignBook): ForeignBook => ({
  ...book,
  highlights: book.highlights.map((highlight) => ({ ...highlight, note: '' })),
});

describe('a highlight that is made after a note was adopted', () => {
  const NEW = 'Our life is frittered away by detail.';

  it.each([
    ['the official plugin', officialNote, {}, `- ${NEW} ([Location 30](https://readwise.io/open/`],
    ['another plugin', exportedNote, {}, `> ${NEW}\n>\n> [Location 30 · Readwise](https://readwise.io/open/`],
    [
      'the official plugin, with a style chosen',
      officialNote,
      { book: 'built-in:outline' },
      `- ${NEW}\n  - [`,
    ],
  ])('should look as the others do when the note is of %s', async (_origin, noteOf, templates, block) => {
    const house = await MovingIn.create();
    const book = house.addBook({ title: 'Walden', texts: TEXTS });
    house.device.vault.put(PATH, noteOf(book));
    const values = settings({ templates });
    await house.look();
    const { adoptions } = await house.plan({ settings: values });
    await applyAdoption(house.deps, { settings: values, chosen: adoptions });
    await house.world.sync(house.device, { settings: values });
    house.world.library.addHighlight(book.id, { text: NEW, location: 30, locationType: 'location' });
    house.world.pass(61);
    await house.world.sync(house.device, { settings: values });
    expect(house.note(PATH)).toContain(block);
    await house.world.close();
  });
});

describe('a note that the person wrote at the service and the other plugin never brought', () => {
  let house: MovingIn;
  let book: ForeignBook;

  beforeEach(async () => {
    house = await MovingIn.create();
    book = house.addBook({ title: 'Walden', texts: TEXTS, notes: ['Written later, in the review.'] });
  });
  afterEach(() => house.world.close());

  const moveIn = async (text: string) => {
    house.device.vault.put(PATH, text);
    await house.look();
    const { adoptions } = await house.plan();
    await house.adopt(adoptions);
    return adoptions;
  };

  it('should come with the next sync when the passage says nothing else, and be told of', async () => {
    expect(await moveIn(`${officialNote(withoutNotes(book))}\nMy own.\n`)).toMatchObject([
      { found: 2, edited: 0, missing: 1 },
    ]);
    expect(await house.sync()).toMatchObject({ vaultWrites: 1, conflicts: [] });
    const note = house.note(PATH);
    for (const text of [...TEXTS, 'Written later, in the review.', 'My own.'])
      expect([text, note.split(text).length]).toEqual([text, 2]);
    expect(note).toContain(`- ${TEXTS[1] ?? ''} ([Location 20]`);
    expect(await house.sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should not come a second time when it stands elsewhere in the note', async () => {
    expect(
      await moveIn(`${exportedNote(withoutNotes(book))}\nWritten later, in the review.\n`),
    ).toMatchObject([{ missing: 0 }]);
    expect(await house.sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should leave a passage alone that the person wrote into', async () => {
    expect(
      await moveIn(officialNote(withoutNotes(book)).replace('the woods', 'the mine woods')),
    ).toMatchObject([{ edited: 1, missing: 0 }]);
    expect(await house.sync()).toMatchObject({ vaultWrites: 0 });
    expect(house.note(PATH)).toContain('the mine woods');
  });
});
