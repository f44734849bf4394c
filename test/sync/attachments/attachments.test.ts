import { newDevice, settings, World, type Device } from '../../simulation/world';
import { fileBytes } from '../../support/file-bytes';
import { MemoryAttachments } from '../../support/memory-attachments';
import { DyingStateStore } from '../../support/dying-state-store';
import type { App as RealApp } from 'obsidian';
import { RequestUrlDownloader } from '../../../src/obsidian/network/attachment-downloader';
import { ObsidianAttachments } from '../../../src/obsidian/vault/attachment-files';
import { ObsidianVault } from '../../../src/obsidian/vault/obsidian-vault';
import { RequestUrlHttpClient } from '../../../src/obsidian/network/request-url-http-client';
import { runSync } from '../../../src/sync/run-sync';
import { App } from '../../browser/app/app-model';
import { Library } from '../../server/library';
import { startReferenceServer } from '../../server/reference-server';
import { CANARY_TOKEN } from '../../support/canary';
import { convertHtml } from '../../support/convert-html';
import { FakeClock } from '../../support/fake-clock';
import { MemoryStateStore } from '../../support/memory-state-store';

const ALL = { covers: true, images: true, files: true };
const NAME = /[0-9a-f]{16}-[0-9a-f]{16}\.[a-z]+/g;

describe('attachments', () => {
  let world: World;
  let device: Device & { readonly files: MemoryAttachments };

  beforeEach(async () => {
    world = await World.create();
    device = deviceWithFiles();
  });

  afterEach(() => world.close());

  const deviceWithFiles = (): Device & { readonly files: MemoryAttachments } => ({
    ...newDevice(),
    files: new MemoryAttachments(),
  });
  const wanting = (attachments: object = ALL, more: object = {}) => ({
    settings: settings({ attachments, ...more }),
  });
  const read = async (path: string): Promise<string> => (await device.vault.read(path)) ?? '';
  const asked = (): readonly string[] =>
    world.server.requests.entries
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/files/') || path.startsWith('/reader/'));
  const paths = (): readonly string[] => device.files.entries().map(([path]) => path);
  const put = (name: string, bytes: Uint8Array): string => {
    world.server.web.set(name, bytes);
    return `https://images.example.org/files/${name}`;
  };

  const bookWithCover = (title = 'Walden', cover = put('walden', fileBytes.jpg('a pond'))): void => {
    const book = world.library.addBook({ title, author: 'Thoreau', category: 'books', coverImageUrl: cover });
    world.library.addHighlight(book.id, { text: 'Our life is frittered away by detail.', location: 7 });
    world.pass(600);
  };

  describe('covers', () => {
    it('should stay on the web, and be asked for by nobody, unless they are wanted', async () => {
      bookWithCover();
      await world.sync(device);
      expect(await read('Readwise/Books/Walden.md')).toContain(
        '![Cover|80](https://images.example.org/files/walden)',
      );
      expect([asked(), paths()]).toEqual([[], []]);
    });

    it('should come into the vault once, and be shown from there in the text and as a property (I5, I11)', async () => {
      bookWithCover();
      const report = await world.sync(device, wanting());
      expect(report).toMatchObject({ outcome: 'done', attachments: { fetched: 1, failed: [] } });
      expect(paths()).toEqual([
        expect.stringMatching(/^Readwise\/Attachments\/[0-9a-f]{16}-[0-9a-f]{16}\.jpg$/),
      ]);
      const name = paths()[0]?.slice('Readwise/Attachments/'.length) ?? '';
      const text = await read('Readwise/Books/Walden.md');
      expect(text).toContain(`![Cover|80](${name})`);
      expect(text).toContain(`cover: "[[${name}]]"`);
      expect(text).not.toContain('images.example.org');
      world.pass(3600);
      expect(await world.sync(device, wanting())).toMatchObject({ vaultWrites: 0 });
      await world.settle(device, wanting());
      expect(asked()).toEqual(['/files/walden']);
    });

    it('should lie in the folder of the settings, else in the host’s own', async () => {
      bookWithCover();
      await world.sync(device, wanting({ covers: true, folder: 'Media/Readwise' }));
      expect(paths()[0]).toMatch(/^Media\/Readwise\//);
      const other = { ...newDevice(), files: new MemoryAttachments('Host folder') };
      await world.sync(other, wanting({ covers: true }));
      expect(other.files.entries()[0]?.[0]).toMatch(/^Host folder\//);
    });

    it('should be fetched once for all items that share them, and once for each content (I12)', async () => {
      bookWithCover('One');
      bookWithCover('Two');
      bookWithCover('Three', put('copy', fileBytes.jpg('a pond')));
      await world.settle(device, wanting());
      expect([...asked()].sort()).toEqual(['/files/copy', '/files/walden']);
      expect(device.files.entries()).toHaveLength(1);
      const names = device.vault.entries().map(([, text]) => text.match(NAME)?.[0]);
      expect(new Set(names).size).toBe(1);
    });

    it('should go back to the web when they are no longer wanted, and stay in the vault (I2, I8)', async () => {
      bookWithCover();
      const plain = await world.fresh();
      await world.sync(device, wanting());
      await world.sync(device);
      expect(device.vault.entries()).toEqual(plain.vault.entries());
      expect(paths()).toHaveLength(1);
    });

    it('should reach a header that the person wrote in, and keep their words (I2)', async () => {
      bookWithCover();
      await world.sync(device);
      await device.vault.update('Readwise/Books/Walden.md', (text) =>
        text.replace('[Readwise]', 'My copy: [Readwise]'),
      );
      world.pass(60);
      const report = await world.sync(device, wanting());
      expect(report.conflicts).toEqual([]);
      expect(await read('Readwise/Books/Walden.md')).toMatch(
        /!\[Cover\|80\]\([0-9a-f]{16}-[^]*My copy: \[Readwise\]/,
      );
    });

    it('should not be fetched in a dry run', async () => {
      bookWithCover();
      await world.sync(device, { ...wanting(), dryRun: true });
      expect([asked(), paths()]).toEqual([[], []]);
    });
  });

  describe('images', () => {
    const article = (): string => {
      const image = put('fig1', fileBytes.png('figure 1'));
      const document = world.library.addDocument({
        title: 'Walking',
        category: 'article',
        location: 'later',
        htmlContent: `<p>See <img src="${image}" alt="the figure"> and <img src="${put('fig2', fileBytes.webp('figure 2'))}" alt="another">.</p><p><img src="data:image/png;base64,iVBORw0KGgo=" alt="inline"></p>`,
        wordCount: 4,
        sourceUrl: 'https://example.org/walking',
      });
      const book = world.library.addBook({ title: 'Maps', category: 'articles' });
      world.library.addHighlight(book.id, {
        text: `Here: ![a map](${image}) and \`![code](${image})\``,
        location: 1,
      });
      world.pass(600);
      return document.id;
    };
    const withTexts = wanting({ images: true }, { fullText: { place: 'note' } });

    it('should be shown from the vault in passages and full texts, and left alone in code (I10)', async () => {
      article();
      await world.settle(device, withTexts);
      const [text, passage] = [
        await read('Readwise/Articles/Walking.md'),
        await read('Readwise/Articles/Maps.md'),
      ];
      expect(text).toMatch(/See !\[the figure\]\([0-9a-f-]+\.png\) and !\[another\]\([0-9a-f-]+\.webp\)\./);
      expect(passage).toMatch(/Here: !\[a map\]\([0-9a-f-]+\.png\) and `!\[code\]\(https:/);
      expect([...asked()].sort()).toEqual(['/files/fig1', '/files/fig2']);
    });

    it('should be shown even where images from the web are only linked to', async () => {
      article();
      await world.settle(device, wanting({ images: true }, { remoteImages: 'link' }));
      expect(await read('Readwise/Articles/Maps.md')).toMatch(/Here: !\[a map\]\([0-9a-f-]+\.png\)/);
    });
  });

  describe('files', () => {
    const paper = (bytes: Uint8Array = fileBytes.pdf('paper')): string => {
      const { id } = world.library.addDocument({
        title: 'A paper',
        category: 'pdf',
        location: 'later',
        wordCount: 100,
      });
      world.server.web.set(id, bytes);
      world.pass(600);
      return id;
    };

    it('should come into the vault, and the note link to them (I5)', async () => {
      const id = paper();
      await world.settle(device, wanting({ files: true }));
      const name = paths()[0]?.slice('Readwise/Attachments/'.length) ?? '';
      const text = await read('Readwise/Articles/A paper.md');
      expect(text).toContain(`[[${name}|File]]`);
      expect(asked()).toEqual([`/reader/document_raw_content/${id}`]);
    });

    it('should be asked for only once where the service gives none away, until the document changes (I12)', async () => {
      const id = paper();
      const rawAsked = (): number =>
        world.server.requests.entries.filter(({ query }) => query['withRawSourceUrl'] === 'true').length;
      world.server.faults.when(
        { path: '/api/v3/list/', matches: ({ query }) => query['withRawSourceUrl'] === 'true' },
        {
          kind: 'changed-body',
          change: (body) => body.replace(/"raw_source_url":"[^"]*"/, '"raw_source_url":""'),
        },
      );
      for (let day = 0; day < 5; day += 1) {
        await world.settle(device, wanting({ files: true }));
        world.pass(40 * 86_400);
      }
      expect([rawAsked(), paths()]).toEqual([1, []]);
      world.server.faults.clear();
      world.library.editDocument(id, { wordCount: 101 });
      await world.settle(device, wanting({ files: true }));
      expect([rawAsked(), paths().length]).toEqual([2, 1]);
    });

    it.each([
      ['has no such document', '{"count":0,"nextPageCursor":null,"results":[]}'],
      ['has one that cannot be read', '{"count":1,"nextPageCursor":null,"results":[{"id":"?","title":[]}]}'],
    ])('should be asked for on another day where the answer once %s (I14)', async (_, answer) => {
      paper();
      world.server.faults.when(
        { path: '/api/v3/list/', matches: ({ query }) => query['withRawSourceUrl'] === 'true', times: 1 },
        { kind: 'changed-body', change: () => answer },
      );
      await world.settle(device, wanting({ files: true }));
      expect(paths()).toEqual([]);
      world.pass(86_400);
      await world.settle(device, wanting({ files: true }));
      expect(paths()).toHaveLength(1);
    });

    it.each([
      ['go on with the others when it fails for one now and then', 503, [0, 2], 'done', 2],
      ['go on with the others when it refuses some', 400, [1, 2], 'done', 2],
      ['ask for no more when it fails for two in a row', 503, [1, 2], 'failed', 1],
    ] as const)(
      'should be asked for at the service, and %s (I12, I14)',
      async (_, status, failing, outcome, fetched) => {
        const ids = Array.from({ length: 4 }, (__, index) => paper(fileBytes.pdf(String(index)))).reverse();
        const isFailing = (id: unknown): boolean => failing.some((index) => ids[index] === id);
        world.server.faults.when(
          {
            path: '/api/v3/list/',
            matches: ({ query }) => query['withRawSourceUrl'] === 'true' && isFailing(query['id']),
          },
          { kind: 'status', status },
        );
        const report = await world.sync(device, wanting({ files: true }));
        expect(report).toMatchObject({ outcome });
        expect(paths()).toHaveLength(fetched);
        world.server.faults.clear();
        world.pass(86_400);
        await world.settle(device, wanting({ files: true }));
        expect(paths()).toHaveLength(4);
      },
    );

    it('should refuse what is neither PDF nor EPUB', async () => {
      paper(fileBytes.html('Sign in'));
      expect(await world.sync(device, wanting({ files: true }))).toMatchObject({
        outcome: 'done',
        attachments: { fetched: 0, failed: [{ problem: { code: 'other-file-type', wanted: 'document' } }] },
      });
      expect(paths()).toEqual([]);
    });
  });
});

describe('attachments that wait for their day', () => {
  const DAY = 86_400;

  it('should still be asked for where a rendering of all notes was killed (I6)', async () => {
    const world = await World.create();
    const { id } = world.library.addBook({
      title: 'Walden',
      category: 'books',
      coverImageUrl: 'https://images.example.org/files/cover',
    });
    world.library.addHighlight(id, { text: 'Our life is frittered away by detail.' });
    world.pass(600);
    const wanting = settings({ attachments: { covers: true, images: true } });
    const device = newDevice();
    expect(
      await world.sync({ ...device, files: new MemoryAttachments() }, { settings: wanting }),
    ).toMatchObject({ attachments: { fetched: 0 } });
    world.server.web.set('cover', fileBytes.png('at last'));
    for (let at = 1, isOver = false; !isOver; at += 1) {
      const dying = {
        vault: device.vault.copy(),
        files: new MemoryAttachments(),
        state: new DyingStateStore(at),
      };
      await dying.state.fill(device.state);
      isOver = await world.render(dying, wanting).then(
        () => true,
        () => false,
      );
      world.pass(2 * DAY);
      await world.sync({ ...dying, state: dying.state.copy() }, { settings: wanting });
      expect(dying.files.entries()).toHaveLength(1);
    }
    await world.close();
  });
});

describe('attachments in the app', () => {
  it('should go where the app puts those of the note, and be shown in it (I5)', async () => {
    const library = new Library({ seed: 1 });
    const server = await startReferenceServer({ library, token: CANARY_TOKEN, rateLimits: 'off' });
    server.web.set('cover', fileBytes.jpg('a pond'));
    const book = library.addBook({
      title: 'Walden',
      category: 'books',
      coverImageUrl: `${server.url}/files/cover`,
    });
    library.addHighlight(book.id, { text: 'Our life is frittered away by detail.', location: 1 });
    const app = new App();
    app.attachmentFolder = './Files';
    const real = app as unknown as RealApp;
    const state = new MemoryStateStore();
    const sync = async () => {
      const vault = new ObsidianVault(real);
      const deps = {
        vault,
        state,
        outbox: new MemoryStateStore(),
        http: new RequestUrlHttpClient(),
        clock: new FakeClock({ startsAt: library.now() }),
        random: () => 0.5,
        reporter: { progress: () => undefined },
        convertHtml,
        attachments: { files: new ObsidianAttachments(real), downloader: new RequestUrlDownloader() },
      };
      const options = {
        settings: settings({ baseUrl: server.url, attachments: { covers: true } }),
        token: CANARY_TOKEN,
        full: false,
        maxDelete: null,
      };
      try {
        return await runSync(deps, options);
      } finally {
        vault.close();
      }
    };
    expect(await sync()).toMatchObject({ outcome: 'done', attachments: { fetched: 1, failed: [] } });
    const [file, note] = app.vault.disk.list();
    expect(file?.path).toMatch(/^Readwise\/Books\/Files\/[0-9a-f]{16}-[0-9a-f]{16}\.jpg$/);
    const name = file?.path.slice('Readwise/Books/Files/'.length) ?? '';
    expect(note?.text).toContain(`![Cover|80](${name})`);
    expect(note?.text).toContain(`cover: "[[${name}]]"`);
    expect(await sync()).toMatchObject({ vaultWrites: 0 });
    await server.close();
  });
});
