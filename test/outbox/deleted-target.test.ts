import { outboxReasonText } from '../../src/messages/outbox-messages';
import { whyUnknown } from '../../src/outbox/waiting-changes';
import { OutboxScene } from './outbox-scene';

describe('a change of something that was deleted at the service', () => {
  let scene: OutboxScene;

  beforeEach(async () => {
    scene = await OutboxScene.create();
  });
  afterEach(() => scene.world.close());

  const reasonFor = async (id: string): Promise<string> =>
    outboxReasonText(await whyUnknown(scene.device.state, id));

  it('should say that the note waits for a decision when it is on hold', async () => {
    const books = Array.from({ length: 12 }, (_, index) =>
      scene.library.addBook({ title: `Book ${String(index)}`, category: 'books' }),
    );
    const highlights = books.map(({ id }) => scene.library.addHighlight(id, { text: 'Words.', location: 1 }));
    await scene.sync();
    for (const { id } of books) scene.library.deleteBook(id);
    scene.world.pass(61);
    const report = await scene.world.sync(scene.device, { maxDelete: null });
    expect(report).toMatchObject({ outcome: 'held' });
    const text =
      'This was deleted in Readwise, so it cannot be changed there. Its note is on hold until you decide.';
    expect(await reasonFor(`rw${String(highlights[0]?.id)}`)).toBe(text);
    expect(await reasonFor(String(books[0]?.id))).toBe(text);
  });

  it('should be told from an id that the library never had', async () => {
    expect(await reasonFor('rw999')).toContain('Your library has nothing called “rw999”');
  });
});
