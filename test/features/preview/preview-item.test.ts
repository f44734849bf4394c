import { namedAlike } from '../../support/named-alike';
import { previewItem } from '../../../src/features/preview/preview-item';
import { joinNote, splitNote } from '../../../src/notes/note/note';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import { readLibrary, recordOf, type LibraryEntry } from '../../../src/store/library';

describe('what the settings look at', () => {
  let world: World;
  let device: Device;
  const clock = new FakeClock();
  const never = new AbortController().signal;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    for (const [title, category] of [
      ['Walden', 'books'],
      ['Walking', 'articles'],
      ['Tweets', 'tweets'],
    ] as const) {
      const { id } = world.library.addBook({ title, category });
      for (const location of [1, 2])
        world.library.addHighlight(id, { text: `Passage ${String(location)} of ${title}.`, location });
    }
    world.library.addDocument({ title: 'A newsletter', category: 'email', location: 'feed' });
    world.library.addBook({ title: 'Walden', category: 'books' });
    world.library.addHighlight(world.library.addBook({ title: 'Walden', category: 'books' }).id, {
      text: 'Another Walden.',
    });
    world.pass(600);
  });
  afterEach(() => world.close());

  async function previewed(itemKey: string, given = settings()) {
    const record = await recordOf(device.state, itemKey);
    if (record === null) throw new Error(`There is no item ${itemKey}`);
    return previewItem({ vault: device.vault, state: device.state, clock }, { record, settings: given });
  }

  async function entries(given = settings()): Promise<readonly LibraryEntry[]> {
    const found: LibraryEntry[] = [];
    await readLibrary(
      { state: device.state, clock },
      { ...given, signal: never, take: (entry) => found.push(entry) },
    );
    return found;
  }

  it('should be the notes that a sync writes, byte for byte but for the trailer, at their paths (I8)', async () => {
    const given = settings({
      notePerHighlight: true,
      naming: { folder: '{{kindFolder}}/{{category}}' },
      templates: { book: 'built-in:callouts' },
    });
    await world.sync(device, { settings: given });
    const written = device.vault.entries().map(([path, text]) => {
      const { yaml, body } = splitNote(text);
      return [path, joinNote(yaml ?? '', body)] as const;
    });
    const shown: (readonly [string, string])[] = [];
    for (const { key } of await entries(given)) {
      const preview = await previewed(key, given);
      expect(preview.failures).toEqual([]);
      shown.push(...(preview.notes ?? []).map(({ path, text }) => [path, text] as const));
    }
    // Of two notes with one title, the preview shows each with the plain name.
    expect(namedAlike(shown)).toEqual(namedAlike(written));
    expect(shown).toHaveLength(11);
  });

  it('should have the full text that a sync fetched, and none that it did not', async () => {
    const { id } = world.library.addDocument({
      title: 'Rivers',
      category: 'article',
      location: 'later',
      htmlContent: '<p>The long text.</p>',
      wordCount: 3,
    });
    await world.sync(device);
    const given = settings({ fullText: { place: 'note', categories: ['article'] } });
    expect((await previewed(`d:${id}`, given)).notes?.[0]?.text).not.toContain('The long text.');
    await world.sync(device, { settings: given });
    expect((await previewed(`d:${id}`, given)).notes).toEqual([
      { path: 'Readwise/Articles/Rivers.md', text: expect.stringContaining('The long text.') as unknown },
    ]);
  });

  it('should have links in place of the images of a full text when the settings want none from the web (I8)', async () => {
    const html = '<p>A river. <img src="https://example.com/river.png" alt="The river"></p>';
    const { id } = world.library.addDocument({
      title: 'Rivers',
      category: 'article',
      location: 'later',
      htmlContent: html,
      wordCount: 3,
    });
    const given = settings({ fullText: { place: 'note', categories: ['article'] }, remoteImages: 'link' });
    await world.sync(device, { settings: given });
    const [note] = (await previewed(`d:${id}`, given)).notes ?? [];
    expect(note?.text).toContain('https://example.com/river.png');
    expect(note?.text).not.toContain('![');
  });

  it('should write neither to the vault nor to the state', async () => {
    await world.sync(device);
    const [before, notes] = [JSON.stringify([...device.state.texts()]), device.vault.entries()];
    const [entry] = await entries();
    await previewed(entry?.key ?? '', settings({ templates: { book: 'built-in:callouts' } }));
    expect(JSON.stringify([...device.state.texts()])).toBe(before);
    expect(device.vault.entries()).toEqual(notes);
  });

  it('should be no note for what a rule leaves out, and the problems where a template has any', async () => {
    await world.sync(device);
    const [entry] = await entries();
    expect(
      await previewed(entry?.key ?? '', settings({ rules: [{ when: {}, then: { leaveOut: true } }] })),
    ).toEqual({ notes: [], failures: [] });
    expect(await previewed(entry?.key ?? '', settings({ scope: { bookCategories: [] } }))).toEqual({
      notes: [],
      failures: [],
    });
    device.vault.put('T.md', '{{titel}}\n\n%% highlight %%\n{{text}}\n');
    const broken = await previewed(entry?.key ?? '', settings({ templates: { book: 'T.md' } }));
    expect(broken).toMatchObject({
      notes: null,
      failures: [
        {
          path: 'T.md',
          problem: { code: 'template-broken', problems: [{ line: 1, column: 3 }] },
        },
      ],
    });
  });

  it('should be every item in scope with the facts that rules see, and none when nobody waits for it any more', async () => {
    await world.sync(device);
    expect(
      (await entries()).map(
        ({ facts: { title, kind, highlightCount } }) => `${title} ${kind} ${String(highlightCount)}`,
      ),
    ).toEqual(['Walden book 2', 'Walking article 2', 'Tweets tweet 2', 'Walden book 1']);
    expect(
      (await entries(settings({ scope: { documentLocations: ['feed'], bookCategories: ['tweets'] } }))).map(
        ({ facts: { title } }) => title,
      ),
    ).toEqual(['Tweets', 'A newsletter']);
    const gone = AbortSignal.abort(new Error('The settings were closed'));
    await expect(
      readLibrary({ state: device.state, clock }, { ...settings(), signal: gone, take: () => undefined }),
    ).rejects.toThrow('The settings were closed');
  });

  it('should have an item for those rules only that choose highlights which it has', async () => {
    const { id } = world.library.addBook({ title: 'Emma', category: 'books' });
    world.library.favourite(world.library.addHighlight(id, { text: 'Badly done.' }).id);
    world.library.addHighlight(id, { text: 'Handsome, clever, and rich.' });
    await world.sync(device);
    const given = settings({
      scope: { highlights: { any: { favorites: true } } },
      rules: [
        { when: {}, then: { folder: 'Woods' } },
        { when: {}, then: { highlights: { none: { tags: ['b'] } } } },
        { when: {}, then: { highlights: { any: { colors: ['blue'] } } } },
      ],
    });
    const shown = (await entries(given)).map(({ facts: { title, highlightCount }, hasNote }) => [
      `${title} ${String(highlightCount)}`,
      [null, ...given.rules].map(hasNote),
    ]);
    expect(shown).toEqual([
      ['Walden 2', [false, false, true, false]],
      ['Walking 2', [false, false, true, false]],
      ['Tweets 2', [false, false, true, false]],
      ['Walden 1', [false, false, true, false]],
      ['Emma 1', [true, true, true, true]],
    ]);
  });
});
