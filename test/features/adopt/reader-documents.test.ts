import { officialNote, type ForeignBook } from '../../support/foreign-notes';
import { MovingIn } from './moving-in';

describe('moving in with notes of documents in Reader', () => {
  it('should know document and highlights by their Reader links, those that Readwise does not have among them, and get what is new', async () => {
    const house = await MovingIn.create();
    const { library } = house.world;
    const { id } = library.addDocument({
      title: 'On reading',
      category: 'article',
      location: 'later',
      sourceUrl: 'https://example.org/on-reading',
    });
    const both = library.addMirroredHighlight(id, {
      text: 'The art of reading is in great part that of acquiring a better understanding of life.',
    });
    const alone = library.addDocumentHighlight(id, { text: 'Known to Reader alone is this passage of it.' });
    house.world.pass(600);
    const highlight = (readerId: string, text: string) => ({
      id: 1,
      readerId,
      text,
      note: '',
      tags: [],
      location: 1,
      color: '',
    });
    const book: ForeignBook = {
      id: 1,
      title: 'On reading',
      author: '',
      category: 'articles',
      url: '',
      highlights: [
        highlight(both.child.id, both.highlight.text),
        highlight(alone.id, 'Known to Reader alone is this passage of it.'),
      ],
    };
    house.device.vault.put('Reading.md', officialNote(book));
    await house.look();
    const plan = await house.plan();
    expect(plan.adoptions).toMatchObject([
      { path: 'Reading.md', noteKey: `d:${id}`, found: 2, missing: 0, doubt: null },
    ]);
    await house.adoptAll();
    const adopted = house.note('Reading.md');
    expect(adopted).toContain(`reader-id: ${id}`);
    expect(adopted).toContain(`^rd${alone.id}`);
    expect(await house.sync()).toMatchObject({ vaultWrites: 0, conflicts: [] });
    library.addMirroredHighlight(id, { text: 'A later passage.' });
    await house.sync();
    house.world.pass(600);
    await house.sync();
    expect(house.paths).toEqual(['Reading.md']);
    expect(house.note('Reading.md')).toContain('A later passage.');
    await house.world.close();
  });
});
