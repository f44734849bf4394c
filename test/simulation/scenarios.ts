import fc from 'fast-check';
import type { SyncReport } from '../../src/model/report';
import type { SyncOptions } from '../../src/sync/context/sync-options';
import { edit, Person, type Edit } from './person';
import { applyChange, change, changeWithoutMoves, giveFiles, type ServiceChange } from './service-changes';
import {
  loseState,
  newDevice,
  settings,
  SMALL_PAGES,
  World,
  type Device,
  type Place,
  type SyncRequest,
} from './world';

interface Beginning {
  readonly world: World;
  readonly device: Device;
  /** How the sync is asked for. */
  readonly options: Partial<SyncOptions>;
  /** What the person wrote into the vault: each stands there once. */
  readonly words: readonly string[];
}

/**
 * What a device and the service are like when the sync that a test is about begins. Each sync of any device
 * begins at the same moment.
 */
export class Situation {
  readonly device: Device;
  readonly options: Partial<SyncOptions>;
  readonly words: readonly string[];
  private readonly world: World;
  private readonly startsAt: number;

  constructor({ world, device, options, words }: Beginning) {
    this.world = world;
    this.device = device;
    this.options = options;
    this.words = words;
    this.startsAt = world.now;
    world.rememberAnswers();
  }

  /** Syncs as the scenario asks for it; `at` so many seconds after the library came to rest. */
  sync(
    place: Place,
    { at = 0, ...request }: SyncRequest & { readonly at?: number } = {},
  ): Promise<SyncReport> {
    this.world.now = this.startsAt + at * 1000;
    return this.world.sync(place, { ...this.options, ...request });
  }

  /** Syncs until nothing is left to do. */
  settle(place: Place): Promise<void> {
    this.world.now = this.startsAt;
    return this.world.settle(place, { ...this.options, full: false, pause: 700 });
  }

  /** The service's time. */
  get now(): number {
    return this.world.now;
  }

  close(): Promise<void> {
    return this.world.close();
  }
}

export interface Scenario {
  readonly name: string;
  readonly make: () => Promise<Situation>;
}

interface Making {
  readonly world: World;
  readonly device: Device;
  readonly person: Person;
  readonly sync: (options?: Partial<SyncOptions>) => Promise<unknown>;
}

/**
 * `story`: what went before, at the service and in the vault. It ends in what the sync is to bring, and
 * returns how that is asked for.
 */
const scenario = (name: string, story: (making: Making) => Promise<Partial<SyncOptions>>): Scenario => ({
  name,
  make: async () => {
    const world = await World.create({ pageSizes: SMALL_PAGES });
    const device = newDevice();
    const person = new Person(device.vault);
    const sync: Making['sync'] = (options = {}) => {
      world.pass(300);
      return world.sync(device, options);
    };
    const options = await story({ world, device, person, sync });
    world.pass(300);
    return new Situation({ world, device, options, words: [...person.words.keys()] });
  },
});

/** A library with both interfaces in it: books, documents, highlights of each and of both. */
function furnish(world: World): void {
  [0, 2, 0, 7].forEach((title, index) => change(world, 'add book', title, index));
  [0, 3, 5, 3].forEach((title, index) => change(world, 'add document', title, index === 2 ? 3 : 0));
  [0, 1, 2, 3, 4].forEach((book) => change(world, 'add highlight', book, book * 2));
  [0, 1, 2].forEach((document) => change(world, 'mirrored highlight', document, document));
  change(world, 'document highlight', 2, 4);
  world.pass(60);
}

const EDITS: readonly Edit[] = [
  { kind: 'write under block', pick: 0, place: 0 },
  { kind: 'edit block', pick: 1, place: 1 },
  { kind: 'write above', pick: 2, place: 0 },
  { kind: 'add property', pick: 3, place: 0 },
  { kind: 'write at end', pick: 4, place: 0 },
  { kind: 'edit header', pick: 5, place: 0 },
  { kind: 'rename note', pick: 6, place: 6 },
  { kind: 'swap blocks', pick: 7, place: 0 },
];

const NEWS: readonly ServiceChange[] = [
  { kind: 'edit highlight', pick: 0, text: 1 },
  { kind: 'edit highlight', pick: 3, text: 5 },
  { kind: 'note highlight', pick: 1, text: 4 },
  { kind: 'add highlight', pick: 1, text: 7 },
  { kind: 'add book', pick: 2, text: 0 },
  { kind: 'document note', pick: 1, text: 0 },
  { kind: 'mirrored highlight', pick: 3, text: 2 },
  { kind: 'discard', pick: 4, text: 0 },
];

const bringNews = (world: World): void => NEWS.forEach((each) => applyChange(world, each));

/**
 * A library that the device knows, in whose notes the person wrote in all the places there are; and news
 * since.
 */
async function liveOn({ world, person, sync }: Making, options: Partial<SyncOptions> = {}): Promise<void> {
  await sync(options);
  EDITS.forEach((each) => person.perform(each));
  bringNews(world);
}

const OTHER_TEMPLATE = '---\ntitle: "{{title}}"\n---\n# {{title}}!\n\n%% highlight %%\n{{text}} (new)\n';

/** Pairs of a book and a document with a note each, which the service joins. */
async function joinAll({ world, device, person, sync }: Making): Promise<void> {
  for (let title = 0; title < 5; title += 1) {
    change(world, 'add book', title, 1);
    change(world, 'add document', title === 4 ? 0 : title);
  }
  await sync();
  const books = device.vault.entries().filter(([, text]) => text.includes('readwise-id'));
  const [linked = ['', ''], moved = ['', '']] = books;
  device.vault.put('Mine.md', `See [[${linked[0].replace(/\.md$/, '')}]].\n`);
  device.vault.remove(moved[0]);
  device.vault.put('Elsewhere/Mine.md', moved[1]);
  for (const [pick, [, text]] of device.vault.entries().entries())
    if (text.includes('Essays') && text.includes('readwise-id'))
      person.perform({ kind: 'write under block', pick, place: 0 });
  for (let pick = 0; pick < 5; pick += 1) change(world, 'name document', pick);
}

const WRITTEN: readonly Scenario[] = [
  scenario('a first sync', ({ world }) => {
    furnish(world);
    return Promise.resolve({});
  }),
  scenario('news for notes that a person writes in', async (making) => {
    furnish(making.world);
    await liveOn(making);
    return {};
  }),
  scenario('notes that change places', async ({ world, device, person, sync }) => {
    furnish(world);
    await sync();
    const [first] = device.vault.entries();
    device.vault.put('Mine.md', `See [[${first?.[0].replace(/\.md$/, '') ?? ''}]] and [[Walden]].\n`);
    person.perform({ kind: 'write under block', pick: 1, place: 0 });
    const [one, two, three] = [...world.library.documents.all()].filter(
      (document) => document.parentId === null,
    );
    world.pass(5);
    world.library.editDocument(one?.id ?? '', { title: two?.title ?? '' });
    world.library.editDocument(two?.id ?? '', { title: three?.title ?? '' });
    world.library.editDocument(three?.id ?? '', { title: one?.title ?? '' });
    change(world, 'retitle book', 0, 2);
    change(world, 'retitle book', 1, 0);
    return {};
  }),
  scenario('deletions', async ({ world, person, sync }) => {
    furnish(world);
    await sync();
    for (const pick of [0, 3, 5]) person.perform({ kind: 'write under block', pick, place: 0 });
    for (const pick of [0, 1]) change(world, 'delete book', pick);
    for (const pick of [0, 1]) change(world, 'delete document', pick);
    change(world, 'delete highlight', 1);
    return {};
  }),
  scenario('books and documents that are joined', async (making) => {
    await joinAll(making);
    return {};
  }),
  scenario('the same for a new device', async (making) => {
    await joinAll(making);
    await loseState(making.device);
    return {};
  }),
  scenario('a hold', async ({ world, sync }) => {
    for (let index = 0; index < 12; index += 1) change(world, 'add book', index % 8, index);
    await sync();
    for (let index = 0; index < 11; index += 1) change(world, 'delete book', 0);
    return { maxDelete: null };
  }),
  scenario('another template', async ({ world, device, person, sync }) => {
    furnish(world);
    await sync();
    EDITS.forEach((each) => person.perform(each));
    device.vault.put('Templates/mine.md', OTHER_TEMPLATE);
    change(world, 'edit highlight', 2, 3);
    return { settings: settings({ templates: { book: 'Templates/mine.md', article: 'Templates/mine.md' } }) };
  }),
  scenario('everything once more', async ({ world, person, sync }) => {
    furnish(world);
    await sync();
    EDITS.forEach((each) => person.perform(each));
    world.library.silently(() => bringNews(world));
    change(world, 'delete document', 1);
    return { full: true };
  }),
  scenario('a pull that was cut short', async (making) => {
    const { server } = making.world;
    furnish(making.world);
    server.faults.when(
      { matches: ({ query }) => query['pageCursor'] !== undefined && server.requests.entries.length > 5 },
      { kind: 'status', status: 401 },
    );
    await making.sync();
    server.faults.clear();
    EDITS.forEach((each) => making.person.perform(each));
    bringNews(making.world);
    return {};
  }),
  scenario('a new device on an old vault', async (making) => {
    furnish(making.world);
    await liveOn(making);
    await loseState(making.device);
    return {};
  }),
  scenario('another scope', async (making) => {
    furnish(making.world);
    change(making.world, 'discard', 1);
    await liveOn(making);
    return {
      settings: settings({ scope: { discarded: true, bookCategories: ['articles', 'tweets', 'podcasts'] } }),
    };
  }),
  scenario('full texts, rules and names for the first time', async (making) => {
    furnish(making.world);
    giveFiles(making.world);
    await liveOn(making);
    return {
      settings: settings({
        fullText: { place: 'note' },
        naming: { folder: '{{author}}', fileName: '{{title}}' },
        rules: [{ when: { kinds: ['tweet'] }, then: { folder: 'Birds', template: 'built-in:callouts' } }],
      }),
    };
  }),
  scenario('files of full texts that come and go', async (making) => {
    furnish(making.world);
    giveFiles(making.world);
    await liveOn(making, { settings: settings({ fullText: { place: 'file' } }) });
    return { settings: settings({ rules: [{ when: { kinds: ['article'] }, then: { fullText: 'file' } }] }) };
  }),
];

/** A history of its own for each seed: changes at the service, words in the vault, a sync now and then. */
const randomScenario = (seed: number): Scenario =>
  scenario(`a random history (seed ${String(seed)})`, async ({ world, person, sync }) => {
    const sample = <T>(
      one: fc.Arbitrary<T>,
      [minLength, maxLength]: readonly [number, number],
    ): readonly T[] => fc.sample(fc.array(one, { minLength, maxLength }), { seed, numRuns: 1 })[0] ?? [];
    const changes = sample(changeWithoutMoves, [20, 30]);
    const edits = sample(edit, [8, 12]);
    for (let index = 0; index < 3; index += 1) change(world, 'add book', index, index);
    for (const [index, each] of changes.entries()) {
      applyChange(world, each);
      const edited = edits[Math.floor(index / 3)];
      if (index % 3 === 2 && edited !== undefined) person.perform(edited);
      if (index % 8 === 7 && index < changes.length - 6) await sync();
    }
    return {};
  });

/** Those that were written down, and as many at random as asked for. */
export const scenarios = (random: number): readonly Scenario[] => [
  ...WRITTEN,
  ...Array.from({ length: random }, (_, index) => randomScenario(index + 1)),
];
