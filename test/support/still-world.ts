import type { SyncReport } from '../../src/model/report';
import { convertHtml } from './convert-html';
import type { HttpClient, StateStore, Vault } from '../../src/model/ports';
import { runSync } from '../../src/sync/run-sync';
import type { SyncOptions } from '../../src/sync/sync-options';
import { sweepTurn } from '../../src/sync/pull/sweep';
import { settings, type World } from '../property/world';
import { CANARY_TOKEN } from './canary';
import { FakeClock } from './fake-clock';
import { RememberedAnswers } from './remembered-client';

export interface Syncing extends Partial<SyncOptions> {
  /** Stands between the engine and the service. */
  readonly through?: (client: HttpClient) => HttpClient;
  /** Seconds since the library came to rest. */
  readonly at?: number;
}

const MOST_ROUNDS = 30;
const BETWEEN_SYNCS = 700;

/** A service whose library has come to rest, for as many devices and syncs as a test wants, each of them from the same moment on. */
export class StillWorld {
  private readonly answers: RememberedAnswers;
  private readonly startsAt: number;
  private readonly rounds: readonly number[];

  constructor(private readonly world: World) {
    this.answers = new RememberedAnswers(world);
    this.startsAt = world.now;
    this.rounds = roundsFrom(world.now);
  }

  sync(
    device: { readonly vault: Vault; readonly state: StateStore },
    { through = (client) => client, at = 0, ...options }: Syncing = {},
  ): Promise<SyncReport> {
    this.world.now = this.startsAt + at * 1000;
    const clock = new FakeClock({ startsAt: this.world.now });
    return runSync(
      {
        vault: device.vault,
        state: device.state,
        http: through(this.answers.client(clock)),
        clock,
        random: () => 0.5,
        reporter: { progress: () => undefined },
        convertHtml,
      },
      { settings: settings(), token: CANARY_TOKEN, full: false, dryRun: false, maxDelete: 1000, ...options },
    );
  }

  /** Syncs until two syncs in a row, with one sweep each, find nothing more to do. Returns the last report. */
  async settle(
    device: { readonly vault: Vault; readonly state: StateStore },
    options: Syncing = {},
  ): Promise<SyncReport> {
    let quiet = 0;
    for (const at of this.rounds) {
      const report = await this.sync(device, { ...options, full: false, at });
      quiet = report.vaultWrites === 0 && report.failures.length === 0 ? quiet + 1 : 0;
      if (quiet >= 2) return report;
    }
    throw new Error('The sync does not come to rest.');
  }

  close(): Promise<void> {
    return this.world.close();
  }
}

/** Moments far enough apart for every rule that waits, at which the two sweeps take turns. */
function roundsFrom(start: number): readonly number[] {
  const rounds: number[] = [];
  let at = 0;
  for (let turn = 0; rounds.length < MOST_ROUNDS; turn += 1) {
    at += BETWEEN_SYNCS;
    while (sweepTurn(new Date(start + at * 1000).toISOString()) !== (turn % 2 === 0 ? 'books' : 'highlights'))
      at += 1;
    rounds.push(at);
  }
  return rounds;
}
