import type { StateChange, StateStore, Vault } from '../../src/model/ports';
import { committing } from '../../src/store/state-stores';
import { vaultWith } from '../../src/sync/write/own-folders';
import type { Device } from '../property/world';
import type { MemoryVault } from '../support/memory-vault';
import type { MemoryStateStore } from '../support/memory-state-store';

/** One step of a sync that changes what would be found after a crash. */
export interface Step {
  readonly name: string;
  /** The device before the step. */
  readonly before: Device;
  /** The whole text that is written, where the step writes a note. */
  readonly writes: { readonly path: string; readonly text: string } | null;
  /** How many commits of the state came before. */
  readonly commits: number;
}

/** A run with all the moments at which it could have ended. */
export interface Recording {
  readonly steps: readonly Step[];
  /** The state after each commit; the first is that from before the run. */
  readonly states: readonly MemoryStateStore[];
}

/** A device whose every step is kept: what a crash at any of them would have left. */
export class RecordedDevice {
  readonly vault: Vault;
  readonly state: StateStore;
  private readonly steps: Step[] = [];
  private readonly states: MemoryStateStore[];

  constructor(private readonly device: Device) {
    const { vault, state } = device;
    this.states = [state.copy()];
    this.vault = vaultWith(vault, {
      create: (path, text) =>
        this.write(`create ${path}`, textOf(vault, path) === null ? { path, text } : null, () =>
          vault.create(path, text),
        ),
      update: (path, merge) =>
        this.write(`update ${path}`, merged(vault, path, merge), () => vault.update(path, merge)),
      rename: (from, to) => this.write(`rename ${from} to ${to}`, null, () => vault.rename(from, to)),
      moveToTrash: (path) => this.write(`trash ${path}`, null, () => vault.moveToTrash(path)),
    });
    this.state = committing(state, (changes) => this.commit(changes));
  }

  get recording(): Recording {
    return { steps: this.steps, states: this.states };
  }

  private write<T>(name: string, writes: Step['writes'], work: () => Promise<T>): Promise<T> {
    this.keep(name, writes);
    return work();
  }

  private async commit(changes: readonly StateChange[]): Promise<void> {
    this.keep(
      `commit ${changes.map((change) => ('put' in change ? change.put : change.remove)).join(' ')}`,
      null,
    );
    await this.device.state.commit(changes);
    this.states.push(this.device.state.copy());
  }

  private keep(name: string, writes: Step['writes']): void {
    const { vault, state } = this.device;
    this.steps.push({
      name,
      before: { vault: vault.copy(), state: state.copy() },
      writes,
      commits: this.states.length - 1,
    });
  }
}

const textOf = (vault: MemoryVault, path: string): string | null =>
  vault.entries().find(([candidate]) => candidate === path)?.[1] ?? null;

function merged(vault: MemoryVault, path: string, merge: (text: string) => string): Step['writes'] {
  const before = textOf(vault, path);
  if (before === null) return null;
  const text = merge(before);
  return text === before ? null : { path, text };
}
