import type { Settings } from '../../model/settings';
import type { Clock, Reporter } from '../../model/ports';
import type { Confirmation } from '../plan/confirmation';
import { planContextOf, type PlanContextParts } from '../plan/plan-context';
import { NoteWriter } from './note-writer';
import type { Replica } from '../../store/replica';
import type { UserDecisions } from '../deletions/user-decisions';
import type { SyncStats } from '../sync-stats';
import { VaultHealth } from './vault-health';

export interface NoteWriterParts extends PlanContextParts {
  readonly deps: PlanContextParts['deps'] & { readonly clock: Clock; readonly reporter: Reporter };
  readonly options: {
    readonly settings: Settings;
    readonly dryRun: boolean;
    readonly chosen?: ReadonlySet<string> | undefined;
    readonly word?: Confirmation | undefined;
    readonly signal?: AbortSignal | undefined;
  };
  readonly stats: SyncStats;
  readonly replica: Replica;
  readonly decisions: UserDecisions;
}

/** The writer of notes as the settings want them. */
export function makeNoteWriter(parts: NoteWriterParts): NoteWriter {
  const { deps, options, stats, replica, decisions } = parts;
  const { vault, state, clock, reporter } = deps;
  const { settings, dryRun, chosen, signal, word } = options;
  const health = new VaultHealth({ vault, state, folder: settings.folder, word });
  return new NoteWriter({
    context: planContextOf(parts),
    health,
    decisions,
    state,
    replica,
    clock,
    reporter,
    stats,
    dryRun,
    chosen,
    signal,
  });
}
