import { ReadwiseClient } from '../readwise/client';
import type { SyncDependencies, SyncOptions } from './context/sync-options';
import type { Clock, StateStore } from '../model/ports';
import { accountMark } from '../readwise/account';
import type { RateClass } from '../readwise/budget';
import type { Pauses } from '../readwise/transport';
import { keys } from '../store/keys';
import { readPauses, type StoredPauses } from '../store/stored';
import { readOne } from '../store/read-state';

/** A client for one run. It keeps to the pauses that the service asked earlier runs for. */
export async function openClient(
  deps: SyncDependencies,
  { settings: { baseUrl }, token, signal }: Pick<SyncOptions, 'settings' | 'token' | 'signal'>,
): Promise<ReadwiseClient> {
  return new ReadwiseClient({
    ...deps,
    ...{ baseUrl, token, signal },
    pauses: await ServicePauses.read(deps, { baseUrl, token }),
    onWait: (wait) => deps.reporter.progress({ step: 'waiting', ...wait }),
  });
}

/**
 * Whoever names a longer pause is asked once a day, so that a slip of the service's does not end the syncs
 * for good.
 */
const LONGEST_SECONDS = 24 * 60 * 60;

const PULLED = ['v2', 'v2-lists', 'v3'] as const;

interface Memory {
  readonly state: StateStore;
  readonly clock: Clock;
}

interface Account {
  readonly baseUrl: string;
  readonly token: string;
}

/**
 * The pauses that earlier runs with the same token were asked for. They go by the local clock, because the
 * device may sleep meanwhile.
 */
export class ServicePauses implements Pauses {
  private constructor(
    private readonly memory: Memory,
    private readonly account: Account,
    private pauses: StoredPauses['pauses'],
  ) {}

  static async read(memory: Memory, account: Account): Promise<ServicePauses> {
    const stored = await readOne(memory.state, keys.pauses, readPauses);
    const isOurs = stored !== null && stored.account === (await accountMark(account));
    return new ServicePauses(memory, account, isOurs ? stored.pauses : {});
  }

  secondsLeft(rate: RateClass): number {
    const { from, until } = this.pauses[rate] ?? { from: 0, until: 0 };
    const now = this.memory.clock.now();
    // A clock that was set back would make it last longer.
    return now < from ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  }

  /**
   * When all that is asked for with a sync may be asked for again, in milliseconds since the epoch; null
   * where it may be now.
   */
  get until(): number | null {
    const seconds = Math.max(...PULLED.map((rate) => this.secondsLeft(rate)));
    return seconds === 0 ? null : this.memory.clock.now() + seconds * 1000;
  }

  async keep(rate: RateClass, seconds: number): Promise<void> {
    const { state, clock } = this.memory;
    const from = clock.now();
    this.pauses = {
      ...this.pauses,
      [rate]: { from, until: from + Math.min(seconds, LONGEST_SECONDS) * 1000 },
    };
    const account = await accountMark(this.account);
    await state.commit([
      { put: keys.pauses, value: { account, pauses: this.pauses } satisfies StoredPauses },
    ]);
  }
}
