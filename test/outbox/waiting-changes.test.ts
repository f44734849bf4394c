import {
  discardChange,
  retryChange,
  settleChange,
  replaceChange,
  addChange,
  takeBackChange,
} from '../../src/outbox/waiting-changes';
import { deliverChanges, listChanges } from '../../src/outbox/send-changes';
import type { OutboxEntry, Change } from '../../src/model/outbox';
import { readOutbox } from '../../src/store/outbox-store';
import { settings, World } from '../simulation/world';
import { OutboxScene } from './outbox-scene';
import { nameOfChange } from '../../src/outbox/change-name';
import { findLocalChanges } from '../../src/features/hand-changes/local-changes';

const OTHER_TOKEN = 'canary-token-of-another';

describe('a change that waits', () => {
  let scene: OutboxScene;
  let anchor: string;
  let highlightId: number;

  beforeEach(async () => {
    ({ scene, anchor, highlightId } = await OutboxScene.withWalden());
  });
  afterEach(() => scene.world.close());

  const ask = (note: string): Promise<string> =>
    scene.ask({ kind: 'edit-highlight', anchor, fields: { note } });
  const reasons = async (): Promise<readonly unknown[]> =>
    (await listChanges(scene.device)).map(({ state, reason }) =>
      state === 'conflict' ? state : reason?.code,
    );

  it('should say that it was not tried yet when nothing was sent since it was asked for', async () => {
    await ask('Mine.');
    expect(await reasons()).toEqual(['not-tried']);
  });

  it('should say that it was not tried yet when it is asked for again or settled', async () => {
    const id = await ask('Mine.');
    scene.world.server.faults.when({}, { kind: 'status', status: 500 });
    await scene.send();
    expect(await reasons()).toEqual(['unreachable']);
    await retryChange(scene.device.outbox, id);
    expect(await reasons()).toEqual(['not-tried']);
    scene.world.server.faults.clear();
    scene.library.editHighlight(highlightId, { note: 'Theirs.' });
    await scene.send();
    expect(await reasons()).toEqual(['conflict']);
    await settleChange(scene.device.outbox, id, { kind: 'mine' });
    expect(await reasons()).toEqual(['not-tried']);
  });

  it('should wait for an earlier change only as long as there is one', async () => {
    const first = await ask('First.');
    await ask('Second.');
    scene.library.editHighlight(highlightId, { note: 'Theirs.' });
    await scene.send();
    expect(await reasons()).toEqual(['conflict', 'behind-another']);
    await discardChange(scene.device.outbox, first);
    expect(await reasons()).toEqual(['not-tried']);
  });

  it('should say that the token is of another account, be it that a sync or a sending finds that out', async () => {
    const other = await World.create({ token: OTHER_TOKEN, seed: 2 });
    await ask('Mine.');
    expect(await other.sync(scene.device, { token: OTHER_TOKEN })).toMatchObject({ cause: 'account' });
    expect(await reasons()).toEqual(['token-of-another-account']);
    await scene.send();
    await ask('Mine, too.');
    const sent = await scene.send({
      token: OTHER_TOKEN,
      through: () => other.dependencies(scene.device).http,
    });
    expect(sent).toMatchObject({ outcome: 'waiting', cause: 'account' });
    expect(sent.changes).toMatchObject([{ reason: { code: 'token-of-another-account' } }]);
    expect(scene.library.books.highlight(highlightId).note).toBe('Mine.');
    expect(await scene.send()).toMatchObject({ outcome: 'sent' });
    await other.close();
  });

  describe('when it cannot be found out whose the token is', () => {
    const NEW_TOKEN = { token: OTHER_TOKEN, onlyDue: true };
    const waiting = async (): Promise<OutboxEntry | undefined> => (await readOutbox(scene.device.outbox))[0];

    it('should keep its reason and its next try while that is not due', async () => {
      await ask('Mine.');
      scene.world.server.faults.when({}, { kind: 'status', status: 429, headers: { 'retry-after': '600' } });
      await scene.send();
      const before = await waiting();
      expect(before).toMatchObject({ reason: { code: 'asked-for-pause' } });
      scene.world.server.faults.clear();
      scene.world.server.faults.when({}, { kind: 'status', status: 500 });
      await scene.send(NEW_TOKEN);
      expect(await waiting()).toEqual(before);
    });

    it('should wait longer with each try', async () => {
      await ask('Mine.');
      scene.world.server.faults.when({}, { kind: 'status', status: 500 });
      const waits: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        scene.world.pass(7200);
        await scene.send(NEW_TOKEN);
        waits.push(((await waiting())?.nextTry ?? 0) - scene.world.now);
      }
      expect(waits).toEqual([...waits].sort((left, right) => left - right));
      expect(new Set(waits.map((wait) => Math.round(wait / 60_000))).size).toBe(3);
    });
  });

  it('should name a reason when a sync is still finding out whose the token is', async () => {
    await ask('Mine.');
    const deps = scene.world.dependencies(scene.device);
    const sent = await deliverChanges(deps, { settings: settings(), token: OTHER_TOKEN });
    expect(sent.changes).toMatchObject([{ state: 'waiting', reason: { code: 'not-tried' } }]);
  });
});

describe('a waiting change', () => {
  const WALKING = 'Readwise/Articles/Walking.md';

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

describe('a change that can be taken back', () => {
  const SECONDS = 10;

  let scene: OutboxScene;
  let change: Change;
  let documentId: string;

  beforeEach(async () => {
    scene = await OutboxScene.create();
    const { id } = scene.library.addDocument({ title: 'Walking', category: 'article', location: 'later' });
    documentId = id;
    change = { kind: 'edit-item', item: 'document', id, fields: { location: 'archive' } };
    await scene.sync();
  });

  afterEach(() => scene.world.close());

  const host = () => ({ ...scene.device, clock: scene.world.clock(), random: () => 0.5 });

  async function ask(): Promise<string> {
    const notBefore = scene.world.clock().now() + SECONDS * 1000;
    const added = await addChange(host(), change, { notBefore });
    if (!added.ok) throw new Error(JSON.stringify(added.reason));
    return added.entries[0]?.id ?? '';
  }

  const location = (): string | null => scene.library.documents.get(documentId).location;

  it('should not be sent before its time, whoever asks, and be sent after it', async () => {
    const id = await ask();
    await scene.send();
    await scene.send({ onlyDue: true });
    await scene.send({ ids: new Set([id]) });
    expect(scene.writes).toEqual([]);
    scene.world.pass(SECONDS);
    await scene.send({ onlyDue: true });
    expect(location()).toBe('archive');
    expect(scene.writes).toHaveLength(1);
  });

  it('should leave no trace when it is taken back in time', async () => {
    const id = await ask();
    expect(await takeBackChange(host(), id)).toBe(true);
    scene.world.pass(SECONDS);
    await scene.send();
    expect(scene.writes).toEqual([]);
    expect(await readOutbox(scene.device.outbox)).toEqual([]);
    await ask();
    scene.world.pass(SECONDS);
    await scene.send();
    expect(location()).toBe('archive');
  });

  it('should be sent when it is taken back too late', async () => {
    const id = await ask();
    scene.world.pass(SECONDS);
    expect(await takeBackChange(host(), id)).toBe(false);
    await scene.send();
    expect(location()).toBe('archive');
  });

  it('should let a later change of the same document start from what stays when it is taken back', async () => {
    const id = await ask();
    const back = await addChange(host(), {
      kind: 'edit-item',
      item: 'document',
      id: documentId,
      fields: { location: 'new' },
    });
    expect(back.ok).toBe(true);
    await takeBackChange(host(), id);
    await scene.send();
    expect(location()).toBe('new');
    expect(await readOutbox(scene.device.outbox)).toEqual([]);
  });
});
