import { told } from '../support/told';
import { namedAlike } from '../support/named-alike';
import './use-failing-disk';
import { splitNote } from '../../src/notes/note/note';
import { disk, type DiskFault } from '../support/failing-disk';
import { scenarios, type Scenario, type Situation } from '../support/scenarios';
import { fairSample } from './crash-points';
import { CRASH_POINTS } from './crash-runs';
import { DiskDevice, isTemporary } from './disk-device';

const POINTS = Math.floor(CRASH_POINTS * 0.1);
const NAMES = [
  'a first sync',
  'news for notes that a person writes in',
  'notes that change places',
  'deletions',
  'a pull that was cut short',
  'a new device on an old vault',
];
const SCENARIOS = scenarios(0).filter(({ name }) => NAMES.includes(name));

const DEATHS: readonly DiskFault[] = [
  { kind: 'dies', when: 'before' },
  { kind: 'dies', when: 'half' },
  { kind: 'dies', when: 'after' },
];
const REFUSALS: readonly DiskFault[] = ['ENOSPC', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'EBUSY', 'EMFILE'].map(
  (code) => ({ kind: 'refuses', code }),
);

interface DiskPoint {
  readonly at: number;
  readonly what: DiskFault;
}

interface Whole {
  readonly situation: Situation;
  readonly calls: readonly string[];
  readonly expected: ReadonlyMap<string, string>;
}

async function rehearse(scenario: Scenario): Promise<Whole> {
  const situation = await scenario.make();
  const device = new DiskDevice(situation.device);
  disk.play(null);
  await device.run((opened) => situation.still.sync(opened, situation.options));
  const calls = [...disk.names];
  await settle(device, situation);
  return { situation, calls, expected: device.files() };
}

/** Another process, some time later: one sync, and as many more as it takes. */
async function startAgain(device: DiskDevice, { situation, expected }: Whole): Promise<void> {
  device.ageTemporaries();
  await device.run((opened) => situation.still.sync(opened, situation.options));
  if (JSON.stringify(comparable(device.files())) !== JSON.stringify(comparable(expected)))
    await settle(device, situation);
}

/** To the end, and the vault looked through once more, as by the next sync that writes. */
async function settle(device: DiskDevice, { still, options }: Situation): Promise<void> {
  await device.run((opened) => still.settle(opened, options));
  await device.run(({ vault }) => vault.survey());
}

const pointsOf = (calls: readonly string[], faults: readonly DiskFault[]): readonly DiskPoint[] =>
  calls.flatMap((_, index) => faults.map((what) => ({ at: index + 1, what })));

const nameOf = ({ at, what }: DiskPoint, { calls }: Whole): string =>
  `${what.kind === 'dies' ? `dies ${what.when}` : what.code} at call ${String(at)} (${calls[at - 1] ?? ''})`;

/** Notes that are neither what they were nor whole: a note of ours ends in its trailer, and nothing else was there to be written. */
function halfNotes(device: DiskDevice, { device: start }: Situation): readonly string[] {
  const before = new Set(start.vault.entries().map(([, text]) => text));
  const isHalf = ([path, text]: readonly [string, string]): boolean =>
    !isTemporary(path) && !before.has(text) && !path.startsWith('Mine') && splitNote(text).trailer === null;
  return [...device.files()].filter(isHalf).map(([path]) => path);
}

function leftOver(device: DiskDevice): readonly string[] {
  return [...device.files().keys()].filter(isTemporary);
}

/** By what notes hold; those in the trash by their paths, because one may or may not have been brought up to date before. */
const comparable = (files: ReadonlyMap<string, string>): unknown =>
  namedAlike([...files]).map(([path, text]) => (path.startsWith('.trash/') ? path : [path, text]));

jest.setTimeout(900_000);

describe('a vault on a disk', () => {
  let tried = 0;
  afterAll(() => console.log(`${String(tried)} calls of the file system failed`));

  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    'should never hold half a note, and end in the same bytes, wherever the process died: %s (I2, I6)',
    async (_name, scenario) => {
      const whole = await rehearse(scenario);
      for (const point of fairSample(pointsOf(whole.calls, DEATHS), (POINTS * 0.5) / SCENARIOS.length)) {
        tried += 1;
        const device = new DiskDevice(whole.situation.device);
        disk.play(point);
        await device
          .run((opened) => whole.situation.still.sync(opened, whole.situation.options))
          .catch((error: unknown) => expect(String(error)).toContain('The process'));
        disk.play(null);
        expect([nameOf(point, whole), halfNotes(device, whole.situation)]).toEqual([
          nameOf(point, whole),
          [],
        ]);
        await startAgain(device, whole);
        expect([nameOf(point, whole), comparable(device.files())]).toEqual([
          nameOf(point, whole),
          comparable(whole.expected),
        ]);
      }
      await whole.situation.still.close();
    },
  );

  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    'should leave a note as it was, name it and try again, when the system refuses a call: %s (I6, I14)',
    async (_name, scenario) => {
      const whole = await rehearse(scenario);
      for (const point of fairSample(pointsOf(whole.calls, REFUSALS), (POINTS * 0.5) / SCENARIOS.length)) {
        tried += 1;
        const device = new DiskDevice(whole.situation.device);
        disk.play(point);
        const report = await device
          .run((opened) => whole.situation.still.sync(opened, whole.situation.options))
          .catch((error: unknown) => String(error));
        disk.play(null);
        if (typeof report !== 'string') {
          for (const message of told(report.failures))
            expect([nameOf(point, whole), message]).toEqual([
              nameOf(point, whole),
              expect.stringMatching(/^[A-Z].*\w{3,}.*[.]$/),
            ]);
        }
        expect([nameOf(point, whole), halfNotes(device, whole.situation)]).toEqual([
          nameOf(point, whole),
          [],
        ]);
        await startAgain(device, whole);
        expect([nameOf(point, whole), leftOver(device), comparable(device.files())]).toEqual([
          nameOf(point, whole),
          [],
          comparable(whole.expected),
        ]);
      }
      await whole.situation.still.close();
    },
  );
});
