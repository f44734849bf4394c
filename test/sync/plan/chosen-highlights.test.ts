import { newDevice, settings, World, type Device } from '../../simulation/world';
import { undo } from '../journal/history-scene';

const NOTE = 'Readwise/Books/Walden.md';
const FAVORITES = { scope: { highlights: { any: { favorites: true } } } };
const LEFT_OUT = '*Left out by your settings; kept because you edited it.*';
const DELETED = '*Deleted in Readwise; kept because you edited it.*';

describe('which highlights are in a note', () => {
  let world: World;
  let device: Device;
  let bookId: number;
  let ids: readonly number[];

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    bookId = world.library.addBook({ title: 'Walden', author: 'Thoreau' }).id;
    ids = ['First.', 'Second.', 'Third.', 'Fourth.'].map(
      (text, index) => world.library.addHighlight(bookId, { text, location: index + 1 }).id,
    );
    world.library.favourite(ids[0] ?? 0);
  });
  afterEach(() => world.close());

  const sync = (values: object = {}, more: object = {}) => {
    world.pass(3600);
    return world.sync(device, { settings: settings(values), ...more });
  };
  const note = () => device.vault.entries().find(([path]) => path === NOTE)?.[1] ?? '';
  const edit = (from: string | RegExp, to: string) => {
    expect(note()).toMatch(from);
    device.vault.put(NOTE, note().replace(from, to));
  };
  const passages = (text = note()) =>
    [...text.matchAll(/> (First|Second|Third|Fourth)\./g)].map(([, word]) => word);
  const fresh = async (values: object) => {
    const other = newDevice();
    await world.sync(other, { settings: settings(values) });
    return other.vault.entries();
  };

  it('should be those that the settings choose, and count as no others, when nothing was synced before', async () => {
    const values = { ...FAVORITES, templates: { book: 'T/own.md' } };
    device.vault.put(
      'T/own.md',
      '{{highlightCount}} of {{count highlights}}\n\n%% highlight %%\n> {{text}}\n',
    );
    await sync(values);
    expect(note()).toContain('1 of 1\n\n> First.');
    expect(passages()).toEqual(['First']);
    expect(await sync(values)).toMatchObject({ vaultWrites: 0 });
  });

  it('should lose untouched blocks, keep and mark those that the person wrote in or under, and get none twice, when the choice is narrowed and widened (I2, I3)', async () => {
    await sync();
    edit('> Second.', '> Second, and mine.');
    edit(new RegExp(`\\^rw${String(ids[2])}\\n`), `^rw${String(ids[2])}\n\nUnder the third.\n`);
    expect(await sync(FAVORITES)).toMatchObject({ notes: { updated: 1 }, conflicts: [] });
    const narrowed = note();
    expect(passages(narrowed)).toEqual(['First', 'Third']);
    expect(narrowed).toContain('> Second, and mine.');
    expect(narrowed).toContain('Under the third.');
    expect(narrowed.split(LEFT_OUT)).toHaveLength(3);
    expect(narrowed).not.toContain(DELETED);
    expect(await sync(FAVORITES)).toMatchObject({ vaultWrites: 0 });
    await sync();
    expect(note()).not.toContain(LEFT_OUT);
    expect(note()).toContain('Under the third.');
    expect(note().split('^rw')).toHaveLength(5);
    expect(note()).toContain('> Second, and mine.');
    expect(passages()).toEqual(['First', 'Third', 'Fourth']);
    expect(await sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should bring what the service changed meanwhile when a highlight that the person wrote in or under is there again', async () => {
    await sync();
    edit('> Second.', '> Second, and mine.');
    edit(new RegExp(`\\^rw${String(ids[2])}\\n`), `^rw${String(ids[2])}\n\nUnder the third.\n`);
    await sync(FAVORITES);
    for (const id of ids.slice(1, 3)) world.library.editHighlight(id, { note: 'Seen again.' });
    expect(await sync(FAVORITES)).toMatchObject({ vaultWrites: 0 });
    // What stood in the block before it was left out is not kept, so nothing can put both texts together.
    expect(await sync()).toMatchObject({ conflicts: [{ block: `rw${String(ids[1])}` }] });
    expect(note()).toMatch(/> Second, and mine\.[^]*> > Second\.\n> >\n> > \*\*Note:\*\* Seen again\./);
    expect(note()).toMatch(/> Third\.\n>\n> \*\*Note:\*\* Seen again\./);
    expect(note()).toContain('Under the third.');
    expect(note()).not.toContain(LEFT_OUT);
    expect(await sync()).toMatchObject({ vaultWrites: 0 });
  });

  it('should keep away a block that the person removed while its highlight was left out (I3)', async () => {
    await sync();
    edit('> Second.', '> Second, and mine.');
    await sync(FAVORITES);
    edit(/> Second, and mine\.[^]*?\*Left out[^\n]*\n\n/, '');
    await sync(FAVORITES);
    await sync();
    expect(note()).not.toContain('Second');
  });

  it('should bring back a block that lost its words while its highlight was left out', async () => {
    await sync();
    edit('> Second.', '> Second, and mine.');
    await sync(FAVORITES);
    edit('> Second, and mine.', '> Second.');
    world.library.favourite(world.library.addHighlight(bookId, { text: 'Fifth.', location: 5 }).id);
    await sync(FAVORITES);
    expect(passages()).toEqual(['First']);
    await sync();
    expect(passages()).toEqual(['First', 'Second', 'Third', 'Fourth']);
  });

  it('should say that a highlight was deleted when it was left out before', async () => {
    await sync();
    edit('> Second.', '> Second, and mine.');
    await sync(FAVORITES);
    world.library.deleteHighlight(ids[1] ?? 0);
    await sync(FAVORITES);
    await sync();
    expect(note()).toContain('> Second, and mine.');
    expect(note()).toContain(DELETED);
    expect(note()).not.toContain(LEFT_OUT);
  });

  it('should say that the settings leave a discarded highlight out, and that it was deleted only once it was', async () => {
    const withDiscarded = { scope: { discarded: true } };
    world.library.discard(ids[1] ?? 0);
    await sync(withDiscarded);
    edit('> Second.', '> Second, and mine.');
    await sync();
    expect(note()).toContain(LEFT_OUT);
    expect(note()).not.toContain(DELETED);
    expect(await sync()).toMatchObject({ vaultWrites: 0 });
    await sync(withDiscarded);
    expect(note()).not.toContain(LEFT_OUT);
    expect(note().split('^rw')).toHaveLength(5);
    await sync();
    world.library.deleteHighlight(ids[1] ?? 0);
    await sync();
    expect(note()).toContain('> Second, and mine.');
    expect(note()).toContain(DELETED);
    expect(note()).not.toContain(LEFT_OUT);
  });

  it('should be as in a fresh sync when nobody wrote in the note', async () => {
    await sync();
    await sync(FAVORITES);
    expect(device.vault.entries()).toEqual(await fresh(FAVORITES));
    await sync();
    expect(device.vault.entries()).toEqual(await fresh({}));
  });

  it('should be the same on a second device that shares the vault, whichever of them narrows and widens', async () => {
    const other = { ...newDevice(), vault: device.vault };
    const syncOther = (values: object) => {
      world.pass(3600);
      return world.sync(other, { settings: settings(values) });
    };
    await sync();
    await syncOther({});
    edit('> Second.', '> Second, and mine.');
    await sync(FAVORITES);
    const narrowed = note();
    expect(await syncOther(FAVORITES)).toMatchObject({ vaultWrites: 0 });
    expect(note()).toBe(narrowed);
    await syncOther({});
    const widened = note();
    expect(passages(widened)).toEqual(['First', 'Third', 'Fourth']);
    expect(await sync()).toMatchObject({ vaultWrites: 0 });
    expect(note()).toBe(widened);
  });

  it('should be as before once the sync that narrowed them is undone, and stay so until the book changes', async () => {
    await sync();
    edit('> Second.', '> Second, and mine.');
    await sync();
    const before = note();
    await sync(FAVORITES);
    await undo(device, world);
    expect(note()).toBe(before);
    expect(await sync(FAVORITES)).toMatchObject({ vaultWrites: 0 });
    world.library.retitleBook(bookId, 'Walden');
    world.library.addHighlight(bookId, { text: 'Fifth.', location: 5 });
    await sync(FAVORITES);
    expect(passages()).toEqual(['First']);
    expect(note()).toContain('> Second, and mine.');
  });

  it('should leave a deleted block deleted when the choice is widened again (I3)', async () => {
    await sync();
    edit(/> Fourth\.[^]*?\^rw\d+\n\n/, '');
    await sync();
    await sync(FAVORITES);
    await sync();
    expect(passages()).toEqual(['First', 'Second', 'Third']);
  });

  it('should follow a highlight that becomes a favorite, and one that is no more', async () => {
    await sync(FAVORITES);
    world.library.favourite(ids[2] ?? 0);
    await sync(FAVORITES);
    expect(passages()).toEqual(['First', 'Third']);
  });

  it('should have the chapters of what is left, and no others', async () => {
    const heading = (text: string, location: number, level: string) => {
      const { id } = world.library.addHighlight(bookId, { text, location, note: `.${level}` });
      world.library.setHighlightTags(id, [level]);
    };
    heading('Part one', 1, 'h1');
    heading('Economy', 3, 'h2');
    world.library.favourite(ids[3] ?? 0);
    heading('Reading', 5, 'h2');
    const headings = () => note().match(/^#+ .*$/gm);
    await sync();
    expect(headings()).toEqual(['## Part one', '## Economy', '## Reading']);
    await sync(FAVORITES);
    expect(headings()).toEqual(['## Part one', '## Economy']);
    world.library.addHighlight(bookId, { text: 'Fifth.', location: 6 });
    await sync(FAVORITES);
    expect(headings()).toEqual(['## Part one', '## Economy']);
    await sync();
    expect(device.vault.entries()).toEqual(await fresh({}));
  });

  it.each([
    ['a minute before a sync', 60, 60],
    ['hours after what v2 told last', 30_000, 86_000],
  ])(
    'should have a highlight that Reader alone has, made %s, when the choice is narrowed and widened without a sync',
    async (_when, before, after) => {
      const document = world.library.addDocument({ title: 'Walking', category: 'article' }).id;
      const { highlight } = world.library.addMirroredHighlight(document, { text: 'Freedom.', location: 1 });
      world.library.favourite(highlight.id);
      await sync();
      const path = 'Readwise/Articles/Walking.md';
      const walking = async () => (await device.vault.read(path)) ?? '';
      world.pass(after - before);
      world.library.addDocumentHighlight(document, { text: 'Wildness.' });
      world.pass(before);
      await world.sync(device, { settings: settings() });
      const whole = await walking();
      expect(whole).toContain('Wildness.');
      world.pass(10);
      await world.render(device, settings(FAVORITES));
      expect(await walking()).not.toContain('Wildness.');
      await world.render(device, settings());
      expect(await walking()).toBe(whole);
      await undo(device, world);
      expect(await walking()).not.toContain('Wildness.');
      await world.render(device, settings());
      expect(await walking()).toBe(whole);
    },
  );

  it('should be those of the first rule that matches, in notes of single highlights, too', async () => {
    const other = world.library.addBook({ title: 'Walking' }).id;
    world.library.addHighlight(other, { text: 'First.', location: 1 });
    const rules = [{ when: { title: 'Walden' }, then: { highlights: { none: { texts: 'third' } } } }];
    await sync({ ...FAVORITES, rules, notePerHighlight: true });
    expect(passages()).toEqual(['First', 'Second', 'Fourth']);
    expect(device.vault.entries().map(([path]) => path)).toHaveLength(4);
  });

  it('should leave the note in its place, and ask, when none of its highlights is chosen (I4)', async () => {
    await sync();
    const before = note();
    const values = { scope: { highlights: { any: { tags: ['nowhere'] } } } };
    expect(await sync(values)).toMatchObject({ vaultWrites: 0, outOfScope: [{ path: NOTE }] });
    expect(note()).toBe(before);
    world.library.setDocumentNote(bookId, 'A book.');
    expect(await sync(values)).toMatchObject({ outcome: 'done' });
    expect(passages()).toEqual([]);
    expect(note()).toContain('A book.');
  });

  it('should say in a dry run how many blocks go, stay marked and come back, and no hold comes of them', async () => {
    await sync();
    edit('> Second.', '> Second, and mine.');
    const before = note();
    const report = await sync(FAVORITES, { dryRun: true });
    expect(report).toMatchObject({
      outcome: 'done',
      plan: [{ path: NOTE, action: 'update', blocksRemoved: 2, blocksKept: 1 }],
    });
    expect(report.plan?.[0]).not.toHaveProperty('blocksAdded');
    expect(note()).toBe(before);
    await sync(FAVORITES);
    world.library.favourite(ids[2] ?? 0);
    const { plan } = await sync(FAVORITES, { dryRun: true });
    expect(plan?.[0]).toMatchObject({ blocksAdded: 1 });
    expect(plan?.[0]).not.toHaveProperty('blocksKept');
    const widened = await sync({}, { dryRun: true });
    expect(widened.plan?.[0]).toMatchObject({ path: NOTE, blocksAdded: 2 });
    expect(widened.plan?.[0]).not.toHaveProperty('blocksRemoved');
  });

  it('should not count a full text as a highlight when it comes and goes', async () => {
    const document = world.library.addDocument({ title: 'Walking', category: 'article' }).id;
    world.library.editDocument(document, { htmlContent: '<p>I wish to speak a word.</p>', wordCount: 6 });
    await sync();
    const withText = { fullText: { place: 'note' } };
    await sync(withText);
    const path = 'Readwise/Articles/Walking.md';
    expect(await device.vault.read(path)).toContain('I wish to speak');
    const { plan = [] } = await sync({}, { dryRun: true });
    expect(plan.find((action) => action.path === path)).toMatchObject({ action: 'update' });
    expect(plan.filter((action) => 'blocksRemoved' in action)).toEqual([]);
  });

  it('should have no block, and no bare block id, when the template writes nothing for a highlight', async () => {
    device.vault.put('T/own.md', '# {{title}}\n\n%% highlight %%\n{{#if favorite}}\n> {{text}}\n{{/if}}\n');
    const values = { templates: { book: 'T/own.md' } };
    await sync();
    edit('> Second.', '> Second, and mine.');
    await sync(values);
    expect(passages()).toEqual(['First']);
    expect(note()).toContain(`> Second, and mine.`);
    expect(note()).toContain(LEFT_OUT);
    expect(note().match(/\^rw\d+/g)).toHaveLength(2);
    expect(await sync(values)).toMatchObject({ vaultWrites: 0 });
  });
});
