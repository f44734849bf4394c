import { Killed } from './killed';
import type { StateChange, StateStore } from '../../src/model/ports';
import { MemoryStateStore } from './memory-state-store';

/** The program is killed at one of its commits, half of them before it is done and half after. */
export class DyingStateStore extends MemoryStateStore {
  private commits = 0;

  constructor(private readonly diesAt: number) {
    super();
  }

  /** Begins with what another holds. */
  async fill(other: StateStore): Promise<void> {
    await super.commit(
      (await other.list({ prefix: '', limit: 100_000 })).map(({ key, value }) => ({ put: key, value })),
    );
  }

  override commit(changes: readonly StateChange[]): Promise<void> {
    return this.write(() => super.commit(changes));
  }

  override update(key: string, edit: (value: unknown) => unknown): Promise<unknown> {
    return this.write(() => super.update(key, edit));
  }

  private async write<Result>(work: () => Promise<Result>): Promise<Result> {
    this.commits += 1;
    if (this.commits === Math.ceil(this.diesAt / 2) && this.diesAt % 2 === 1) throw new Killed();
    const result = await work();
    if (this.commits === this.diesAt / 2) throw new Killed();
    return result;
  }
}
