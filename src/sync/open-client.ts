import { ReadwiseClient } from '../readwise/client';
import type { SyncDependencies, SyncOptions } from './context/sync-options';
import type { Clock, StateStore } from '../model/ports';
import { accountMark } from '../readwise/check-token';
import type { RateClass } from '../readwise/budget';
import type { Pauses } from '../readwise/client';
import { keys } from '../store/keys';
import { readPauses, type StoredPauses } from '../store/stored';
import { readOne } from '../store/read-state';

type ClientOptions = Pick<SyncOptions, 'settings' | 'token' | 'signal' | 'asksAtOnce'>;

/** Opens a client for one run. It respects pauses of earlier runs, unless the person asks at once. */
export async function openClient(
  deps: SyncDependencies,
  { settings: { baseUrl }, token, signal, asksAtOnce = false }: ClientOptions,
): Promise<ReadwiseClient> {
  const pauses = await ServicePauses.read(deps, { baseUrl, token });
  if (asksAtOnce) await pauses.end();
  return new ReadwiseClient({
    ...deps,
    baseUrl,
    token,
    signal,
    pauses,
    onWait: (wait) => deps.reporter.progress({ step: 'waiting', ...wait }),
  });
}

const SYNC_RATES = ['v2', 'v2-lists', 'v3'] as const;

interface PauseStore {
  readonly state: StateStore;
  readonly clock: Clock;
}

interface Account {
  readonly baseUrl: string;
  readonly token: string;
}

/** Pauses demanded in earlier runs with this token, by the local clock, as the device may sleep. */
export class ServicePauses implements Pauses {
  private constructor(
    private readonly store: PauseStore,
    private readonly account: Account,
    private pauses: StoredPauses['pauses'],
  ) {}

  static async read(store: PauseStore, account: Account): Promise<ServicePauses> {
    const stored = await readOne(store.state, keys.pauses, readPauses);
    const isOurs = stored !== null && stored.account === (await accountMark(account));
    return new ServicePauses(store, account, isOurs ? stored.pauses : {});
  }

  secondsLeft(rate: RateClass): number {
    const { from, until } = this.pauses[rate] ?? { from: 0, until: 0 };
    const now = this.store.clock.now();
    // A clock that was set back would prolong the pause.
    return now < from ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  }

  /** When a sync may send requests again, in milliseconds since the epoch; null: now. */
  get until(): number | null {
    const seconds = Math.max(...SYNC_RATES.map((rate) => this.secondsLeft(rate)));
    return seconds === 0 ? null : this.store.clock.now() + seconds * 1000;
  }

  async keep(rate: RateClass, seconds: number): Promise<void> {
    const { state, clock } = this.store;
    const from = clock.now();
    this.pauses = { ...this.pauses, [rate]: { from, until: from + seconds * 1000 } };
    const account = await accountMark(this.account);
    await state.commit([
      { put: keys.pauses, value: { account, pauses: this.pauses } satisfies StoredPauses },
    ]);
  }
  /** Forgets all pauses, here and for later runs. */
  async end(): Promise<void> {
    if (Object.keys(this.pauses).length === 0) return;
    this.pauses = {};
    await this.store.state.commit([{ remove: keys.pauses }]);
  }
}
