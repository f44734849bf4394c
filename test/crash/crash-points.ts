import type { Device } from '../property/world';
import type { Recording, Step } from './recorded-run';

/** What a crash left, and how it came about. */
export interface CrashPoint {
  readonly name: string;
  readonly left: () => Device;
  /** Whether the state is older than the notes. */
  readonly mayLackBase?: boolean;
}

/** The process ends before a step: all before it is there, nothing of it. */
export const killedBefore = ({ steps }: Recording): readonly CrashPoint[] =>
  steps.map((step, index) => ({
    name: `killed before step ${String(index)} (${step.name})`,
    left: () => copyOf(step.before),
  }));

/**
 * The power goes out: the vault is as it was, but the last commits of the state never reached the disk. None of them announced a
 * rename: without the announcement a note that was moved counts as moved by the person, and stays where it is.
 */
export function powerLost(recording: Recording): readonly CrashPoint[] {
  const renames = recording.steps
    .filter(({ name }) => name.startsWith('rename'))
    .map(({ commits }) => commits);
  return recording.steps.flatMap((step, index) =>
    lostCommits(step.commits - Math.max(0, ...renames.filter((commits) => commits <= step.commits))).map(
      (lost) => ({
        name: `power lost before step ${String(index)} (${step.name}) with the last ${String(lost)} commits`,
        mayLackBase: true,
        left: () => ({
          vault: step.before.vault.copy(),
          state: (recording.states[step.commits - lost] ?? step.before.state).copy(),
        }),
      }),
    ),
  );
}

/** Of so many commits: the last, the last two, half, all. */
const lostCommits = (commits: number): readonly number[] =>
  [...new Set([1, 2, Math.ceil(commits / 2), commits])].filter((lost) => lost > 0 && lost <= commits);

/**
 * The power goes out before a commit whose notes were not forced to the disk yet: one of them is as it was, those before and after
 * it are not.
 */
export function writeLost(recording: Recording): readonly CrashPoint[] {
  return recording.steps.flatMap((step, index) => {
    const next = recording.steps.findIndex(
      (other, at) => at > index && other.commits === step.commits && other.name.startsWith('commit'),
    );
    const end = recording.steps[next];
    if (step.writes === null || end === undefined) return [];
    return [
      { name: `write lost of step ${String(index)} (${step.name})`, left: () => without(step, end.before) },
    ];
  });
}

function without({ before, writes }: Step, { vault, state }: Device): Device {
  const old = new Map(before.vault.entries());
  const path = writes?.path ?? '';
  const left = vault.copy();
  const text = old.get(path);
  // Where the note has been moved since, the move cannot have reached the disk before the write did.
  if (!new Map(vault.entries()).has(path)) return { vault: left, state: state.copy() };
  if (text === undefined) left.remove(path);
  else left.put(path, text);
  return { vault: left, state: state.copy() };
}

/** Crash points after which everything is the same: what follows is as well, and need be tried only once. */
export interface Crash extends CrashPoint {
  /** How many crash points it stands for. */
  readonly points: number;
}

/** Where some of them ask for more than others, those must come first. */
export function apart(points: readonly CrashPoint[]): readonly Crash[] {
  const byContent = new Map<string, Crash>();
  for (const point of points) {
    const content = contentOf(point.left());
    const known = byContent.get(content);
    byContent.set(
      content,
      known === undefined ? { ...point, points: 1 } : { ...known, points: known.points + 1 },
    );
  }
  return [...byContent.values()];
}

const contentOf = ({ vault, state }: Device): string =>
  JSON.stringify([vault.entries(), vault.trashEntries(), [...state.texts()].sort()]);

const copyOf = ({ vault, state }: Device): Device => ({ vault: vault.copy(), state: state.copy() });

/** The same choice of so many each time, from all over the list. */
export function fairSample<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from(
    { length: most },
    (_, index) => all[Math.floor(((index + 0.5) * all.length) / most)],
  ).filter((one): one is T => one !== undefined);
}
