import fc from 'fast-check';
import { isSample } from '../../../src/model/record';
import { checkLibrary } from '../../../src/features/check/check-library';
import { removeSample, writeSample } from '../../../src/features/sample/sample-notes';
import { sampleRecords } from '../../../src/features/sample/sample-records';
import { shareOfHistories } from '../../property/runs';
import { newDevice, settings, World } from '../../simulation/world';
import { FakeClock } from '../../support/fake-clock';
import { MemoryStateStore } from '../../support/memory-state-store';
import { MemoryVault } from '../../support/memory-vault';

const FOLDER = 'Florilegium sample';

const allTexts = (vault: MemoryVault): string =>
  vault
    .entries()
    .map(([, text]) => text)
    .join('\n');

describe('the sample library', () => {
  let vault: MemoryVault;

  beforeEach(() => {
    vault = new MemoryVault([['My own.md', 'Mine.']]);
  });

  const write = (values: object = {}) =>
    writeSample(
      { vault, clock: new FakeClock({ startsAt: 0 }), reporter: { progress: () => undefined } },
      { folder: FOLDER, templates: settings(values).templates },
    );
  const paths = (): readonly string[] => vault.entries().map(([path]) => path);
  const samples = (): readonly string[] => paths().filter((path) => path.startsWith(`${FOLDER}/`));

  it('should have six books and four documents with notes and tags, in several scripts', () => {
    const records = sampleRecords();
    expect(records.filter(({ document }) => document === null)).toHaveLength(6);
    expect(records.filter(({ document }) => document !== null)).toHaveLength(4);
    const text = JSON.stringify(records);
    for (const script of [/\p{Script=Arabic}/u, /\p{Script=Han}/u, /\p{Script=Hiragana}/u, /ü/])
      expect(text).toMatch(script);
    expect(records.every(({ highlights }) => highlights.length >= 2)).toBe(true);
  });

  it('should be written into a folder of its own, and change nothing the second time (I5)', async () => {
    expect(await write()).toMatchObject({
      outcome: 'done',
      requests: 0,
      notes: { created: 10 },
      failures: [],
    });
    expect(samples()).toHaveLength(10);
    const before = vault.entries();
    expect(await write()).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    expect(vault.entries()).toEqual(before);
  });

  it('should look as the person chose', async () => {
    await write({ templates: { book: 'built-in:callouts' } });
    const [, text] = vault.entries().find(([path]) => path.endsWith('Walden.md')) ?? ['', ''];
    expect(text).toContain('> [!quote]');
  });

  it('should be no business of a check of the library', async () => {
    await write();
    const clock = new FakeClock({ startsAt: 0 });
    expect(
      await checkLibrary({ vault, state: new MemoryStateStore(), clock, settings: settings() }),
    ).toMatchObject({ findings: [], notes: 0 });
  });

  it('should leave nothing behind when nobody wrote in it', async () => {
    await write();
    expect(await removeSample({ vault })).toEqual({ trashed: 10, kept: [] });
    expect(paths()).toEqual(['My own.md']);
    expect(vault.trashEntries()).toHaveLength(10);
  });

  it('should leave a note that the person wrote in, as a plain note of theirs (I2, I4)', async () => {
    await write();
    const path = samples().find((each) => each.endsWith('Walden.md')) ?? '';
    await vault.update(path, (text) => text.replace('Simplify, simplify.', 'Simplify, simplify. Yes!'));
    expect(await removeSample({ vault })).toEqual({ trashed: 9, kept: [path] });
    const text = (await vault.read(path)) ?? '';
    expect(text).toContain('Simplify, simplify. Yes!');
    expect(text).not.toMatch(/florilegium|readwise-id|reader-id/);
    expect((await vault.survey()).filter(isSample)).toEqual([]);
    expect(await removeSample({ vault })).toEqual({ trashed: 0, kept: [] });
  });

  it('should lose no word that a person wrote anywhere in it, whatever else goes (I2)', async () => {
    await write();
    const written = vault;
    const edit = fc.record({
      note: fc.nat(9),
      place: fc.nat(2000),
      word: fc.nat(9999).map((number) => `mine${String(number)}`),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 4 }), async (edits) => {
        const copy = written.copy();
        const paths = samples();
        for (const { note, place, word } of edits) {
          await copy.update(paths[note] ?? '', (text) => {
            // Anywhere but in what a sync goes by.
            const start = text.indexOf('\n---\n') + 5;
            const end = text.indexOf('%% florilegium');
            const at = start + (place % (end - start));
            return `${text.slice(0, at)} ${word} ${text.slice(at)}`;
          });
        }
        // One that came into the middle of another has taken it apart.
        const standing = allTexts(copy);
        const words = edits.map(({ word }) => word).filter((word) => standing.includes(word));
        const { trashed, kept } = await removeSample({ vault: copy });
        expect(trashed + kept.length).toBe(10);
        expect((await copy.survey()).filter(isSample)).toEqual([]);
        for (const word of words) expect(allTexts(copy)).toContain(word);
      }),
      shareOfHistories(0.06),
    );
  });

  it('should be nothing to a real sync, before it and after', async () => {
    const world = await World.create();
    for (let number = 1; number <= 6; number += 1)
      world.library.addHighlight(
        world.library.addBook({ title: `Book ${String(number)}`, category: 'books' }).id,
        { text: 'Passage' },
      );
    world.library.addHighlight(
      world.library.addBook({ title: 'Walden', author: 'Henry David Thoreau', category: 'books' }).id,
      { text: 'Simplify, simplify.' },
    );
    await write();
    const before = vault.entries();
    const device = { ...newDevice(), vault };
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', notes: { created: 7, updated: 0 } });
    expect(vault.entries().filter(([path]) => before.some(([each]) => each === path))).toEqual(before);
    await removeSample({ vault });
    world.pass(61);
    expect(await world.sync(device)).toMatchObject({ outcome: 'done', vaultWrites: 0 });
    await world.close();
  });
});
