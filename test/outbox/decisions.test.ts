import { findLocalChanges } from '../../src/features/hand-changes/local-changes';
import type { LocalChange, Change, Decided } from '../../src/model/outbox';
import { discardChange, settleChange } from '../../src/outbox/waiting-changes';
import { listChanges } from '../../src/outbox/send-changes';
import { settings } from '../simulation/world';
import { OutboxScene } from './outbox-scene';
import { decidedText } from '../../src/messages/outbox-messages';
import { decideAgainst } from '../../src/outbox/decide';

const WALDEN = 'Readwise/Books/Walden.md';

describe('a decision about changes', () => {
  let scene: OutboxScene;
  let highlightId: number;
  let anchor: string;

  beforeEach(async () => {
    scene = await OutboxScene.create();
    const { library } = scene;
    const book = library.addBook({ title: 'Walden', category: 'books' });
    highlightId = library.addHighlight(book.id, { text: 'Simplify.', location: 1, note: 'Why?' }).id;
    anchor = `rw${highlightId}`;
    await scene.sync();
  });

  afterEach(() => scene.world.close());

  const device = () => scene.device;
  const note = () => scene.library.books.highlight(highlightId).note;
  const byHand = async (): Promise<readonly LocalChange[]> => {
    const sendBack = { note: true, tags: true };
    return (await findLocalChanges(scene.world.dependencies(device()), settings({ sendBack }))).changes;
  };
  const write = (from: string, to: string): void => {
    const before = scene.note(WALDEN);
    expect(before).toContain(from);
    device().vault.put(WALDEN, before.replace(from, to));
  };
  const addTagByHand = (tag: string): void => {
    const path = 'Readwise/Articles/Walking.md';
    device().vault.put(path, scene.note(path).replace('  - nature\n', `  - nature\n  - ${tag}\n`));
  };
  const tagsOf = (id: string): readonly string[] =>
    scene.library.documents.get(id).tags.map(({ name }) => name);
  const askFor = (value: string): Promise<string> =>
    scene.ask({ kind: 'edit-highlight', anchor, fields: { note: value } });
  const sendByHand = async () => {
    for (const { change } of await byHand()) await scene.add(change);
    return scene.send();
  };

  describe('about a change by hand', () => {
    it('should be remembered when Readwise’s version stays, until one side changes again (I15)', async () => {
      write('Why?', 'Mine.');
      scene.library.editHighlight(highlightId, { note: 'Theirs.' });
      const { changes } = await sendByHand();
      expect(changes).toMatchObject([{ state: 'conflict' }]);
      await settleChange(device().outbox, changes[0]?.id ?? '', { kind: 'theirs' });
      expect(await byHand()).toEqual([]);
      expect(await sendByHand()).toMatchObject({ changes: [] });
      await scene.sync();
      expect(await byHand()).toEqual([]);
      expect(await sendByHand()).toMatchObject({ changes: [] });
      expect(note()).toBe('Theirs.');
    });

    it('should be remembered when it was given up, until the person writes something else (I15)', async () => {
      write('Why?', 'Mine.');
      const [found] = await byHand();
      const id = found === undefined ? '' : await scene.ask(found.change);
      await discardChange(device().outbox, id);
      expect(await byHand()).toEqual([]);
      write('Mine.', 'Mine, after all.');
      expect(await byHand()).toMatchObject([{ mine: 'Mine, after all.' }]);
      expect(await sendByHand()).toMatchObject({ outcome: 'sent' });
      expect(note()).toBe('Mine, after all.');
    });

    it('should be remembered of the second of two when the first is given up after it (I15)', async () => {
      write('Why?', 'First.');
      const [first] = await byHand();
      const firstId = first === undefined ? '' : await scene.ask(first.change);
      write('First.', 'Second.');
      const [second] = await byHand();
      const secondId = second === undefined ? '' : await scene.ask(second.change);
      await discardChange(device().outbox, secondId);
      await discardChange(device().outbox, firstId);
      expect(await byHand()).toEqual([]);
      expect(await sendByHand()).toMatchObject({ changes: [] });
      expect(note()).toBe('Why?');
    });

    it('should be remembered when another change of the same value is given up after it (I15)', async () => {
      write('Why?', 'Mine.');
      const [found] = await byHand();
      const firstId = found === undefined ? '' : await scene.ask(found.change);
      const secondId = await askFor('Asked for.');
      await discardChange(device().outbox, firstId);
      await discardChange(device().outbox, secondId);
      expect(await byHand()).toEqual([]);
      expect(await sendByHand()).toMatchObject({ changes: [] });
      expect(note()).toBe('Why?');
    });

    it('should be remembered of each tag, whatever other tags come from either side (I15)', async () => {
      const { id } = scene.library.addDocument({ title: 'Walking', location: 'later', tags: ['nature'] });
      await scene.sync();
      addTagByHand('mine');
      const [found] = await byHand();
      await discardChange(device().outbox, found === undefined ? '' : await scene.ask(found.change));
      expect(await byHand()).toEqual([]);
      scene.library.setDocumentTags(id, ['nature', 'theirs']);
      await scene.sync();
      expect(await byHand()).toEqual([]);
      addTagByHand('feet');
      expect(await byHand()).toMatchObject([{ field: 'tags', mine: 'nature, theirs, feet' }]);
      await sendByHand();
      expect(tagsOf(id)).toEqual(['nature', 'theirs', 'feet']);
      expect(await byHand()).toEqual([]);
    });

    it('should be about each tag once, so that giving the first of two up leaves the second alone (I15)', async () => {
      const { id } = scene.library.addDocument({ title: 'Walking', location: 'later', tags: ['nature'] });
      await scene.sync();
      const ids: string[] = [];
      for (const tag of ['mine', 'feet']) {
        addTagByHand(tag);
        const [found] = await byHand();
        if (found !== undefined) ids.push(await scene.ask(found.change));
      }
      expect(ids).toHaveLength(2);
      await discardChange(device().outbox, ids[0] ?? '');
      await sendByHand();
      expect(tagsOf(id)).toEqual(['nature', 'feet']);
    });

    it('should be remembered only of the values in conflict when Readwise’s stay and the rest is sent', async () => {
      const { id } = scene.library.addDocument({ title: 'Walking', location: 'later', tags: ['nature'] });
      await scene.sync();
      const tags = { add: ['feet'], remove: [], rename: [] };
      const change = await scene.ask({
        kind: 'edit-item',
        item: 'document',
        id,
        fields: { author: 'Me' },
        tags,
      });
      scene.library.editDocument(id, { author: 'Them' });
      expect(await scene.send()).toMatchObject({ outcome: 'conflict' });
      await settleChange(device().outbox, change, { kind: 'theirs' });
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      scene.library.setDocumentTags(id, ['nature']);
      await scene.sync();
      addTagByHand('feet');
      expect(await byHand()).toMatchObject([{ field: 'tags', mine: 'nature, feet' }]);
    });

    it('should come first where a passage has two texts: nothing of it is sent (I15)', async () => {
      write('Why?', 'Mine.');
      scene.library.editHighlight(highlightId, { note: 'Theirs.' });
      expect(await scene.sync()).toMatchObject({ conflicts: [{ block: anchor }] });
      expect(await byHand()).toEqual([]);
      await sendByHand();
      expect(note()).toBe('Theirs.');
    });
  });

  describe('about the first of two', () => {
    beforeEach(async () => {
      await askFor('First.');
      await askFor('Second.');
    });

    const first = async (): Promise<string> => (await listChanges(device()))[0]?.id ?? '';

    it('should let the second be sent when the first is discarded', async () => {
      await discardChange(device().outbox, await first());
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(note()).toBe('Second.');
    });

    it('should let the second be sent when the service refuses the first', async () => {
      let isRefused = false;
      const refusing = scene.answering((url, method) => {
        const refuses = !isRefused && method === 'PATCH' && url.includes(String(highlightId));
        isRefused ||= refuses;
        return refuses ? 400 : null;
      });
      const { changes } = await scene.send({ through: refusing });
      expect(changes).toMatchObject([{ state: 'refused' }, { state: 'sent' }]);
      expect(note()).toBe('Second.');
    });

    it('should be a conflict with what the service has when the first was given up for it', async () => {
      scene.library.editHighlight(highlightId, { note: 'Theirs.' });
      expect(await scene.send()).toMatchObject({ outcome: 'conflict' });
      await settleChange(device().outbox, await first(), { kind: 'theirs' });
      expect(await scene.send()).toMatchObject({ outcome: 'sent', changes: [{ mine: { note: 'Second.' } }] });
      expect(note()).toBe('Second.');
    });

    it('should not be told of a value that the second set again', async () => {
      const { changes } = await scene.send();
      expect(changes.map(({ state, became }) => [state, became])).toEqual([
        ['sent', undefined],
        ['sent', undefined],
      ]);
    });

    it('should let a deletion behind it go through', async () => {
      await scene.ask({ kind: 'delete-highlight', anchor });
      for (const { id, kind } of await listChanges(device()))
        if (kind === 'edit-highlight') await discardChange(device().outbox, id);
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(scene.library.books.highlight(highlightId).deletedAt).not.toBeNull();
    });
  });
});

describe('a decision not to send a change', () => {
  let scene: OutboxScene;
  let anchor: string;
  let highlightId: number;

  beforeEach(async () => {
    ({ scene, anchor, highlightId } = await OutboxScene.withWalden());
  });
  afterEach(() => scene.world.close());

  const text = (): string => scene.library.books.highlight(highlightId).text;
  const edit = (fields: Extract<Change, { kind: 'edit-highlight' }>['fields']): Promise<string> =>
    scene.ask({ kind: 'edit-highlight', anchor, fields });
  const decided = async (id: string, decision: Decided['decision']): Promise<string | null> => {
    const found = await decideAgainst(scene.device, id, decision);
    return found === null ? null : decidedText(found);
  };

  it('should say which value stays when a conflict is settled by that of Readwise, and send the rest', async () => {
    const id = await edit({ note: 'Mine.', url: 'https://a.example/mine' });
    scene.library.editHighlight(highlightId, { note: 'Theirs.' });
    expect(await scene.send()).toMatchObject({ outcome: 'conflict' });
    expect(await decided(id, 'theirs')).toBe(`Readwise’s note stays: “${text()}”.`);
    expect(await scene.send()).toMatchObject({ outcome: 'sent', changes: [{ fields: ['url'] }] });
    expect(scene.library.books.highlight(highlightId).note).toBe('Theirs.');
  });

  it('should say that nothing is deleted when a deletion is in conflict', async () => {
    const id = await scene.ask({ kind: 'delete-highlight', anchor });
    scene.library.editHighlight(highlightId, { note: 'Theirs.' });
    await scene.send();
    expect(await decided(id, 'theirs')).toBe(`Not deleted in Readwise: “${text()}”.`);
    expect(await listChanges(scene.device)).toEqual([]);
  });

  it('should be none when Readwise’s value is to stay and there is no conflict: the change waits on', async () => {
    const id = await edit({ note: 'Mine.' });
    expect(await decided(id, 'theirs')).toBeNull();
    expect(await decided('nothing', 'discard')).toBeNull();
    expect(await listChanges(scene.device)).toMatchObject([{ id, state: 'waiting' }]);
  });

  it('should say what is given up, or that it has reached Readwise already', async () => {
    const id = await edit({ note: 'Mine.' });
    expect(await decided(id, 'discard')).toBe(`Given up, so it is not sent: the change to “${text()}”.`);
    const sent = await edit({ note: 'Sent.' });
    const lost = scene.answering((url, method) => (method === 'GET' && url.includes('export') ? 500 : null));
    await scene.send({ through: lost });
    expect(await listChanges(scene.device)).toMatchObject([{ state: 'sent' }]);
    expect(await decided(sent, 'discard')).toMatch(
      /^Too late: this has reached Readwise already, and stays there: “/,
    );
  });
});
