import fc from 'fast-check';
import { isUntouched, looseNote, splitNote } from '../../src/notes/note/note';
import { COPY_NAMES, isCopy } from '../support/file-sync';
import { textNamedAlike } from '../support/named-alike';
import type { Notes } from '../simulation/compare';
import { anchorsIn, editInPlace, identitiesIn } from '../simulation/person';
import { changeWithoutNames, titleOfAdded } from '../simulation/service-changes';
import { settingsWithoutNames } from '../simulation/settings-variants';
import { repeated, snapshotOf } from '../simulation/snapshot';
import { anyStepInReach, atService, forget, inVault, oneOf, sync } from '../simulation/steps';
import {
  fileExchange,
  inEither,
  settingsExchange,
  TwoVaults,
  type StepInTwo,
} from '../simulation/two-vaults';
import { shareOfHistories } from './runs';

const copyName = fc.constantFrom(...COPY_NAMES);

/**
 * Where a note's move or deletion crosses its change on the other device, a file sync leaves both files,
 * whoever moved it: that is its own doing. Here every note keeps its name, and no two new items have one title:
 * each device may give the plain name to another of them.
 */
const calmHistory = fc
  .array(
    oneOf<StepInTwo>(
      [4, inEither(atService(changeWithoutNames))],
      [2, inEither(inVault(editInPlace))],
      [3, inEither(sync)],
      [1, inEither(forget)],
      [3, fileExchange],
    ),
    { minLength: 4, maxLength: 20 },
  )
  .filter((steps) => repeated(steps.flatMap(addedTitle)).length === 0);

function addedTitle(step: StepInTwo): readonly string[] {
  const title = step.at === 'vault' && step.step.at === 'service' ? titleOfAdded(step.step.change) : null;
  return title === null ? [] : [title];
}

const wildHistory = fc.array(
  oneOf<StepInTwo>([8, inEither(anyStepInReach)], [3, fileExchange], [1, settingsExchange]),
  { minLength: 2, maxLength: 40, size: 'max' },
);

/**
 * One note for each item, with each block once, that is as in a fresh sync where nobody wrote; but for which of several
 * full texts with one title has the plain file name: the one that came first.
 */
function expectLikeFresh(all: Notes, fresh: Notes): void {
  const notes = all.filter(([path]) => !isCopy(path));
  expect(repeated(notes.flatMap(([, text]) => identitiesIn(text)))).toEqual([]);
  for (const [, text] of notes) expect(repeated(anchorsIn(text))).toEqual([]);
  const comparable = (text: string): string => looseNote(textNamedAlike(text));
  for (const [, text] of fresh) {
    const ids = identitiesIn(text);
    const mine = notes.find(([, note]) => identitiesIn(note).some((id) => ids.includes(id)))?.[1];
    expect([ids, mine]).toEqual([ids, expect.any(String)]);
    if (isUntouched(splitNote(mine ?? ''))) expect(comparable(mine ?? '')).toBe(comparable(text));
  }
}

jest.setTimeout(90_000_000);

describe('two vaults that a file sync makes one', () => {
  it('should come to the same bytes, with no second note and every word, whatever order a file sync has (I2, I6, I8)', async () => {
    await fc.assert(
      fc.asyncProperty(calmHistory, settingsWithoutNames, copyName, async (steps, values, name) => {
        const both = await TwoVaults.begin({ values, copyName: name, devices: 1 });
        await both.settle();
        for (const step of steps) await both.perform(step);
        await both.settle();
        both.expectAgreed();
        const [{ simulation }] = both.sides;
        expectLikeFresh(simulation.notes, (await simulation.fresh()).vault.entries());
        const copies = [...both.cloud.files].filter(([path]) => isCopy(path)).map(([, text]) => text);
        expect(both.cloud.copied.filter((text) => !copies.includes(text))).toEqual([]);
        await both.world.close();
      }),
      shareOfHistories(0.35),
    );
  });

  it('should lose no word, come to rest, and have one note of each item when a check was asked, with an app and a terminal at each, whatever is done in either (I1, I2, I4, I5, I14)', async () => {
    await fc.assert(
      fc.asyncProperty(wildHistory, copyName, async (steps, name) => {
        const both = await TwoVaults.begin({ copyName: name, devices: 2 });
        for (const step of steps) await both.perform(step);
        const [{ simulation: one }] = both.sides;
        both.bringSettings(0);
        for (const { simulation } of both.sides) simulation.vault.repairTemplates();
        await both.settle();
        both.expectAgreed();
        await one.makeSecondsPlain();
        await both.settle();
        both.expectAgreed();
        if (!one.invariants.isMixedUp)
          expect([...snapshotOf(one.vault).ids].filter(([, times]) => times > 1)).toEqual([]);
        await both.world.close();
      }),
      shareOfHistories(0.06),
    );
  });
});
