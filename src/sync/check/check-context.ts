import type { Settings } from '../../core/settings';
import type { Clock, StateStore, Vault } from '../../ports';

/** What a library is checked with. */
export interface CheckContext {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly settings: Settings;
}
