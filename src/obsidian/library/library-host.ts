import type { Plugin } from 'obsidian';
import type { HoldDecision } from '../../sync/sync-options';
import type { NoteIdentity } from '../../model/ports';
import type { SettingsStore } from '../state/settings-store';
import type { TokenStore } from '../state/token-store';
import type { SyncProgress } from '../syncing/sync-progress';
import type { LastEnd } from './last-end';
import type { LibraryEngine } from './library-engine';

/** What the sections of the view are drawn from, and what their buttons do. */
export interface LibraryHost {
  readonly plugin: Plugin;
  readonly engine: LibraryEngine;
  readonly progress: SyncProgress;
  readonly store: SettingsStore;
  readonly lastEnd: LastEnd;
  readonly tokens: TokenStore;
  /** Milliseconds since the epoch; null while none is to come by itself. */
  readonly nextSync: () => number | null;
  readonly sync: () => void;
  /** Null where there is none. */
  readonly preview: (() => void) | null;
  readonly refresh: (identity: NoteIdentity) => void;
  readonly decide: (decision: HoldDecision) => void;
  /** Tells the person something, with a button for what can be done about it. */
  readonly offer: (text: string, button: { readonly label: string; readonly act: () => void }) => void;
  /** To be told when the person has settled a conflict. */
  readonly settled: () => void;
  readonly failed: (error: unknown) => void;
}
