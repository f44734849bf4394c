import { hasConflictCallout, isSame, outcomeOf, problemsIn, type Outcome } from '../simulation/compare';
import { RecordedDevice, type CrashPoint, type Recording } from '../simulation/crash-points';
import type { Scenario, Situation } from '../simulation/scenarios';
import { copyOf, type Device } from '../simulation/world';
import { amount } from '../support/amount';

/** How many crash points are tried in all, about; fewer or more of them: `CRASH_POINTS=1000`. */
export const CRASH_POINTS = amount('CRASH_POINTS', { quick: 60, full: 10_000 });

/** One scenario with its sync, whole: what every crash of it must end in. */
export interface Rehearsal {
  readonly situation: Situation;
  readonly recording: Recording;
  readonly expected: Outcome;
}

/** Runs a scenario's sync to its end, keeping every moment of it, and on until nothing is left to do. */
export async function rehearse(scenario: Scenario): Promise<Rehearsal> {
  const situation = await scenario.make();
  const device = copyOf(situation.device);
  const recording = await record(situation, device);
  await situation.settle(device);
  return { situation, recording, expected: outcomeOf(device) };
}

/** Syncs a device once, keeping every moment of it. */
export async function record(situation: Situation, device: Device): Promise<Recording> {
  const recorded = new RecordedDevice(device);
  await situation.sync(recorded);
  return recorded.recording;
}

/**
 * Starts again on what a crash left. Returns what is wrong with it in the end; null when it is as if nothing
 * had happened.
 */
export async function problemAfter(
  { name, left, mayLackBase }: CrashPoint,
  { situation, expected }: Rehearsal,
): Promise<string | null> {
  const device = left();
  await situation.sync(device);
  // Most are there at once; all must be there when nothing is left to do.
  if (!isSame(outcomeOf(device), expected)) await situation.settle(device);
  const problems = problemsIn(device, situation.words);
  if (problems.length > 0) return `${name}: ${problems.join('; ')}`;
  const actual = outcomeOf(device);
  if (isSame(actual, expected)) return null;
  if (mayLackBase === true && isSameButForCallouts(actual, expected)) return null;
  return `${name}: ${differences(actual, expected)}`;
}

/**
 * Where the state is older than a note, nothing vouches for the text that it was merged from, and both texts
 * are shown.
 */
function isSameButForCallouts(actual: Outcome, expected: Outcome): boolean {
  const texts = new Map(expected.notes);
  return (
    actual.notes.length === expected.notes.length &&
    isSame(actual.trash, expected.trash) &&
    actual.notes.every(
      ([path, text]) => texts.get(path) === text || (texts.has(path) && hasConflictCallout(text)),
    )
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
