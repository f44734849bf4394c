import fc from 'fast-check';
import type { StateStore, Vault } from '../../src/model/ports';
import type { SyncOptions } from '../../src/sync/sync-options';
import { Person, personDeed, type PersonDeed } from '../property/person';
import { perform, stayingDeed, type Deed } from '../property/reader';
import { giveFiles } from '../property/wishes';
import { newDevice, settings, World, type Device } from '../property/world';
import { CANARY_TOKEN } from './canary';
import { StillWorld } from './still-world';

/** What a device and the service are like when the sync that a test is about begins. */
export interface Situation {
  readonly still: StillWorld;
  readonly device: Device;
  /** How the sync is asked for. */
  readonly options: Partial<SyncOptions>;
  /** What the person wrote into the vault: each stands there once. */
  readonly words: readonly string[];
}

export interface Scenario {
  readonly name: string;
  readonly make: () => Promise<Situation>;
}

interface Making {
  readonly world: World;
  readonly device: Device;
  readonly person: Person;
  /** What went before, at the service and at the desk; ends in what the sync is to bring. Returns how it is asked for. */
  readonly sync: (
    options?: Partial<SyncOptions>,
    over?: { readonly vault?: Vault; readonly state?: StateStore },
  ) => Promise<unknown>;
}

const SMALL_PAGES = { exportBooks: 2, exportHighlightsOfBook: 2, documents: 3 };

const scenario = (name: string, story: (making: Making) => Promise<Partial<SyncOptions>>): Scenario => ({
  name,
  make: async () => {
    const world = await World.create({ pageSizes: SMALL_PAGES, token: CANARY_TOKEN });
    const device = newDevice();
    const person = new Person(device.vault);
    const sync: Making['sync'] = (options = {}, over = {}) => {
      world.pass(300);
      return world.sync({ ...device, ...over }, { token: CANARY_TOKEN, ...options });
    };
    const options = await story({ world, device, person, sync });
    world.pass(300);
    return { still: new StillWorld(world), device, options, words: [...person.words.keys()] };
  },
});

/** A library with both interfaces in it: books, documents, highlights of each and of both. */
function furnish(world: World): void {
  for (let index = 0; index < 4; index += 1)
    perform(world, { kind: 'add book', title: [0, 2, 0, 7][index] ?? 0, category: index });
  for (let index = 0; index < 4; index += 1)
    perform(world, { kind: 'add document', title: [0, 3, 5, 3][index] ?? 0, category: index === 2 ? 3 : 0 });
  for (let index = 0; index < 5; index += 1)
    perform(world, { kind: 'add highlight', pick: index, text: index * 2 });
  for (let index = 0; index < 3; index += 1)
    perform(world, { kind: 'mirrored highlight', pick: index, text: index });
  perform(world, { kind: 'document highlight', pick: 2, text: 4 });
  world.pass(60);
}

/** The person writes into most notes, in all the places there are. */
function annotate({ person }: Making): void {
  const deeds: readonly PersonDeed[] = [
    { to: 'block', kind: 'write under', pick: 0, place: 0 },
    { to: 'block', kind: 'edit', pick: 1, place: 1 },
    { to: 'text', kind: 'write above', pick: 2, place: 0 },
    { to: 'text', kind: 'add property', pick: 3, place: 0 },
    { to: 'text', kind: 'write at end', pick: 4, place: 0 },
    { to: 'text', kind: 'edit header', pick: 5, place: 0 },
    { to: 'note', kind: 'rename', pick: 6, place: 6 },
    { to: 'block', kind: 'swap', pick: 7, place: 0 },
  ];
  deeds.forEach((what) => person.perform(what));
}

const doAll = (world: World, deeds: readonly Deed[]): void => deeds.forEach((what) => perform(world, what));

const NEWS: readonly Deed[] = [
  { kind: 'edit highlight', pick: 0, text: 1 },
  { kind: 'edit highlight', pick: 3, text: 5 },
  { kind: 'note highlight', pick: 1, text: 4 },
  { kind: 'add highlight', pick: 1, text: 7 },
  { kind: 'add book', title: 2, category: 0 },
  { kind: 'document note', pick: 1 },
  { kind: 'mirrored highlight', pick: 3, text: 2 },
  { kind: 'discard', pick: 4 },
];

const OTHER_TEMPLATE = '---\ntitle: "{{title}}"\n---\n# {{title}}!\n\n%% highlight %%\n{{text}} (new)\n';

const TOLD: readonly Scenario[] = [
  scenario('a first sync', ({ world }) => {
    furnish(world);
    return Promise.resolve({});
  }),
  scenario('news for notes that a person writes in', async (making) => {
    furnish(making.world);
    await making.sync();
    annotate(making);
    doAll(making.world, NEWS);
    return {};
  }),
  scenario('notes that change places', async ({ world, device, person, sync }) => {
    furnish(world);
    await sync();
    const [first] = device.vault.entries();
    device.vault.put('Mine.md', `See [[${first?.[0].replace(/\.md$/, '') ?? ''}]] and [[Walden]].\n`);
    person.perform({ to: 'block', kind: 'write under', pick: 1, place: 0 });
    const [one, two, three] = [...world.library.documents.all()].filter(
      (document) => document.parentId === null,
    );
    world.pass(5);
    world.library.editDocument(one?.id ?? '', { title: two?.title ?? '' });
    world.library.editDocument(two?.id ?? '', { title: three?.title ?? '' });
    world.library.editDocument(three?.id ?? '', { title: one?.title ?? '' });
    perform(world, { kind: 'retitle book', pick: 0, text: 2 });
    perform(world, { kind: 'retitle book', pick: 1, text: 0 });
    return {};
  }),
  scenario('deletions', async (making) => {
    furnish(making.world);
    await making.sync();
    for (const pick of [0, 3, 5]) making.person.perform({ to: 'block', kind: 'write under', pick, place: 0 });
    doAll(making.world, [
      { kind: 'delete book', pick: 0 },
      { kind: 'delete book', pick: 1 },
      { kind: 'delete document', pick: 0 },
      { kind: 'delete document', pick: 1 },
      { kind: 'delete highlight', pick: 1 },
    ]);
    return {};
  }),
  scenario('a hold', async ({ world, sync }) => {
    for (let index = 0; index < 12; index += 1)
      perform(world, { kind: 'add book', title: index % 8, category: index });
    await sync();
    for (let index = 0; index < 11; index += 1) perform(world, { kind: 'delete book', pick: 0 });
    return { maxDelete: null };
  }),
  scenario('another template', async (making) => {
    furnish(making.world);
    await making.sync();
    annotate(making);
    making.device.vault.put('Templates/mine.md', OTHER_TEMPLATE);
    perform(making.world, { kind: 'edit highlight', pick: 2, text: 3 });
    return { settings: settings({ templates: { book: 'Templates/mine.md', article: 'Templates/mine.md' } }) };
  }),
  scenario('everything once more', async (making) => {
    furnish(making.world);
    await making.sync();
    annotate(making);
    making.world.library.silently(() => doAll(making.world, NEWS));
    perform(making.world, { kind: 'delete document', pick: 1 });
    return { full: true };
  }),
  scenario('a pull that was cut short', async (making) => {
    furnish(making.world);
    making.world.server.faults.when(
      {
        matches: ({ query }) =>
          query['pageCursor'] !== undefined && making.world.server.requests.entries.length > 5,
      },
      { kind: 'status', status: 401 },
    );
    await making.sync();
    making.world.server.faults.clear();
    annotate(making);
    doAll(making.world, NEWS);
    return {};
  }),
  scenario('a new device on an old vault', async (making) => {
    furnish(making.world);
    await making.sync();
    annotate(making);
    doAll(making.world, NEWS);
    await making.device.state.commit(
      (await making.device.state.list({ prefix: '', limit: 100_000 })).map(({ key }) => ({ remove: key })),
    );
    return {};
  }),
  scenario('another scope', async (making) => {
    furnish(making.world);
    perform(making.world, { kind: 'discard', pick: 1 });
    await making.sync();
    annotate(making);
    doAll(making.world, NEWS);
    return {
      settings: settings({ scope: { discarded: true, bookCategories: ['articles', 'tweets', 'podcasts'] } }),
    };
  }),
  scenario('full texts, rules and names for the first time', async (making) => {
    furnish(making.world);
    giveFiles(making.world);
    await making.sync();
    annotate(making);
    doAll(making.world, NEWS);
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
    await making.sync({ settings: settings({ fullText: { place: 'file' } }) });
    annotate(making);
    doAll(making.world, NEWS);
    return { settings: settings({ rules: [{ when: { kinds: ['article'] }, then: { fullText: 'file' } }] }) };
  }),
];

/** A life of its own for each seed: deeds at the service, words in the vault, a sync now and then. */
const randomScenario = (seed: number): Scenario =>
  scenario(`a life (seed ${String(seed)})`, async ({ world, person, sync }) => {
    const [deeds = []] = fc.sample(fc.array(stayingDeed, { minLength: 20, maxLength: 30 }), {
      seed,
      numRuns: 1,
    });
    const [edits = []] = fc.sample(fc.array(personDeed, { minLength: 8, maxLength: 12 }), {
      seed,
      numRuns: 1,
    });
    for (let index = 0; index < 3; index += 1)
      perform(world, { kind: 'add book', title: index, category: index });
    for (const [index, what] of deeds.entries()) {
      perform(world, what);
      const edit = edits[Math.floor(index / 3)];
      if (index % 3 === 2 && edit !== undefined) person.perform(edit);
      if (index % 8 === 7 && index < deeds.length - 6) await sync();
    }
    return {};
  });

/** Those that were written down, and as many at random as asked for. */
export const scenarios = (random: number): readonly Scenario[] => [
  ...TOLD,
  ...Array.from({ length: random }, (_, index) => randomScenario(index + 1)),
];
