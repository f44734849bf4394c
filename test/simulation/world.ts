import type { SyncReport } from '../../src/model/report';
import { parseSettings, type Settings } from '../../src/model/settings';
import { convertHtml } from '../support/convert-html';
import {
  HttpError,
  type Attachments,
  type Downloader,
  type HttpClient,
  type HttpResponse,
  type StateStore,
  type Vault,
} from '../../src/model/ports';
import { candidatesOf } from '../../src/sync/deletions/audit-register';
import type { DryRun } from '../../src/sync/dry-run';
import { planSync, runSync } from '../../src/sync/run-sync';
import { queueOf } from '../../src/store/queue';
import { renderNotes } from '../../src/sync/render-notes';
import type { SyncDependencies, SyncOptions } from '../../src/sync/context/sync-options';
import { Library } from '../server/library';
import { InProcessServer } from '../server/in-process-server';
import type { ServerOptions } from '../server/server-options';
import { CANARY_TOKEN as TOKEN, lookForToken } from '../support/canary';
import { FakeClock } from '../support/fake-clock';
import { MemoryAttachments } from '../support/memory-attachments';
import { MemoryStateStore } from '../support/memory-state-store';
import { MemoryVault } from '../support/memory-vault';
import { createInProcessClient, createInProcessDownloader } from './in-process-client';

const START = Date.UTC(2026, 0, 5, 8);

/** So few records on a page that every pull has several pages. */
export const SMALL_PAGES = { exportBooks: 2, exportHighlightsOfBook: 2, documents: 3 };

/** What an engine works on: any vault and any store. */
export interface Place {
  readonly vault: Vault;
  readonly state: StateStore;
  /** An empty one without it. */
  readonly outbox?: StateStore;
  /** Where attachments go; none are kept without it. */
  readonly files?: Attachments;
  /** Its way to the web; without it, to the reference server's. */
  readonly downloader?: Downloader;
}

/** A vault and its device-local state in memory, where a test can look into both. */
export interface Device extends Place {
  readonly vault: MemoryVault;
  readonly state: MemoryStateStore;
  readonly outbox?: MemoryStateStore;
  readonly files?: MemoryAttachments;
}

export interface DeviceWithOutbox extends Device {
  readonly outbox: MemoryStateStore;
}

export const newDevice = (): DeviceWithOutbox => ({
  vault: new MemoryVault(),
  state: new MemoryStateStore(),
  outbox: new MemoryStateStore(),
});

/** A device that keeps files from the web, where the settings say so. */
export const newFilingDevice = (): DeviceWithOutbox & { readonly files: MemoryAttachments } => ({
  ...newDevice(),
  files: new MemoryAttachments(),
});

export const copyOf = ({ vault, state, outbox = new MemoryStateStore() }: Device): DeviceWithOutbox => ({
  vault: vault.copy(),
  state: state.copy(),
  outbox: outbox.copy(),
});

/** As on a device whose state was damaged. */
export async function loseState({ state }: Place): Promise<void> {
  const entries = await state.list({ prefix: '', limit: 100_000 });
  await state.commit(entries.map(({ key }) => ({ remove: key })));
}

export const settings = (values: object = {}): Settings => {
  const parsed = parseSettings({ baseUrl: 'http://127.0.0.1', ...values });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.settings;
};

export interface SyncRequest extends Partial<SyncOptions> {
  /** Plans only. */
  readonly dryRun?: boolean;
  /** The device's own idea of the time: the service's by default. */
  readonly localClock?: number | (() => number);
  /** Stands between the engine and the service. */
  readonly through?: (client: HttpClient) => HttpClient;
}

/** The service with its clock, and whatever devices a test gives it. Everything is deterministic. */
export class World {
  /** The service's time in milliseconds since the epoch. */
  now = START;
  private lag: number | null = null;
  private lastStamp = 0;
  private answers: Map<string, HttpResponse> | null = null;
  private requestsLeft: number | null = null;
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

  /**
   * Lets the service commit something that it stamped so many seconds ago. Stamps never run backwards from
   * commit to commit.
   */
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

  /**
   * The library changes no more: each question at each moment is asked once, and answered from memory from
   * then on. Thousands of syncs with the same library so cost little more than the engine itself.
   */
  rememberAnswers(): void {
    this.answers = new Map();
  }

  /** The network is lost after so many requests; null: it is there. */
  loseNetworkAfter(requests: number | null): void {
    this.requestsLeft = requests;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Lets time pass at the service. */
  pass(seconds: number): void {
    this.now += seconds * 1000;
  }

  /** Does something from which the service's time comes back. */
  async rewind<Result>(work: () => Promise<Result>): Promise<Result> {
    const { now } = this;
    const result = await work();
    this.now = now;
    return result;
  }

  /** What the engine is given to work with at a place. */
  dependencies(
    { vault, state, outbox = new MemoryStateStore(), files, downloader }: Place,
    clock = this.clock(),
  ): SyncDependencies {
    return {
      vault,
      state,
      outbox,
      attachments:
        files === undefined
          ? undefined
          : { files, downloader: downloader ?? createInProcessDownloader(this.server, clock) },
      http: this.client(clock),
      clock,
      random: () => 0.5,
      reporter: { progress: () => undefined },
      convertHtml,
    };
  }

  /** A device's clock, `skew` milliseconds off. */
  clock(skew = 0): FakeClock {
    return new FakeClock({ startsAt: this.now + skew });
  }

  async sync(place: Place, { dryRun = false, ...request }: SyncRequest = {}): Promise<SyncReport> {
    if (dryRun) return (await this.plan(place, request)).report;
    const { deps, options } = this.runOf(place, request);
    const report = await runSync(deps, options);
    lookForToken('a report', JSON.stringify(report));
    return report;
  }

  /** What a sync would do, with the texts of the notes. */
  async plan(place: Place, request: SyncRequest = {}): Promise<DryRun> {
    const { deps, options } = this.runOf(place, request);
    const plan = await planSync(deps, options);
    lookForToken('a report', JSON.stringify(plan.report));
    return plan;
  }

  private runOf(
    place: Place,
    { localClock = this.now, through = (client) => client, ...options }: SyncRequest,
  ): { readonly deps: SyncDependencies; readonly options: SyncOptions } {
    const clock = new FakeClock(typeof localClock === 'number' ? { startsAt: localClock } : {});
    if (typeof localClock === 'function') clock.now = localClock;
    const dependencies = this.dependencies(place, clock);
    return {
      deps: { ...dependencies, http: through(dependencies.http) },
      options: { settings: settings(), token: TOKEN, full: false, maxDelete: 1000, ...options },
    };
  }

  /** Renders everything again, without the service. */
  render(place: Place, wanted: Settings): Promise<SyncReport> {
    const downloader = { get: () => Promise.reject(new Error('A rendering asks for nothing')) };
    return renderNotes(this.dependencies({ ...place, downloader }), { settings: wanted });
  }

  /**
   * Lets time pass and repeats a round until there was nothing to do twice in a row: a sync that only sets a
   * watermark back leaves the rest to the next.
   * @param round returns whether there was nothing to do
   */
  async untilQuiet(
    round: (number: number) => Promise<boolean>,
    {
      pause = 61,
      atMost = 30,
    }: { readonly pause?: number | ((round: number) => number); readonly atMost?: number } = {},
  ): Promise<void> {
    let quiet = 0;
    for (let number = 0; number <= atMost; number += 1) {
      this.pass(typeof pause === 'number' ? pause : pause(number));
      quiet = (await round(number)) ? quiet + 1 : 0;
      if (quiet === 2) return;
    }
    throw new Error('The sync does not come to rest.');
  }

  /** Syncs until nothing is left to do, and no document is a candidate for deletion. */
  async settle(
    place: Place,
    { pause = 61, ...options }: SyncRequest & { readonly pause?: number } = {},
  ): Promise<void> {
    await this.untilQuiet(
      async () => {
        const { vaultWrites, failures } = await this.sync(place, options);
        const candidates = await candidatesOf(place.state);
        // The second look-up confirms after ten minutes; where the service has nothing left to tell by, after
        // a day.
        if (candidates.length > 0)
          this.pass(candidates.some(({ hadNoControl }) => hadNoControl) ? 86_400 : 600);
        // A text or record that two syncs did not get is asked for again on another day.
        else if (await this.hasRequestsForLater(place.state)) this.pass(86_400);
        return vaultWrites === 0 && failures.length === 0 && candidates.length === 0;
      },
      { pause },
    );
  }

  private async hasRequestsForLater(state: StateStore): Promise<boolean> {
    const queues = await Promise.all(
      (['book', 'document', 'text'] as const).map((kind) => queueOf(state, kind)),
    );
    return queues.flat().some(({ notBefore }) => notBefore > this.now);
  }

  /** What a device would have that sees this library for the first time. */
  async fresh(options: Partial<SyncOptions> = {}): Promise<Device> {
    const device = newDevice();
    await this.sync(device, options);
    return device;
  }

  private client(clock: FakeClock): HttpClient {
    const asked = createInProcessClient(this.server, clock);
    return {
      send: async (request) => {
        if (this.requestsLeft === 0) throw new HttpError('network', 'The network is lost');
        if (this.requestsLeft !== null) this.requestsLeft -= 1;
        const question = `${String(this.now)} ${request.method} ${request.url}`;
        const answer = this.answers?.get(question) ?? (await asked.send(request));
        this.answers?.set(question, answer);
        return answer;
      },
    };
  }
}
