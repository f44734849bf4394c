import { told } from '../support/told';
import './use-failing-disk';
import { splitNote } from '../../src/notes/note/note';
import { fairSample } from '../simulation/crash-points';
import { scenarios, type Scenario, type Situation } from '../simulation/scenarios';
import { disk, type DiskFault } from '../support/failing-disk';
import { namedAlike } from '../support/named-alike';
import { CRASH_POINTS } from './crash-runs';
import { DiskDevice, isTemporary } from './disk-device';

const NAMES = [
  'a first sync',
  'news for notes that a person writes in',
  'notes that change places',
  'deletions',
  'a pull that was cut short',
  'a new device on an old vault',
];
const SCENARIOS = scenarios(0).filter(({ name }) => NAMES.includes(name));
/** For each scenario and each of the two properties. */
const POINTS = Math.floor(CRASH_POINTS * 0.1) / 2 / SCENARIOS.length;

const DEATHS = (['before', 'half', 'after'] as const).map((when): DiskFault => ({ kind: 'dies', when }));
const REFUSALS = ['ENOSPC', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'EBUSY', 'EMFILE'].map((code): DiskFault => ({
  kind: 'refuses',
  code,
}));

interface Rehearsal {
  readonly situation: Situation;
  /** Calls of the file system that change something, in order. */
  readonly calls: readonly string[];
  readonly expected: ReadonlyMap<string, string>;
}

async function rehearse(scenario: Scenario): Promise<Rehearsal> {
  const situation = await scenario.make();
  const device = new DiskDevice(situation.device);
  disk.play(null);
  await device.run((opened) => situation.sync(opened));
  const calls = [...disk.names];
  await settle(device, situation);
  return { situation, calls, expected: device.files() };
}

/** Another process, some time later: one sync, and as many more as it takes. */
async function startAgain(device: DiskDevice, { situation, expected }: Rehearsal): Promise<void> {
  device.ageTemporaries();
  await device.run((opened) => situation.sync(opened));
  if (JSON.stringify(comparable(device.files())) !== JSON.stringify(comparable(expected)))
    await settle(device, situation);
}

/** To the end, and the vault looked through once more, as by the next sync that writes. */
async function settle(device: DiskDevice, situation: Situation): Promise<void> {
  await device.run((opened) => situation.settle(opened));
  await device.run(({ vault }) => vault.survey());
}

interface DiskPoint {
  readonly name: string;
  readonly at: number;
  readonly what: DiskFault;
}

const nameOf = (what: DiskFault): string => (what.kind === 'dies' ? `dies ${what.when}` : what.code);

/** Each fault at each call, or a fair sample of them. */
function pointsOf({ calls }: Rehearsal, faults: readonly DiskFault[]): readonly DiskPoint[] {
  const all = calls.flatMap((call, index) =>
    faults.map((what) => ({
      name: `${nameOf(what)} at call ${String(index + 1)} (${call})`,
      at: index + 1,
      what,
    })),
  );
  return fairSample(all, POINTS);
}

/**
 * Notes that are neither what they were nor whole: a note of ours ends in its trailer, and nothing else was
 * there to be written.
 */
function halfNotes(device: DiskDevice, { device: start }: Situation): readonly string[] {
  const before = new Set(start.vault.entries().map(([, text]) => text));
  const isHalf = ([path, text]: readonly [string, string]): boolean =>
    !isTemporary(path) && !before.has(text) && !path.startsWith('Mine') && splitNote(text).trailer === null;
  return [...device.files()].filter(isHalf).map(([path]) => path);
}

/**
 * By what notes hold; those in the trash by their paths, because one may or may not have been brought up to
 * date before.
 */
const comparable = (files: ReadonlyMap<string, string>): unknown =>
  namedAlike([...files]).map(([path, text]) => (path.startsWith('.trash/') ? path : [path, text]));

/** One sync in which the disk fails at a point. Returns its report, or the error that it ended in. */
async function syncWith(point: DiskPoint, device: DiskDevice, situation: Situation) {
  disk.play(point);
  const result = await device
    .run((opened) => situation.sync(opened))
    .catch((error: unknown) => String(error));
  disk.play(null);
  expect([point.name, halfNotes(device, situation)]).toEqual([point.name, []]);
  return result;
}

jest.setTimeout(900_000);

describe('a vault on a disk', () => {
  let tried = 0;
  afterAll(() => console.log(`${String(tried)} calls of the file system failed`));

  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    'should never hold half a note, and end in the same bytes, wherever the process died: %s (I2, I6)',
    async (_name, scenario) => {
      const rehearsal = await rehearse(scenario);
      const { situation, expected } = rehearsal;
      for (const point of pointsOf(rehearsal, DEATHS)) {
        tried += 1;
        const device = new DiskDevice(situation.device);
        const result = await syncWith(point, device, situation);
        if (typeof result === 'string') expect(result).toContain('The process');
        await startAgain(device, rehearsal);
        expect([point.name, comparable(device.files())]).toEqual([point.name, comparable(expected)]);
      }
      await situation.close();
    },
  );

  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    'should leave a note as it was, name it and try again, when the system refuses a call: %s (I6, I14)',
    async (_name, scenario) => {
      const rehearsal = await rehearse(scenario);
      const { situation, expected } = rehearsal;
      for (const point of pointsOf(rehearsal, REFUSALS)) {
        tried += 1;
        const device = new DiskDevice(situation.device);
        const result = await syncWith(point, device, situation);
        const sentence = expect.stringMatching(/^[A-Z].*\w{3,}.*[.]$/) as unknown;
        for (const message of typeof result === 'string' ? [] : told(result.failures))
          expect([point.name, message]).toEqual([point.name, sentence]);
        await startAgain(device, rehearsal);
        const files = device.files();
        expect([point.name, [...files.keys()].filter(isTemporary)]).toEqual([point.name, []]);
        expect([point.name, comparable(files)]).toEqual([point.name, comparable(expected)]);
      }
      await situation.close();
    },
  );
});
