import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSettings } from '../../src/core/settings';
import { newDevice, World, type Device } from '../property/world';
import type { StateEntry } from '../../src/ports';
import { seedLibrary } from './seed-library';

/** What a device held that an earlier program had synced: edits, a deleted and a renamed note, and one more passage among it. */
interface Earlier {
  /** Milliseconds since the epoch: when it was written down, and when the passage came. */
  readonly now: number;
  readonly addedAt: number;
  readonly ids: { readonly books: readonly number[]; readonly documents: readonly string[] };
  readonly vault: readonly (readonly [path: string, text: string])[];
  readonly state: readonly StateEntry[];
  /** As it saved them, with three choices of the person and a key that it did not know. */
  readonly settings: Readonly<Record<string, unknown>>;
}

const FOLDER = join(__dirname, 'earlier');
const MINE = ['Passage 1 of Walden, as I read it.', 'Words of mine.'];

describe.each(readdirSync(FOLDER))('what an earlier program left behind, %s', (file) => {
  const earlier = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Earlier;
  let world: World;
  let device: Device;

  beforeEach(async () => {
    world = await World.create();
    expect(seedLibrary(world.library, (seconds) => world.pass(seconds))).toEqual(earlier.ids);
    world.now = earlier.addedAt;
    world.library.addHighlight(book(4), { text: 'Passage 4 of Persuasion.', location: 4 });
    world.now = earlier.now;
    device = newDevice();
    for (const [path, text] of earlier.vault) device.vault.put(path, text);
    await device.state.commit(earlier.state.map(({ key, value }) => ({ put: key, value })));
  });

  afterEach(() => world.close());

  const book = (index: number): number => earlier.ids.books[index] ?? 0;
  const texts = (): string =>
    device.vault
      .entries()
      .map(([, text]) => text)
      .join('\n');
  const notesOf = (id: string): readonly string[] =>
    device.vault
      .entries()
      .flatMap(([path, text]) =>
        new RegExp(`^(readwise|reader)-id: "?${id}"?$`, 'm').test(text) ? [path] : [],
      );

  const shouldHaveOneNoteEach = (): void => {
    for (const [index, id] of earlier.ids.books.entries())
      expect([index, notesOf(String(id)).length]).toEqual([index, index === 2 ? 0 : 1]);
    for (const id of earlier.ids.documents) expect(notesOf(id)).toHaveLength(1);
  };

  it('should read its settings, keep what the person chose, and every key', () => {
    const read = parseSettings(earlier.settings);
    expect(read).toMatchObject({ ok: true, settings: earlier.settings });
    expect(read).toMatchObject({
      settings: { folder: 'My reading', intervalMinutes: 15, scope: { discarded: true }, somebodyElses: 1 },
    });
  });

  it('should go on from it: one note each, the words of the person kept, the deleted note away (I1, I2, I3)', async () => {
    await world.settle(device);
    shouldHaveOneNoteEach();
    for (const words of MINE) expect(texts().split(words)).toHaveLength(2);
    expect(notesOf(String(book(3)))).toEqual(['Elsewhere/My Middlemarch.md']);
    const fresh = await world.fresh();
    const untouched = notesOf(String(book(5)))[0] ?? '';
    expect(device.vault.entries().find(([path]) => path === untouched)?.[1]).toBe(
      fresh.vault.entries().find(([path]) => path === untouched)?.[1],
    );
  });

  it('should bring what the service changes from then on', async () => {
    world.pass(300);
    world.library.addHighlight(book(0), { text: 'Passage 4 of Walden.', location: 4 });
    const emma = world.library.books.highlightsOf(book(1))[0];
    world.library.editHighlight(emma?.id ?? 0, { text: 'Passage 1 of Emma, mended.' });
    await world.settle(device);
    shouldHaveOneNoteEach();
    for (const words of [...MINE, 'Passage 4 of Walden.', 'Passage 1 of Emma, mended.'])
      expect(texts().split(words)).toHaveLength(2);
  });

  it('should end with the same notes when the state is lost', async () => {
    const empty = { vault: device.vault, state: newDevice().state };
    await world.settle(empty);
    for (const words of MINE) expect(texts().split(words)).toHaveLength(2);
    for (const id of [
      ...earlier.ids.books.filter((_, index) => index !== 2).map(String),
      ...earlier.ids.documents,
    ])
      expect(notesOf(id)).toHaveLength(1);
  });
});
