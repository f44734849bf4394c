import fc from 'fast-check';
import type { Finding } from '../../src/core/check/finding';
import { applyRepairs } from '../../src/sync/check/apply-repairs';
import { checkLibrary } from '../../src/sync/check/check-library';
import { removeMarks } from '../../src/sync/leave/remove-marks';
import { FakeClock } from '../support/fake-clock';
import { damage, Damager, type Damage } from './damage';
import { anchorsIn, identitiesIn, Person, personDeed, type PersonDeed } from './person';
import { deed, perform, type Deed } from './reader';
import { shareOfHistories } from './runs';
import { newDevice, settings, World, type Device } from './world';

interface History {
  readonly library: readonly Deed[];
  readonly person: readonly PersonDeed[];
  readonly damages: readonly Damage[];
}

const history: fc.Arbitrary<History> = fc.record({
  library: fc.array(deed, { minLength: 2, maxLength: 12 }),
  person: fc.array(personDeed, { maxLength: 5 }),
  damages: fc.array(damage, { minLength: 1, maxLength: 5 }),
});

jest.setTimeout(900_000);

const context = (device: Device) => ({ ...device, clock: new FakeClock(), settings: settings() });

/** A library that was synced, written in and damaged. */
async function damagedWorld({ library, person: deeds, damages }: History): Promise<{
  readonly world: World;
  readonly device: Device;
  readonly person: Person;
  readonly damager: Damager;
}> {
  const world = await World.create();
  const device = newDevice();
  for (const pick of [0, 1]) {
    perform(world, { kind: 'add book', title: pick, category: 0 });
    for (const text of [1, 2, 3]) perform(world, { kind: 'add highlight', pick, text });
  }
  for (const each of library) perform(world, each);
  await world.settle(device);
  const person = new Person(device.vault);
  for (const each of deeds) if (each.to !== 'note') person.perform(each);
  await world.settle(device);
  const damager = new Damager(device.vault);
  for (const each of damages) damager.perform(each);
  return { world, device, person, damager };
}

function expectWordsIn({ vault }: Device, words: Iterable<string>): void {
  const all = vault
    .entries()
    .map(([, text]) => text)
    .join('\n');
  for (const word of words) expect([word, all.includes(word)]).toEqual([word, true]);
}

describe('a library that is checked', () => {
  it('should be in order, and hold every word, after all that was found is repaired and synced (I1, I2, I5)', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (story) => {
        const { world, device, person, damager } = await damagedWorld(story);
        const words = [...person.words.keys(), ...damager.words];
        const { findings } = await checkLibrary(context(device));
        await applyRepairs(
          context(device),
          findings.map(({ repairs: [first] }) => first),
        );
        expectWordsIn(device, words);
        world.pass(61);
        await world.sync(device);
        expectWordsIn(device, words);
        world.pass(61);
        expect(await world.sync(device)).toMatchObject({ outcome: 'done', vaultWrites: 0, conflicts: [] });
        expect(told(await checkLibrary(context(device)))).toEqual([]);
        expectComplete(
          device,
          await world.fresh(),
          new Set([...person.deletedAnchors, ...damager.deletedAnchors]),
        );
        await world.close();
      }),
      shareOfHistories(0.1),
    );
  });

  it('should lose no visible word and keep no mark when the marks are removed', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (story) => {
        const { world, device, person, damager } = await damagedWorld(story);
        const seen = visibleWords(device);
        await removeMarks(
          { ...context(device), texts: textsOf(device) },
          { paths: null, keepsAnchors: false },
        );
        expect(visibleWords(device).filter((word) => seen.includes(word))).toEqual(seen);
        expectWordsIn(device, [...person.words.keys(), ...damager.words]);
        for (const [path, text] of device.vault.entries())
          expect([path, /%%\s*florilegium|^(?:readwise|reader)-(?:id|part|status)/m.exec(text)?.[0]]).toEqual(
            [path, undefined],
          );
        expect(
          await removeMarks(
            { ...context(device), texts: textsOf(device) },
            { paths: null, keepsAnchors: false },
          ),
        ).toMatchObject({ changed: 0, failures: [] });
        await world.close();
      }),
      shareOfHistories(0.1),
    );
  });
});

const textsOf = ({ vault }: Device) => ({
  paths: () => Promise.resolve(vault.entries().map(([path]) => path)),
  read: (path: string) => vault.read(path),
});

const told = ({ findings }: { readonly findings: readonly Finding[] }): readonly string[] =>
  findings.map(({ fault, path, about }) => `${fault} ${path} ${about.join(' ')}`);

function expectComplete({ vault }: Device, fresh: Device, deletedAnchors: ReadonlySet<string>): void {
  const notes = vault.entries().map(([, text]) => text);
  for (const [, text] of fresh.vault.entries()) {
    const ids = identitiesIn(text);
    const mine = notes.filter((note) => identitiesIn(note).some((id) => ids.includes(id)));
    expect([ids, mine.length]).toEqual([ids, 1]);
    const anchors = anchorsIn(mine[0] ?? '');
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
    expect(
      anchorsIn(text).filter((anchor) => !deletedAnchors.has(anchor) && !anchors.includes(anchor)),
    ).toEqual([]);
  }
}

/** Words that a person sees, of all notes: what stands in hidden comments, in properties and in anchors is not among them. */
function visibleWords({ vault }: Device): readonly string[] {
  return vault.entries().flatMap(([path, text]) => {
    const body = text
      .replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '')
      .replace(/^(\s*%% florilegium 1 [^\n]*?%%)/gm, '')
      .replace(/(?:^|[ \t])\^r[wd]\w+[ \t\r]*$/gm, '');
    return body
      .split(/\s+/)
      .filter((word) => /mine\d+x|hurt\d+x|[A-Z][a-z]+/.test(word))
      .map((word) => `${path}: ${word}`);
  });
}
