import { failureLine, failureLines } from '../../../src/messages/result-messages';
import { exitCodeOf } from '../../../pkg/exit-code';
import { newDevice, World, type Device } from '../../simulation/world';

const EXPORT = '/api/v2/export/';
const LIST = '/api/v3/list/';

describe('a sync whose service is odd', () => {
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create({ pageSizes: { exportBooks: 1, documents: 2 } });
    device = newDevice();
  });

  afterEach(() => world.close());

  const textOf = (path: string): string => new Map(device.vault.entries()).get(path) ?? '';
  const paths = (): readonly string[] => device.vault.entries().map(([path]) => path);
  const addBook = (title: string): number => {
    const { id } = world.library.addBook({ title, category: 'books' });
    world.library.addHighlight(id, { text: `Opening of ${title}.`, location: 1 });
    world.pass(1);
    return id;
  };

  it('should name a record at each sync when it cannot be read, and bring it once it can be (I14)', async () => {
    addBook('Walden');
    addBook('Essays');
    const whole = addBook('Emma');
    world.library.addDocument({ title: 'Walking', category: 'article', location: 'new' });
    const withoutHighlights = (_key: string, value: unknown): unknown =>
      typeof value === 'object' && value !== null && 'user_book_id' in value && value.user_book_id === whole
        ? { ...value, highlights: 7 }
        : value;
    const spoil = (body: string): string =>
      JSON.stringify(JSON.parse(body, withoutHighlights))
        .replaceAll('"text":"Opening of Walden."', '"text":{}')
        .replaceAll('"parent_id":null', '"parent_id":[]');
    world.server.faults.when({ path: /export|list/ }, { kind: 'changed-body', change: spoil });
    for (let run = 0; run < 4; run += 1) {
      const report = await world.sync(device);
      expect(report.outcome).toBe('partial');
      if (run === 0) expect(world.server.requests.entries.filter(({ query }) => 'id' in query)).toEqual([]);
      expect([...failureLines(report)].sort()).toEqual([
        expect.stringMatching(/^Emma: Readwise sent something odd for this book \(.*\.$/),
        expect.stringMatching(/^Highlight \d+: Readwise sent something odd for this highlight \(.*\.$/),
        expect.stringMatching(/^Walking: Readwise sent something odd for this document \(.*\.$/),
      ]);
      expect(paths()).toEqual([
        'Readwise/Books/Essays.md',
        ...(paths().length > 1 ? ['Readwise/Books/Walden.md'] : []),
      ]);
      world.pass(900);
    }
    world.server.faults.clear();
    // What could not be read twice is asked for again after a day.
    world.pass(86_400);
    expect(await world.sync(device)).toMatchObject({ outcome: 'done' });
    expect(device.vault.entries()).toEqual((await world.fresh()).vault.entries());
    world.pass(900);
    expect((await world.sync(device)).requests).toBeLessThanOrEqual(5);
  });

  it('should keep records whose optional fields are odd, and name record and field', async () => {
    addBook('Walden');
    const document = world.library.addDocument({ title: 'Walking', category: 'article', location: 'new' });
    const spoil = (body: string): string =>
      body
        .replaceAll(/"author":"[^"]*"/g, '"author":["A"]')
        .replaceAll(/"summary":"[^"]*"/g, '"summary":{}')
        .replaceAll('"title":"Walking"', '"title":[]');
    world.server.faults.when({ path: /export|list/ }, { kind: 'changed-body', change: spoil });
    const report = await world.sync(device);
    expect(report).toMatchObject({ outcome: 'done', failures: [] });
    const said = report.notices.map((notice) => failureLine(notice)).join('\n');
    expect(said).toMatch(/^Walden: .* this book .*author should be/m);
    expect(said).toMatch(/^Document .*: .* this document .*title should be .*summary should be/m);
    expect(paths()).toEqual(['Readwise/Articles/Untitled.md', 'Readwise/Books/Walden.md']);
    expect(textOf('Readwise/Books/Walden.md')).toContain('Opening of Walden.');
    world.pass(600);
    expect((await world.sync(device, { full: true })).notices).toEqual([]);
    world.library.editDocument(document.id, { location: 'later' });
    const [changed, ...others] = (await world.sync(device, { full: true })).notices;
    expect([changed?.id, others]).toEqual([document.id, []]);
    world.server.faults.clear();
    world.pass(600);
    world.library.editDocument(document.id, { title: 'Walking; or, the Wild' });
    expect(await world.sync(device)).toMatchObject({ outcome: 'done' });
    expect(paths()).toEqual(['Readwise/Articles/Walking; or, the Wild.md', 'Readwise/Books/Walden.md']);
  });

  it.each([EXPORT, LIST])(
    'should give up after few requests when the pages of %s are empty and do not end (I12)',
    async (path) => {
      for (let number = 1; number <= 30; number += 1) {
        const body = JSON.stringify({ count: 0, nextPageCursor: `next${String(number)}`, results: [] });
        world.server.faults.when({ path, times: 1 }, { kind: 'status', status: 200, body });
      }
      const report = await world.sync(device);
      expect(report).toMatchObject({ outcome: 'failed', cause: 'service' });
      expect(exitCodeOf(report)).toBe(5);
      expect(world.server.requests.entries.filter((request) => request.path === path)).toHaveLength(10);
    },
  );

  it.each([
    ['once', 1],
    ['again', 2],
  ])(
    'should fetch everything once more, and no third time, when a record tells no id %s while everything is fetched again',
    async (_, times) => {
      const id = addBook('Walden');
      world.pass(600);
      await world.sync(device);
      const [{ id: highlight } = { id: 0 }] = world.library.books.highlightsOf(id);
      world.library.silently(() => world.library.editHighlight(highlight, { text: 'I went to the woods.' }));
      world.pass(600);
      world.server.faults.when(
        { path: EXPORT, times },
        {
          kind: 'changed-body',
          change: (body) => JSON.stringify({ ...(JSON.parse(body) as object), results: ['?'] }),
        },
      );
      expect((await world.sync(device, { full: true })).outcome).toBe('partial');
      const isOfAll = async (): Promise<boolean> => {
        world.pass(900);
        const first = world.server.requests.entries.length;
        await world.sync(device);
        return world.server.requests.entries
          .slice(first)
          .some(
            ({ path, query }) =>
              path === EXPORT && query['ids'] === undefined && query['updatedAfter'] === undefined,
          );
      };
      expect([await isOfAll(), await isOfAll()]).toEqual([true, false]);
      if (times === 1) expect(textOf('Readwise/Books/Walden.md')).toContain('I went to the woods.');
    },
  );

  it('should look once more for changed metadata when the export of a changed book tells no id (I14)', async () => {
    const id = addBook('Walden');
    world.pass(600);
    await world.sync(device);
    world.pass(600);
    world.library.retitleBook(id, 'Walden, or Life in the Woods');
    world.server.faults.when(
      { path: EXPORT, matches: ({ query }) => query['ids'] !== undefined },
      {
        kind: 'changed-body',
        change: () =>
          '{"count":1,"nextPageCursor":null,"results":["gone",{"user_book_id":1,"is_deleted":true,"title":"","highlights":[]}]}',
      },
    );
    addBook('Essays');
    expect(await world.sync(device)).toMatchObject({ outcome: 'partial' });
    world.server.faults.clear();
    await world.settle(device);
    expect(paths()).toContain('Readwise/Books/Walden, or Life in the Woods.md');
  });

  it('should list what changed again when a highlight in the list could not be read (I14)', async () => {
    const id = addBook('Walden');
    world.pass(600);
    await world.sync(device);
    world.pass(600);
    world.library.outsideExport(() =>
      world.library.books
        .highlightsOf(id)
        .forEach((highlight) => world.library.setHighlightTags(highlight.id, ['pond'])),
    );
    world.pass(600);
    addBook('Essays');
    world.server.faults.when(
      { path: '/api/v2/highlights/' },
      { kind: 'changed-body', change: (body) => body.replaceAll('"book_id":', '"book":') },
    );
    expect(await world.sync(device)).toMatchObject({
      outcome: 'partial',
      failures: [1, 2].map(() => ({ problem: { code: 'unreadable-list', list: 'highlight-list' } })),
    });
    world.server.faults.clear();
    world.pass(600);
    addBook('Emma');
    expect(await world.sync(device)).toMatchObject({ outcome: 'done' });
    expect(textOf('Readwise/Books/Walden.md')).toContain('pond');
  });

  it.each([
    ['it', { is_deleted: false }],
    ['the book', { is_deleted: true }],
  ])(
    'should leave a highlight in its note when an earlier copy of it is told of in another book, and %s was deleted there',
    async (_, { is_deleted }) => {
      addBook('Walden');
      await world.sync(device);
      const before = device.vault.entries();
      interface Exported {
        readonly results: readonly { readonly highlights: readonly object[] }[];
      }
      const copied = (body: string): string => {
        const page = JSON.parse(body) as Exported;
        const results = page.results.map((book) => ({
          ...book,
          user_book_id: 7,
          is_deleted,
          highlights: book.highlights.map((highlight) => ({
            ...highlight,
            is_deleted: !is_deleted,
            updated_at: '2020-01-01T00:00:00Z',
          })),
        }));
        return JSON.stringify({ ...page, results });
      };
      world.server.faults.when({ path: EXPORT, times: 1 }, { kind: 'changed-body', change: copied });
      world.pass(600);
      await world.sync(device, { full: true });
      expect(device.vault.entries()).toEqual(before);
    },
  );

  it('should ask the export for a book that could not be read in the list, and not name it when that has it', async () => {
    const id = addBook('Walden');
    world.pass(600);
    await world.sync(device);
    world.pass(600);
    world.library.retitleBook(id, 'Walden Pond');
    addBook('Essays');
    world.server.faults.when(
      { path: '/api/v2/books/' },
      { kind: 'changed-body', change: (body) => body.replace('"title":"Walden Pond"', '"title":{}') },
    );
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', failures: [] });
    expect(paths()).toContain('Readwise/Books/Walden Pond.md');
  });

  it('should fetch everything with the next sync when more changed than is listed in a minute (I12)', async () => {
    const small = await World.create({ pageSizes: { lists: 1 } });
    const { id } = small.library.addBook({ title: 'Walden', category: 'books' });
    const highlights = Array.from({ length: 21 }, (_, index) =>
      small.library.addHighlight(id, { text: `Passage ${String(index)}.` }),
    );
    const asked = async (): Promise<readonly string[]> => {
      small.pass(600);
      const first = small.server.requests.entries.length;
      await small.sync(device);
      return small.server.requests.entries
        .slice(first)
        .map(({ path, query }) =>
          path === EXPORT && query['updatedAfter'] === undefined && query['ids'] === undefined ? 'all' : path,
        );
    };
    await asked();
    small.pass(600);
    small.library.outsideExport(() =>
      highlights.forEach((highlight) => small.library.setHighlightTags(highlight.id, ['Thoreau'])),
    );
    small.library.addBook({ title: 'Essays', category: 'books' });
    small.library.addHighlight(id, { text: 'Simplify.' });
    expect((await asked()).filter((path) => path === '/api/v2/highlights/')).toHaveLength(20);
    expect(await asked()).toContain('all');
    expect(device.vault.entries()).toEqual((await small.fresh()).vault.entries());
    expect(await asked()).not.toContain('all');
    expect(await asked()).toHaveLength(5);
    await small.close();
  });

  it('should fetch no book again of which the lists tell only what is known (I12)', async () => {
    const id = addBook('Walden');
    await world.settle(device);
    world.pass(900);
    const asked = world.server.requests.entries.length;
    const [first] = world.library.books.liveHighlightsOf(id);
    world.library.editHighlight(first?.id ?? 0, { text: 'Another text.', note: 'A note.', color: 'blue' });
    world.library.addHighlight(id, { text: 'More.', location: 2 });
    world.library.retitleBook(id, 'Life in the Woods');
    await world.settle(device);
    expect(paths()).toEqual(['Readwise/Books/Life in the Woods.md']);
    expect(
      world.server.requests.entries
        .slice(asked)
        .filter(({ path, query }) => path === EXPORT && query['ids'] !== undefined),
    ).toEqual([]);
  });

  it('should stop the other pull, too, when the token is refused', async () => {
    ['Walden', 'Essays', 'Emma', 'Middlemarch'].forEach(addBook);
    world.server.faults.when({ path: LIST }, { kind: 'status', status: 403 });
    const report = await world.sync(device);
    expect(report).toMatchObject({ outcome: 'failed', cause: 'token' });
    expect(report.requests).toBeLessThanOrEqual(3);
  });

  it('should leave nothing running behind when it ends early', async () => {
    ['Walden', 'Essays', 'Emma', 'Middlemarch'].forEach(addBook);
    let isOver = false;
    const late: string[] = [];
    const slow = newDevice();
    const create = slow.vault.create.bind(slow.vault);
    slow.vault.create = async (path, text) => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      if (isOver) late.push(path);
      return create(path, text);
    };
    world.server.faults.when(
      { path: EXPORT, matches: ({ query }) => query['pageCursor'] !== undefined },
      { kind: 'status', status: 409 },
    );
    await world.sync(slow);
    isOver = true;
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    expect(late).toEqual([]);
  });

  it('should report a copy and leave it alone when a file sync made one of a note', async () => {
    const id = addBook('Walden');
    await world.sync(device);
    const copy = 'Readwise/Books/Walden (conflicted copy).md';
    device.vault.put(copy, textOf('Readwise/Books/Walden.md'));
    const before = textOf(copy);
    world.pass(300);
    world.library.addHighlight(id, { text: 'Simplify.', location: 2 });
    const report = await world.sync(device);
    expect(report.conflicts).toEqual([{ id: String(id), path: copy, block: 'second-note' }]);
    expect(textOf(copy)).toBe(before);
    expect(textOf('Readwise/Books/Walden.md')).toContain('Simplify.');
  });
});
