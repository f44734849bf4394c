import fc from 'fast-check';
import type { App as RealApp } from 'obsidian';
import { ObsidianVault } from '../../src/obsidian/vault/obsidian-vault';
import { App } from '../browser/app/app-model';
import { Disk } from '../browser/app/disk';
import { DiskDevice } from '../crash/disk-device';
import { expectWordsOnce, isSame, outcomeOf, problemsIn } from '../simulation/compare';
import { scenarios, type Situation } from '../simulation/scenarios';
import { copyOf, type Device, type Place } from '../simulation/world';
import { MemoryStateStore } from '../support/memory-state-store';
import { MemoryVault } from '../support/memory-vault';
import { namedAlike } from '../support/named-alike';
import { HISTORIES } from './runs';

const NAMES = [
  'a first sync',
  'news for notes that a person writes in',
  'notes that change places',
  'deletions',
  'a new device on an old vault',
];
const SCENARIOS = scenarios(0).filter(({ name }) => NAMES.includes(name));

/** Each call waits for its turn, which the scheduler gives in any order. */
function takingTurns(scheduler: fc.Scheduler, { vault, state }: Place): Place {
  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    await scheduler.schedule(Promise.resolve());
    return work();
  };
  return {
    vault: {
      locate: (identity) => turn(() => vault.locate(identity)),
      survey: () => turn(() => vault.survey()),
      list: () => turn(() => vault.list()),
      linkedFrom: (path) => turn(() => vault.linkedFrom(path)),
      fileMarks: (paths) => turn(() => vault.fileMarks(paths)),
      spelled: (path) => turn(() => vault.spelled(path)),
      read: (path) => turn(() => vault.read(path)),
      has: (path) => turn(() => vault.has(path)),
      create: (path, text) => turn(() => vault.create(path, text)),
      update: (path, merge) => turn(() => vault.update(path, merge)),
      rename: (from, to) => turn(() => vault.rename(from, to)),
      moveToTrash: (path) => turn(() => vault.moveToTrash(path)),
    },
    state: {
      getMany: (keys) => turn(() => state.getMany(keys)),
      list: (range) => turn(() => state.list(range)),
      keys: (range) => turn(() => state.keys(range)),
      commit: (changes) => turn(() => state.commit(changes)),
      update: (key, edit) => turn(() => state.update(key, edit)),
      clear: (prefix) => turn(() => state.clear(prefix)),
      close: () => state.close(),
    },
  };
}

/** A disk with these notes. */
function diskWith(vault: MemoryVault): Disk {
  const disk = new Disk();
  for (const [path, text] of vault.entries()) {
    const folders = path.split('/').slice(0, -1);
    folders
      .map((_, depth) => folders.slice(0, depth + 1).join('/'))
      .forEach((folder) => disk.hasFolder(folder) || disk.makeFolder(folder));
    disk.write(path, text);
  }
  return disk;
}

const isHidden = (path: string): boolean => path.startsWith('.');

/** An app that was opened just now: of what others do on its disk from then on, it hears too late. */
function opened(disk: Disk): ObsidianVault {
  const app = new App(disk);
  for (const path of disk.paths()) if (!isHidden(path)) app.vault.addFromDisk(path);
  return new ObsidianVault(app as unknown as RealApp);
}

const notesOn = (disk: Disk): MemoryVault =>
  new MemoryVault(disk.list().flatMap(({ path, text }) => (isHidden(path) ? [] : [[path, text] as const])));

/** Each is two syncs and all that comes after them. */
const RUNS = Math.ceil((HISTORIES.numRuns * 0.12) / SCENARIOS.length);

jest.setTimeout(900_000);

describe.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
  'two programs on one vault at once: %s',
  (_name, scenario) => {
    let situation: Situation;
    /** What there is when one of them did it alone. */
    let alone: Device;
    beforeAll(async () => {
      situation = await scenario.make();
      alone = copyOf(situation.device);
      await situation.sync(alone);
      await situation.settle(alone);
    });
    afterAll(() => situation.close());

    /** Both sync at the same time, and again one after the other until nothing is left to do. */
    async function syncAtOnce(scheduler: fc.Scheduler, open: () => Place['vault']) {
      const states = [situation.device.state.copy(), new MemoryStateStore()];
      const syncs = states.map((state) => situation.sync(takingTurns(scheduler, { vault: open(), state })));
      const reports = await scheduler.waitFor(Promise.all(syncs));
      for (const state of [...states, ...states]) await situation.settle({ vault: open(), state });
      return reports;
    }

    it('should do no harm, whatever order their steps come in (I2, I6)', async () => {
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), async (scheduler) => {
          const vault = situation.device.vault.copy();
          await syncAtOnce(scheduler, () => vault);
          expect(problemsIn({ vault }, situation.words)).toEqual([]);
          const [actual, expected] = [outcomeOf({ vault }), outcomeOf(alone)];
          const pathsIn = ({ notes }: typeof actual): readonly string[] => notes.map(([path]) => path);
          expect([isSame(actual, expected), pathsIn(actual)]).toEqual([true, pathsIn(expected)]);
        }),
        { ...HISTORIES, numRuns: RUNS },
      );
    });

    it('should do no harm in apps that hear of what the other does when they are through (I1, I2)', async () => {
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), async (scheduler) => {
          const disk = diskWith(situation.device.vault);
          const reports = await syncAtOnce(scheduler, () => opened(disk));
          // Single notes may have to wait for the next sync.
          expect(reports.map(({ cause }) => cause)).toEqual([undefined, undefined]);
          const vault = notesOn(disk);
          expect(problemsIn({ vault }, situation.words)).toEqual([]);
          expect(namedAlike(vault.entries())).toEqual(namedAlike(alone.vault.entries()));
        }),
        { ...HISTORIES, numRuns: RUNS },
      );
    });

    it('should do no harm on a disk, each with its own idea of what is there (I2, I6)', async () => {
      const disk = new DiskDevice(situation.device);
      const state = new MemoryStateStore();
      await Promise.all([
        disk.run((own) => situation.sync(own)),
        disk.run(({ vault }) => situation.sync({ vault, state })),
      ]);
      await disk.run((own) => situation.settle(own));
      await disk.run(({ vault }) => situation.settle({ vault, state }));
      const notes = [...disk.files()].filter(([path]) => !isHidden(path));
      const pathsOf = (entries: readonly (readonly [string, string])[]): readonly string[] =>
        namedAlike(entries).map(([path]) => path);
      expect(pathsOf(notes)).toEqual(pathsOf(alone.vault.entries()));
      expectWordsOnce(
        notes.map(([, text]) => text),
        situation.words,
      );
    });
  },
);
