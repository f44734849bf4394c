import fc from 'fast-check';
import { run } from '../simulation/engine-tasks';
import { edits, oneOf, render, service, settingsFrom, sync, type Step } from '../simulation/steps';
import { comparableSettings } from '../simulation/settings-variants';
import { Simulation } from '../simulation/simulation';
import { shareOfHistories } from './runs';

/** Everything that can be seen of a history from outside. */
async function traceOf(steps: readonly Step[], delays: number): Promise<object> {
  const simulation = await Simulation.create({ delays, hasFiles: true });
  await run(simulation, steps);
  const { device, world } = simulation;
  const requests = world.server.requests.entries.map(({ method, url, body }) => ({ method, url, body }));
  await world.close();
  return {
    notes: device.vault.entries(),
    trash: device.vault.trashEntries(),
    files: device.files?.entries(),
    state: [...device.state.texts()],
    requests,
  };
}

jest.setTimeout(900_000);

describe('a history that happens twice', () => {
  it('should end in the same bytes, by the same requests (I5, I8)', async () => {
    const step = oneOf(
      [4, service],
      [2, edits],
      [3, sync],
      [1, settingsFrom(comparableSettings)],
      [1, render],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        async (steps, delays) => {
          expect(await traceOf(steps, delays)).toEqual(await traceOf(steps, delays));
        },
      ),
      shareOfHistories(0.5),
    );
  });
});
