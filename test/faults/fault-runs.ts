import { told } from '../support/told';
import { isFilled } from '../../src/notes/note/note';
import type { SyncReport } from '../../src/model/report';
import { keys, prefixes } from '../../src/store/keys';
import { readPull } from '../../src/store/stored';
import { hasConflictCallout, isSame, outcomeOf, problemsIn, type Outcome } from '../simulation/compare';
import type { Scenario, Situation } from '../simulation/scenarios';
import { copyOf, type Device } from '../simulation/world';
import { FaultyClient, type FaultPoint } from './faulty-client';

/** A scenario's sync as it goes when nothing fails. */
export interface Baseline {
  readonly situation: Situation;
  readonly requests: number;
  /** After that sync; after one more; when nothing is left to do. */
  readonly first: Outcome;
  readonly next: Outcome;
  readonly last: Outcome;
  readonly state: string;
}

/** In seconds. */
const NEXT_SYNC = 400;

/** The keys and values of a device's state, but for some keys. */
const stateOf = ({ state }: Device, isCompared: (key: string) => boolean): string =>
  JSON.stringify([...state.texts()].filter(([key]) => isCompared(key)).sort());

/** All that is in the state but when runs were, and what they took. */
const withoutRuns = (device: Device): string => stateOf(device, (key) => !key.startsWith(prefixes.run));

export async function baseline(scenario: Scenario): Promise<Baseline> {
  const situation = await scenario.make();
  const device = copyOf(situation.device);
  const { requests } = await situation.sync(device);
  const [first, state] = [outcomeOf(device), withoutRuns(device)];
  await situation.sync(device, { full: false, at: NEXT_SYNC });
  const next = outcomeOf(device);
  await situation.settle(device);
  return { situation, requests, first, next, last: outcomeOf(device), state };
}

/** Syncs with a fault, and again without. Returns what is wrong with any of it; empty when nothing is. */
export async function problemsAfter(point: FaultPoint, clean: Baseline): Promise<readonly string[]> {
  const { situation } = clean;
  const device = copyOf(situation.device);
  const clients: FaultyClient[] = [];
  const report = await situation.sync(device, {
    through: (client) => {
      const faulty = new FaultyClient(client, point);
      clients.push(faulty);
      return faulty;
    },
  });
  const [client] = clients;
  if (client === undefined || client.struck === 0) return [];
  // The next sync comes when the service may be asked again, however late that is.
  await device.state.commit([{ remove: keys.pauses }]);
  const outcome = outcomeOf(device);
  const isWhole = isSame(outcome, clean.first) || areAlike(outcome, clean.first);
  const problems = [
    ...unclearMessages(report),
    ...wrongEnding(report, { point, client, isWhole }),
    ...(report.outcome === 'failed' ? wentOn(point, client) : []),
  ];
  // With the same vault and the same state, the rest goes as it did without the fault.
  if (isWhole && withoutRuns(device) === clean.state) return problems;
  const full = report.outcome === 'failed' && situation.options.full === true;
  await situation.sync(device, { full, at: NEXT_SYNC });
  if (!isSame(outcomeOf(device), clean.next)) await situation.settle(device);
  return [
    ...problems,
    ...futureWatermarks(device, situation),
    ...problemsIn(device, situation.words),
    ...notRepaired(outcomeOf(device), clean, report),
  ];
}

function wrongEnding(
  { outcome, cause, failures }: SyncReport,
  given: { readonly point: FaultPoint; readonly client: FaultyClient; readonly isWhole: boolean },
): readonly string[] {
  const { fault, times } = given.point;
  const whole = given.isWhole ? 'as without' : 'later';
  const ending = outcome === 'failed' ? (cause ?? 'failed') : outcome === 'partial' ? 'partial' : whole;
  const allowed: readonly string[] = [
    ...fault[times],
    ...(given.client.struckInEarnest === 0 ? ['as without'] : []),
  ];
  if (allowed.includes(ending)) return [];
  return [`ended “${ending}” (${told(failures).join(' ')})`];
}

/** A message is a sentence for a person: what was being done, what happened, what now. */
function unclearMessages({ outcome, failures }: SyncReport): readonly string[] {
  const bad = told(failures).filter(
    (message) =>
      !/^[A-Z“].*\w{3,}.*[.]$/.test(message) ||
      /[{}]|\n|undefined|\[object|canary| at .*:\d+:\d+/.test(message),
  );
  return [
    ...bad.map((message) => `message: ${message}`),
    ...(outcome !== 'done' && outcome !== 'held' && failures.length === 0 ? ['failed without a word'] : []),
  ];
}

/** The two interfaces are asked side by side. */
const RUNS_ALONGSIDE = 1;

/** A refused token ends a sync at once. */
const wentOn = ({ fault, times }: FaultPoint, { afterwards }: FaultyClient): readonly string[] =>
  fault[times].join() === 'token' && afterwards > RUNS_ALONGSIDE
    ? ['went on after the token was refused']
    : [];

/** A watermark behind the present would leave out all that is to come. */
const futureWatermarks = ({ state }: Device, { now }: Situation): readonly string[] =>
  [...state.texts()].flatMap(([key, text]) => {
    const watermark = key.startsWith('pull/') ? readPull(JSON.parse(text)).watermark : null;
    return watermark !== null && Date.parse(watermark) > now ? [`${key} is ${watermark}`] : [];
  });

/**
 * What a note says, but for what depends on which of its parts came first: the anchor of a highlight that v3
 * told of before v2; in a note that a person edited, the order of the properties, and blank lines.
 */
const wordsOf = (text: string): string =>
  text
    .replace(/^\^r[wd]\w+$/gm, '')
    .replace(/^%% florilegium .*$/m, '')
    .split('\n')
    .filter(isFilled)
    .sort()
    .join('\n');

/** The interfaces do not wait for each other, so any fault of one may let the other's parts come first. */
function areAlike(end: Outcome, should: Outcome): boolean {
  const expected = new Map(should.notes);
  const isAlike = ([path, text]: readonly [string, string]): boolean => {
    const other = expected.get(path);
    // Where nothing vouches for the text that a note was merged from, both texts are shown.
    return other !== undefined && (wordsOf(text) === wordsOf(other) || hasConflictCallout(text));
  };
  return end.notes.length === expected.size && end.notes.every(isAlike);
}

function notRepaired(
  end: Outcome,
  { next, last, situation }: Baseline,
  report: SyncReport,
): readonly string[] {
  if (isSame(end, next) || isSame(end, last)) return [];
  // What could not be read does not count for the guard, which then may let pass what it would have held.
  if (report.outcome === 'partial' && situation.options.maxDelete === null) return [];
  if (areAlike(end, last)) return [];
  const expected = new Map(last.notes);
  const differing = end.notes.filter(([path, text]) => expected.get(path) !== text).map(([path]) => path);
  return [
    `not repaired: ${differing.join(', ')}; trash ${end.trash.join(' ')}, should be ${last.trash.join(' ')}`,
  ];
}
