import type { SyncReport } from '../../src/model/report';
import { parseSettings, type Settings } from '../../src/model/settings';
import { convertHtml } from '../support/convert-html';
import { dayOf } from '../../src/notes/attachments/retry-day';
import type { Attachments, Downloader, StateStore, Vault } from '../../src/model/ports';
import { candidatesOf } from '../../src/sync/deletions/audit-register';
import { sweepTurn, type SweepKind } from '../../src/sync/pull/sweep';
import { runSync } from '../../src/sync/run-sync';
import { prefixes } from '../../src/store/keys';
import { readWantedText } from '../../src/store/stored';
import type { SyncOptions } from '../../src/sync/sync-options';
import { Library } from '../server/library';
import { InProcessServer } from '../server/in-process-server';
import type { ServerOptions } from '../server/server-options';
import { CANARY_TOKEN as TOKEN, lookForToken } from '../support/canary';
import { FakeClock } from '../support/fake-clock';
import type { MemoryAttachments } from '../support/memory-attachments';
import { MemoryStateStore } from '../support/memory-state-store';
import { MemoryVault } from '../support/memory-vault';
import { createInProcessClient } from './in-process-client';
import { createInProcessDownloader } from './in-process-downloader';
import { stateRange } from '../../src/store/read-state';

const START = Date.UTC(2026, 0, 5, 8);

/** One place that syncs: a vault and its device-local state. */
export interface Device {
  readonly vault: MemoryVault;
  readonly state: MemoryStateStore;
  /** Where attachments go; none are kept without it. */
  readonly files?: MemoryAttachments;
  /** Its way to the web; without it, to the reference server's. */
  readonly downloader?: Downloader;
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
    readonly server: InProcessServer,
  ) {}

  static async create({
    seed = 1,
    ...options
  }: { readonly seed?: number } & Pick<
    Partial<ServerOptions>,
    'pageSizes' | 'token' | 'dateHeader' | 'documentCounts' | 'documentStamp'
  > = {}): Promise<World> {
    const library = new Library({ seed });
    const server = await InProcessServer.start({ library, token: TOKEN, rateLimits: 'off', ...options });
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
    return this.server.close();
  }

  /** Lets time pass at the service. */
  pass(seconds: number): void {
    this.now += seconds * 1000;
  }

  async sync(
    device: {
      readonly vault: Vault;
      readonly state: StateStore;
      readonly files?: Attachments;
      readonly downloader?: Downloader;
    },
    options: Partial<SyncOptions> & { readonly localClock?: number | (() => number) } = {},
  ): Promise<SyncReport> {
    const { localClock = this.now } = options;
    const clock = new FakeClock(typeof localClock === 'number' ? { startsAt: localClock } : {});
    if (typeof localClock === 'function') clock.now = localClock;
    const http = createInProcessClient(this.server, clock);
    const attachments =
      device.files === undefined
        ? undefined
        : {
            files: device.files,
            downloader: device.downloader ?? createInProcessDownloader(this.server, clock),
          };
    const report = await runSync(
      {
        vault: device.vault,
        state: device.state,
        attachments,
        http,
        clock,
        random: () => 0.5,
        reporter: { progress: () => undefined },
        convertHtml,
      },
      { settings: settings(), token: TOKEN, full: false, dryRun: false, maxDelete: 1000, ...options },
    );
    lookForToken('a report', JSON.stringify(report));
    return report;
  }

  /** Syncs until nothing is left to say, nobody is candidates of being deleted, and both metadata sweeps have had their turn since. */
  async settle(device: Parameters<World['sync']>[0], options: Partial<SyncOptions> = {}): Promise<void> {
    let quiet = new Set<SweepKind>();
    for (let round = 0; quiet.size < 2; round += 1) {
      do this.pass(61);
      while (quiet.has(sweepTurn(new Date(this.now).toISOString())));
      const report = await this.sync(device, options);
      const candidates = await candidatesOf(device.state);
      // The second look-up convicts after ten minutes; where the service has nothing left to tell by, after a day.
      if (candidates.length > 0)
        this.pass(candidates.some(({ hadNoControl }) => hadNoControl) ? 86_400 : 600);
      // A text that two syncs did not get is asked for again on another day.
      else if (await this.hasTextsForLater(device.state)) this.pass(86_400);
      if (round > 20) throw new Error(`The sync does not come to rest: ${JSON.stringify(report)}`);
      quiet =
        report.vaultWrites === 0 && report.outcome === 'done' && candidates.length === 0
          ? quiet.add(sweepTurn(new Date(this.now).toISOString()))
          : new Set();
    }
  }

  private async hasTextsForLater(state: StateStore): Promise<boolean> {
    for await (const entries of stateRange(state, prefixes.wantedText)) {
      if (entries.some(({ value }) => readWantedText(value).day > dayOf(this.now))) return true;
    }
    return false;
  }

  /** What a device would have that sees this library for the first time. */
  async fresh(options: Partial<SyncOptions> = {}): Promise<Device> {
    const device = newDevice();
    await this.sync(device, options);
    return device;
  }
}
