import fc from 'fast-check';
import { fileBytes } from '../support/file-bytes';
import { Cloud, COPY_NAMES, FileSync } from '../support/file-sync';
import { MemoryStateStore } from '../support/memory-state-store';
import { shareOfHistories } from './runs';
import { oneOf } from '../simulation/steps';
import { newFilingDevice, settings, World } from '../simulation/world';

type FilingDevice = ReturnType<typeof newFilingDevice>;

/**
 * The web: addresses whose images come and go, two of which have the same content, one of which is no image,
 * and one of a dead host.
 */
const ADDRESSES = ['one', 'two', 'copy of one', 'page', 'late', 'dead'] as const;
type Address = (typeof ADDRESSES)[number];
const urlOf = (address: Address): string =>
  address === 'dead'
    ? 'https://dead.example.org/files/x'
    : `https://images.example.org/files/${encodeURIComponent(address)}`;
const CONTENTS: ReadonlyMap<Address, Uint8Array> = new Map([
  ['one', fileBytes.png('one')],
  ['two', fileBytes.jpg('two')],
  ['copy of one', fileBytes.png('one')],
  ['page', fileBytes.html('sign in')],
  ['late', fileBytes.gif('late')],
]);

type Step =
  | { readonly kind: 'add'; readonly cover: Address; readonly image: Address }
  | { readonly kind: 'change'; readonly book: number; readonly image: Address }
  | { readonly kind: 'web'; readonly address: Address; readonly isThere: boolean }
  | { readonly kind: 'write'; readonly book: number; readonly who: number }
  | { readonly kind: 'sync' | 'state lost' | 'files'; readonly who: number }
  | { readonly kind: 'time'; readonly days: number };

const address = fc.constantFrom(...ADDRESSES);
const book = fc.nat(3);
const who = fc.nat(1);
const step: fc.Arbitrary<Step> = oneOf<Step>(
  [3, fc.record({ kind: fc.constant('add'), cover: address, image: address })],
  [2, fc.record({ kind: fc.constant('change'), book, image: address })],
  [2, fc.record({ kind: fc.constant('web'), address, isThere: fc.boolean() })],
  [2, fc.record({ kind: fc.constant('write'), book, who })],
  [4, fc.record({ kind: fc.constantFrom('sync', 'sync', 'files', 'state lost'), who })],
  [1, fc.integer({ min: 1, max: 9 }).map((days) => ({ kind: 'time', days }))],
);
const history = fc.array(step, { minLength: 4, maxLength: 18 });

const WANTING = { settings: settings({ attachments: { covers: true, images: true } }) };

/** Devices with one vault, and the files' own way between them. */
class Household {
  readonly devices: FilingDevice[];
  private readonly notes: readonly FileSync[];
  private readonly books: { readonly id: number; readonly highlight: number }[] = [];
  readonly words: string[] = [];

  constructor(
    readonly world: World,
    count: number,
  ) {
    const cloud = new Cloud();
    this.devices = Array.from({ length: count }, newFilingDevice);
    this.notes = this.devices.map(({ vault }) => new FileSync(cloud, vault, COPY_NAMES[0]));
    for (const [name, bytes] of CONTENTS) if (name !== 'late') world.server.web.set(name, bytes);
  }

  async perform(each: Step): Promise<void> {
    const { world } = this;
    world.pass(40);
    switch (each.kind) {
      case 'add': {
        const { id } = world.library.addBook({
          title: `Book ${String(this.books.length)}`,
          category: 'books',
          coverImageUrl: urlOf(each.cover),
        });
        const highlight = world.library.addHighlight(id, {
          text: `Words and ![an image](${urlOf(each.image)}).`,
          location: 1,
        });
        this.books.push({ id, highlight: highlight.id });
        return;
      }
      case 'change': {
        const chosen = this.books[each.book];
        if (chosen !== undefined)
          world.library.editHighlight(chosen.highlight, {
            text: `Other words, ![an image](${urlOf(each.image)}).`,
          });
        return;
      }
      case 'web': {
        const bytes = CONTENTS.get(each.address);
        if (bytes !== undefined && each.isThere) world.server.web.set(each.address, bytes);
        else world.server.web.delete(each.address);
        return;
      }
      case 'write':
        return this.write(each);
      case 'sync':
        await world.sync(this.at(each.who), WANTING);
        return;
      case 'files':
        this.exchange(each.who);
        return;
      case 'state lost':
        this.devices[each.who % this.devices.length] = {
          ...this.at(each.who),
          state: new MemoryStateStore(),
        };
        return;
      case 'time':
        world.pass(each.days * 86_400);
    }
  }

  /** All is there again, time goes by, and everybody syncs until nothing moves. */
  async settle(): Promise<void> {
    for (const [name, bytes] of CONTENTS) this.world.server.web.set(name, bytes);
    const round = async (): Promise<boolean> => {
      let isQuiet = true;
      for (const [index, device] of this.devices.entries()) {
        isQuiet = !this.exchange(index) && isQuiet;
        isQuiet = (await this.world.sync(device, WANTING)).vaultWrites === 0 && isQuiet;
        isQuiet = !this.exchange(index) && isQuiet;
      }
      return isQuiet;
    };
    await this.world.untilQuiet(round, { pause: 65 * 86_400, atMost: 40 });
  }

  private at(index: number): FilingDevice {
    return this.devices[index % this.devices.length] as FilingDevice;
  }

  private write({ book: index, who: device }: Extract<Step, { kind: 'write' }>): void {
    const { vault } = this.at(device);
    const path = `Readwise/Books/Book ${String(index)}.md`;
    const text = vault.entries().find(([each]) => each === path)?.[1];
    if (text === undefined) return;
    const word = `mine${String(this.words.length)}`;
    this.words.push(word);
    // Not beside the cover: two changes with no word between them would clash.
    vault.put(path, text.replace(/^\[Readwise\].*$/m, `$& ${word}`));
  }

  private exchange(index: number): boolean {
    const moved = this.notes[index % this.notes.length]?.exchange() === true;
    let hasMoved = moved;
    const own = this.at(index).files;
    for (const { files } of this.devices) {
      for (const [path, bytes] of files.entries()) {
        if (own.entries().some(([each]) => each === path)) continue;
        own.put(path, bytes);
        hasMoved = true;
      }
    }
    return hasMoved;
  }
}

/** Texts in which no image is told from another: what is left must not depend on what could be fetched. */
const withoutImages = (text: string): string =>
  text.replace(
    /\(https:\/\/(?:images|dead)[^)]*\)|\([0-9a-f-]{33}\.\w+\)|cover: .*\n|%% florilegium.*/g,
    '()',
  );

async function live(world: World, count: number, steps: readonly Step[]): Promise<Household> {
  const household = new Household(world, count);
  await household.perform({ kind: 'add', cover: 'one', image: 'copy of one' });
  for (const each of steps) await household.perform(each);
  await household.settle();
  return household;
}

jest.setTimeout(900_000);

describe('attachments', () => {
  it('should be in the vault in the end, each content once, whatever the web did, with every word in its place (I1, I2, I5, I12)', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const world = await World.create();
        const { devices, words } = await live(world, 1, steps);
        const [device] = devices as [FilingDevice];
        const text = device.vault
          .entries()
          .map(([, each]) => each)
          .join('\n');
        for (const name of ['one', 'two', 'copy of one', 'late'] as const)
          expect(text).not.toContain(`(${urlOf(name)})`);
        const contents = device.files.entries().map(([, bytes]) => String.fromCharCode(...bytes));
        expect(new Set(contents).size).toBe(contents.length);
        for (const word of words) expect(text.split(word)).toHaveLength(2);
        if (words.length === 0) {
          const plain = await world.fresh();
          expect(device.vault.entries().map(([path, each]) => [path, withoutImages(each)])).toEqual(
            plain.vault.entries().map(([path, each]) => [path, withoutImages(each)]),
          );
        }
        await world.close();
      }),
      shareOfHistories(0.15),
    );
  });

  it('should bring two devices with one vault to the same notes and the same files (I8)', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const world = await World.create();
        const { devices } = await live(world, 2, steps);
        const [one, other] = devices as [FilingDevice, FilingDevice];
        expect(other.vault.entries()).toEqual(one.vault.entries());
        expect(other.files.entries()).toEqual(one.files.entries());
        const shown = one.vault
          .entries()
          .flatMap(([, text]) => text.match(/[0-9a-f]{16}-[0-9a-f]{16}\.\w+/g) ?? []);
        const names = new Set(one.files.entries().map(([path]) => path.slice(path.lastIndexOf('/') + 1)));
        expect(shown.filter((name) => !names.has(name))).toEqual([]);
        await world.close();
      }),
      shareOfHistories(0.15),
    );
  });
});
