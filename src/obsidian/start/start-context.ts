import type { App } from 'obsidian';
import type { SettingsStore } from '../state/settings-store';
import type { TokenRowOptions } from '../settings/token-row';
import type { StartEngine } from './engine';

/** What the steps of setting up are made with. */
export interface StartContext extends TokenRowOptions {
  readonly app: App;
  readonly store: SettingsStore;
  readonly engine: StartEngine;
  /** Writes the sample library instead of asking for an account. */
  readonly trySample: () => Promise<void>;
  /** Adopts notes that another plugin made; null where that cannot be had. */
  readonly openAdopt: (() => void) | null;
  readonly startSync: () => void;
}

/** One screen of the guided start. */
export interface StartStep {
  readonly heading: string;
  /** What the button to go on says, where it does more than show the next step. */
  readonly goOn?: string;
  draw(container: HTMLElement): void;
  /** Whether the person may go on; the step says what is in the way. */
  leave(): Promise<boolean>;
  close(): void;
}
