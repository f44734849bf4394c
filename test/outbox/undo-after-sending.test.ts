import type { Change, OutboxReason } from '../../src/model/outbox';
import { undoLastRun } from '../../src/features/undo/undo-last-run';
import { planUndo } from '../../src/features/undo/plan-undo';
import { sentSince, type SentSince } from '../../src/outbox/sent-since';
import { settings } from '../simulation/world';
import { OutboxScene } from './outbox-scene';

const WALDEN = 'Readwise/Books/Walden.md';
const WALKING = 'Readwise/Articles/Walking.md';

describe('undo after something was sent', () => {
  let scene: OutboxScene;
  let documentId: string;
  let bookId: number;
  let highlightId: number;
  let anchor: string;

  beforeEach(async () => {
    ({ scene, bookId, highlightId, documentId, anchor } = await OutboxScene.withWalden());
  });
  afterEach(() => scene.world.close());

  const send = async (change: Change): Promise<void> => {
    await scene.ask(change);
    expect(await scene.send()).toMatchObject({ outcome: 'sent' });
  };

  const sent = (): Promise<readonly SentSince[]> => sentSince(scene.device.state);

  const backOf = async (): Promise<readonly Change[]> => (await sent()).flatMap(({ back }) => back);

  /** What undo leaves and why; the rest is undone. */
  const undo = async (): Promise<readonly string[]> => {
    const plan = await planUndo(scene.device);
    if (plan === null) return [];
    const deps = scene.world.dependencies(scene.device);
    await undoLastRun(deps, { run: plan.run, settings: settings() });
    return plan.stays.map(({ path, why }) => `${path}: ${why}`);
  };

  const move = (location: string): Change => ({
    kind: 'edit-item',
    item: 'document',
    id: documentId,
    fields: { location },
  });

  const creation: Change = {
    kind: 'create-highlights',
    highlights: [{ text: 'We need the tonic of wildness.', title: 'Walden', author: 'Thoreau' }],
  };

  const created = () =>
    [...scene.library.books.liveHighlightsOf(bookId)].find(({ text }) => text.includes('wildness'));

  const reasonFor = async (change: Change): Promise<OutboxReason | null> => {
    const added = await scene.add(change);
    return added.ok ? null : added.reason;
  };

  it.each<[string, () => Change, string, (text: string) => string]>([
    ['a new highlight', () => creation, WALDEN, (text) => String(text.includes('wildness'))],
    ['a move', () => move('archive'), WALKING, (text) => String(/location: .*/.exec(text))],
    [
      'a note of a highlight',
      () => ({ kind: 'edit-highlight', anchor, fields: { note: 'Once is enough.' } }),
      WALDEN,
      (text) => String(text.includes('Once is enough.')),
    ],
    [
      'a tag of a book',
      () => ({
        kind: 'edit-item',
        item: 'book',
        id: String(bookId),
        fields: {},
        tags: { add: ['thrift'], remove: [], rename: [] },
      }),
      WALDEN,
      (text) => String(text.includes('thrift')),
    ],
    ['a deleted highlight', () => ({ kind: 'delete-highlight', anchor }), WALDEN, (text) => text],
    ['a deleted document', () => ({ kind: 'delete-document', id: documentId }), WALKING, (text) => text],
  ])('should leave the note of %s as it is, and say so', async (_name, change, path, look) => {
    const before = look(scene.note(path));
    await send(change());
    const after = scene.note(path);
    expect(look(after)).not.toBe(before);
    expect(await sent()).toHaveLength(1);
    expect(await undo()).toContain(`${path}: sent`);
    expect(scene.note(path)).toBe(after);
    expect(await scene.sync()).toMatchObject({ vaultWrites: 0 });
    expect(await scene.sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should take the sync before it back in all other notes', async () => {
    await send(move('archive'));
    await undo();
    expect(scene.paths).toEqual([WALKING]);
    expect(scene.note(WALKING)).toContain('location: archive');
  });

  it('should offer a move back, which moves the document and its note', async () => {
    await send(move('archive'));
    const [back] = await backOf();
    expect(back).toMatchObject(move('later'));
    await send(back ?? move('new'));
    expect(scene.note(WALKING)).toContain('location: later');
    // The first move has nothing left to be given back.
    expect(await backOf()).toMatchObject([move('archive')]);
    await send(move('archive'));
    expect(scene.note(WALKING)).toContain('location: archive');
  });

  it('should offer the deletion of a new highlight, and take no other change of it for one to give back', async () => {
    await send(creation);
    const [back, ...others] = await backOf();
    expect(others).toEqual([]);
    expect(back).toEqual({ kind: 'delete-highlight', anchor: `rw${String(created()?.id)}` });
    await send(back ?? creation);
    expect(created()).toBeUndefined();
    expect(scene.note(WALDEN)).not.toContain('wildness');
    await send(creation);
    expect(scene.note(WALDEN)).toContain('wildness');
  });

  it('should offer former values and tags, empty ones too', async () => {
    const tags = { add: ['thrift'], remove: ['life'], rename: [{ from: 'style', to: 'prose' }] };
    await send({ kind: 'edit-highlight', anchor, fields: { note: 'Once.', color: 'blue' }, tags });
    const [back] = await backOf();
    await send(back ?? creation);
    const highlight = scene.library.books.highlight(highlightId);
    expect(highlight).toMatchObject({ note: 'Why twice?' });
    expect(highlight.tags.map(({ name }) => name).sort()).toEqual(['life', 'style']);
  });

  it('should offer the deletion of a document that was saved, but of none that was there', async () => {
    await send({ kind: 'save-document', document: { url: 'https://example.org/new' } });
    const [back] = await backOf();
    expect(back).toMatchObject({ kind: 'delete-document' });
    await send({ kind: 'save-document', document: { url: 'https://example.org/new' } });
    expect(await backOf()).toEqual([back]);
  });

  it('should offer nothing for a deletion, and let no block look alive', async () => {
    await send({ kind: 'delete-highlight', anchor });
    expect(await sent()).toMatchObject([{ change: { kind: 'delete-highlight' }, back: [] }]);
    await undo();
    expect(scene.note(WALDEN)).not.toContain(anchor);
    expect(await reasonFor({ kind: 'edit-highlight', anchor, fields: { note: 'More.' } })).toMatchObject({
      code: 'deleted',
    });
  });

  it('should leave a note that the sync wrote with what was sent before its answer was taken', async () => {
    await scene.ask(move('archive'));
    let isSent = false;
    const losingNetwork = scene.answering((_url, method) => {
      if (isSent) return 503;
      isSent = method === 'PATCH';
      return null;
    });
    expect(await scene.send({ through: losingNetwork })).toMatchObject({ changes: [{ state: 'sent' }] });
    expect(scene.note(WALKING)).toContain('location: later');
    await scene.sync();
    expect(await undo()).toContain(`${WALKING}: sent`);
    expect(scene.note(WALKING)).toContain('location: archive');
  });

  it('should be forgotten with the run before it when a later run writes', async () => {
    await send(move('archive'));
    scene.library.editHighlight(highlightId, { text: 'Simplify.' });
    await scene.sync();
    expect(await sent()).toEqual([]);
    expect(await undo()).toEqual([]);
    expect(scene.note(WALDEN)).toContain('Simplify, simplify.');
  });

  it('should write what is sent into notes that undo took away or put back', async () => {
    await undo();
    expect(scene.paths).toEqual([]);
    scene.library.addHighlight(bookId, { text: 'We need the tonic of wildness.', location: 2 });
    await scene.sync();
    await undo();
    expect(scene.note(WALDEN)).toBe('');
    // The service has it already, so nothing changes there.
    await send(creation);
    expect(scene.note(WALDEN)).toContain('wildness');
  });
});
