import type { StateChange, StateStore, Vault } from '../../src/model/ports';
import { vaultWith } from '../../src/sync/vault-with';
import { clearInTwoSteps } from '../support/clear-in-two-steps';
import { MemoryStateStore } from '../support/memory-state-store';
import type { MemoryVault } from '../support/memory-vault';
import { copyOf, type Device } from './world';

/** One call of a port that changes what would be found after a crash. */
interface Call {
  readonly name: string;
  /** The device before the call. */
  readonly before: Device;
  /** The path of the note that is written, where the call writes one. */
  readonly writes: string | null;
  /** How many commits of the state came before. */
  readonly commits: number;
}

/** A run with all the moments at which it could have ended. */
export interface Recording {
  readonly calls: readonly Call[];
  /** The state after each commit; the first is that from before the run. */
  readonly states: readonly MemoryStateStore[];
}

/** A device whose every call is kept: what a crash at any of them would have left. */
export class RecordedDevice {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly outbox: StateStore;
  private readonly calls: Call[] = [];
  private readonly states: MemoryStateStore[];

  constructor(private readonly device: Device) {
    const { vault, state, outbox = new MemoryStateStore() } = device;
    this.states = [state.copy()];
    this.vault = vaultWith(vault, {
      create: (path, text) => {
        this.keep(`create ${path}`, textAt(device, path) === undefined ? path : null);
        return vault.create(path, text);
      },
      update: (path, merge) => {
        const text = textAt(device, path);
        this.keep(`update ${path}`, text === undefined || merge(text) === text ? null : path);
        return vault.update(path, merge);
      },
      rename: (from, to) => {
        this.keep(`rename ${from} to ${to}`);
        return vault.rename(from, to);
      },
      moveToTrash: (path) => {
        this.keep(`trash ${path}`);
        return vault.moveToTrash(path);
      },
    });
    this.state = recordedStore(state, {
      commit: (changes) => this.commit(changes),
      update: (key, edit) => this.update(key, edit),
    });
    this.outbox = recordedStore(outbox, {
      commit: (changes) => {
        this.keep(`outbox ${namesOf(changes)}`);
        return outbox.commit(changes);
      },
      update: (key, edit) => {
        this.keep(`outbox ${key}`);
        return outbox.update(key, edit);
      },
    });
  }

  get recording(): Recording {
    return { calls: this.calls, states: this.states };
  }

  private async commit(changes: readonly StateChange[]): Promise<void> {
    this.keep(`commit ${namesOf(changes)}`);
    await this.device.state.commit(changes);
    this.states.push(this.device.state.copy());
  }

  private async update(key: string, edit: (value: unknown) => unknown): Promise<unknown> {
    this.keep(`commit ${key}`);
    const next = await this.device.state.update(key, edit);
    this.states.push(this.device.state.copy());
    return next;
  }

  private keep(name: string, writes: string | null = null): void {
    this.calls.push({ name, before: copyOf(this.device), writes, commits: this.states.length - 1 });
  }
}

function recordedStore(store: StateStore, writes: Pick<StateStore, 'commit' | 'update'>): StateStore {
  const recorded: StateStore = {
    getMany: (keys) => store.getMany(keys),
    list: (range) => store.list(range),
    keys: (range) => store.keys(range),
    ...writes,
    clear: (prefix) => clearInTwoSteps(recorded, prefix),
    close: () => store.close(),
  };
  return recorded;
}

const namesOf = (changes: readonly StateChange[]): string =>
  changes.map((change) => ('put' in change ? change.put : change.remove)).join(' ');

export const textAt = ({ vault }: { readonly vault: MemoryVault }, path: string): string | undefined =>
  vault.entries().find(([candidate]) => candidate === path)?.[1];

/** What a crash left, and how it came about. */
export interface CrashPoint {
  readonly name: string;
  readonly left: () => Device;
  /** Whether the state is older than the notes. */
  readonly mayLackBase?: boolean;
}

/** The process ends before a call: all before it is there, nothing of it. */
export const killedBefore = ({ calls }: Recording): readonly CrashPoint[] =>
  calls.map(({ name, before }, index) => ({
    name: `killed before call ${String(index)} (${name})`,
    left: () => copyOf(before),
  }));

/**
 * The power goes out: the vault is as it was, but the last commits of the state never reached the disk. None
 * of them announced a rename: without the announcement a note that was moved counts as moved by the person,
 * and stays where it is.
 */
export function powerLost({ calls, states }: Recording): readonly CrashPoint[] {
  const renames = calls.filter(({ name }) => name.startsWith('rename')).map(({ commits }) => commits);
  return calls.flatMap(({ name, before, commits }, index) => {
    const announced = Math.max(0, ...renames.filter((earlier) => earlier <= commits));
    return lostCommits(commits - announced).map((lost) => ({
      name: `power lost before call ${String(index)} (${name}) with the last ${String(lost)} commits`,
      mayLackBase: true,
      left: () => copyOf({ ...before, state: states[commits - lost] ?? before.state }),
    }));
  });
}

/** Of so many commits: the last, the last two, half, all. */
const lostCommits = (commits: number): readonly number[] =>
  [...new Set([1, 2, Math.ceil(commits / 2), commits])].filter((lost) => lost > 0 && lost <= commits);

/**
 * The power goes out before a commit whose notes were not forced to the disk yet: one of them is as it was,
 * those before and after it are not.
 */
export function writeLost({ calls }: Recording): readonly CrashPoint[] {
  return calls.flatMap(({ name, before, writes, commits }, index) => {
    const end = calls.find(
      (other, at) => at > index && other.commits === commits && other.name.startsWith('commit'),
    );
    if (writes === null || end === undefined) return [];
    const left = (): Device => {
      const device = copyOf(end.before);
      const text = textAt(before, writes);
      // Where the note has been moved since, the move cannot have reached the disk before the write did.
      if (textAt(device, writes) === undefined) return device;
      if (text === undefined) device.vault.remove(writes);
      else device.vault.put(writes, text);
      return device;
    };
    return [{ name: `write lost of call ${String(index)} (${name})`, left }];
  });
}

/** Crash points after which everything is the same: what follows is as well, and need be tried only once. */
export interface Crash extends CrashPoint {
  /** How many crash points it stands for. */
  readonly points: number;
}

/** Where some of them ask for more than others, those must come first. */
export function distinct(points: readonly CrashPoint[]): readonly Crash[] {
  const byContent = new Map<string, Crash>();
  for (const point of points) {
    const { vault, state, outbox } = copyOf(point.left());
    const stored = [state, outbox].map((store) => [...store.texts()].sort());
    const content = JSON.stringify([vault.entries(), vault.trashEntries(), ...stored]);
    const known = byContent.get(content) ?? { ...point, points: 0 };
    byContent.set(content, { ...known, points: known.points + 1 });
  }
  return [...byContent.values()];
}

/** Does something on a device, and returns every distinct state that a kill in the midst of it leaves. */
export async function crashesOf(
  device: Device,
  work: (recorded: RecordedDevice) => Promise<unknown>,
): Promise<readonly Crash[]> {
  const recorded = new RecordedDevice(device);
  await work(recorded);
  return distinct(killedBefore(recorded.recording));
}

/** The same choice of so many each time, from all over the list. */
export function fairSample<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from(
    { length: most },
    (_, index) => all[Math.floor(((index + 0.5) * all.length) / most)],
  ).filter((one): one is T => one !== undefined);
}
