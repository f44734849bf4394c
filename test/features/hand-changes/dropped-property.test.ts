import { planUndo } from '../../../src/features/undo/plan-undo';
import { undoLastRun } from '../../../src/features/undo/undo-last-run';
import { countLocalChanges, findLocalChanges } from '../../../src/features/hand-changes/local-changes';
import { newDevice, settings } from '../../simulation/world';
import { OutboxScene } from '../../outbox/outbox-scene';

const FOLDER = 'Readwise/Articles/';
const OWN = 'Templates/own.md';
const NEXT = 'Templates/next.md';
const CLASSIC = 'built-in';
const FIELDS = { title: true, tags: true };

const withProperties = (...lines: readonly string[]): string =>
  ['---', ...lines, '---', '# {{title}}', '%% highlight %%', '{{text}}', ''].join('\n');

describe('a property changed by hand that the next template has no longer', () => {
  let scene: OutboxScene;
  let documentId: string;

  beforeEach(async () => {
    scene = await OutboxScene.create();
    documentId = scene.library.addDocument({ title: 'Walking', location: 'later', tags: ['nature'] }).id;
    scene.device.vault.put(OWN, withProperties('name: "{{title}}"', 'topics: "{{tags}}"'));
    scene.device.vault.put(NEXT, withProperties('called: "{{title}}"'));
  });
  afterEach(() => scene.world.close());

  const inStyle = (style: string) => settings({ sendBack: FIELDS, templates: { article: style } });
  const sync = (style: string, place = scene.device, options: object = {}) => {
    scene.world.pass(61);
    return scene.world.sync(place, { settings: inStyle(style), ...options });
  };
  /** Its title is also its name. */
  const path = (): string => scene.paths.find((each) => each.startsWith(FOLDER)) ?? '';
  const note = (): string => scene.note(path());
  const edit = (from: string, to: string): void => {
    const before = note();
    expect(before).toContain(from);
    scene.device.vault.put(path(), before.replace(from, to));
  };
  const look = (style: string, place = scene.device) =>
    findLocalChanges(scene.world.dependencies(place), inStyle(style));
  const offered = async (style: string, place = scene.device) =>
    (await look(style, place)).changes.map(({ field, base, mine }) => [field, base, mine]);
  const TITLE = ['title', 'Walking', 'On Walking'];
  const TAGS = ['tags', 'nature', 'nature, feet'];

  const editBoth = (): void => {
    edit('name: Walking', 'name: On Walking');
    edit('  - nature\n', '  - nature\n  - feet\n');
  };

  it('should stay offered as what its template showed there, before and after each sync', async () => {
    await sync(OWN);
    editBoth();
    await sync(NEXT, scene.device, { dryRun: true });
    expect(await offered(NEXT)).toEqual([TITLE, TAGS]);
    for (const style of [NEXT, CLASSIC, NEXT]) {
      await sync(style);
      expect(await offered(style)).toEqual([TITLE, TAGS]);
      expect(await countLocalChanges(scene.world.dependencies(scene.device), inStyle(style))).toBe(2);
    }
    expect(note()).toContain('\ncalled: Walking\n');
    expect(await sync(NEXT)).toMatchObject({ vaultWrites: 0 });
  });

  it('should be offered by each device that had the template, and be told by others', async () => {
    const other = { ...newDevice(), vault: scene.device.vault };
    await sync(NEXT, other);
    await sync(OWN);
    editBoth();
    await sync(NEXT);
    expect(await offered(NEXT)).toEqual([TITLE, TAGS]);
    await sync(NEXT, other);
    expect(await look(NEXT, other)).toMatchObject({ changes: [], ofUnknownTemplate: [path()] });
  });

  it('should be sent once, and stay in the note as the person’s own', async () => {
    await sync(OWN);
    edit('name: Walking', 'name: On Walking');
    await sync(NEXT);
    for (const { change } of (await look(NEXT)).changes) await scene.add(change);
    expect(await scene.send({ settings: inStyle(NEXT) })).toMatchObject({ outcome: 'sent' });
    await sync(NEXT);
    expect(scene.library.documents.get(documentId).title).toBe('On Walking');
    expect(note()).toContain('\ncalled: On Walking\nname: On Walking\n');
    expect(await look(NEXT)).toEqual({ changes: [], ambiguous: [], ofUnknownTemplate: [], unlike: [] });
  });

  it('should not be offered or told once the service has another value', async () => {
    await sync(OWN);
    edit('name: Walking', 'name: On Walking');
    await sync(NEXT);
    scene.library.editDocument(documentId, { title: 'A lecture' });
    await sync(NEXT);
    expect(await look(NEXT)).toEqual({ changes: [], ambiguous: [], ofUnknownTemplate: [], unlike: [] });
  });

  it('should be merged as before once a template has it again', async () => {
    await sync(OWN);
    edit('name: Walking', 'name: On Walking');
    await sync(NEXT);
    await sync(OWN);
    expect(note()).toContain('\nname: On Walking\n');
    expect(note()).not.toContain('called:');
    expect(await offered(OWN)).toEqual([TITLE]);
    edit('name: On Walking', 'name: Walking');
    await sync(NEXT);
    expect(note()).not.toContain('name:');
  });

  it('should leave the note when the person makes it what the template wrote', async () => {
    await sync(OWN);
    edit('name: Walking', 'name: On Walking');
    await sync(NEXT);
    edit('name: On Walking', 'name: Walking');
    await sync(NEXT);
    expect(await offered(NEXT)).toEqual([]);
  });

  it('should stay offered without a connection, and after the new template was undone', async () => {
    await sync(OWN);
    edit('name: Walking', 'name: On Walking');
    await sync(NEXT);
    scene.world.loseNetworkAfter(0);
    expect(await sync(CLASSIC)).toMatchObject({ outcome: 'failed' });
    expect(await offered(CLASSIC)).toEqual([TITLE]);
    scene.world.loseNetworkAfter(null);
    const dependencies = scene.world.dependencies(scene.device);
    const plan = await planUndo(dependencies);
    await undoLastRun(dependencies, { run: plan?.run ?? 0, settings: inStyle(NEXT) });
    expect(await offered(NEXT)).toEqual([TITLE]);
    expect(await offered(OWN)).toEqual([TITLE]);
  });

  it('should not be offered while its conflict is open, or when its template goes before it is settled', async () => {
    await sync(OWN);
    edit('name: Walking', 'name: On Walking');
    scene.library.editDocument(documentId, { title: 'A lecture' });
    await sync(OWN);
    expect(note()).toContain('[!warning]');
    expect(await look(OWN)).toMatchObject({ changes: [], ofUnknownTemplate: [] });
    expect(await look(NEXT)).toMatchObject({ changes: [], ofUnknownTemplate: [] });
    await sync(NEXT);
    expect(note()).toContain('\nname: On Walking\n');
    expect(await look(NEXT)).toMatchObject({ changes: [], ofUnknownTemplate: [] });
  });
});
