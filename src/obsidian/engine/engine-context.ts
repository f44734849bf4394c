import type { App } from 'obsidian';
import type { ViewCalendar } from '../views/view-calendar';
import type { Settings } from '../../model/settings';
import type { StateStore, Vault } from '../../model/ports';
import type { SyncDependencies } from '../../sync/sync-options';

/** What the parts of the plugin's engine work with. Vault and state are opened for each use and closed after it. */
export interface EngineContext {
  readonly app: App;
  readonly settings: () => Settings;
  /** Empty when there is none on this device. */
  readonly token: () => string;
  readonly host: Omit<SyncDependencies, 'vault' | 'state' | 'reporter'>;
  /** Resolves when the app has its notes at hand, with the settings read anew; rejects where those cannot be read, or the signal is aborted. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  readonly calendar: ViewCalendar;
  readonly withVault: <Result>(use: (vault: Vault) => Promise<Result>) => Promise<Result>;
  readonly withState: <Result>(use: (state: StateStore) => Promise<Result>) => Promise<Result>;
  readonly withBoth: <Result>(
    use: (both: { readonly vault: Vault; readonly state: StateStore }) => Promise<Result>,
  ) => Promise<Result>;
}
