import type { HttpClient } from '../../src/model/ports';
import { discardChange, retryChange, settleChange } from '../../src/outbox/waiting-changes';
import { deliverChanges, listChanges } from '../../src/outbox/send-changes';
import { CANARY_TOKEN } from '../support/canary';
import { settings } from '../simulation/world';
import { World } from '../simulation/world';
import { OutboxScene } from './outbox-scene';

const WALDEN = 'Readwise/Books/Walden.md';
const WALKING = 'Readwise/Articles/Walking.md';

describe('sending changes', () => {
  let scene: OutboxScene;
  let bookId: number;
  let highlightId: number;
  let documentId: string;
  let anchor: string;

  beforeEach(async () => {
    ({ scene, bookId, highlightId, documentId, anchor } = await OutboxScene.withWalden());
    scene.world.server.requests.clear();
  });

  afterEach(() => scene.world.close());

  const highlight = () => scene.library.books.highlight(highlightId);
  const document = () => scene.library.documents.get(documentId);
  const outbox = () => listChanges(scene.device);

  /** The next sync finds nothing to write. */
  const expectQuiet = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1)
      expect(await scene.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  };

  describe('a highlight', () => {
    it('should get its new note, text, colour and tags, in the note as well, without an echo', async () => {
      await scene.ask({
        kind: 'edit-highlight',
        anchor,
        fields: { note: 'Once is enough.', color: 'blue' },
        tags: { add: ['thrift'], remove: ['life'], rename: [{ from: 'style', to: 'prose' }] },
      });
      expect(await scene.send()).toMatchObject({
        outcome: 'sent',
        changes: [{ target: anchor, fields: ['note', 'color', 'tags'], state: 'sent' }],
        notes: { outcome: 'done', vaultWrites: 1 },
      });
      expect(highlight()).toMatchObject({ note: 'Once is enough.', color: 'blue' });
      expect(
        highlight()
          .tags.map(({ name }) => name)
          .sort(),
      ).toEqual(['prose', 'thrift']);
      expect(scene.note(WALDEN)).toContain('Once is enough.');
      expect(await outbox()).toEqual([]);
      await expectQuiet();
    });

    const tagRequests = () =>
      scene.world.server.requests.entries.flatMap(({ method, path }) => {
        const [, of] = /\/tags(.*)$/.exec(path) ?? [];
        return of === undefined ? [] : [`${method} ${of.replace(/\d+/, 'id').replace(/\?.*/, '')}`];
      });

    it.each([
      { name: 'renamed', remove: [], rename: [{ from: 'style', to: 'prose' }], tags: ['life', 'prose'] },
      { name: 'removed', remove: ['style'], rename: [], tags: ['life'] },
    ])('should be read by its own address when one tag is $name', async ({ remove, rename, tags }) => {
      await scene.ask({ kind: 'edit-highlight', anchor, fields: {}, tags: { add: [], remove, rename } });
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(
        highlight()
          .tags.map(({ name }) => name)
          .sort(),
      ).toEqual(tags);
      expect(tagRequests()).toEqual(['GET /id', rename.length > 0 ? 'PATCH /id' : 'DELETE /id']);
      await expectQuiet();
    });

    it('should have its tags listed when the one to be removed got another name meanwhile', async () => {
      const tags = { add: [], remove: ['style'], rename: [] };
      await scene.ask({ kind: 'edit-highlight', anchor, fields: {}, tags });
      const renaming = (client: HttpClient): HttpClient => ({
        send: (request) => {
          if (/\/tags\/\d+$/.test(request.url))
            scene.library.books.setHighlightTags(
              highlightId,
              highlight().tags.map((tag) => (tag.name === 'style' ? { ...tag, name: 'manner' } : tag)),
            );
          return client.send(request);
        },
      });
      expect(await scene.send({ through: renaming })).toMatchObject({ outcome: 'sent' });
      expect(tagRequests()).toEqual(['GET /id', 'GET ']);
      expect(highlight().tags.map(({ name }) => name)).toContain('manner');
    });

    it('should be read first, and be a conflict when the service has another value', async () => {
      const id = await scene.ask({ kind: 'edit-highlight', anchor, fields: { note: 'Mine.' } });
      scene.library.editHighlight(highlightId, { note: 'Theirs.' });
      expect(await scene.send()).toMatchObject({
        outcome: 'conflict',
        changes: [{ state: 'conflict', mine: { note: 'Mine.' }, theirs: { note: 'Theirs.' } }],
      });
      expect(await scene.send()).toMatchObject({ outcome: 'conflict' });
      expect(scene.writes).toEqual([]);
      await settleChange(scene.device.outbox, id, { kind: 'values', values: { note: 'Mine, theirs.' } });
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(highlight().note).toBe('Mine, theirs.');
      await expectQuiet();
    });

    it('should keep the value of the service when the person chooses that', async () => {
      const id = await scene.ask({ kind: 'edit-highlight', anchor, fields: { note: 'Mine.' } });
      scene.library.editHighlight(highlightId, { note: 'Theirs.' });
      await scene.send();
      expect(await settleChange(scene.device.outbox, id, { kind: 'theirs' })).toBeNull();
      expect(await scene.send()).toMatchObject({ outcome: 'sent', changes: [] });
      expect(highlight().note).toBe('Theirs.');
    });

    it('should not be emptied without a confirmation', async () => {
      const emptied = { kind: 'edit-highlight', anchor, fields: { note: '' } } as const;
      expect(await scene.add(emptied)).toEqual({
        ok: false,
        reason: { code: 'would-be-empty', field: 'note' },
      });
      await scene.ask({ ...emptied, confirmedEmpty: true });
      await scene.send();
      expect(highlight().note).toBe('');
    });

    it('should be deleted, and its block leave the note', async () => {
      scene.library.addHighlight(bookId, { text: 'Our life is frittered away.', location: 2 });
      await scene.sync();
      await scene.ask({ kind: 'delete-highlight', anchor });
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(highlight().deletedAt).not.toBeNull();
      expect(scene.note(WALDEN)).not.toContain('Simplify');
      await expectQuiet();
    });

    it('should not be deleted when it says something else by now', async () => {
      const id = await scene.ask({ kind: 'delete-highlight', anchor });
      scene.library.editHighlight(highlightId, { note: 'Dear to me.' });
      expect(await scene.send()).toMatchObject({
        outcome: 'conflict',
        changes: [{ mine: { note: null }, theirs: { note: 'Dear to me.' } }],
      });
      await settleChange(scene.device.outbox, id, { kind: 'mine' });
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(scene.paths).not.toContain(WALDEN);
    });

    it('should leave the change as text to copy when it is gone', async () => {
      await scene.ask({ kind: 'edit-highlight', anchor, fields: { note: 'Mine.' } });
      scene.library.deleteHighlight(highlightId);
      expect(await scene.send()).toMatchObject({
        outcome: 'refused',
        changes: [{ state: 'refused', reason: { code: 'gone' }, mine: { note: 'Mine.' } }],
      });
      expect(await scene.send()).toMatchObject({ changes: [{ state: 'refused' }] });
      expect(scene.writes).toEqual([]);
    });

    it('should count as deleted when it was gone before', async () => {
      await scene.ask({ kind: 'delete-highlight', anchor });
      scene.library.deleteHighlight(highlightId);
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(scene.writes).toEqual([]);
    });

    it('should get a second change behind the first, based on it', async () => {
      await scene.ask({ kind: 'edit-highlight', anchor, fields: { note: 'First.' } });
      await scene.ask({ kind: 'edit-highlight', anchor, fields: { note: 'Second.' } });
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(highlight().note).toBe('Second.');
      await expectQuiet();
    });

    it('should show what the service made of inline tags and blanks', async () => {
      await scene.ask({ kind: 'edit-highlight', anchor, fields: { note: 'So be it .stoics' } });
      await scene.send();
      expect(highlight().tags.map(({ name }) => name)).toContain('stoics');
      await expectQuiet();
    });

    it('should be changed in Reader as well when it was made there', async () => {
      const { highlight: made } = scene.library.addMirroredHighlight(documentId, {
        text: 'Nature.',
        note: 'Hm.',
      });
      await scene.sync();
      await scene.ask({
        kind: 'edit-highlight',
        anchor: `rw${made.id}`,
        fields: { note: '' },
        confirmedEmpty: true,
      });
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(scene.note(WALKING)).not.toContain('Hm.');
      await expectQuiet();
    });
  });

  describe('a highlight that only Reader has', () => {
    let inReader: string;

    beforeEach(async () => {
      inReader = scene.library.addDocumentHighlight(documentId, { text: 'Nature alone.' }).id;
      await scene.sync();
      await scene.sync();
    });

    it('should get tags, and nothing else', async () => {
      expect(
        await scene.add({ kind: 'edit-highlight', anchor: `rd${inReader}`, fields: { note: 'x' } }),
      ).toEqual({
        ok: false,
        reason: { code: 'tags-only', of: 'reader-highlight' },
      });
      await scene.ask({
        kind: 'edit-highlight',
        anchor: `rd${inReader}`,
        fields: {},
        tags: { add: ['wild'], remove: [], rename: [] },
      });
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(scene.library.documents.get(inReader).tags.map(({ name }) => name)).toEqual(['wild']);
      await expectQuiet();
    });

    it('should be deleted, and its block leave the note', async () => {
      await scene.ask({ kind: 'delete-highlight', anchor: `rd${inReader}` });
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(scene.library.documents.find(inReader)).toBeNull();
      expect(scene.note(WALKING)).not.toContain('Nature alone.');
      await expectQuiet();
    });
  });

  describe('a document or book', () => {
    it('should get fields and tags in one request, and keep tags that nobody named', async () => {
      scene.library.setDocumentTags(documentId, ['nature', 'added there']);
      await scene.ask({
        kind: 'edit-item',
        item: 'document',
        id: documentId,
        fields: { title: 'On Walking', location: 'archive' },
        tags: { add: ['essay'], remove: ['nature'], rename: [] },
      });
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(document()).toMatchObject({ title: 'On Walking', location: 'archive' });
      expect(document().tags.map(({ name }) => name)).toEqual(['added there', 'essay']);
      expect(scene.writes).toHaveLength(1);
      expect(scene.paths).toContain('Readwise/Articles/On Walking.md');
      await expectQuiet();
    });

    it('should show the location that the service chose when the wanted one is switched off', async () => {
      scene.library.enabledLocations = new Set(['new', 'later']);
      await scene.ask({
        kind: 'edit-item',
        item: 'document',
        id: documentId,
        fields: { location: 'archive' },
      });
      expect(await scene.send()).toMatchObject({
        outcome: 'sent',
        changes: [{ state: 'sent', became: { location: 'new' } }],
      });
      await expectQuiet();
    });

    it('should be deleted with its note', async () => {
      await scene.ask({ kind: 'delete-document', id: documentId });
      expect(await scene.send()).toMatchObject({ outcome: 'sent', notes: { notes: { trashed: 1 } } });
      expect(scene.library.documents.find(documentId)).toBeNull();
      expect(scene.paths).toEqual([WALDEN]);
      await expectQuiet();
    });

    it('should get tags when it is a book without a document, and nothing else', async () => {
      const id = String(bookId);
      expect(await scene.add({ kind: 'edit-item', item: 'book', id, fields: { title: 'x' } })).toEqual({
        ok: false,
        reason: { code: 'tags-only', of: 'book' },
      });
      await scene.ask({
        kind: 'edit-item',
        item: 'book',
        id,
        fields: {},
        tags: { add: ['pond'], remove: ['woods'], rename: [] },
      });
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(scene.library.books.book(bookId).tags.map(({ name }) => name)).toEqual(['pond']);
      expect(scene.note(WALDEN)).toContain('pond');
      await expectQuiet();
    });
  });

  describe('something new', () => {
    it('should be saved with its note, and said to have been there the second time', async () => {
      const saving = {
        kind: 'save-document',
        document: { url: 'https://example.org/a', title: 'A' },
      } as const;
      await scene.ask(saving);
      const first = await scene.send();
      expect(first).toMatchObject({ outcome: 'sent' });
      expect(first.changes[0]).not.toHaveProperty('wasThere');
      expect(scene.paths).toContain('Readwise/Articles/A.md');
      await scene.ask(saving);
      expect(await scene.send()).toMatchObject({ changes: [{ state: 'sent', wasThere: true }] });
      await expectQuiet();
    });

    it('should be created with many others in few requests, each with an address', async () => {
      const highlights = Array.from({ length: 250 }, (_, index) => ({
        text: `Passage ${String(index)}.`,
        title: 'Cape Cod',
        author: 'Thoreau',
      }));
      await scene.ask({ kind: 'create-highlights', highlights });
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(scene.writes).toHaveLength(3);
      const made = [...scene.library.books.highlights()].filter(({ text }) => text.startsWith('Passage'));
      expect(new Set(made.map(({ url }) => url)).size).toBe(250);
      expect(scene.note('Readwise/Books/Cape Cod.md').match(/Passage \d+\./g)).toHaveLength(250);
      await expectQuiet();
    });

    it('should be changed and not made twice when it is sent again', async () => {
      const highlightUrl = 'obsidian://open?vault=Mine&file=Note%23%5Eblock';
      const sending = (text: string, note: string) =>
        scene.add({
          kind: 'create-highlights',
          highlights: [{ text, note, title: 'Cape Cod', highlightUrl }],
        });
      await sending('New.', 'First.');
      await scene.send();
      expect(await sending('New.', 'First.')).toEqual({ ok: false, reason: { code: 'nothing-to-change' } });
      await sending('Newer.', 'Second.');
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      const made = [...scene.library.books.highlights()].filter(({ url }) => url === highlightUrl);
      expect(made).toMatchObject([{ text: 'Newer.', note: 'Second.' }]);
      scene.library.editHighlight(made[0]?.id ?? 0, { text: 'Edited there.' });
      await sending('Newest.', 'Second.');
      expect(await scene.send()).toMatchObject({ outcome: 'conflict' });
    });

    it('should be refused with field and number before anything is sent', async () => {
      const highlights = [{ text: 'Fine.' }, { text: 'x'.repeat(8192) }];
      expect(await scene.add({ kind: 'create-highlights', highlights })).toEqual({
        ok: false,
        reason: {
          code: 'limit',
          field: 'highlights.1.text',
          problem: 'may have at most 8191 characters, but has 8192',
        },
      });
      expect(await outbox()).toEqual([]);
    });
  });

  describe('trouble', () => {
    const ask = () => scene.ask({ kind: 'edit-highlight', anchor, fields: { note: 'Mine.' } });

    it('should let changes wait while the service fails, and say until when', async () => {
      await ask();
      scene.world.server.faults.when({}, { kind: 'status', status: 503 });
      const result = await scene.send();
      expect(result).toMatchObject({ outcome: 'waiting', cause: 'service' });
      expect(result.changes[0]).toMatchObject({ state: 'waiting', reason: { code: 'unreachable' } });
      expect(result.changes[0]?.nextTry).toBeGreaterThan(scene.world.now);
      scene.world.server.faults.clear();
      expect(await scene.send({ onlyDue: true })).toMatchObject({ outcome: 'waiting', requests: 0 });
      scene.world.pass(120);
      expect(await scene.send({ onlyDue: true })).toMatchObject({ outcome: 'sent' });
    });

    it('should stop all changes when the token is refused', async () => {
      await ask();
      await scene.ask({ kind: 'delete-document', id: documentId });
      scene.world.server.faults.when({}, { kind: 'status', status: 401 });
      expect(await scene.send()).toMatchObject({ outcome: 'waiting', cause: 'token', requests: 1 });
    });

    it('should go on with others behind one that the service refuses', async () => {
      const id = await ask();
      await scene.ask({ kind: 'delete-document', id: documentId });
      scene.world.server.faults.when({ method: 'PATCH', times: 1 }, { kind: 'status', status: 400 });
      expect(await scene.send()).toMatchObject({
        outcome: 'refused',
        changes: [{ state: 'refused', reason: { code: 'rejected' } }, { state: 'sent' }],
      });
      await retryChange(scene.device.outbox, id);
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
    });

    it('should send once when the answer is lost', async () => {
      const lost = scene.losingAnswers((_, method) => method !== 'GET');
      await ask();
      await scene.ask({ kind: 'create-highlights', highlights: [{ text: 'New.', title: 'Cape Cod' }] });
      await scene.ask({ kind: 'save-document', document: { url: 'https://example.org/a' } });
      await scene.send({ through: lost });
      scene.library.editHighlight(highlightId, { text: 'Simplify.' });
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(highlight()).toMatchObject({ note: 'Mine.', text: 'Simplify.' });
      expect([...scene.library.books.highlights()].filter(({ text }) => text === 'New.')).toHaveLength(1);
      await expectQuiet();
    });

    it('should not make a highlight again that was deleted after its answer was lost', async () => {
      await scene.ask({ kind: 'create-highlights', highlights: [{ text: 'New.', title: 'Cape Cod' }] });
      await scene.send({ through: scene.losingAnswers((_, method) => method !== 'GET') });
      const made = [...scene.library.books.highlights()].find(({ text }) => text === 'New.');
      scene.library.deleteHighlight(made?.id ?? 0);
      scene.world.server.requests.clear();
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
      expect(scene.writes).toEqual([]);
    });

    it('should refuse changes for the old account when the vault follows another', async () => {
      await ask();
      const token = 'canary-token-of-another';
      const other = await World.create({ token, seed: 2 });
      await other.sync(scene.device, { token, confirmation: 'relink' });
      expect(await outbox()).toMatchObject([{ state: 'refused', reason: { code: 'other-account' } }]);
      await other.close();
    });

    it('should go on waiting when the vault is told to follow the account that it follows', async () => {
      await ask();
      await scene.world.sync(scene.device, { confirmation: 'relink' });
      expect(await outbox()).toMatchObject([{ state: 'waiting' }]);
      expect(await scene.send()).toMatchObject({ outcome: 'sent' });
    });

    it('should say why a change waits when the token is refused before anything is sent', async () => {
      await ask();
      await scene.send({ token: 'canary-token-other' });
      expect(await outbox()).toMatchObject([{ state: 'waiting', reason: { code: 'token-refused' } }]);
    });

    it('should say that a highlight is deleted when its note still stands', async () => {
      scene.library.deleteHighlight(highlightId);
      await scene.sync();
      expect(await scene.add({ kind: 'edit-highlight', anchor, fields: { note: 'Late.' } })).toEqual({
        ok: false,
        reason: { code: 'deleted', isNoteOnHold: false },
      });
    });

    it('should send nothing with a token whose account is not known', async () => {
      await ask();
      expect(await scene.send({ token: 'canary-token-other' })).toMatchObject({
        outcome: 'waiting',
        cause: 'token',
        problem: { code: 'service', why: 'token-refused' },
      });
      expect(scene.writes).toEqual([]);
    });

    it('should send nothing that was discarded, and nothing that was not asked for', async () => {
      await discardChange(scene.device.outbox, await ask());
      expect(await scene.send()).toMatchObject({ outcome: 'sent', requests: 0 });
      await scene.sync();
      expect(scene.writes).toEqual([]);
    });
  });

  it('should deliver beside a sync, and take the answer over afterwards', async () => {
    await scene.ask({ kind: 'edit-highlight', anchor, fields: { note: 'Mine.' } });
    const deps = scene.world.dependencies(scene.device);
    const options = { settings: settings(), token: CANARY_TOKEN };
    const [delivered] = await Promise.all([deliverChanges(deps, options), scene.sync()]);
    expect(delivered).toMatchObject({ outcome: 'sent', changes: [{ state: 'sent' }] });
    expect(highlight().note).toBe('Mine.');
    expect(await scene.send()).toMatchObject({ outcome: 'sent' });
    expect(scene.note(WALDEN)).toContain('Mine.');
    expect(await outbox()).toEqual([]);
    await expectQuiet();
  });
});
