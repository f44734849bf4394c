import type { HttpClient } from '../../src/model/ports';
import { deliverChanges, listChanges } from '../../src/outbox/send-changes';
import { CANARY_TOKEN } from '../support/canary';
import { settings } from '../simulation/world';
import { OutboxScene } from './outbox-scene';

const WALDEN = 'Readwise/Books/Walden.md';

describe('a change that always fails', () => {
  let scene: OutboxScene;
  let bookId: number;
  let documentId: string;
  let anchor: string;

  beforeEach(async () => {
    ({ scene, bookId, documentId, anchor } = await OutboxScene.withWalden());
  });

  afterEach(() => scene.world.close());

  const noted = (target: string, note: string) =>
    scene.ask({ kind: 'edit-highlight', anchor: target, fields: { note } });
  const titled = (title: string) =>
    scene.ask({ kind: 'edit-item', item: 'document', id: documentId, fields: { title } });
  const states = async () => (await listChanges(scene.device)).map(({ state }) => state);
  const vaultText = () => scene.paths.map((path) => scene.note(path)).join('\n');
  const title = () => scene.library.documents.get(documentId).title;
  const noteOf = (target: string) => scene.library.books.highlight(Number(target.slice(2))).note;

  /** More highlights than may fail in a row. */
  async function addHighlights(): Promise<readonly string[]> {
    const ids = ['One.', 'Two.', 'Three.'].map((text) => scene.library.addHighlight(bookId, { text }).id);
    await scene.sync();
    return ids.map((id) => `rw${String(id)}`);
  }

  /** Requests for the highlight end in a bug of the program. */
  const withBug =
    (target: string) =>
    (client: HttpClient): HttpClient => ({
      send: (request) => {
        if (request.url.includes(`/highlights/${target.slice(2)}/`))
          throw new TypeError("Cannot read properties of undefined (reading 'note')");
        return client.send(request);
      },
    });

  const failing = (target: string): void =>
    scene.world.server.faults.when(
      { path: `/api/v2/highlights/${target.slice(2)}/` },
      { kind: 'status', status: 500 },
    );

  it('should not keep others, or the next sync, when the service fails on it (I16)', async () => {
    failing(anchor);
    await noted(anchor, 'Never.');
    await titled('On Walking');
    for (let round = 0; round < 3; round += 1) {
      expect(await scene.send()).toMatchObject({ outcome: 'waiting', cause: 'service' });
      expect(await states()).toEqual(['waiting']);
    }
    expect(title()).toBe('On Walking');
    expect(vaultText()).toContain('title: On Walking');
    expect(await scene.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  });

  it('should not keep others for good when more of them fail than are tried in a row (I16)', async () => {
    const [one = '', two = '', three = ''] = await addHighlights();
    for (const target of [one, two]) failing(target);
    for (const target of [one, two, three]) await noted(target, 'Mine.');
    await scene.send();
    expect(await scene.send()).toMatchObject({ outcome: 'waiting' });
    expect(noteOf(three)).toBe('Mine.');
    expect(await states()).toEqual(['waiting', 'waiting']);
  });

  it('should not keep those of the other interface when one of them is down (I16)', async () => {
    const targets = await addHighlights();
    scene.world.server.faults.when({ path: /^\/api\/v2\/highlights\// }, { kind: 'status', status: 503 });
    for (const target of targets) await noted(target, 'Mine.');
    await titled('On Walking');
    await scene.send();
    expect(title()).toBe('On Walking');
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);
  });

  it('should not keep others, or the next sync, when it is a bug, and be told and tried again (I14, I16)', async () => {
    await noted(anchor, 'Later.');
    await titled('On Walking');
    for (let round = 0; round < 2; round += 1) {
      const { changes } = await scene.send({ through: withBug(anchor) });
      expect(changes[0]).toMatchObject({
        state: 'waiting',
        reason: {
          code: 'bug',
          name: 'TypeError',
          message: "Cannot read properties of undefined (reading 'note')",
          at: expect.stringMatching(/^at [^/]*one-change-fails\.test\.ts:\d+:\d+\)?$/) as unknown,
        },
      });
    }
    expect(title()).toBe('On Walking');
    expect(await scene.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(await scene.send()).toMatchObject({ outcome: 'sent' });
    expect(noteOf(anchor)).toBe('Later.');
  });

  it('should not keep others when it is a bug in sending beside a sync (I16)', async () => {
    await noted(anchor, 'Later.');
    await titled('On Walking');
    const deps = scene.world.dependencies(scene.device);
    const options = { settings: settings(), token: CANARY_TOKEN };
    await deliverChanges({ ...deps, http: withBug(anchor)(deps.http) }, options);
    expect(await states()).toEqual(['waiting', 'sent']);
  });

  describe('in its answer', () => {
    it.each(['a bug', 'a failure of the service'])(
      'should not keep those of others from the notes when it is %s (I16)',
      async (what) => {
        await titled('On Walking');
        await noted(anchor, 'Mine.');
        let reads = 0;
        // The document is read once to compare, and again for the answer.
        const through = (client: HttpClient): HttpClient => ({
          send: async (request) => {
            if (!request.url.includes(`id=${documentId}`)) return client.send(request);
            reads += 1;
            if (reads === 1) return client.send(request);
            if (what === 'a bug') throw new TypeError('no such thing');
            return { status: 500, headers: {}, body: '' };
          },
        });
        const { notes } = await scene.send({ through });
        expect(notes).toMatchObject({ outcome: 'partial', failures: [{ id: documentId }] });
        expect(scene.note(WALDEN)).toContain('Mine.');
        expect(await states()).toEqual(['sent']);
        expect(await scene.send()).toMatchObject({ outcome: 'sent', notes: { outcome: 'done' } });
        expect(vaultText()).toContain('title: On Walking');
        expect(await states()).toEqual([]);
      },
    );

    it('should not keep those of others for good when more fail than are asked for in a row (I16)', async () => {
      const ids = ['One', 'Two', 'Three'].map((name) => scene.library.addDocument({ title: name }).id);
      await scene.sync();
      for (const id of ids)
        await scene.ask({ kind: 'edit-item', item: 'document', id, fields: { author: 'Mine' } });
      const [one = '', two = '', three = ''] = ids;
      const seen = new Set<string>();
      const through = (client: HttpClient): HttpClient => ({
        send: async (request) => {
          const id = [one, two].find((each) => request.url.includes(`id=${each}`));
          if (id === undefined || !seen.has(id))
            return client.send(request).finally(() => seen.add(id ?? ''));
          return { status: 500, headers: {}, body: '' };
        },
      });
      await scene.send({ through });
      await scene.send({ through });
      expect((await listChanges(scene.device)).map(({ target }) => target)).toEqual([one, two]);
      expect(scene.note('Readwise/Articles/Three.md')).toContain('- Mine');
      expect(three).not.toBe('');
    });

    it('should not keep those of others from being asked for when two are bugs (I16)', async () => {
      const ids = ['One', 'Two', 'Three'].map((name) => scene.library.addDocument({ title: name }).id);
      await scene.sync();
      for (const id of ids)
        await scene.ask({ kind: 'edit-item', item: 'document', id, fields: { author: 'Mine' } });
      const seen = new Set<string>();
      const through = (client: HttpClient): HttpClient => ({
        send: async (request) => {
          const id = ids.slice(0, 2).find((each) => request.url.includes(`id=${each}`));
          if (id !== undefined && seen.has(id)) throw new TypeError('no such thing');
          return client.send(request).finally(() => seen.add(id ?? ''));
        },
      });
      await scene.send({ through });
      expect(scene.note('Readwise/Articles/Three.md')).toContain('- Mine');
      expect(await states()).toEqual(['sent', 'sent']);
    });

    it('should be told when it cannot be read, and the next sync writes it once it can be (I14)', async () => {
      await titled('On Walking');
      let reads = 0;
      const through = (client: HttpClient): HttpClient => ({
        send: async (request) => {
          const answer = await client.send(request);
          if (!request.url.includes(`id=${documentId}`)) return answer;
          reads += 1;
          return reads === 1
            ? answer
            : { ...answer, body: answer.body.replace('"parent_id":null', '"parent_id":[]') };
        },
      });
      expect((await scene.send({ through })).notes).toMatchObject({
        outcome: 'partial',
        failures: [{ id: documentId, problem: { code: 'unreadable-record' } }],
      });
      expect(await scene.sync()).toMatchObject({ outcome: 'done', notes: { renamed: 1 } });
      expect(vaultText()).toContain('title: On Walking');
    });
  });
});
