import { countLocalChanges, findLocalChanges } from '../../../src/features/hand-changes/local-changes';
import { planUndo } from '../../../src/features/undo/plan-undo';
import { undoLastRun } from '../../../src/features/undo/undo-last-run';
import { newDevice, settings } from '../../simulation/world';
import { OutboxScene } from '../../outbox/outbox-scene';

const WALDEN = 'Readwise/Books/Walden.md';
const OWN = 'Templates/own.md';
const OTHER = 'Templates/other.md';
const CLASSIC = 'built-in';
const FIRST = '# {{title}}\n%% highlight %%\nSo it says: {{text}}\n\nI think: {{note}}\n';
const SECOND = '# {{title}}\n%% highlight %%\n- {{text}} (said)\n  - {{note}} (mine)\n';

describe('a change made by hand in a note of an own template', () => {
  let scene: OutboxScene;
  let highlightId: number;
  let otherId: number;

  beforeEach(async () => {
    scene = await OutboxScene.create();
    const book = scene.library.addBook({ title: 'Walden', category: 'books' });
    highlightId = scene.library.addHighlight(book.id, { text: 'Simplify.', location: 1, note: 'Why?' }).id;
    otherId = scene.library.addHighlight(book.id, { text: 'Our life.', location: 2, note: 'Whose?' }).id;
    scene.device.vault.put(OWN, FIRST);
    scene.device.vault.put(OTHER, SECOND);
  });
  afterEach(() => scene.world.close());

  const inStyle = (style: string) => settings({ sendBack: { note: true }, templates: { book: style } });
  const sync = (style: string, place = scene.device) => {
    scene.world.pass(61);
    return scene.world.sync(place, { settings: inStyle(style) });
  };
  const editNote = (): void => {
    const before = scene.note(WALDEN);
    expect(before).toContain('I think: Why?');
    scene.device.vault.put(WALDEN, before.replace('Why?', 'Mine.'));
  };
  const offered = async (style: string, place = scene.device) =>
    (await findLocalChanges(scene.world.dependencies(place), inStyle(style))).changes.map(
      ({ field, base, mine }) => [field, base, mine],
    );
  const NOTE = ['note', 'Why?', 'Mine.'];

  it.each([CLASSIC, 'built-in:callouts', OTHER])(
    'should stay offered, before and after a sync, when it became %s',
    async (next) => {
      await sync(OWN);
      editNote();
      expect(await offered(next)).toEqual([NOTE]);
      await sync(next);
      expect(await offered(next)).toEqual([NOTE]);
      expect(await countLocalChanges(scene.world.dependencies(scene.device), inStyle(next))).toBe(1);
      await sync(CLASSIC);
      expect(await offered(CLASSIC)).toEqual([NOTE]);
    },
  );

  it.each(['it was edited', 'its partial was edited'])('should stay offered when %s', async (what) => {
    const isPartial = what.includes('partial');
    scene.device.vault.put('Templates/Readwise/shown.md', 'I think: {{note}}');
    if (isPartial) scene.device.vault.put(OWN, '# {{title}}\n%% highlight %%\n{{text}}\n\n{{> shown}}\n');
    await sync(OWN);
    editNote();
    if (isPartial) scene.device.vault.put('Templates/Readwise/shown.md', '{{note}} (shown)');
    else scene.device.vault.put(OWN, SECOND);
    expect(await offered(OWN)).toEqual([NOTE]);
    await sync(OWN);
    expect(await offered(OWN)).toEqual([NOTE]);
    await scene.device.vault.moveToTrash(OWN);
    await sync(CLASSIC);
    expect(await offered(CLASSIC)).toEqual([NOTE]);
  });

  it('should stay offered on another device that used the template before', async () => {
    const other = { ...newDevice(), vault: scene.device.vault };
    await sync(OWN);
    await sync(OWN, other);
    editNote();
    scene.device.vault.put(OWN, SECOND);
    await sync(OWN);
    expect(await offered(OWN, other)).toEqual([NOTE]);
    await sync(OWN, other);
    expect(await offered(OWN, other)).toEqual([NOTE]);
  });

  it('should stay offered after a dry run, and after the new template was undone', async () => {
    await sync(OWN);
    editNote();
    const dependencies = scene.world.dependencies(scene.device);
    scene.world.pass(61);
    await scene.world.sync(scene.device, { settings: inStyle(CLASSIC), dryRun: true });
    expect(await offered(CLASSIC)).toEqual([NOTE]);
    await sync(CLASSIC);
    const plan = await planUndo(dependencies);
    await undoLastRun(dependencies, { run: plan?.run ?? 0, settings: inStyle(CLASSIC) });
    expect(await offered(OWN)).toEqual([NOTE]);
    expect(await offered(CLASSIC)).toEqual([NOTE]);
  });

  it('should be sent once after the switch, and not be offered again', async () => {
    await sync(OWN);
    editNote();
    await sync(CLASSIC);
    const { changes } = await findLocalChanges(scene.world.dependencies(scene.device), inStyle(CLASSIC));
    for (const { change } of changes) await scene.add(change);
    expect(await scene.send({ settings: inStyle(CLASSIC) })).toMatchObject({ outcome: 'sent' });
    expect(scene.library.books.highlight(highlightId).note).toBe('Mine.');
    await sync(CLASSIC);
    expect(await offered(CLASSIC)).toEqual([]);
  });

  it('should stay offered without a connection, wait, and be sent once there is one', async () => {
    await sync(OWN);
    editNote();
    scene.world.loseNetworkAfter(0);
    expect(await sync(CLASSIC)).toMatchObject({ outcome: 'failed' });
    const { changes } = await findLocalChanges(scene.world.dependencies(scene.device), inStyle(CLASSIC));
    expect(changes).toMatchObject([{ mine: 'Mine.' }]);
    for (const { change } of changes) await scene.add(change);
    expect(await scene.send({ settings: inStyle(CLASSIC) })).toMatchObject({
      changes: [{ state: 'waiting' }],
    });
    expect(await offered(CLASSIC)).toEqual([]);
    scene.world.loseNetworkAfter(null);
    await sync(CLASSIC);
    expect(await scene.send({ settings: inStyle(CLASSIC) })).toMatchObject({ outcome: 'sent' });
    expect(scene.library.books.highlight(highlightId).note).toBe('Mine.');
  });

  it('should stay offered while a conflict of another block is open, and be none in that one', async () => {
    await sync(OWN);
    editNote();
    const text = scene.note(WALDEN).replace('Our life.', 'Our own life.');
    scene.device.vault.put(WALDEN, text);
    scene.library.editHighlight(otherId, { text: 'Their life.' });
    await sync(CLASSIC);
    expect(scene.note(WALDEN).match(/\[!warning\]/g)).toHaveLength(1);
    scene.device.vault.put(WALDEN, scene.note(WALDEN).replace('I think: Whose?', 'I think: Ours.'));
    for (const style of [CLASSIC, OWN, OTHER]) {
      expect(await offered(style)).toEqual([NOTE]);
      await sync(style);
      expect(await offered(style)).toEqual([NOTE]);
    }
  });

  it('should not be offered while the service has another note than the one that stood there', async () => {
    await sync(OWN);
    editNote();
    scene.library.editHighlight(highlightId, { note: 'Theirs.' });
    await sync(CLASSIC);
    expect(await offered(CLASSIC)).toEqual([]);
  });
});
