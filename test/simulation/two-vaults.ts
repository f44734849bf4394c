import fc from 'fast-check';
import { type COPY_NAMES, Cloud, FileSync, isCopy } from '../support/file-sync';
import { run } from './engine-tasks';
import { Simulation } from './simulation';
import { snapshotOf, timesIn } from './snapshot';
import type { Step } from './steps';
import { SMALL_PAGES, World } from './world';

const HOUR = 3_600_000;
const ALL_FILES = 3;

export type StepInTwo =
  | { readonly at: 'vault'; readonly who: number; readonly step: Step }
  /** Of three files about so many are brought up to date. */
  | { readonly at: 'files'; readonly who: number; readonly part: number }
  /** The settings of one come to the other. */
  | { readonly at: 'settings'; readonly who: number };

const who = fc.nat(1);
export const inEither = (steps: fc.Arbitrary<Step>): fc.Arbitrary<StepInTwo> =>
  fc.record({ at: fc.constant('vault' as const), who, step: steps });
export const fileExchange: fc.Arbitrary<StepInTwo> = fc.record({
  at: fc.constant('files' as const),
  who,
  part: fc.integer({ min: 1, max: ALL_FILES }),
});
export const settingsExchange: fc.Arbitrary<StepInTwo> = fc.record({
  at: fc.constant('settings' as const),
  who,
});

/** One of them: what is done there, and its side of the file sync. */
interface Side {
  readonly simulation: Simulation;
  readonly files: FileSync;
}

/**
 * Two computers with a copy each of one vault, which a file sync brings together now and then. Their clocks
 * are wrong.
 */
export class TwoVaults {
  /** Words that somebody took out, wherever. */
  readonly letGo = new Set<string>();
  readonly cloud = new Cloud();
  readonly sides: readonly [Side, Side];

  private constructor(
    readonly world: World,
    simulations: readonly [Simulation, Simulation],
    { copyName, devices }: { readonly copyName: (typeof COPY_NAMES)[number]; readonly devices: number },
  ) {
    const sideOf = (simulation: Simulation): Side => ({
      simulation,
      files: new FileSync(this.cloud, simulation.vault, copyName),
    });
    simulations.forEach((each) => (each.company = simulations));
    this.sides = [sideOf(simulations[0]), sideOf(simulations[1])];
    this.devicesAtEach = devices;
  }

  private readonly devicesAtEach: number;

  /** `devices`: how many sync each of the two vaults. */
  static async begin(options: {
    readonly values?: object;
    readonly copyName: (typeof COPY_NAMES)[number];
    readonly devices: 1 | 2;
  }): Promise<TwoVaults> {
    const { values = {} } = options;
    const world = await World.create({ pageSizes: SMALL_PAGES });
    const one = new Simulation({ world, values, hasFiles: true, skew: 5 * HOUR });
    const other = new Simulation({ world, values, hasFiles: true, skew: -20 * HOUR, written: 1000 });
    const both = new TwoVaults(world, [one, other], options);
    await one.furnish();
    both.exchange(0, ALL_FILES);
    both.exchange(1, ALL_FILES);
    return both;
  }

  async perform(step: StepInTwo): Promise<void> {
    if (step.at === 'files') this.exchange(step.who, step.part);
    else if (step.at === 'settings') this.bringSettings(step.who);
    else await this.performIn(this.sideOf(step.who).simulation, step.step);
  }

  private async performIn(simulation: Simulation, step: Step): Promise<void> {
    const before = new Map(simulation.notes);
    await run(simulation, [step]);
    const all = this.sides.map((side) => side.simulation);
    // Where a highlight moved to another book, its old note is behind the times in both.
    if (step.at === 'service') for (const each of all) each.invariants.accept(each.words);
    if (simulation.invariants.isMixedUp) for (const each of all) each.invariants.isMixedUp = true;
    const now = new Map(simulation.notes);
    for (const word of simulation.words)
      if (timesIn(before.values(), word) > 0 && timesIn(now.values(), word) === 0) this.letGo.add(word);
    if (step.at === 'vault') this.forgetEditedCopies(before, now);
  }

  /** A person may write in a copy, too: then it is no longer what the file sync made. */
  private forgetEditedCopies(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): void {
    const edited = [...before].filter(([path, text]) => isCopy(path) && now.get(path) !== text);
    const texts = new Set(edited.map(([, text]) => text));
    const { copied } = this.cloud;
    copied.splice(0, copied.length, ...copied.filter((text) => !texts.has(text)));
  }

  /** Lets all sync and exchange until nothing moves any more. */
  settle(): Promise<void> {
    return this.world.untilQuiet(
      async () => {
        let isQuiet = true;
        for (const [index, { simulation }] of this.sides.entries()) {
          isQuiet = !this.exchange(index, ALL_FILES) && isQuiet;
          for (const device of simulation.devices.slice(0, this.devicesAtEach))
            isQuiet = (await simulation.syncAndAnswer(device)) && isQuiet;
          isQuiet = !this.exchange(index, ALL_FILES) && isQuiet;
        }
        return isQuiet;
      },
      { pause: (round) => (round % 2 === 1 ? 90_001 : 701), atMost: 40 },
    );
  }

  /** The same in both, with every word that nobody took out. */
  expectAgreed(): void {
    const [{ simulation: one }, { simulation: other }] = this.sides;
    expect(other.notes).toEqual(one.notes);
    const notes = [...snapshotOf(one.vault).notes.values()];
    expect(one.words.filter((word) => !this.letGo.has(word) && timesIn(notes, word) === 0)).toEqual([]);
  }

  /** Brings about `part` of three files to where both sides agree; whether any moved. */
  private exchange(index: number, part: number): boolean {
    const { simulation, files } = this.sideOf(index);
    const hasMoved = files.exchange(lateness(part, this.world.now));
    simulation.invariants.accept(simulation.words);
    return hasMoved;
  }

  bringSettings(index: number): void {
    this.sideOf(1 - index).simulation.wanted = this.sideOf(index).simulation.wanted;
  }

  private sideOf(index: number): Side {
    return this.sides[index === 0 ? 0 : 1];
  }
}

/** Picks the same files for the same path and moment, now these, now those. */
const lateness =
  (part: number, moment: number) =>
  (path: string): boolean =>
    [...path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + moment) % 1009, 7) % 3 < part;
