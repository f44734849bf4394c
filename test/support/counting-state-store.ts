import type { StateChange, StateEntry, StateRange, StateStore } from '../../src/model/ports';
import type { Stores } from '../../src/store/outbox-store';
import { clearInTwoSteps } from './clear-in-two-steps';

/** A state store that counts what it stores and may be told to break, as a device does that loses power. */
export class CountingStateStore implements StateStore {
  constructor(
    private readonly store: StateStore,
    private readonly breaksAt = Number.POSITIVE_INFINITY,
    private readonly counted = { commits: 0, puts: 0, putCharacters: 0 },
  ) {}

  get puts(): number {
    return this.counted.puts;
  }

  /** Of the values as JSON. */
  get putCharacters(): number {
    return this.counted.putCharacters;
  }

  get commits(): number {
    return this.counted.commits;
  }

  getMany(keys: readonly string[]): Promise<readonly unknown[]> {
    return this.store.getMany(keys);
  }

  list(range: StateRange): Promise<readonly StateEntry[]> {
    return this.store.list(range);
  }

  keys(range: StateRange): Promise<readonly string[]> {
    return this.store.keys(range);
  }

  async commit(changes: readonly StateChange[]): Promise<void> {
    this.countWrite();
    for (const change of changes) {
      if ('remove' in change) continue;
      this.counted.puts += 1;
      this.counted.putCharacters += JSON.stringify(change.value).length;
    }
    await this.store.commit(changes);
  }

  async update(key: string, edit: (value: unknown) => unknown): Promise<unknown> {
    this.countWrite();
    return this.store.update(key, edit);
  }

  clear(prefix: string): Promise<void> {
    return clearInTwoSteps(this, prefix);
  }

  close(): Promise<void> {
    return this.store.close();
  }

  private countWrite(): void {
    this.counted.commits += 1;
    if (this.commits >= this.breaksAt) throw new PowerLoss('The power went out.');
  }
}

/** Both stores of a device, which break at a commit of either. */
export function breakingStores({ state, outbox }: Stores, breaksAt: number): Stores {
  const counted = { commits: 0, puts: 0, putCharacters: 0 };
  return {
    state: new CountingStateStore(state, breaksAt, counted),
    outbox: new CountingStateStore(outbox, breaksAt, counted),
  };
}

/**
 * Stands for the end of the process: nothing runs after it. A bare name of its own, so that the engine takes
 * it for an outside error.
 */
export class PowerLoss extends Error {
  override readonly name = 'PowerLoss';
}
