import type { Change } from '../../src/model/outbox';
import { nameOfChange } from '../../src/outbox/change-name';
import { findLocalChanges } from '../../src/features/hand-changes/local-changes';
import { replaceChange } from '../../src/outbox/waiting-changes';
import { readOutbox } from '../../src/store/outbox-store';
import { settings } from '../simulation/world';
import { OutboxScene } from './outbox-scene';

const WALKING = 'Readwise/Articles/Walking.md';

describe('a waiting change', () => {
  let scene: OutboxScene;
  let documentId: string;
  let bookId: number;

  beforeEach(async () => {
    scene = await OutboxScene.create();
    const { library } = scene;
    bookId = library.addBook({ title: 'Walden', category: 'books', tags: ['woods'] }).id;
    library.addHighlight(bookId, { text: 'Simplify.', location: 1, note: 'Why?' });
    documentId = library.addDocument({ title: 'Walking', tags: ['nature', 'old'] }).id;
    await scene.sync();
  });

  afterEach(() => scene.world.close());

  const titled = (title: string): Change => ({
    kind: 'edit-item',
    item: 'document',
    id: documentId,
    fields: { title },
  });
  const replace = async (change: Change): ReturnType<typeof replaceChange> => {
    const { state, outbox } = scene.device;
    const [entry] = await readOutbox(outbox);
    if (entry === undefined) throw new Error('The outbox is empty');
    scene.world.pass(1);
    return replaceChange({ state, outbox, clock: scene.world.clock(), random: () => 0.5 }, entry, change);
  };

  it('should be replaced by another that is based on what the person saw first', async () => {
    await scene.ask(titled('On Walking'));
    expect(await replace(titled('Walks'))).toMatchObject({ ok: true });
    const entries = await readOutbox(scene.device.outbox);
    expect(entries).toMatchObject([{ change: titled('Walks'), base: { fields: { title: 'Walking' } } }]);
    expect(await scene.send()).toMatchObject({ outcome: 'sent' });
    expect(scene.library.documents.get(documentId).title).toBe('Walks');
  });

  it('should stay when what is to replace it is refused', async () => {
    const id = await scene.ask(titled('On Walking'));
    expect(await replace(titled(''))).toMatchObject({ ok: false, reason: { code: 'would-be-empty' } });
    expect(await readOutbox(scene.device.outbox)).toMatchObject([{ id }]);
  });

  it('should not be found again among the changes by hand', async () => {
    const note = scene.note(WALKING);
    scene.device.vault.put(
      WALKING,
      note.replace(/^title: .*$/m, 'title: On Walking').replace('- old', '- new'),
    );
    const find = async () => {
      const wanted = settings({ sendBack: { title: true, tags: true } });
      return (await findLocalChanges(scene.world.dependencies(scene.device), wanted)).changes;
    };
    const [title, tags, ...others] = await find();
    expect(others).toEqual([]);
    expect([title?.field, tags?.field]).toEqual(['title', 'tags']);
    if (title === undefined || tags === undefined) return;
    await scene.ask(tags.change);
    expect(await find()).toEqual([title]);
    await scene.ask(title.change);
    expect(await find()).toEqual([]);
  });

  it('should be named by what a person knows', async () => {
    const { state, outbox } = scene.device;
    await scene.ask(titled('On Walking'));
    await scene.ask({
      kind: 'edit-item',
      item: 'book',
      id: String(bookId),
      fields: {},
      tags: { add: ['pond'], remove: [], rename: [] },
    });
    await scene.ask({ kind: 'save-document', document: { url: 'https://example.com/a' } });
    await scene.ask({ kind: 'create-highlights', highlights: [{ text: 'A passage.' }] });
    const names = [];
    for (const entry of await readOutbox(outbox)) names.push(await nameOfChange(state, entry));
    expect(names).toEqual(['Walking', 'Walden', 'https://example.com/a', 'A passage.']);
  });
});
