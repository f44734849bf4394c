import type { Device } from '../property/world';
import type { Scenario, Situation } from '../support/scenarios';
import { amount } from '../support/amount';
import type { CrashPoint } from './crash-points';
import { isSame, outcomeOf, wrongs, type Outcome } from './outcome';
import { RecordedDevice, type Recording } from './recorded-run';

/** How many crash points are tried in all, about; fewer or more of them: `CRASH_POINTS=1000`. */
export const CRASH_POINTS = amount('CRASH_POINTS', { quick: 700, full: 10_000 });

/** One scenario with its sync, whole: what every crash of it must end in. */
export interface Rehearsal {
  readonly situation: Situation;
  readonly recording: Recording;
  readonly expected: Outcome;
}

const copyOf = ({ vault, state }: Device): Device => ({ vault: vault.copy(), state: state.copy() });

/** Runs a scenario's sync to its end, keeping every moment of it, and on until nothing is left to do. */
export async function rehearse(scenario: Scenario): Promise<Rehearsal> {
  const situation = await scenario.make();
  const device = copyOf(situation.device);
  const recording = await record(situation, device);
  await situation.still.settle(device, situation.options);
  return { situation, recording, expected: outcomeOf(device) };
}

/** Syncs a device once, keeping every moment of it. */
export async function record({ still, options }: Situation, device: Device): Promise<Recording> {
  const recorded = new RecordedDevice(device);
  await still.sync(recorded, options);
  return recorded.recording;
}

/** Starts again on what a crash left. Returns what is wrong with it in the end; null when it is as if nothing had happened. */
export async function problemAfter(
  point: CrashPoint,
  { situation, expected }: Rehearsal,
): Promise<string | null> {
  const { still, options } = situation;
  const device = point.left();
  await still.sync(device, options);
  // Most are there at once; all must be there when nothing is left to do.
  if (!isSame(outcomeOf(device), expected)) await still.settle(device, options);
  const found = wrongs(device, situation);
  if (found.length > 0) return `${point.name}: ${found.join('; ')}`;
  return isSame(outcomeOf(device), expected) ||
    (point.mayLackBase === true && isSameButForBoxes(outcomeOf(device), expected))
    ? null
    : `${point.name}: ${differences(outcomeOf(device), expected)}`;
}

/** Where the state is older than a note, nothing vouches for the text that it was merged from, and both texts are shown. */
function isSameButForBoxes(actual: Outcome, expected: Outcome): boolean {
  const texts = new Map(expected.notes);
  const isAlike = ([path, text]: readonly [string, string]): boolean =>
    texts.get(path) === text || (texts.has(path) && text.includes('> [!warning] '));
  return (
    actual.notes.length === expected.notes.length &&
    actual.notes.every(isAlike) &&
    actual.trash.join() === expected.trash.join()
  );
}

function differences(actual: Outcome, expected: Outcome): string {
  const [are, should] = [new Map(actual.notes), new Map(expected.notes)];
  const paths = [...new Set([...are.keys(), ...should.keys()])].filter(
    (path) => are.get(path) !== should.get(path),
  );
  const notes = paths.map(
    (path) =>
      `\n--- ${path}, should be\n${should.get(path) ?? '(nothing)'}\n--- is\n${are.get(path) ?? '(nothing)'}`,
  );
  return `${String(paths.length)} notes differ; trash ${actual.trash.join(' ')}, should be ${expected.trash.join(' ')}${notes.slice(0, 2).join('')}`;
}
