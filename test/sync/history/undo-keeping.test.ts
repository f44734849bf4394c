import type { Repair } from '../../../src/core/check/finding';
import { applyRepairs } from '../../../src/sync/check/apply-repairs';
import { checkLibrary } from '../../../src/sync/check/check-library';
import { removeMarks } from '../../../src/sync/leave/remove-marks';
import { identitiesIn } from '../../property/person';
import { newDevice, settings } from '../../property/world';
import { FakeClock } from '../../support/fake-clock';
import { bookNote, Shelf } from '../attachments/shelf';
import { planOf, runsOf, undo } from './history-scene';

describe('the undoing of what keeps a library in order', () => {
  let shelf: Shelf;
  let ids: readonly number[];

  beforeEach(async () => {
    shelf = await Shelf.create();
    ids = shelf.addBooks(6);
    await shelf.sync();
  });
  afterEach(() => shelf.world.close());

  const host = () => ({ ...shelf.device, clock: new FakeClock(), settings: settings() });
  const findings = async () => (await checkLibrary(host())).findings;
  const mendAll = async () =>
    applyRepairs(
      host(),
      (await findings()).map(({ repairs: [first] }) => first),
    );
  const put = (path: string, text: string): void => shelf.device.vault.put(path, text);
  const entries = () => shelf.device.vault.entries();
  const run = () => undo(shelf.device, shelf.world);
  const texts = () => ({
    paths: () => Promise.resolve(shelf.paths),
    read: (path: string) => shelf.device.vault.read(path),
  });
  const leave = (paths: readonly string[] | null) =>
    removeMarks({ ...host(), texts: texts() }, { paths, keepsAnchors: false });

  /** A trailer that is damaged, a copy and a note with two trailers. */
  function damage(): void {
    put(
      bookNote(1),
      shelf.note(bookNote(1)).replace(/^%% florilegium .*%%$/m, (trailer) => trailer.slice(0, 60)),
    );
    put('Copy.md', shelf.note(bookNote(2)));
    put(bookNote(3), `${shelf.note(bookNote(3)).trimEnd()}\n\nMine behind it.\n`);
  }

  it('should bring back the bytes that notes had before they were mended', async () => {
    damage();
    const before = entries();
    const results = await mendAll();
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
    expect(entries()).not.toEqual(before);
    expect((await runsOf(shelf.device))[0]).toMatchObject({
      kind: 'repair',
      vaultWrites: 3,
      notes: { updated: 2, trashed: 1 },
    });
    expect(await planOf(shelf.device)).toMatchObject({ ended: { kind: 'repair' }, stays: [] });
    expect(await run()).toMatchObject({
      outcome: 'done',
      undone: 'repair',
      notes: { updated: 2, created: 1 },
    });
    expect(entries()).toEqual(before);
    expect(await planOf(shelf.device)).toBeNull();
    expect(await findings()).toHaveLength(3);
  });

  it('should take nothing back that a sync did before', async () => {
    shelf.addBooks(1);
    const [highlight] = shelf.world.library.books.liveHighlightsOf(ids[4] ?? 0);
    shelf.world.library.editHighlight(highlight?.id ?? 0, { text: 'Another passage.' });
    await shelf.sync();
    damage();
    const before = entries();
    await mendAll();
    expect(await run()).toMatchObject({ vaultWrites: 3, notes: { updated: 2, created: 1, trashed: 0 } });
    expect(entries()).toEqual(before);
  });

  it('should keep what the person wrote since', async () => {
    damage();
    await mendAll();
    shelf.write(bookNote(3), 'My later words.');
    await run();
    for (const words of ['My later words.', 'Mine behind it.'])
      expect(shelf.note(bookNote(3))).toContain(words);
  });

  it('should put the marks back around what the person wrote since, which stays theirs', async () => {
    await leave(null);
    shelf.write(bookNote(1), 'My later words.');
    put(bookNote(2), `${shelf.note(bookNote(2)).trimEnd()}\n\nMy last words.\n`);
    expect(await run()).toMatchObject({ outcome: 'done', notes: { updated: 6 } });
    expect(shelf.note(bookNote(1))).toContain('My later words.');
    expect(shelf.note(bookNote(2))).toMatch(/My last words\.\n\n%% florilegium .*%%\n$/);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0, conflicts: [] });
    expect(await findings()).toEqual([]);
  });

  it('should undo two repairs of one note with what the person wrote between them', async () => {
    put(
      bookNote(1),
      `${shelf.note(bookNote(1)).trimEnd()}\n\nMine behind it.\n`.replace(
        'readwise-id:',
        'reader-id: "?!"\nreadwise-id:',
      ),
    );
    const before = shelf.note(bookNote(1));
    const repairs = (await findings()).map(({ repairs: [first] }) => first);
    expect(repairs).toHaveLength(2);
    await applyRepairs(host(), repairs);
    expect(shelf.note(bookNote(1))).not.toBe(before);
    await run();
    expect(shelf.note(bookNote(1))).toBe(before);
  });

  it('should have no record, and leave what can be undone, when nothing was to be mended in a note', async () => {
    shelf.world.pass(60);
    shelf.world.library.addHighlight(ids[0] ?? 0, { text: 'New.', location: 2 });
    await shelf.sync();
    const plan = await planOf(shelf.device);
    const renew: Repair = { kind: 'renew', path: bookNote(1), then: { due: null, place: null } };
    await applyRepairs(host(), [renew]);
    expect(await planOf(shelf.device)).toEqual(plan);
  });

  it('should put back the marks that were taken off, so that the next sync finds all as it was', async () => {
    const before = entries();
    expect(await leave(null)).toMatchObject({ changed: 6 });
    expect(shelf.note(bookNote(1))).not.toContain('florilegium');
    expect((await runsOf(shelf.device))[0]).toMatchObject({ kind: 'unmark', notes: { updated: 6 } });
    expect(await run()).toMatchObject({ outcome: 'done', undone: 'unmark', notes: { updated: 6 } });
    expect(entries()).toEqual(before);
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  });

  it('should let the chosen notes go alone, most of a library too, and go on with the others', async () => {
    const chosen = [1, 2, 3, 4].map(bookNote);
    expect(await leave(chosen)).toMatchObject({ changed: 4 });
    shelf.world.pass(60);
    for (const id of ids)
      shelf.world.library.addHighlight(id, { text: `New of ${String(id)}.`, location: 2 });
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { updated: 2, created: 0 } });
    for (const path of chosen) expect(shelf.note(path)).not.toContain('New of');
  });

  it('should follow the service again after the removal of marks from some notes was undone', async () => {
    const before = entries();
    await leave([1, 2, 3, 4].map(bookNote));
    await run();
    expect(entries()).toEqual(before);
    shelf.world.pass(60);
    for (const id of ids)
      shelf.world.library.addHighlight(id, { text: `New of ${String(id)}.`, location: 2 });
    expect(await shelf.sync()).toMatchObject({ outcome: 'done', notes: { updated: 6, created: 0 } });
    expect(entries()).toEqual((await shelf.world.fresh()).vault.entries());
  });

  it('should leave a note alone that is elsewhere by now', async () => {
    await leave([bookNote(1)]);
    await shelf.device.vault.rename(bookNote(1), 'Elsewhere.md');
    expect(await planOf(shelf.device)).toMatchObject({
      steps: [],
      stays: [{ path: bookNote(1), why: 'gone' }],
    });
  });

  it('should not make a second note of an item that got another one since, on another device', async () => {
    await leave([bookNote(1), bookNote(2)]);
    const [plain, other] = [shelf.note(bookNote(1)), newDevice()];
    shelf.device.vault.remove(bookNote(2));
    await shelf.world.sync({ vault: shelf.device.vault, state: other.state });
    expect(shelf.paths).toHaveLength(7);
    expect(await planOf(shelf.device)).toMatchObject({ stays: [{ path: bookNote(1), why: 'has-note' }] });
    await run();
    expect(shelf.note(bookNote(1))).toBe(plain);
    const named = entries().flatMap(([, text]) => identitiesIn(text));
    expect(named).toHaveLength(new Set(named).size);
  });
});
