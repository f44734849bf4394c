import fc from 'fast-check';
import { expectSameNotes } from '../simulation/compare';
import { newDevice, World, type Device } from '../simulation/world';
import { shareOfHistories } from './runs';

const ADDRESSES = ['https://example.org/a', 'https://example.org/b?c=d==', 'https://example.org/e'];

const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('document' as const), at: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('book' as const), at: fc.nat(2), other: fc.nat(5) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('named book' as const), at: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('new address' as const), at: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete book' as const), at: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sync' as const), at: fc.nat(1) }) },
);
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

async function play(world: World, device: Device, step: Event, number: number): Promise<void> {
  const { library } = world;
  const sourceUrl = ADDRESSES[step.at % ADDRESSES.length] ?? '';
  const documents = [...library.documents.all()];
  const document = documents[step.at % Math.max(1, documents.length)];
  const title = `Number ${String(number)}`;
  world.pass(1);
  if (step.kind === 'document') library.addDocument({ title, sourceUrl });
  if (step.kind === 'book') {
    const uniqueUrl = ADDRESSES[step.other] ?? null;
    const book = library.addBook({ title, source: 'reader', category: 'articles', sourceUrl, uniqueUrl });
    library.addHighlight(book.id, { text: `Passage of ${title}.`, location: 1 });
  }
  if (step.kind === 'named book' && document !== undefined)
    library.addMirroredHighlight(document.id, { text: `Passage of ${title}.`, location: 1 });
  if (step.kind === 'new address' && document !== undefined)
    library.documents.change(document.id, { sourceUrl: ADDRESSES[number % ADDRESSES.length] ?? '' });
  if (step.kind === 'delete book') {
    const books = [...library.books.books()].filter(({ deletedAt }) => deletedAt === null);
    const book = books[step.at % Math.max(1, books.length)];
    if (book !== undefined) library.deleteBook(book.id);
  }
  if (step.kind === 'sync') {
    world.pass(300);
    await world.sync(device);
  }
}

jest.setTimeout(900_000);

describe('books of Reader whose document the service does not name', () => {
  it('should be in the notes in which one fresh full sync puts them, whatever comes when (I1, I5, I8)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 2, maxLength: 16 }), async (events) => {
        const world = await World.create({ pageSizes: { exportBooks: 2, documents: 2 } });
        const device = newDevice();
        for (const [number, step] of events.entries()) await play(world, device, step, number);
        await world.settle(device);
        expectSameNotes(device, await world.fresh());
        await world.close();
      }),
      shareOfHistories(1),
    );
  });
});
