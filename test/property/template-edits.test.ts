import { namedAlike } from '../support/named-alike';
import fc from 'fast-check';
import { MemoryStateStore } from '../support/memory-state-store';
import { expectNothingLost } from './nothing-lost-check';
import { Person, personDeed, type PersonDeed } from './person';
import { deed, perform, type Deed } from './reader';
import { shareOfHistories } from './runs';
import { mend, OWN_TEMPLATES, templateEdit, VaultWithTemplates, type TemplateEdit } from './own-templates';
import { settings, World, type Device } from './world';

type Step =
  | { readonly at: 'service'; readonly deed: Deed }
  | { readonly at: 'vault'; readonly deed: PersonDeed }
  | { readonly at: 'templates'; readonly edit: TemplateEdit }
  | { readonly at: 'sync' };

const serviceStep = fc.record({ at: fc.constant('service' as const), deed });
const templateStep = fc.record({ at: fc.constant('templates' as const), edit: templateEdit });
const syncStep = fc.constant({ at: 'sync' as const });

const history = (
  more: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<Step> }[],
): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: serviceStep },
      { weight: 3, arbitrary: templateStep },
      { weight: 3, arbitrary: syncStep },
      ...more,
    ),
    { minLength: 4, maxLength: 25 },
  );

const CHOSEN = { settings: settings(OWN_TEMPLATES) };

/** A reader with a book, and a device that has seen the templates good. */
async function begin(): Promise<{
  readonly world: World;
  readonly device: Device;
  readonly vault: VaultWithTemplates;
  readonly person: Person;
}> {
  const world = await World.create({
    pageSizes: { exportBooks: 3, exportHighlightsOfBook: 2, documents: 4 },
  });
  const vault = new VaultWithTemplates();
  const device = { vault, state: new MemoryStateStore() };
  perform(world, { kind: 'add book', title: 0, category: 0 });
  perform(world, { kind: 'add highlight', pick: 0, text: 1 });
  await world.settle(device, CHOSEN);
  return { world, device, vault, person: new Person(vault) };
}

/** A sync in which at most the templates may fail, and only where one is broken. */
async function syncOnce(world: World, device: Device): Promise<void> {
  world.pass(30);
  const report = await world.sync(device, CHOSEN);
  expect(report.failures.filter(({ id }) => id !== 'template')).toEqual([]);
  expect(report.outcome).toBe(report.failures.length === 0 ? 'done' : 'partial');
}

jest.setTimeout(900_000);

describe('notes whose templates are edited, well and badly', () => {
  it('should keep every word that a person wrote in them (I2, I3)', async () => {
    await fc.assert(
      fc.asyncProperty(
        history([
          { weight: 3, arbitrary: fc.record({ at: fc.constant('vault' as const), deed: personDeed }) },
        ]),
        async (steps) => {
          const { world, device, vault, person } = await begin();
          for (const step of steps) {
            if (step.at === 'service') perform(world, step.deed);
            else if (step.at === 'vault') person.perform(step.deed);
            else if (step.at === 'templates') vault.templates.set(step.edit.path, step.edit.text);
            else {
              await syncOnce(world, device);
              expectNothingLost(device, person);
            }
          }
          mend(vault);
          await world.settle(device, CHOSEN);
          expectNothingLost(device, person);
          await world.close();
        },
      ),
      shareOfHistories(0.06),
    );
  });

  it('should end in the bytes of a fresh sync once the templates are mended (I1, I5, I8)', async () => {
    await fc.assert(
      fc.asyncProperty(history([]), async (steps) => {
        const { world, device, vault } = await begin();
        for (const step of steps) {
          if (step.at === 'service') perform(world, step.deed);
          else if (step.at === 'templates') vault.templates.set(step.edit.path, step.edit.text);
          else await syncOnce(world, device);
        }
        mend(vault);
        await world.settle(device, CHOSEN);
        const fresh = { vault: new VaultWithTemplates(), state: new MemoryStateStore() };
        mend(fresh.vault);
        await world.settle(fresh, CHOSEN);
        expect(namedAlike(vault.entries())).toEqual(namedAlike(fresh.vault.entries()));
        await world.close();
      }),
      shareOfHistories(0.06),
    );
  });
});
