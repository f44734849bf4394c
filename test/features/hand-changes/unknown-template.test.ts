import { findConflicts } from '../../../src/merge/resolve-conflict';
import { findLocalChanges } from '../../../src/features/hand-changes/local-changes';
import { marks } from '../../../src/notes/template/built-in-templates';
import { newDevice, settings } from '../../simulation/world';
import { OutboxScene } from '../../outbox/outbox-scene';

const WALDEN = 'Readwise/Books/Walden.md';
const WALKING = 'Readwise/Articles/Walking.md';
const OWN = 'Templates/own.md';
const CLASSIC = 'built-in';
const OWN_TEXT = [
  '---\nname: "{{title}}"\n---\n# {{title}}\n',
  '%% highlight %%\nSo it says: {{text}}\n\nI think: {{note}}\n',
].join('');
const FIELDS = { note: true, title: true };

describe('a change made by hand in what a template wrote that this device does not have', () => {
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
