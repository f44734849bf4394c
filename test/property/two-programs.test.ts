import { namedAlike } from '../support/named-alike';
import fc from 'fast-check';
import type { App as RealApp } from 'obsidian';
import { ObsidianVault } from '../../src/obsidian/vault/obsidian-vault';
import type { StateStore, Vault } from '../../src/model/ports';
import { App } from '../browser/app/app-model';
import { Disk } from '../browser/app/disk';
import { isSame, outcomeOf, wrongs, type Outcome } from '../crash/outcome';
import { DiskDevice } from '../crash/disk-device';
import { MemoryStateStore } from '../support/memory-state-store';
import { MemoryVault } from '../support/memory-vault';
import { scenarios, type Situation } from '../support/scenarios';
import { HISTORIES } from './runs';
import type { Device } from './world';

const NAMES = [
  'a first sync',
  'news for notes that a person writes in',
  'notes that change places',
  'deletions',
  'a new device on an old vault',
];
const SCENARIOS = scenarios(0).filter(({ name }) => NAMES.includes(name));

/** Each call waits for its turn, which the scheduler gives in any order. */
function takingTurns(
  scheduler: fc.Scheduler,
  { vault, state }: { readonly vault: Vault; readonly state: StateStore },
): { readonly vault: Vault; readonly state: StateStore } {
  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    await scheduler.schedule(Promise.resolve());
    return work();
  };
  return {
    vault: {
      locate: (identity) => turn(() => vault.locate(identity)),
      survey: () => turn(() => vault.survey()),
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

const namedOutcome = (device: Device): Outcome => {
  const outcome = outcomeOf(device);
  return { ...outcome, notes: namedAlike(outcome.notes) };
};

/** Each is two syncs and all that comes after them. */
const RUNS = Math.ceil((HISTORIES.numRuns * 0.12) / SCENARIOS.length);

jest.setTimeout(900_000);

describe.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
  'two programs on one vault at once: %s',
  (_name, scenario) => {
    let situation: Situation;
    beforeAll(async () => {
      situation = await scenario.make();
    });
    afterAll(() => situation.still.close());

    it('should do no harm, whatever order their steps come in (I2, I6)', async () => {
      const { still, device, options } = situation;
      const alone = { vault: device.vault.copy(), state: device.state.copy() };
      await still.sync(alone, options);
      await still.settle(alone, options);
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), async (scheduler) => {
          const vault = device.vault.copy();
          const states = [device.state.copy(), new MemoryStateStore()];
          await scheduler.waitFor(
            Promise.all(states.map((state) => still.sync(takingTurns(scheduler, { vault, state }), options))),
          );
          for (const state of [...states, ...states]) await still.settle({ vault, state }, options);
          const end = { vault, state: new MemoryStateStore() };
          expect(wrongs(end, situation)).toEqual([]);
          expect([
            isSame(namedOutcome(end), namedOutcome(alone)),
            namedOutcome(end).notes.map(([path]) => path),
          ]).toEqual([true, namedOutcome(alone).notes.map(([path]) => path)]);
        }),
        { ...HISTORIES, numRuns: RUNS },
      );
    });

    it('should do no harm in apps that hear of what the other does when they are through (I1, I2)', async () => {
      const { still, device, options } = situation;
      const alone = { vault: device.vault.copy(), state: device.state.copy() };
      await still.sync(alone, options);
      await still.settle(alone, options);
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), async (scheduler) => {
          const disk = diskWith(device.vault);
          const states = [device.state.copy(), new MemoryStateStore()];
          const reports = await scheduler.waitFor(
            Promise.all(
              states.map((state) =>
                still.sync(takingTurns(scheduler, { vault: opened(disk), state }), options),
              ),
            ),
          );
          // Single notes may have to wait for the next sync.
          expect(reports.map(({ cause }) => cause)).toEqual([undefined, undefined]);
          for (const state of [...states, ...states])
            await still.settle({ vault: opened(disk), state }, options);
          const end = { vault: notesOn(disk), state: new MemoryStateStore() };
          expect(wrongs(end, situation)).toEqual([]);
          expect(namedAlike(end.vault.entries())).toEqual(namedAlike(alone.vault.entries()));
        }),
        { ...HISTORIES, numRuns: RUNS },
      );
    });

    it('should do no harm on a disk, each with its own idea of what is there (I2, I6)', async () => {
      const { still, device, options } = situation;
      const disk = new DiskDevice(device);
      const other = new MemoryStateStore();
      await Promise.all([
        disk.run((opened) => still.sync(opened, options)),
        disk.run(({ vault }) => still.sync({ vault, state: other }, options)),
      ]);
      await disk.run((opened) => still.settle(opened, options));
      await disk.run(({ vault }) => still.settle({ vault, state: other }, options));
      const notes = [...disk.files()].filter(([path]) => !path.startsWith('.'));
      const alone = { vault: device.vault.copy(), state: device.state.copy() };
      await still.sync(alone, options);
      await still.settle(alone, options);
      const pathsOf = (entries: readonly (readonly [string, string])[]): readonly string[] =>
        namedAlike(entries).map(([path]) => path);
      expect(pathsOf(notes)).toEqual(pathsOf(alone.vault.entries()));
      for (const word of situation.words)
        expect([word, notes.filter(([, text]) => text.includes(word)).length]).toEqual([word, 1]);
    });
  },
);
