import { newDevice, World } from '../../simulation/world';
import { MemoryVault } from '../../support/memory-vault';

/** A vault that tells in which order notes were made. */
class RecordingVault extends MemoryVault {
  readonly made: string[] = [];

  override create(path: string, text: string): Promise<'created' | 'exists'> {
    this.made.push(path.replace(/^.*\/|\.md$/g, ''));
    return super.create(path, text);
  }
}

const PAGE = 4;
const NUMBERS = Array.from({ length: 3 * PAGE }, (_, index) => index + 1);

/** What was made, page by page: within a page the order is nobody's concern. */
const inPages = (names: readonly string[]): readonly (readonly string[])[] =>
  [0, 1, 2].map((page) => names.slice(page * PAGE, (page + 1) * PAGE).sort());

describe('a first sync', () => {
  let world: World;
  beforeEach(async () => {
    world = await World.create({ pageSizes: { documents: PAGE, exportBooks: PAGE } });
  });
  afterEach(() => world.close());

  async function madeInOrder(): Promise<readonly string[]> {
    const vault = new RecordingVault();
    await world.sync({ ...newDevice(), vault });
    return vault.made;
  }

  it('should make the notes of the newest documents first when the list comes in several pages', async () => {
    for (const number of NUMBERS) {
      world.pass(60);
      world.library.addDocument({ title: `Document ${String(number)}`, category: 'article' });
    }
    expect(inPages(await madeInOrder())).toEqual(
      inPages([...NUMBERS].reverse().map((number) => `Document ${String(number)}`)),
    );
  });

  it('should make the notes of books page by page when the export comes in several pages, which this one gives newest first', async () => {
    for (const number of NUMBERS) {
      world.pass(60);
      const { id } = world.library.addBook({ title: `Book ${String(number)}`, category: 'books' });
      world.library.addHighlight(id, { text: `Passage ${String(number)}.`, location: 1 });
    }
    expect(inPages(await madeInOrder())).toEqual(
      inPages([...NUMBERS].reverse().map((number) => `Book ${String(number)}`)),
    );
  });

  it('should make the notes of documents that v2 may yet tell something of behind the others when both pulls are through', async () => {
    for (const number of NUMBERS) {
      world.pass(60);
      const { id } = world.library.addDocument({ title: `Document ${String(number)}`, category: 'article' });
      if (number % 2 === 0) world.library.addDocumentHighlight(id, { text: `Passage ${String(number)}.` });
    }
    const made = await madeInOrder();
    expect([...made.slice(0, NUMBERS.length / 2)].sort()).toEqual(
      NUMBERS.filter((number) => number % 2 === 1)
        .map((number) => `Document ${String(number)}`)
        .sort(),
    );
    expect(made).toHaveLength(NUMBERS.length);
  });
});
