import fc from 'fast-check';
import { expectSameNotes } from '../simulation/compare';
import { newDevice, World, type Device } from '../simulation/world';
import { shareOfHistories } from './runs';

const event = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('document' as const), at: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('book' as const), at: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('highlight' as const), at: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('named book' as const), at: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete book' as const), at: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sync' as const), at: fc.nat(1) }) },
);
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

async function play(world: World, device: Device, step: Event, number: number): Promise<void> {
  const { library } = world;
  const documents = [...library.documents.all()].filter(({ parentId }) => parentId === null);
  const document = documents[step.at % Math.max(1, documents.length)];
  const title = `Number ${String(number)}`;
  const text = `Passage of ${title}.`;
  world.pass(1);
  if (step.kind === 'document') library.addDocument({ title });
  // The service makes one book of a document.
  const hasBook = [...library.documents.all()].some(({ parentId }) => parentId === document?.id);
  const isNamed = [...library.books.books()].some(({ externalId }) => externalId === document?.id);
  if (step.kind === 'book' && !(document !== undefined && hasBook)) {
    const book = library.addBook({ title, source: 'reader', category: 'articles' });
    // Without a document, its highlights are not in v3.
    const child = document === undefined ? null : library.addDocumentHighlight(document.id, { text });
    library.addHighlight(book.id, { text, location: 1, externalId: child?.id ?? null });
  }
  if (step.kind === 'highlight' && document !== undefined) {
    const [book] = [...library.books.books()].filter(({ deletedAt }) => deletedAt === null);
    if (book !== undefined) library.addHighlight(book.id, { text, location: 2 });
  }
  if (step.kind === 'named book' && document !== undefined && (isNamed || !hasBook))
    library.addMirroredHighlight(document.id, { text, location: 1 });
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
