import { readOverview } from '../../../src/features/status/library-overview';
import { splitNote } from '../../../src/notes/note/note';
import { runSync } from '../../../src/sync/run-sync';
import { CANARY_TOKEN } from '../../support/canary';
import { FakeClock } from '../../support/fake-clock';
import { newDevice, settings, World, type Device } from '../../simulation/world';

const HTML =
  '<h1>Walking</h1><p>I wish to speak a word for Nature, for absolute freedom and wildness.</p><h2>Sauntering</h2><p>Which word is <em>beautifully</em> derived.</p><script>alert(1)</script><p><a href="../rivers">Rivers</a></p>';

describe('full texts of documents', () => {
  let world: World;
  let device: Device;
  let walking: string;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    walking = world.library.addDocument({
      title: 'Walking',
      category: 'article',
      location: 'later',
      htmlContent: HTML,
      wordCount: 40,
      sourceUrl: 'https://example.org/walking/index.html',
    }).id;
    world.library.addDocumentHighlight(walking, { text: 'absolute freedom and wildness' });
    world.library.addDocument({
      title: 'A tweet',
      category: 'tweet',
      location: 'new',
      htmlContent: '<p>Good morning.</p>',
    });
    world.pass(600);
  });

  afterEach(() => world.close());

  const withText = (place: 'note' | 'file', more: object = {}) => ({
    settings: settings({ fullText: { place, categories: ['article'] }, ...more }),
  });
  const read = async (path: string): Promise<string> => (await device.vault.read(path)) ?? '';
  const NOTE = 'Readwise/Articles/Walking.md';
  const FILE = 'Readwise/Full text/Walking.md';
  const bodiesAsked = (): number =>
    world.server.requests.entries.filter(({ query }) => query['withHtmlContent'] === 'true').length;

  it('should not be asked for unless they are wanted', async () => {
    await world.sync(device);
    expect(bodiesAsked()).toBe(0);
  });

  it.each(['note', 'file'] as const)(
    'should be counted by a dry run, which plans none of them, where they go to a %s',
    async (place) => {
      const planned = await world.sync(device, { ...withText(place), dryRun: true });
      expect(planned).toMatchObject({ notes: { created: 2 }, textsToFetch: 1 });
      expect(bodiesAsked()).toBe(0);
      await world.sync(device, withText(place));
      expect(await world.sync(device, { ...withText(place), dryRun: true })).not.toHaveProperty(
        'textsToFetch',
      );
    },
  );

  it('should stand at the end of the note, the passage marked at its place and linked to its block (I1, I5, I10)', async () => {
    await world.sync(device, withText('note'));
    const text = await read(NOTE);
    expect(text).toContain('## Full text\n');
    expect(text).toMatch(/for ==absolute freedom and wildness== \[\[#\^rd\w+\|↗\]\]\./);
    expect(text).toContain('Which word is *beautifully* derived.');
    expect(text).not.toContain('alert');
    expect(text).toContain('[Rivers](https://example.org/rivers)');
    expect(bodiesAsked()).toBe(1);
    expect(await world.sync(device, withText('note'))).toMatchObject({ vaultWrites: 0 });
    expect(bodiesAsked()).toBe(1);
  });

  it('should stand in a file of their own that is found again, wherever it was moved (I1, I5)', async () => {
    await world.sync(device, withText('file'));
    expect(await read(FILE)).toMatch(/wildness== \[\[Walking#\^rd\w+\|↗\]\]/);
    expect(await read(NOTE)).not.toContain('Sauntering');
    await device.vault.rename(FILE, 'Mine/Read.md');
    expect(await world.sync(device, withText('file'))).toMatchObject({ vaultWrites: 0 });
    await world.sync({ vault: device.vault, state: newDevice().state }, withText('file'));
    expect(device.vault.entries().map(([path]) => path)).toEqual([
      'Mine/Read.md',
      NOTE,
      'Readwise/Tweets/A tweet.md',
    ]);
  });

  it('should be linked from the note and link back, whoever made the file, and no longer when it is not wanted', async () => {
    await world.sync(device, withText('file'));
    expect(await read(NOTE)).toContain('[Full text](Readwise/Full%20text/Walking.md)');
    expect(await read(FILE)).toContain('[Highlights](Readwise/Articles/Walking.md)');
    const before = device.vault.entries();
    const other = { vault: device.vault, state: newDevice().state };
    world.server.faults.when(
      { path: '/api/v3/list/', matches: ({ query }) => query['withHtmlContent'] === 'true' },
      { kind: 'status', status: 401 },
    );
    await world.sync(other, withText('file'));
    expect(device.vault.entries()).toEqual(before);
    world.server.faults.clear();
    await world.sync(device, withText('note'));
    expect(await read(NOTE)).not.toContain('[Full text]');
  });

  it('should stay in the note until they are here again when the state is lost (I2)', async () => {
    await world.sync(device, withText('note'));
    const before = device.vault.entries();
    const lost = { vault: device.vault, state: newDevice().state };
    world.server.faults.when(
      { path: '/api/v3/list/', matches: ({ query }) => query['withHtmlContent'] === 'true' },
      { kind: 'status', status: 401 },
    );
    await world.sync(lost, withText('note'));
    expect(device.vault.entries()).toEqual(before);
    world.server.faults.clear();
    expect(await world.sync(lost, withText('note'))).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(device.vault.entries()).toEqual(before);
  });

  it.each([
    ['note', false],
    ['file', false],
    ['note', true],
    ['file', true],
  ] as const)(
    'should keep what the person wrote in the text when it changes at the service, in a %s, with notes of highlights: %s (I2)',
    async (place, notePerHighlight) => {
      const wanted = withText(place, { notePerHighlight });
      const path = place === 'note' ? NOTE : FILE;
      await world.sync(device, wanted);
      await device.vault.update(path, (text) => text.replace('Which word', 'My remark. Which word'));
      world.pass(600);
      world.library.editDocument(walking, {
        htmlContent: HTML.replace('derived', 'and fittingly derived'),
        wordCount: 42,
      });
      const report = await world.sync(device, wanted);
      expect(report).toMatchObject({ outcome: 'done', conflicts: [] });
      expect(await read(path)).toContain('My remark. Which word is *beautifully* and fittingly derived.');
      expect(bodiesAsked()).toBe(2);
      // Nothing but a passage that is marked in it changes then.
      world.pass(600);
      world.library.addDocumentHighlight(walking, { text: 'a word for Nature' });
      expect(await world.sync(device, wanted)).toMatchObject({ outcome: 'done', conflicts: [] });
      expect(await read(path)).toMatch(
        /==a word for Nature==[^]*My remark\. Which word is \*beautifully\* and fittingly derived\./,
      );
    },
  );

  it('should have their images shown, or as links where the settings want that', async () => {
    world.library.editDocument(walking, {
      htmlContent: '<p>A river:</p><img src="https://example.org/river.png" alt="River">',
      wordCount: 2,
    });
    await world.sync(device, withText('file'));
    expect(await read(FILE)).toContain('![River](https://example.org/river.png)');
    world.pass(60);
    await world.sync(device, withText('file', { remoteImages: 'link' }));
    expect(await read(FILE)).toMatch(/(?<!!)\[River\]\(https:\/\/example\.org\/river\.png\)/);
  });

  it('should keep what the person wrote above the text when the title changes, in a file of their own (I2)', async () => {
    await world.sync(device, withText('file'));
    await device.vault.update(FILE, (text) => text.replace('[Highlights]', 'My remark. [Highlights]'));
    world.pass(600);
    world.library.editDocument(walking, { title: 'Walking on' });
    expect(await world.sync(device, withText('file'))).toMatchObject({ outcome: 'done', conflicts: [] });
    expect(await read('Readwise/Full text/Walking on.md')).toMatch(
      /^title: Walking on\n[^]*My remark\. \[Highlights\]/m,
    );
  });

  it('should not be fetched again for a page read or a tag given (I12)', async () => {
    await world.sync(device, withText('note'));
    world.pass(600);
    world.library.editDocument(walking, { readingProgress: 0.8 });
    world.library.setDocumentTags(walking, ['nature']);
    await world.sync(device, withText('note'));
    expect(bodiesAsked()).toBe(1);
  });

  it('should not be kept on the device when the document is deleted at the service', async () => {
    // As it was fetched: undo can bring back the note, in which a passage is marked.
    const words = 'for Nature, for absolute freedom and wildness';
    const kept = async (): Promise<string> =>
      JSON.stringify(await device.state.list({ prefix: '', limit: 1000 }));
    await world.sync(device, withText('note'));
    world.library.deleteDocument(walking);
    world.pass(600);
    await world.sync(device, withText('note'));
    expect(await kept()).toContain(words);
    world.pass(700);
    await world.sync(device, withText('note'));
    expect(device.vault.trashEntries()).toHaveLength(1);
    expect(await kept()).not.toContain(words);
  });

  it('should not be counted as to come any more when they are not wanted, or the document was deleted before they came', async () => {
    world.server.faults.when(
      { path: '/api/v3/list/', matches: ({ query }) => query['withHtmlContent'] === 'true' },
      { kind: 'status', status: 500 },
    );
    const toCome = async () => (await readOverview({ state: device.state, clock: new FakeClock() })).texts;
    for (const [options, count] of [
      [withText('note'), 1],
      [{}, 0],
      [withText('note'), 1],
    ] as const) {
      await world.sync(device, options);
      expect(await toCome()).toBe(count);
    }
    world.library.deleteDocument(walking);
    for (const seconds of [600, 700]) {
      world.pass(seconds);
      await world.sync(device, withText('note'));
    }
    expect(await toCome()).toBe(0);
  });

  it('should not be asked for any more once they are not wanted (I12)', async () => {
    for (let number = 0; number < 6; number += 1)
      world.library.addDocument({
        title: `Essay ${String(number)}`,
        category: 'article',
        location: 'new',
        htmlContent: `<p>Text ${String(number)}.</p>`,
      });
    world.server.faults.when(
      {
        path: '/api/v3/list/',
        matches: ({ query }) => query['withHtmlContent'] === 'true' && bodiesAsked() > 3,
      },
      { kind: 'status', status: 401 },
    );
    await world.sync(device, withText('note'));
    world.server.faults.clear();
    const before = bodiesAsked();
    await world.settle(device);
    expect(bodiesAsked()).toBe(before);
    await world.settle(device, withText('note'));
    expect(device.vault.entries().filter(([, text]) => text.includes('## Full text'))).toHaveLength(7);
  });

  describe('one of which cannot be had', () => {
    const DAY = 86_400;
    /** The service gives no pages of texts, so that they come one by one, and not all of them. */
    const failing = (status: number, ids: readonly string[]): void => {
      world.server.faults.when(
        {
          path: '/api/v3/list/',
          matches: ({ query }) => query['withHtmlContent'] === 'true' && query['id'] === undefined,
        },
        { kind: 'status', status: 400 },
      );
      world.server.faults.when(
        {
          path: '/api/v3/list/',
          matches: ({ query }) => query['withHtmlContent'] === 'true' && ids.includes(String(query['id'])),
        },
        { kind: 'status', status },
      );
    };
    const add = (): string =>
      world.library.addDocument({
        title: 'Essay',
        category: 'article',
        location: 'new',
        htmlContent: '<p>A text.</p>',
      }).id;

    it.each([400, 500])(
      'should fetch the others, name the one, and ask for it again, ever more rarely, when the answer is %i (I12, I14)',
      async (status) => {
        const bad = add();
        world.pass(600);
        failing(status, [bad]);
        const asks: number[] = [];
        for (let day = 0; day <= 8; day += 1) {
          for (let time = 0; time < 2; time += 1) {
            world.pass(60);
            const before = bodiesAsked();
            const report = await world.sync(device, withText('note'));
            if (bodiesAsked() > before) asks.push(day);
            // Also where it is not asked for: it still is not there.
            expect(report.outcome).toBe('partial');
            expect(report.failures.map(({ id }) => id)).toEqual([bad]);
          }
          world.pass(DAY);
        }
        expect(asks).toEqual([0, 0, 1, 3, 7]);
        expect(await read(NOTE)).toContain('## Full text');
        world.server.faults.clear();
        world.pass(8 * DAY);
        expect(await world.sync(device, withText('note'))).toMatchObject({ outcome: 'done', vaultWrites: 1 });
        expect(await read('Readwise/Articles/Essay.md')).toContain('## Full text');
      },
    );

    it.each([
      ['a bug', new TypeError('no such thing')],
      ['what a browser throws', Object.assign(new Error('odd name'), { name: 'InvalidCharacterError' })],
    ])(
      'should fetch the others, name the one, and get it later, when converting it ends in %s (I14, I16)',
      async (_name, thrown) => {
        const bad = add();
        world.pass(600);
        const deps = world.dependencies(device);
        const convertHtml = (html: string, address: string): Promise<string> =>
          html.includes('A text.') ? Promise.reject(thrown) : deps.convertHtml(html, address);
        const options = { token: CANARY_TOKEN, full: false, maxDelete: null };
        const report = await runSync({ ...deps, convertHtml }, { ...withText('note'), ...options });
        expect(report).toMatchObject({
          outcome: 'partial',
          notes: { created: 3 },
          failures: [{ id: bad, problem: { code: 'bug', name: thrown.name, message: thrown.message } }],
        });
        expect(await read(NOTE)).toContain('## Full text');
        world.pass(60);
        expect(await world.sync(device, withText('note'))).toMatchObject({ outcome: 'done' });
        expect(await read('Readwise/Articles/Essay.md')).toContain('## Full text');
      },
    );

    it('should fetch the others first the next time when more fail than are asked for in a row (I16)', async () => {
      const bad = [add(), add()];
      world.pass(600);
      failing(500, bad);
      expect((await world.sync(device, withText('note'))).cause).toBe('service');
      expect(await read(NOTE)).not.toContain('## Full text');
      world.pass(60);
      await world.sync(device, withText('note'));
      expect(await read(NOTE)).toContain('## Full text');
    });

    it('should go on waiting for it when its note is written for another reason (I12)', async () => {
      const bad = add();
      world.pass(600);
      failing(500, [bad]);
      const asks: number[] = [];
      for (let day = 0; day <= 8; day += 1) {
        for (let time = 0; time < 2; time += 1) {
          world.pass(60);
          world.library.addDocumentHighlight(bad, { text: `Passage ${String(day)} ${String(time)}` });
          const before = bodiesAsked();
          await world.sync(device, withText('note'));
          if (bodiesAsked() > before) asks.push(day);
        }
        world.pass(DAY);
      }
      expect(asks).toEqual([0, 0, 1, 3, 7]);
    });

    it('should ask again for one whose answer could not be read', async () => {
      const bad = add();
      world.pass(600);
      world.server.faults.when(
        {
          path: '/api/v3/list/',
          matches: ({ query }) => query['withHtmlContent'] === 'true' && query['id'] === bad,
          times: 1,
        },
        { kind: 'changed-body', change: (body) => body.replace(/"id": ?"/, '"id": "/') },
      );
      await world.sync(device, withText('note'));
      world.pass(60);
      await world.settle(device, withText('note'));
      expect(await read('Readwise/Articles/Essay.md')).toContain('## Full text');
    });

    it.each(['""', 'null', '"<html><body></body></html>"'])(
      'should keep the text that stands in the note, and ask again, when it comes as %s while the service reads the page anew (I2, I14)',
      async (empty) => {
        await world.sync(device, withText('note'));
        const before = await read(NOTE);
        world.pass(600);
        world.library.editDocument(walking, {
          htmlContent: HTML.replace('derived', 'fittingly derived'),
          wordCount: 42,
        });
        const body = {
          kind: 'changed-body',
          change: (text: string) =>
            text.replace(/"html_content": ?"(?:[^"\\]|\\.)*"/, () => `"html_content":${empty}`),
        } as const;
        world.server.faults.when(
          { path: '/api/v3/list/', matches: ({ query }) => query['withHtmlContent'] === 'true', times: 1 },
          body,
        );
        const report = await world.sync(device, withText('note'));
        // The trailer tells that the document has another number of words.
        expect(splitNote(await read(NOTE)).body).toBe(splitNote(before).body);
        expect(report).toMatchObject({ outcome: 'partial', failures: [{ id: walking }] });
        world.pass(60);
        expect(await world.sync(device, withText('note'))).toMatchObject({ outcome: 'done' });
        expect(await read(NOTE)).toContain('fittingly derived');
      },
    );

    it('should leave the note when it is empty at the service for days (I1)', async () => {
      await world.sync(device, withText('note'));
      world.library.editDocument(walking, { htmlContent: '', wordCount: 0 });
      for (let day = 0; day <= 7; day += 1) {
        world.pass(DAY);
        await world.sync(device, withText('note'));
      }
      expect(await world.sync(device, withText('note'))).toMatchObject({ outcome: 'done' });
      expect(device.vault.entries()).toEqual((await world.fresh(withText('note'))).vault.entries());
    });

    it('should stop where the service gives none at all, and get all of them when it does again (I6)', async () => {
      const bad = [add(), add(), add()];
      world.pass(600);
      failing(503, [...bad, walking]);
      expect(await world.sync(device, withText('note'))).toMatchObject({
        outcome: 'failed',
        cause: 'service',
      });
      const asked = new Set(
        world.server.requests.entries
          .filter(({ query }) => query['withHtmlContent'] === 'true' && query['id'] !== undefined)
          .map(({ query }) => query['id']),
      );
      expect(asked.size).toBe(2);
      world.server.faults.clear();
      world.pass(60);
      await world.settle(device, withText('note'));
      expect(device.vault.entries().filter(([, text]) => text.includes('## Full text'))).toHaveLength(4);
    });
  });

  it('should leave the note when they are no longer wanted, but not what the person wrote there (I2, I4)', async () => {
    await world.sync(device, withText('note'));
    await device.vault.update(NOTE, (text) => text.replace('Which word', 'My remark. Which word'));
    await world.sync(device);
    expect(await read(NOTE)).toContain('My remark.');
    const other = newDevice();
    await world.sync(other, withText('file'));
    await world.sync(other);
    expect(other.vault.entries().map(([path]) => path)).not.toContain(FILE);
    expect(other.vault.trashEntries().map(([path]) => path)).toEqual([FILE]);
  });
});
