import { itemOfHighlight, noteOfHighlights } from '../../../src/features/preview/note-of-highlight';
import type { NewHighlight } from '../../../src/model/outbox';
import { newDevice, settings, World, type Device } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';

describe('the note of a new highlight', () => {
  let world: World;
  let device: Device;
  let bookId: number;

  beforeEach(async () => {
    world = await World.create();
    device = newDevice();
    bookId = world.library.addBook({ title: 'Walden', author: 'Thoreau', category: 'books' }).id;
    world.library.addHighlight(bookId, { text: 'Simplify.' });
    await world.sync(device);
  });
  afterEach(() => world.close());

  const notesOf = async (source: object, given = settings(), more: readonly object[] = []) => {
    const deps = { vault: device.vault, state: device.state, clock: new FakeClock() };
    const highlights = [{}, ...more].map((each): NewHighlight => ({ text: 'A lake.', ...source, ...each }));
    const item = await itemOfHighlight(deps, { text: 'A lake.', ...source });
    return item === null ? null : noteOfHighlights(deps, { item, highlights, settings: given });
  };
  const noteOf = async (source: object) => (await notesOf(source))?.note;

  it('should be that of the book that Readwise puts it into, wherever the note is by now', async () => {
    expect(await noteOf({ title: 'walden' })).toEqual({ path: 'Readwise/Books/Walden.md', isNew: false });
    const text = (await device.vault.read('Readwise/Books/Walden.md')) ?? '';
    device.vault.remove('Readwise/Books/Walden.md');
    device.vault.put('Mine/Lakes.md', text);
    expect(await noteOf({ title: 'Walden', author: 'Thoreau' })).toEqual({
      path: 'Mine/Lakes.md',
      isNew: false,
    });
  });

  it.each([
    [{ title: 'My day' }, 'Readwise/Books/My day.md'],
    [{ title: 'My day', sourceUrl: 'https://x.example' }, 'Readwise/Articles/My day.md'],
    [{ title: 'My day', category: 'podcasts' }, 'Readwise/Podcasts/My day.md'],
    [{ title: 'Walden', author: 'Somebody else' }, 'Readwise/Books/Walden ….md'],
  ])('should be where the settings put the one that is made for %j', async (source, path) => {
    expect(await noteOf(source)).toEqual({ path, isNew: true });
  });

  it('should not be told when the title is of several books or missing', async () => {
    expect(await notesOf({})).toBeNull();
    world.library.addHighlight(
      world.library.addBook({ title: 'Walden', author: 'B', category: 'books' }).id,
      {
        text: 'Two.',
      },
    );
    world.pass(600);
    await world.sync(device);
    expect(await notesOf({ title: 'Walden' })).toBeNull();
  });

  const OLD = { path: 'Readwise/Books/Walden.md', isNew: false };
  const NEW = { path: 'Readwise/Books/My day.md', isNew: true };
  const rule = (then: object) => ({ rules: [{ name: 'R', enabled: true, when: { title: ['Wal'] }, then }] });
  const choice = (highlights: object) => ({ scope: { highlights } });
  const FAVORITES = { any: { favorites: true } };

  it.each([
    ['a rule leaves the item out', { title: 'Walden' }, rule({ leaveOut: true }), null],
    ['the scope has no books', { title: 'Walden' }, { scope: { bookCategories: [] } }, null],
    ['only favorites are chosen', { title: 'Walden' }, choice(FAVORITES), null],
    ['no highlight of a new book is chosen', { title: 'My day' }, choice(FAVORITES), null],
    ['a rule has favorites only', { title: 'Walden' }, rule({ highlights: FAVORITES }), null],
    ['the rule is for other books', { title: 'My day' }, rule({ highlights: FAVORITES }), NEW],
    ['its words are unwanted', { title: 'Walden' }, choice({ none: { texts: ['a lake'] } }), null],
    ['it has no note', { title: 'Walden', note: '.c1' }, choice({ any: { withNote: true } }), null],
    ['it has a note', { title: 'Walden', note: '.c1 Deep.' }, choice({ any: { withNote: true } }), OLD],
    ['it has the tag', { title: 'Walden', note: '.water Deep.' }, choice({ any: { tags: ['Water'] } }), OLD],
    ['nothing is below the heading', { title: 'Walden', note: '.h1' }, choice(FAVORITES), null],
  ])(
    'should be one only for a highlight that will have a block when %s',
    async (_when, source, given, note) => {
      expect(await notesOf(source, settings(given))).toEqual({ note, leftOut: note === null ? 1 : 0 });
    },
  );

  it('should be that of those with a block when others are left out', async () => {
    const given = settings(choice({ none: { texts: ['a lake'] } }));
    expect(
      await notesOf({ title: 'Walden' }, given, [{ text: 'A pond.' }, { text: 'A lake\nagain.' }]),
    ).toEqual({
      note: OLD,
      leftOut: 2,
    });
  });

  it('should be none when other highlights of the item are chosen, and the new one is not', async () => {
    world.library.addHighlight(bookId, { text: 'A star.', favorite: true });
    world.pass(600);
    await world.sync(device);
    expect(await notesOf({ title: 'Walden' }, settings(choice(FAVORITES)))).toEqual({
      note: null,
      leftOut: 1,
    });
  });
});
