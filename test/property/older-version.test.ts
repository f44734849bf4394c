import fc from 'fast-check';
import { expectSameNotes, type Notes } from '../simulation/compare';
import { identitiesIn } from '../simulation/person';
import { applyChange, serviceChange } from '../simulation/service-changes';
import { Simulation } from '../simulation/simulation';
import { isIn, mask } from '../simulation/steps';
import { shareOfHistories } from './runs';

/** One note for an item, and several. What is left out goes, so that vaults can be compared. */
const LAYOUTS = [
  {},
  { notePerHighlight: true, outOfScope: 'trash' },
  { fullText: { place: 'file' } },
  { fullText: { place: 'note' } },
];

const changes = fc.array(serviceChange, { minLength: 1, maxLength: 10 });
const story = fc.record({
  values: fc.constantFrom(...LAYOUTS),
  before: changes,
  news: changes,
  picked: mask,
});
type Story = typeof story extends fc.Arbitrary<infer Told> ? Told : never;

/** Two books with one title, of which the later one has the plain name. */
const NAMED_ANEW: Story = {
  values: { notePerHighlight: true, outOfScope: 'trash' },
  before: [
    { kind: 'add book', pick: 0, text: 0 },
    { kind: 'document note', pick: 0, text: 0 },
  ],
  news: [
    { kind: 'retitle book', pick: 0, text: 0 },
    { kind: 'note highlight', pick: 0, text: 0 },
  ],
  picked: 0,
};

/** A vault as it was before the news, and some of its notes. */
async function begin({ values, before, picked }: Story): Promise<readonly [Simulation, Notes]> {
  const simulation = await Simulation.begin({ values });
  before.forEach((each) => applyChange(simulation.world, each));
  await simulation.settle();
  return [simulation, simulation.notes.filter((_, index) => isIn(picked, index))];
}

/** A note of its own that was away while its highlight moved is a second one, beside that of the new book. */
const withoutSecondNotes = ({ values, news, ...others }: Story): Story => ({
  ...others,
  values,
  news: 'notePerHighlight' in values ? news.filter(({ kind }) => kind !== 'move highlight') : news,
});

async function bringNews(simulation: Simulation, { news }: Story): Promise<void> {
  news.forEach((each) => applyChange(simulation.world, each));
  const { world, device, wanted } = simulation;
  await world.settle(device, { settings: wanted, confirmation: 'accept-missing' });
}

/** One sync, after which all is as in a fresh one and there is nothing left to do. */
async function expectCurrent(simulation: Simulation): Promise<void> {
  const { world, device } = simulation;
  world.pass(61);
  await simulation.sync();
  expectSameNotes(device, await simulation.fresh());
  world.pass(61);
  expect((await simulation.sync()).vaultWrites).toBe(0);
  const stored = new Map(device.state.texts());
  world.pass(61);
  await simulation.sync();
  expect(device.state.texts()).toEqual(stored);
  await world.close();
}

jest.setTimeout(900_000);

describe('an older version of notes', () => {
  it('should be brought up to date by the next sync, which is the last to write, when it came back (I1, I5, I13)', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const [simulation, older] = await begin(told);
        await bringNews(simulation, told);
        const current = new Map(simulation.notes);
        for (const [path, text] of older) {
          // A note that is elsewhere now would come to be there twice.
          const ids = identitiesIn(current.get(path) ?? '');
          if (identitiesIn(text).some((id) => ids.includes(id))) simulation.vault.put(path, text);
        }
        await expectCurrent(simulation);
      }),
      { ...shareOfHistories(0.5), examples: [[NAMED_ANEW]] },
    );
  });

  it('should be brought up to date by the next sync, which is the last to write, when it was away while a sync missed it (I1, I5)', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const [simulation, away] = await begin(told);
        away.forEach(([path]) => simulation.vault.remove(path));
        await bringNews(simulation, withoutSecondNotes(told));
        const taken = new Set(simulation.notes.map(([path]) => path));
        const back = away.filter(([path]) => !taken.has(path));
        back.forEach(([path, text]) => simulation.vault.put(path, text));
        if (back.length === away.length) await expectCurrent(simulation);
      }),
      shareOfHistories(0.5),
    );
  });
});
