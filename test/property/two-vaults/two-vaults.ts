import { Cloud, COPY_NAMES, FileSync } from '../../support/file-sync';
import { Life } from '../any-order/life';
import { timesIn } from '../any-order/picture';
import type { Step } from '../any-order/steps';
import { Tasks } from '../any-order/tasks';
import { perform } from '../reader';
import { World } from '../world';

const HOUR = 3_600_000;

/** One of them: what is done there, and its side of the file sync. */
export interface Side {
  readonly life: Life;
  readonly tasks: Tasks;
  readonly files: FileSync;
}

/** Two computers with a copy each of one vault, which a file sync brings together now and then. Their clocks are wrong. */
export class TwoVaults {
  /** Words that somebody took out, wherever. */
  readonly letGo = new Set<string>();

  private constructor(
    readonly world: World,
    readonly sides: readonly [Side, Side],
  ) {}

  static async begin(copyName: number): Promise<TwoVaults> {
    const world = await World.create({
      pageSizes: { exportBooks: 3, exportHighlightsOfBook: 2, documents: 4 },
    });
    const cloud = new Cloud();
    const sideOf = (life: Life): Side => ({
      life,
      tasks: new Tasks(life),
      files: new FileSync(cloud, life.vault, COPY_NAMES[copyName % COPY_NAMES.length] ?? COPY_NAMES[0]),
    });
    const lives = [new Life(world, 0, 5 * HOUR), new Life(world, 1000, -20 * HOUR)] as const;
    lives.forEach((life) => (life.company = lives));
    const both = new TwoVaults(world, [sideOf(lives[0]), sideOf(lives[1])]);
    for (const kind of ['add book', 'add document'] as const) perform(world, { kind, title: 7, category: 0 });
    for (const text of [0, 1]) perform(world, { kind: 'add highlight', pick: 0, text });
    await world.sync(lives[0].devices[0], { settings: lives[0].wanted });
    both.exchange(0, 3);
    both.exchange(1, 3);
    return both;
  }

  async perform(who: number, step: Step): Promise<void> {
    const { life, tasks } = this.sideOf(who);
    const before = new Map(life.vault.entries());
    if (step.at === 'engine') await tasks.perform(step);
    else life.act(step);
    // Where a highlight moved to another book, its old note is behind the times in both.
    if (step.at === 'service') for (const { life: each } of this.sides) each.judge.accept(each.words);
    if (life.judge.isMixedUp) for (const { life: each } of this.sides) each.judge.isMixedUp = true;
    const now = new Map(life.vault.entries());
    for (const word of life.words)
      if (timesIn(before, word) > 0 && timesIn(now, word) === 0) this.letGo.add(word);
  }

  /** Brings about `part` of three files to where both sides agree; whether any moved. */
  exchange(who: number, part: number): boolean {
    const { life, files } = this.sideOf(who);
    const hasMoved = files.exchange(lateness(part, this.world.now));
    life.judge.accept(life.words);
    return hasMoved;
  }

  bringSettings(who: number): void {
    this.sideOf(1 - who).life.wanted = this.sideOf(who).life.wanted;
  }

  private sideOf(who: number): Side {
    return this.sides[who === 0 ? 0 : 1];
  }
}

/** Picks the same files for the same path and moment, now these, now those. */
const lateness =
  (part: number, moment: number) =>
  (path: string): boolean =>
    [...path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + moment) % 1009, 7) % 3 < part;
