import { ask, DAILY_NOTES, type Asking, calendarOf } from './daily-scene';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { dayNotes } from '../../../src/features/daily/daily-notes';
import { MemoryVault } from '../../support/memory-vault';

const DAY = '2026-01-05';
const OWN = `Readwise/Reviews/${DAY}.md`;
const DAILY = 'Daily/2026/01-05.md';

describe('runDaily', () => {
  let world: World;
  let device: Device;
  let walden: number;
  let passages: readonly number[];

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    walden = world.library.addBook({ title: 'Walden', author: 'Thoreau', category: 'books' }).id;
    const letters = world.library.addBook({ title: 'Letters', author: 'Seneca', category: 'books' }).id;
    passages = [
      world.library.addHighlight(walden, {
        text: 'I went to the woods',
        location: 1,
        tags: ['Nature'],
        highlightedAt: Date.parse('2026-01-05T07:00:00Z'),
      }).id,
      world.library.addHighlight(walden, {
        text: 'to live deliberately',
        location: 2,
        highlightedAt: Date.parse('2026-01-04T23:30:00Z'),
      }).id,
      world.library.addHighlight(letters, {
        text: 'On the shortness of life in the woods',
        location: 1,
        tags: ['nature', 'time'],
        highlightedAt: Date.parse('2026-01-05T06:00:00Z'),
      }).id,
    ];
    world.pass(600);
    await world.sync(device);
  });

  afterEach(() => world.close());

  const read = async (path: string): Promise<string> => (await device.vault.read(path)) ?? '';
  const embed = (place: number): string =>
    `![[Readwise/Books/${place === 2 ? 'Letters' : 'Walden'}#^rw${String(passages[place])}]]`;
  const asked = (request: Parameters<typeof ask>[2], asking: Asking = {}) =>
    ask(world, device, request, asking);

  it('should make a Base when there is none, and leave alone the one that is there', async () => {
    const path = 'Readwise/Library.base';
    const made: string[] = [];
    const createFile = (place: string, text: string): Promise<'created'> => {
      made.push(place, text);
      return Promise.resolve('created');
    };
    expect(await asked({ view: 'base' }, { createFile })).toEqual({ view: 'base', path, result: 'created' });
    expect(made).toEqual([path, expect.stringContaining('Reading queue')]);
    expect(await asked({ view: 'base' }, { createFile: () => Promise.resolve('exists') })).toMatchObject({
      result: 'unchanged',
    });
  });

  it('should write today’s review into a note of its own when there are no daily notes, once', async () => {
    const result = await asked({ view: 'review' });
    expect(result).toMatchObject({ view: 'review', path: OWN, result: 'created', highlights: 3, missing: 0 });
    const text = await read(OWN);
    for (const place of [0, 1, 2]) expect(text).toContain(embed(place));
    expect(await asked({ view: 'review' })).toMatchObject({ result: 'unchanged' });
    expect(await read(OWN)).toBe(text);
  });

  it('should write the review into the daily note, begun by its template, unless a note of its own is wanted', async () => {
    device.vault.put('Templates/Day.md', '# {{title}}\n\nWritten {{date:DD.MM.YYYY}}, {{time}}\n');
    const config = {
      ...DAILY_NOTES,
      'daily-notes.json': { folder: '/Daily/', format: 'YYYY/MM-DD', template: 'Templates/Day' },
    };
    expect(await asked({ view: 'review' }, { config })).toMatchObject({ path: DAILY, result: 'created' });
    expect(await read(DAILY)).toMatch(
      /^# 01-05\n\nWritten 05\.01\.2026, 12:34\n\n%% florilegium-review 2026-01-05 %%\n\n## Daily review\n/,
    );
    const own = settings({ daily: { reviewPlace: 'note', reviewFolder: 'My/Reviews' } });
    expect(await asked({ view: 'review' }, { config, settings: own })).toMatchObject({
      path: `My/Reviews/${DAY}.md`,
      result: 'created',
    });
  });

  it('should begin the daily note of Periodic Notes with its template when that plugin is used', async () => {
    device.vault.put('Templates/Day.md', '{{DATE:DD.MM.}} {{ Title }} {{other}} $&\n');
    const config = {
      'community-plugins.json': ['periodic-notes'],
      'plugins/periodic-notes/data.json': {
        daily: { enabled: true, folder: 'Daily', format: 'DD.MM.YYYY', template: 'Templates/Day' },
      },
    };
    expect(await asked({ view: 'day', day: null }, { config })).toMatchObject({
      path: 'Daily/05.01.2026.md',
      result: 'created',
    });
    expect((await read('Daily/05.01.2026.md')).split('\n')[0]).toBe('05.01. 05.01.2026 {{other}} $&');
  });

  it('should leave out headings, also as missing, when notes make passages headings', async () => {
    world.library.addHighlight(walden, {
      text: 'Where I lived',
      note: '.h2',
      location: 3,
      highlightedAt: Date.parse('2026-01-05T08:00:00Z'),
    });
    world.pass(61);
    await world.sync(device);
    expect(await asked({ view: 'review' })).toMatchObject({ highlights: 3, missing: 0 });
    expect(await asked({ view: 'day', day: DAY })).toMatchObject({ highlights: 2, missing: 0 });
  });

  it('should show as text, safely and in its place, what has no block in the vault', async () => {
    const title = 'Letters %% <script>';
    const letters = world.library.addBook({ title, author: 'Seneca', category: 'books' }).id;
    const text = '%% florilegium-review-end %%\n![[Walden#^rw1]] ^rw1';
    world.library.addHighlight(letters, { text, url: 'https://example.com/a' });
    device.vault.remove('Readwise/Books/Letters.md');
    await device.vault.update('Readwise/Books/Walden.md', (text) =>
      text.replace(/> to live deliberately[^]*?\^rw\d+\n/, ''),
    );
    expect(await asked({ view: 'review' })).toMatchObject({ highlights: 4, missing: 0 });
    expect(await read(OWN)).toMatchInlineSnapshot(`
     "%% florilegium-review 2026-01-05 %%

     ## Daily review

     ![[Readwise/Books/Walden#^rw512000001]]

     — [[Readwise/Books/Walden|Walden]], Thoreau

     > to live deliberately

     — [Walden](https://readwise.io/open/512000002), Thoreau

     > On the shortness of life in the woods

     — [Letters](https://readwise.io/open/512000003), Seneca

     > \\%\\% florilegium-review-end \\%\\%
     > !\\[\\[Walden#^rw1]] \\^rw1

     — [Letters \\%\\% &lt;script>](https://example.com/a), Seneca

     %% florilegium-review-end %%
     "
    `);
  });

  it('should throw what the service answers when it gives no review, and write nothing', async () => {
    world.server.faults.when({ path: '/api/v2/review/' }, { kind: 'status', status: 401 });
    await expect(asked({ view: 'review' })).rejects.toMatchObject({ kind: 'token-refused' });
    expect(await device.vault.read(OWN)).toBeNull();
  });

  it('should put the highlights of a day into that day’s note, by the time zone of the settings, and add what comes later', async () => {
    expect(await asked({ view: 'day', day: null }, { config: DAILY_NOTES })).toMatchObject({
      view: 'day',
      path: DAILY,
      result: 'created',
      highlights: 2,
    });
    expect(await read(DAILY)).not.toContain(embed(1));
    const ahead = settings({ timeZone: 'Etc/GMT-1' });
    expect(await asked({ view: 'day', day: DAY }, { config: DAILY_NOTES, settings: ahead })).toMatchObject({
      result: 'updated',
      highlights: 3,
    });
    expect((await read(DAILY)).match(/!\[\[/g)).toHaveLength(3);
    expect(await asked({ view: 'day', day: '1999-01-01' }, { config: DAILY_NOTES })).toMatchObject({
      result: 'unchanged',
      highlights: 0,
    });
    expect(await device.vault.read('Daily/1999/01-01.md')).toBeNull();
  });

  it('should embed a highlight by the anchor that its note has when Reader told of it first', async () => {
    const { id } = world.library.addDocument({ title: 'Walking', category: 'article' });
    const { id: externalId } = world.library.addDocumentHighlight(id, { text: 'I wish to speak a word.' });
    world.pass(600);
    await world.sync(device);
    const book = world.library.bookOfDocument(id);
    world.library.addHighlight(book.id, {
      text: 'I wish to speak a word.',
      externalId,
      highlightedAt: world.now,
    });
    world.pass(600);
    await world.settle(device);
    expect(await asked({ view: 'day', day: DAY })).toMatchObject({ highlights: 3 });
    expect(await read(OWN)).toContain(`![[Readwise/Articles/Walking#^rd${externalId}]]`);
  });

  it('should write both sections whole when the day is asked for after the review', async () => {
    await asked({ view: 'review' });
    expect(await asked({ view: 'day', day: null })).toMatchObject({
      path: OWN,
      result: 'updated',
      highlights: 2,
    });
    const [review = '', day = ''] = (await read(OWN)).split('%% florilegium-day ');
    for (const place of [0, 1, 2]) expect(review).toContain(embed(place));
    for (const place of [0, 2]) expect(day).toContain(embed(place));
    const text = await read(OWN);
    for (const view of ['review', 'day'] as const)
      expect(await asked({ view, day: null })).toMatchObject({ result: 'unchanged' });
    expect(await read(OWN)).toBe(text);
  });

  it('should say that something else has the name of a note that cannot be made, and leave that alone', async () => {
    device.vault.create = () => Promise.resolve('exists');
    await expect(asked({ view: 'review' })).rejects.toMatchObject({
      problem: { code: 'cannot-write', path: OWN },
    });
    expect(await device.vault.read(OWN)).toBeNull();
  });

  it('should stop when it is told to', async () => {
    const abort = new AbortController();
    abort.abort(new Error('enough'));
    await expect(asked({ view: 'review' }, { signal: abort.signal })).rejects.toMatchObject({
      kind: 'cancelled',
    });
    expect(await device.vault.read(OWN)).toBeNull();
  });
});

describe('the note of a day', () => {
  const DAY = '2026-01-05';
  const OWN = `Readwise/Reviews/${DAY}.md`;

  /** The app's settings: each is a file. */
  interface Config {
    readonly core?: unknown;
    readonly daily?: unknown;
    readonly community?: unknown;
    readonly periodic?: unknown;
  }

  async function noteOfDay({ core, daily, community, periodic }: Config) {
    const calendar = calendarOf({
      config: {
        'core-plugins.json': core,
        'daily-notes.json': daily,
        'community-plugins.json': community,
        'plugins/periodic-notes/data.json': periodic,
      },
    });
    const vault = new MemoryVault([['T.md', 'Begun.']]);
    const { path, initialText } = (await dayNotes({ vault, settings: settings(), calendar }))(DAY);
    return [path, await initialText()];
  }

  const core = ['daily-notes'];

  it.each([[['daily-notes']], [{ 'daily-notes': true }]])(
    'should be where the app has it by default when its daily notes are on (%j) and nothing else is said',
    async (on) => {
      expect(await noteOfDay({ core: on })).toEqual([`${DAY}.md`, null]);
    },
  );

  it.each([undefined, null, 7, 'daily-notes', [], {}, { 'daily-notes': false }])(
    'should be our own when the app’s are not on (%j)',
    async (off) => {
      expect(await noteOfDay({ core: off, daily: { folder: 'Daily' } })).toEqual([OWN, null]);
    },
  );

  it('should be as the person has set, but for what has not the shape of it', async () => {
    const daily = { folder: '/Daily/', format: ' YYYY/MM ', template: 'T' };
    expect(await noteOfDay({ core, daily })).toEqual(['Daily/2026/01.md', 'Begun.']);
    const odd = { folder: 3, format: '', template: null };
    expect(await noteOfDay({ core, daily: odd })).toEqual([`${DAY}.md`, null]);
  });

  it('should be that of Periodic Notes when that is on and has daily ones', async () => {
    const daily = { enabled: true, folder: 'Days', format: '', template: '' };
    const community = ['periodic-notes'];
    const periodic = { daily };
    expect(await noteOfDay({ core, community, periodic })).toEqual([`Days/${DAY}.md`, null]);
    expect(await noteOfDay({ core, periodic })).toEqual([`${DAY}.md`, null]);
    const off = { daily: { ...daily, enabled: false } };
    expect(await noteOfDay({ community, periodic: off })).toEqual([OWN, null]);
  });

  it.each([
    ['Daily', 'YYYY-MM-DD', 'Daily/2026-01-05.md'],
    ['', 'YYYY/MM/DD', '2026/01/05.md'],
    ['/A//B/', 'note.md', 'A/B/note.md'],
    ['..', 'x', OWN],
    ['A', '../x', OWN],
    ['.hidden', 'x', OWN],
    ['A\\B', 'x', OWN],
    ['A', 'x\ny', OWN],
  ])(
    'should be made of the folder %j and the format %j, and lie in no hidden folder',
    async (folder, format, path) => {
      expect(await noteOfDay({ core, daily: { folder, format } })).toEqual([path, null]);
    },
  );
});
