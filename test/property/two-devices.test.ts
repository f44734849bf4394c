import fc from 'fast-check';
import { normalizeText } from '../../src/model/hash';
import { isUntouched, splitNote } from '../../src/notes/note/note';
import type { SyncOptions } from '../../src/sync/sync-options';
import { Cloud, COPY_NAMES, FileSync, isCopy } from '../support/file-sync';
import { anchorsIn, identitiesIn, Person, personDeed, type PersonDeed } from './person';
import { perform, plainDeed, type Deed } from './reader';
import { shareOfHistories } from './runs';
import { giveFiles, newFilingDevice, steadyWish } from './wishes';
import { settings, World, type Device } from './world';

type Step =
  | { readonly at: 'service'; readonly deed: Deed }
  | { readonly at: 'vault'; readonly who: number; readonly deed: PersonDeed }
  | { readonly at: 'sync' | 'state lost'; readonly who: number }
  /** Of three files about so many are brought up to date. */
  | { readonly at: 'files'; readonly who: number; readonly part: number };

const who = fc.nat(1);
/**
 * Where a note's move or deletion crosses its change on the other device, a file sync leaves both files, whoever moved it: that is
 * its own doing. Here every note keeps its name.
 */
const NAMING: ReadonlySet<string> = new Set([
  'retitle document',
  'delete highlight',
  'discard',
  'move document',
]);
const steadyDeed = plainDeed.filter(
  (what) =>
    !NAMING.has(what.kind) &&
    ((what.kind !== 'add book' && what.kind !== 'add document') || what.category % 5 === 0),
);
const writing = personDeed.filter(({ to }) => to !== 'note');

const history: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ at: fc.constant('service' as const), deed: steadyDeed }) },
    { weight: 2, arbitrary: fc.record({ at: fc.constant('vault' as const), who, deed: writing }) },
    { weight: 3, arbitrary: fc.record({ at: fc.constant('sync' as const), who }) },
    { weight: 1, arbitrary: fc.record({ at: fc.constant('state lost' as const), who }) },
    {
      weight: 3,
      arbitrary: fc.record({ at: fc.constant('files' as const), who, part: fc.integer({ min: 1, max: 3 }) }),
    },
  ),
  { minLength: 4, maxLength: 20 },
);

interface Place {
  readonly device: Device;
  readonly person: Person;
  readonly files: FileSync;
}

async function loseState({ state }: Device): Promise<void> {
  const entries = await state.list({ prefix: '', limit: 100_000 });
  await state.commit(entries.map(({ key }) => ({ remove: key })));
}

/** A person may write in a copy, too. */
function write(
  { device, person }: Place,
  { cloud, deed }: { readonly cloud: Cloud; readonly deed: PersonDeed },
): void {
  const before = new Map(device.vault.entries());
  person.perform(deed);
  const edited = device.vault.entries().find(([path, text]) => before.get(path) !== text);
  if (edited === undefined || !isCopy(edited[0])) return;
  cloud.copied.splice(
    0,
    cloud.copied.length,
    ...cloud.copied.filter((text) => text !== before.get(edited[0])),
  );
}

/** Picks the same files for the same path and moment, now these, now those. */
const lateness =
  (part: number, moment: number) =>
  (path: string): boolean =>
    [...path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + moment) % 1009, 7) % 3 < part;

const MOST_ROUNDS = 25;

/** Lets both sync and exchange until nothing moves any more. */
async function settle(world: World, places: readonly Place[], options: Partial<SyncOptions>): Promise<void> {
  for (let round = 0, quiet = 0; quiet < 1; round += 1) {
    if (round > MOST_ROUNDS) throw new Error('The two devices do not come to rest.');
    let hasMoved = false;
    for (const { device, files } of places) {
      world.pass(700);
      hasMoved = files.exchange() || hasMoved;
      hasMoved = (await world.sync(device, options)).vaultWrites > 0 || hasMoved;
      hasMoved = files.exchange() || hasMoved;
    }
    quiet = hasMoved ? 0 : quiet + 1;
  }
}

const textsOf = ({ device }: Place): readonly (readonly [string, string])[] => device.vault.entries();

jest.setTimeout(900_000);

describe('two devices with one vault', () => {
  it('should come to the same bytes, with no second note and every word, whatever order a file sync has (I2, I6, I8)', async () => {
    await fc.assert(
      fc.asyncProperty(history, steadyWish, fc.constantFrom(...COPY_NAMES), async (steps, wish, copyName) => {
        const options = { settings: settings(wish) };
        const world = await World.create({
          pageSizes: { exportBooks: 3, exportHighlightsOfBook: 2, documents: 4 },
        });
        const cloud = new Cloud();
        const places = [0, 1].map((): Place => {
          const device = newFilingDevice();
          return {
            device,
            person: new Person(device.vault),
            files: new FileSync(cloud, device.vault, copyName),
          };
        });
        perform(world, { kind: 'add book', title: 0, category: 0 });
        giveFiles(world);
        await settle(world, places, options);
        for (const step of steps) {
          if (step.at === 'service') {
            perform(world, step.deed);
            continue;
          }
          const place = places[step.who] as Place;
          world.pass(30);
          if (step.at === 'vault') write(place, { cloud, deed: step.deed });
          else if (step.at === 'files') place.files.exchange(lateness(step.part, world.now));
          else if (step.at === 'state lost') await loseState(place.device);
          else {
            giveFiles(world);
            await world.sync(place.device, options);
          }
        }
        giveFiles(world);
        await settle(world, places, options);
        const fresh = newFilingDevice();
        await world.settle(fresh, options);
        expectOneVault({ places: places as [Place, Place], fresh });
        const copies = [...cloud.files].filter(([path]) => isCopy(path)).map(([, text]) => text);
        expect(cloud.copied.filter((text) => !copies.includes(text))).toEqual([]);
        await world.close();
      }),
      shareOfHistories(0.35),
    );
  });
});

function expectOneVault({
  places: [one, other],
  fresh,
}: {
  readonly places: readonly [Place, Place];
  readonly fresh: Device;
}): void {
  expect(textsOf(other)).toEqual(textsOf(one));
  const notes = textsOf(one).filter(([path]) => !isCopy(path));
  const identities = notes.flatMap(([, text]) => identitiesIn(text));
  expect(identities.filter((id, index) => identities.indexOf(id) !== index)).toEqual([]);
  const everything = textsOf(one)
    .map(([, text]) => text)
    .join('\n');
  // A copy has its own; in the notes no word stands twice.
  for (const word of [...one.person.words.keys()].filter((mine) => !other.person.words.has(mine)))
    expect([word, everything.includes(word)]).toEqual([word, true]);
  for (const [, text] of notes) expect(anchorsIn(text)).toEqual([...new Set(anchorsIn(text))]);
  for (const [, text] of fresh.vault.entries()) {
    const mine = notes.find(([, note]) => identitiesIn(note).some((id) => identitiesIn(text).includes(id)));
    expect([identitiesIn(text), mine !== undefined]).toEqual([identitiesIn(text), true]);
    const bodyOf = (whole: string): string => normalizeText(whole.replace(/ f=\w*/, ''));
    if (isUntouched(splitNote(mine?.[1] ?? ''))) expect(bodyOf(mine?.[1] ?? '')).toBe(bodyOf(text));
  }
}
