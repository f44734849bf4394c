import { countLocalChanges, findLocalChanges } from '../../../src/features/hand-changes/local-changes';
import { newDevice, settings } from '../../simulation/world';
import { OutboxScene } from '../../outbox/outbox-scene';

const WALDEN = 'Readwise/Books/Walden.md';
const OWN = 'Templates/own.md';
const OWN_TEXT = '# {{title}}\n%% highlight %%\nSo it says: {{text}}\n\n{{note}}\n';

describe('a change made by hand before another template was chosen', () => {
  let scene: OutboxScene;
  let highlightId: number;

  beforeEach(async () => {
    scene = await OutboxScene.create();
    const book = scene.library.addBook({ title: 'Walden', category: 'books' });
    scene.library.addDocument({ title: 'Walking', location: 'later' });
    highlightId = scene.library.addHighlight(book.id, { text: 'Simplify.', location: 1, note: 'Why?' }).id;
    scene.device.vault.put(OWN, OWN_TEXT);
  });
  afterEach(() => scene.world.close());

  const inStyle = (style: string) =>
    settings({ sendBack: { note: true, title: true }, templates: { book: style, article: style } });
  const sync = (style: string, place = scene.device) => {
    scene.world.pass(61);
    return scene.world.sync(place, { settings: inStyle(style) });
  };
  const edit = (path: string, from: string, to: string): void => {
    const before = scene.note(path);
    expect(before).toContain(from);
    scene.device.vault.put(path, before.replace(from, to));
  };
  const offered = async (style: string, place = scene.device) =>
    (await findLocalChanges(scene.world.dependencies(place), inStyle(style))).changes.map(
      ({ field, base, mine }) => [field, base, mine],
    );
  const NOTE = ['note', 'Why?', 'Mine.'];

  const CLASSIC = 'built-in';
  const CALLOUTS = 'built-in:callouts';
  const OUTLINE = 'built-in:outline';

  it.each([
    [CLASSIC, CALLOUTS],
    [CALLOUTS, CLASSIC],
    [OUTLINE, CALLOUTS],
    [CLASSIC, OWN],
  ])('should stay offered, before and after a sync, when %s became %s', async (from, to) => {
    await sync(from);
    edit(WALDEN, 'Why?', 'Mine.');
    expect(await offered(from)).toEqual([NOTE]);
    expect(await offered(to)).toEqual([NOTE]);
    await sync(to);
    expect(await offered(to)).toEqual([NOTE]);
    expect(await countLocalChanges(scene.world.dependencies(scene.device), inStyle(to))).toBe(1);
    expect(await offered(from)).toEqual([NOTE]);
    const other = { ...newDevice(), vault: scene.device.vault };
    await sync(to, other);
    expect(await offered(to, other)).toEqual([NOTE]);
  });

  it('should be sent once when it is asked for after the switch', async () => {
    await sync(CLASSIC);
    edit(WALDEN, 'Why?', 'Mine.');
    await sync(CALLOUTS);
    const { changes } = await findLocalChanges(scene.world.dependencies(scene.device), inStyle(CALLOUTS));
    for (const { change } of changes) await scene.add(change);
    expect(await scene.send({ settings: inStyle(CALLOUTS) })).toMatchObject({ outcome: 'sent' });
    expect(scene.library.books.highlight(highlightId).note).toBe('Mine.');
    await sync(CALLOUTS);
    expect(await offered(CALLOUTS)).toEqual([]);
  });

  it('should stay offered in a property', async () => {
    await sync(CLASSIC);
    edit('Readwise/Articles/Walking.md', 'title: Walking', 'title: On Walking');
    expect(await offered(OWN)).toEqual([['title', 'Walking', 'On Walking']]);
    expect(await offered(CALLOUTS)).toEqual([['title', 'Walking', 'On Walking']]);
    await sync(CALLOUTS);
    expect(await offered(CALLOUTS)).toEqual([['title', 'Walking', 'On Walking']]);
  });

  it('should be none where the person changed other words than the note', async () => {
    await sync(CLASSIC);
    edit(WALDEN, 'Simplify.', 'Simplify, simplify.');
    expect(await offered(CALLOUTS)).toEqual([]);
    await sync(CALLOUTS);
    expect(await offered(CALLOUTS)).toEqual([]);
  });

  it('should be none while the service has another note than the one that stood there', async () => {
    await sync(CLASSIC);
    edit(WALDEN, 'Why?', 'Mine.');
    scene.library.editHighlight(highlightId, { note: 'Theirs.' });
    await sync(CALLOUTS);
    expect(await offered(CALLOUTS)).toEqual([]);
  });
});
