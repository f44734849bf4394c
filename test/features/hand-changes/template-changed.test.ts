import { countLocalChanges, findLocalChanges } from '../../../src/features/hand-changes/local-changes';
import { planUndo } from '../../../src/features/undo/plan-undo';
import { undoLastRun } from '../../../src/features/undo/undo-last-run';
import { newDevice, settings } from '../../simulation/world';
import { OutboxScene } from '../../outbox/outbox-scene';
import { findConflicts } from '../../../src/merge/resolve-conflict';
import { marks } from '../../../src/notes/template/built-in-templates';

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

describe('a change made by hand before another template was chosen', () => {
  const WALDEN = 'Readwise/Books/Walden.md';
  const OWN = 'Templates/own.md';
  const OWN_TEXT = '# {{title}}\n%% highlight %%\nSo it says: {{text}}\n\n{{note}}\n';

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

describe('a change made by hand in what a template wrote that this device does not have', () => {
  const WALDEN = 'Readwise/Books/Walden.md';
  const WALKING = 'Readwise/Articles/Walking.md';
  const OWN = 'Templates/own.md';
  const CLASSIC = 'built-in';
  const OWN_TEXT = [
    '---\nname: "{{title}}"\n---\n# {{title}}\n',
    '%% highlight %%\nSo it says: {{text}}\n\nI think: {{note}}\n',
  ].join('');
  const FIELDS = { note: true, title: true };

  let scene: OutboxScene;
  let highlightId: number;
  let documentId: string;
  /** Shares the vault, and never had the template. */
  let other: ReturnType<typeof newDevice>;

  beforeEach(async () => {
    scene = await OutboxScene.create();
    const book = scene.library.addBook({ title: 'Walden', category: 'books' });
    highlightId = scene.library.addHighlight(book.id, { text: 'Simplify.', location: 1, note: 'Why?' }).id;
    scene.library.addHighlight(book.id, { text: 'Our life.', location: 2, note: 'Whose?' });
    documentId = scene.library.addDocument({ title: 'Walking', location: 'later' }).id;
    scene.device.vault.put(OWN, OWN_TEXT);
    other = { ...newDevice(), vault: scene.device.vault };
    await sync(CLASSIC, other);
    await sync(OWN);
    await scene.device.vault.moveToTrash(OWN);
  });
  afterEach(() => scene.world.close());

  const inStyle = (style: string, sendBack: object = FIELDS) =>
    settings({ sendBack, templates: { book: style, article: style } });
  const sync = (style: string, place = scene.device, options: object = {}) => {
    scene.world.pass(61);
    return scene.world.sync(place, { settings: inStyle(style), ...options });
  };
  const edit = (path: string, from: string, to: string): void => {
    const before = scene.note(path);
    expect(before).toContain(from);
    scene.device.vault.put(path, before.replace(from, to));
  };
  const look = async (style: string, place = other, sendBack: object = FIELDS) => {
    const found = await findLocalChanges(scene.world.dependencies(place), inStyle(style, sendBack));
    return { offered: found.changes.map(({ mine }) => mine), told: found.ofUnknownTemplate };
  };
  const openBoxes = () => findConflicts(scene.note(WALDEN), marks.conflict).map(({ block }) => block);

  it.each([CLASSIC, 'built-in:callouts'])(
    'should be told before and after the sync, by every look, when %s followed',
    async (next) => {
      edit(WALDEN, 'Why?', 'Mine.');
      await sync(next, other, { dryRun: true });
      expect(await look(next)).toEqual({ offered: [], told: [WALDEN] });
      await sync(next, other);
      expect(await look(next)).toEqual({ offered: [], told: [WALDEN] });
      await sync(CLASSIC, other);
      expect(await look(CLASSIC)).toEqual({ offered: [], told: [WALDEN] });
      expect(await look(CLASSIC, other, { tags: true })).toEqual({ offered: [], told: [] });
      expect(await look(next, scene.device)).toEqual({ offered: ['Mine.'], told: [] });
    },
  );

  it('should be offered instead once the template is there again, before and after a sync', async () => {
    edit(WALDEN, 'Why?', 'Mine.');
    await sync(CLASSIC, other);
    scene.device.vault.put(OWN, OWN_TEXT);
    expect(await look(OWN)).toEqual({ offered: ['Mine.'], told: [] });
    await sync(OWN, other);
    expect(await look(OWN)).toEqual({ offered: ['Mine.'], told: [] });
  });

  it('should be told when more templates followed than a device keeps', async () => {
    edit(WALDEN, 'Why?', 'Mine.');
    for (let version = 1; version <= 10; version += 1) {
      scene.device.vault.put(OWN, `# Version ${version}\n%% highlight %%\n{{text}}\n`);
      await sync(OWN);
    }
    expect(await look(OWN, scene.device)).toEqual({ offered: [], told: [WALDEN] });
  });

  it('should not be told when nobody changed anything, or only words of their own', async () => {
    expect(await look(CLASSIC)).toEqual({ offered: [], told: [] });
    edit(WALDEN, '# Walden', '# Walden\n\nMine alone.');
    edit(WALKING, 'name: Walking', 'name: Walking\nrating: 5');
    expect(await look(CLASSIC)).toEqual({ offered: [], told: [] });
    await sync(CLASSIC, other);
    expect(await look(CLASSIC)).toEqual({ offered: [], told: [] });
  });

  it('should not be told of other words than the note when a known template wrote them', async () => {
    await sync(CLASSIC, other);
    edit(WALDEN, '> Simplify.', '> Simplify, simplify.');
    expect(await look(CLASSIC)).toEqual({ offered: [], told: [] });
    await sync('built-in:callouts', other);
    expect(await look('built-in:callouts')).toEqual({ offered: [], told: [] });
  });

  it('should be told of a property that no known template has, until Readwise has the value', async () => {
    edit(WALKING, 'name: Walking', 'name: On Walking');
    expect(await look(CLASSIC)).toEqual({ offered: [], told: [WALKING] });
    await sync(CLASSIC, other);
    expect(scene.note(WALKING)).toContain('name: On Walking');
    expect(await look(CLASSIC)).toEqual({ offered: [], told: [WALKING] });
    expect(await look(CLASSIC, other, { note: true })).toEqual({ offered: [], told: [] });
    scene.library.editDocument(documentId, { title: 'On Walking' });
    await sync(CLASSIC, other);
    expect(await look(CLASSIC)).toEqual({ offered: [], told: [] });
  });

  it('should be told without a connection', async () => {
    edit(WALDEN, 'Why?', 'Mine.');
    scene.world.loseNetworkAfter(0);
    expect(await look(CLASSIC)).toEqual({ offered: [], told: [WALDEN] });
    expect(await sync(CLASSIC, other)).toMatchObject({ outcome: 'failed' });
    expect(await look(CLASSIC)).toEqual({ offered: [], told: [WALDEN] });
  });

  it('should be no matter of a block whose conflict is open, and be told of another one', async () => {
    edit(WALDEN, 'Why?', 'Mine.');
    scene.library.editHighlight(highlightId, { note: 'Theirs.' });
    await sync(CLASSIC, other);
    expect(openBoxes()).toEqual([`rw${highlightId}`]);
    expect(await look(CLASSIC)).toEqual({ offered: [], told: [] });
    edit(WALDEN, 'Whose?', 'Ours.');
    expect(await look(CLASSIC)).toEqual({ offered: ['Ours.'], told: [] });
  });
});
