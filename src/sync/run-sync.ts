import type { SyncReport } from '../core/report';
import type { Settings } from '../core/settings';
import type { Clock, HttpClient, Random, Reporter, StateStore, Vault } from '../ports';

export interface SyncDependencies {
  readonly vault: Vault;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly state: StateStore;
  readonly reporter: Reporter;
}

export interface SyncOptions {
  readonly settings: Settings;
  readonly token: string;
  /** Pull everything again, as on a new device. */
  readonly full: boolean;
  /** Plan, and write nothing to the vault. */
  readonly dryRun: boolean;
  /** A person's word that up to this many notes may be removed in this run; null: the guard decides. */
  readonly maxDelete: number | null;
  readonly signal?: AbortSignal | undefined;
}

/** Runs one sync. Never throws for what can go wrong outside (network, token, vault): that is in the report. A bug is thrown. */
export function runSync(_deps: SyncDependencies, _options: SyncOptions): Promise<SyncReport> {
  return Promise.reject(new Error('not built yet'));
}
