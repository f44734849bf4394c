import { told } from '../support/told';
import { isFilled } from '../../src/notes/note/note';
import type { SyncReport } from '../../src/model/report';
import { keys } from '../../src/store/keys';
import { isSame, outcomeOf, wrongs, type Outcome } from '../crash/outcome';
import type { Device } from '../property/world';
import type { Scenario, Situation } from '../support/scenarios';
import { amount } from '../support/amount';
import { FaultyClient, type FaultPoint } from './fault';

/** How many requests are struck in all, a fair sample of every request and every fault; all of them: `FAULT_POINTS=13000` and more. */
export const FAULT_POINTS = amount('FAULT_POINTS', { quick: 100, full: 1000 });

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

const NEXT_SYNC = 400;

const copyOf = ({ vault, state }: Device): Device => ({ vault: vault.copy(), state: state.copy() });

/** All that is in the state but when runs were, and what they took. */
const stateOf = ({ state }: Device): string =>
  JSON.stringify(
    [...state.texts()].filter(([key]) => key !== 'meta/last-run' && !key.startsWith('run/')).sort(),
  );

export async function baseline(scenario: Scenario): Promise<Baseline> {
  const situation = await scenario.make();
  const { still, options } = situation;
  const device = copyOf(situation.device);
  const { requests } = await still.sync(device, options);
  const [first, state] = [outcomeOf(device), stateOf(device)];
  await still.sync(device, { ...options, full: false, at: NEXT_SYNC });
  const next = outcomeOf(device);
  await still.settle(device, options);
  return { situation, requests, first, next, last: outcomeOf(device), state };
}

/** Syncs with faults, and again without. Returns what is wrong with any of it; empty when nothing is. */
export async function problemsOf(points: readonly FaultPoint[], clean: Baseline): Promise<readonly string[]> {
  const { still, options, device: start } = clean.situation;
  const device = copyOf(start);
  const clients: FaultyClient[] = [];
  const report = await still.sync(device, {
    ...options,
    through: (client) => {
      const faulty = new FaultyClient(client, points);
      clients.push(faulty);
      return faulty;
    },
  });
  if (clients.every(({ struck }) => struck === 0)) return [];
  // The next sync comes when the service may be asked again, however late that is.
  await device.state.commit([{ remove: keys.pauses }]);
  const isWhole = isSame(outcomeOf(device), clean.first);
  const problems = [
    ...unclear(report),
    ...wrongEnding({ report, points, clients, isWhole }),
    ...(report.outcome === 'failed' ? tooMuchDone({ before: start, after: device, requests: clients }) : []),
  ];
  // With the same vault and the same state, the rest goes as it did without the fault.
  if (isWhole && stateOf(device) === clean.state) return problems;
  const isFull = report.outcome === 'failed' && options.full === true;
  await still.sync(device, { ...options, full: isFull, at: NEXT_SYNC });
  if (!isSame(outcomeOf(device), clean.next)) await still.settle(device, options);
  return [
    ...problems,
    ...futureWatermarks(device),
    ...wrongs(device, clean.situation),
    ...unrepaired(device, clean, {
      report,
      delaysRecords: points.some(({ fault }) => fault.delaysRecords === true),
    }),
  ];
}

function endingOf({ outcome, cause }: SyncReport, isWhole: boolean): string {
  if (outcome === 'failed') return cause ?? 'failed';
  if (outcome === 'partial') return 'partial';
  return isWhole ? 'as without' : 'later';
}

interface Ended {
  readonly report: SyncReport;
  readonly points: readonly FaultPoint[];
  readonly clients: readonly FaultyClient[];
  readonly isWhole: boolean;
}

/** Of several faults any may decide. */
function wrongEnding({ report, points, clients, isWhole }: Ended): readonly string[] {
  const ending = endingOf(report, isWhole);
  const allowed = [
    ...points.flatMap(({ fault, times }) => fault[times] ?? []),
    ...(clients.every(({ struckInEarnest }) => struckInEarnest === 0) ? ['as without'] : []),
  ];
  return allowed.some((one) => one === ending)
    ? []
    : [`ended “${ending}” (${told(report.failures).join(' ')})`];
}

/** A message is a sentence for a person: what was being done, what happened, what now. */
function unclear({ outcome, failures }: SyncReport): readonly string[] {
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

const RUNS_ALONGSIDE = 1;

/** A sync that fails takes nothing out of the vault and moves no watermark; a refused token ends it at once. */
function tooMuchDone({
  before,
  after,
  requests,
}: {
  readonly before: Device;
  readonly after: Device;
  readonly requests: readonly FaultyClient[];
}): readonly string[] {
  const problems: string[] = [];
  const isResumed = [...before.state.texts().keys()].some((key) => key.startsWith('pull/'));
  const trash = ({ vault }: Device): number => vault.trashEntries().length;
  // A pull that was resumed is a whole sync by itself, and one that fails after it does not undo it.
  if (!isResumed && trash(after) !== trash(before)) problems.push('trashed notes, and failed');
  if (!isResumed && watermarksOf(after) !== watermarksOf(before))
    problems.push('moved a watermark, and failed');
  if (requests.some(({ stoppedAtOnce, afterwards }) => stoppedAtOnce && afterwards > RUNS_ALONGSIDE))
    problems.push('went on after the token was refused');
  return problems;
}

const watermarksOf = ({ state }: Device): string =>
  JSON.stringify([...state.texts()].filter(([key]) => key.startsWith('watermark/')).sort());

/** The scenarios play on one morning; a watermark behind it would leave out all that is to come. */
const futureWatermarks = ({ state }: Device): readonly string[] =>
  [...state.texts()]
    .filter(([key, text]) => key.startsWith('watermark/') && text > '"2026-01-06')
    .map(([key, text]) => `${key} is ${text}`);

/**
 * What a note says, but for what depends on which of its parts came first: the anchor of a highlight that v3 told of before v2; in
 * a note that a person edited, the order of the properties, and blank lines.
 */
const wordsOf = (text: string): string =>
  text
    .replace(/^\^r[wd]\w+$/gm, '')
    .replace(/^%% florilegium .*$/m, '')
    .split('\n')
    .filter(isFilled)
    .sort()
    .join('\n');

/** Where nothing vouches for the text that a note was merged from, both texts are shown. */
const isAlike = (text: string, expected: string | undefined): boolean =>
  expected !== undefined && (wordsOf(text) === wordsOf(expected) || text.includes('> [!warning] '));

interface Course {
  readonly report: SyncReport;
  readonly delaysRecords: boolean;
}

function unrepaired(
  device: Device,
  { next, last, situation }: Baseline,
  { report, delaysRecords }: Course,
): readonly string[] {
  const end = outcomeOf(device);
  if (isSame(end, next) || isSame(end, last)) return [];
  // What could not be read does not count for the guard, which then may let pass what it would have held.
  if (report.outcome === 'partial' && situation.options.maxDelete === null) return [];
  const expected = new Map(last.notes);
  if (
    delaysRecords &&
    end.notes.length === expected.size &&
    end.notes.every(([path, text]) => isAlike(text, expected.get(path)))
  )
    return [];
  const differing = end.notes.filter(([path, text]) => expected.get(path) !== text).map(([path]) => path);
  return [
    `not repaired: ${differing.join(', ')}; trash ${end.trash.join(' ')}, should be ${last.trash.join(' ')}`,
  ];
}
