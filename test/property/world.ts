import type { SyncReport } from '../../src/core/report';
import { parseSettings, type Settings } from '../../src/core/settings';
import type { StateStore, Vault } from '../../src/ports';
import { sweepTurn, type SweepKind } from '../../src/sync/sweep';
import { runSync } from '../../src/sync/run-sync';
import type { SyncOptions } from '../../src/sync/sync-options';
import { Library } from '../server/library';
import { createReferenceApp, type ReferenceApp } from '../server/reference-server';
import type { PageSizes } from '../server/server-options';
import { FakeClock } from '../support/fake-clock';
import { MemoryStateStore } from '../support/memory-state-store';
import { MemoryVault } from '../support/memory-vault';
import { createInProcessClient } from './in-process-client';

const TOKEN = 'canary-token-5f1d2c';
const START = Date.UTC(2026, 0, 5, 8);

/** One place that syncs: a vault and its device-local state. */
export interface Device {
  readonly vault: MemoryVault;
  readonly state: MemoryStateStore;
}

export const newDevice = (): Device => ({ vault: new MemoryVault(), state: new MemoryStateStore() });

export const settings = (values: object = {}): Settings => {
  const parsed = parseSettings({ baseUrl: 'http://127.0.0.1', ...values });
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.settings;
};

/** The service with its clock, and whatever devices a test gives it. Everything is deterministic. */
export class World {
  /** The service's time in milliseconds since the epoch. */
  now = START;
  private lag: number | null = null;
  private lastStamp = 0;
  private constructor(
    readonly library: Library,
    readonly server: ReferenceApp,
  ) {}

  static async create(options: { readonly pageSizes?: Partial<PageSizes> } = {}): Promise<World> {
    const library = new Library();
    const server = await createReferenceApp({ library, token: TOKEN, rateLimits: 'off', ...options });
    const world = new World(library, server);
    library.now = () => world.stamp();
    return world;
  }

  /** Lets the service commit something that it stamped so many seconds ago. Stamps never run backwards from commit to commit. */
  commitLate(lag: number, change: () => void): void {
    this.lag = lag;
    change();
    this.lag = null;
  }

  private stamp(): number {
    if (this.lag === null) return this.now;
    this.lastStamp = Math.max(this.lastStamp, this.now - this.lag * 1000);
    return this.lastStamp;
  }

  close(): Promise<void> {
    return this.server.app.close().then(() => undefined);
  }

  /** Lets time pass at the service. */
  pass(seconds: number): void {
    this.now += seconds * 1000;
  }

  async sync(
    device: { readonly vault: Vault; readonly state: StateStore },
    options: Partial<SyncOptions> & { readonly localClock?: number } = {},
  ): Promise<SyncReport> {
    const clock = new FakeClock({ startsAt: options.localClock ?? this.now });
    const http = createInProcessClient(this.server, clock);
    return runSync(
      { vault: device.vault, state: device.state, http, clock, random: () => 0.5, reporter: { progress: () => undefined } },
      { settings: settings(), token: TOKEN, full: false, dryRun: false, maxDelete: 1000, ...options },
    );
  }

  /** Syncs until nothing is left to say, and both metadata sweeps have had their turn since. */
  async settle(device: Device, options: Partial<SyncOptions> = {}): Promise<void> {
    let quiet = new Set<SweepKind>();
    for (let round = 0; quiet.size < 2; round += 1) {
      do this.pass(61);
      while (quiet.has(sweepTurn(new Date(this.now).toISOString())));
      const report = await this.sync(device, options);
      if (round > 20) throw new Error(`The sync does not come to rest: ${JSON.stringify(report)}`);
      quiet = report.vaultWrites === 0 && report.outcome === 'done' ? quiet.add(sweepTurn(new Date(this.now).toISOString())) : new Set();
    }
  }

  /** What a device would have that sees this library for the first time. */
  async fresh(options: Partial<SyncOptions> = {}): Promise<Device> {
    const device = newDevice();
    await this.sync(device, options);
    return device;
  }
}
