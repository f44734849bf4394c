import { renderNotes } from '../../../src/sync/render-notes';
import type { SyncReport } from '../../../src/model/report';
import { newDevice, settings } from '../../simulation/world';
import {
  communityNote,
  exportedNote,
  mirrorNote,
  officialNote,
  type ForeignBook,
} from '../../support/foreign-notes';
import { flakyVault } from '../../support/flaky-vault';
import { MovingIn } from './moving-in';

const TEXTS = [
  'I went to the woods because I wished to live deliberately.',
  'Our life is frittered away by detail.',
  'The mass of men lead lives of quiet desperation.',
];
const PATH = 'Reading/Walden.md';

/** A sync that stopped before its first note. */
const stoppedFor = (notes: number, example: string) => ({
  outcome: 'failed',
  cause: 'other-notes',
  vaultWrites: 0,
  notes: { created: 0 },
  failures: [{ id: 'sync', problem: { code: 'other-notes', notes, example } }],
});

const stopsIn = ({ cause }: SyncReport): boolean => cause === 'other-notes';

describe('the first sync of a vault with notes of another plugin', () => {
  let house: MovingIn;
  let book: ForeignBook;

  beforeEach(async () => {
    house = await MovingIn.create();
    book = house.addBook({ title: 'Walden', texts: TEXTS });
    house.addBook({ title: 'Another', texts: ['Nothing of it is in the vault.'] });
  });
  afterEach(() => house.world.close());

  const put = (path: string, text: string): void => house.device.vault.put(path, text);

  it.each([
    ['the official plugin', officialNote],
    ['Readwise Mirror', mirrorNote],
    ['the older community plugin', communityNote],
    ['the markdown export', exportedNote],
  ])(
    'should stop before its first note, and double nothing once that of %s moved in (I1, I2)',
    async (_, form) => {
      put(PATH, form(book));
      expect(await house.sync()).toMatchObject(stoppedFor(1, PATH));
      expect(await house.sync()).toMatchObject(stoppedFor(1, PATH));
      expect(house.paths).toEqual([PATH]);
      await house.adoptAll();
      expect(await house.sync()).toMatchObject({ outcome: 'done', notes: { created: 1 } });
      expect(house.paths).toHaveLength(2);
      expect((await house.sync()).vaultWrites).toBe(0);
    },
  );

  it('should leave them and write its own beside them when the person says so, and not ask again', async () => {
    put(PATH, mirrorNote(book));
    await house.sync();
    expect(await house.sync({ confirmation: 'leave-others', dryRun: true })).toMatchObject({
      outcome: 'done',
    });
    expect(stopsIn(await house.sync())).toBe(true);
    const full = { ...house.device, vault: flakyVault(house.device.vault, new Set([1, 3, 5, 7])) };
    expect(await house.world.sync(full, { confirmation: 'leave-others' })).toMatchObject({
      notes: { failed: 2 },
    });
    expect(await house.sync()).toMatchObject({ outcome: 'done', notes: { created: 2 } });
    expect(house.note(PATH)).toBe(mirrorNote(book));
  });

  it('should be foreseen by a dry run, and stop what else would write the first note', async () => {
    put(PATH, mirrorNote(book));
    expect(await house.sync({ dryRun: true })).toMatchObject(stoppedFor(1, PATH));
    const reporter = { progress: () => undefined };
    const rendered = await renderNotes({ ...house.deps, reporter }, { settings: settings() });
    expect(rendered).toMatchObject(stoppedFor(1, PATH));
    expect(house.paths).toEqual([PATH]);
  });

  it("should take a highlight's own address for as good a mark as that of its service", async () => {
    const { id } = house.world.library.addBook({
      title: 'Huberman Lab',
      category: 'podcasts',
      source: 'snipd',
    });
    const snips = ['https://share.snipd.com/snip/11aa-22bb', 'https://share.snipd.com/snip/33cc-44dd'];
    for (const url of snips) house.world.library.addHighlight(id, { text: 'Light in the morning.', url });
    house.world.pass(600);
    const lines = snips.map((url) => `- Light in the morning. ([Time 0:01](${url}))`);
    put('Pods/Sleep.md', ['# Sleep', '', ...lines, ''].join('\n'));
    expect(await house.sync()).toMatchObject(stoppedFor(1, 'Pods/Sleep.md'));
  });

  it.each([
    [
      'links to one of its highlights',
      () => `See https://readwise.io/open/${String(book.highlights[0]?.id)}`,
    ],
    ['links to it', () => 'See https://www.goodreads.com/walden'],
    ['says something on it', () => '# Walden\n\nMy own thoughts on Walden by Thoreau.\n'],
    [
      'quotes it among much else',
      () =>
        `${'A long thought of mine on all of this.\n\n'.repeat(4)}> ${TEXTS[0] ?? ''}\n\nhttps://a.example/`,
    ],
  ])("should not ask when a note of the person's only %s", async (_, text) => {
    put('Diary.md', text());
    expect(await house.sync()).toMatchObject({ outcome: 'done', notes: { created: 2 } });
  });

  it('should not ask when the settings leave the item out', async () => {
    put(PATH, mirrorNote(book));
    const rules = [{ name: 'x', when: { title: 'Walden' }, then: { leaveOut: true } }];
    expect(await house.sync({ settings: settings({ rules }) })).toMatchObject({ notes: { created: 1 } });
  });

  it('should not ask on a second device, whose vault has a note of each item', async () => {
    put(PATH, mirrorNote(book));
    await house.sync({ confirmation: 'leave-others' });
    house.world.pass(61);
    const second = { ...newDevice(), vault: house.device.vault };
    expect(await house.world.sync(second)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  });

  it('should ask as long as the highlights were never fetched to the end, also with notes of documents there', async () => {
    put(PATH, mirrorNote(book));
    house.world.library.addDocument({ title: 'Saved', category: 'article' });
    house.world.pass(600);
    house.world.server.faults.when({ path: /export/ }, { kind: 'status', status: 500 });
    await house.sync({ settings: settings({ scope: { documents: 'all' } }) });
    house.world.server.faults.clear();
    expect(stopsIn(await house.sync({ settings: settings({ scope: { documents: 'all' } }) }))).toBe(true);
  });
});
