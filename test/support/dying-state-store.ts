import { DamagedStateError, type StateChange, type StateStore } from '../../src/model/ports';
import { MemoryStateStore } from './memory-state-store';

/**
 * The program is killed at one of its commits, half of them before it is done and half after. The error is the
 * only one that nothing catches, so that nothing runs after it.
 */
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

  override async commit(changes: readonly StateChange[]): Promise<void> {
    this.commits += 1;
    if (this.commits === Math.ceil(this.diesAt / 2) && this.diesAt % 2 === 1)
      throw new DamagedStateError('killed');
    await super.commit(changes);
    if (this.commits === this.diesAt / 2) throw new DamagedStateError('killed');
  }
}
