import type { Settings } from '../../model/settings';
import type { Clock, Reporter } from '../../model/ports';
import type { PersonsWord } from '../plan/persons-word';
import { planContextOf, type PlanContextParts } from '../plan/plan-context';
import { NoteWriter } from './note-writer';
import type { Replica } from '../../store/replica';
import type { StandingWords } from '../deletions/standing-words';
import type { Tally } from '../tally';
import { VaultHealth } from './vault-health';

export interface NoteWriterParts extends PlanContextParts {
  readonly deps: PlanContextParts['deps'] & { readonly clock: Clock; readonly reporter: Reporter };
  readonly options: {
    readonly settings: Settings;
    readonly dryRun: boolean;
    readonly chosen?: ReadonlySet<string> | undefined;
    readonly word?: PersonsWord | undefined;
    readonly signal?: AbortSignal | undefined;
  };
  readonly tally: Tally;
  readonly replica: Replica;
  readonly words: StandingWords;
}

/** The writer of notes as the settings want them. */
export function makeNoteWriter(parts: NoteWriterParts): NoteWriter {
  const { deps, options, tally, replica, words } = parts;
  const { vault, state, clock, reporter } = deps;
  const { settings, dryRun, chosen, signal, word } = options;
  const health = new VaultHealth({ vault, state, folder: settings.folder, word });
  return new NoteWriter({
    context: planContextOf(parts),
    health,
    words,
    state,
    replica,
    clock,
    reporter,
    tally,
    dryRun,
    chosen,
    signal,
  });
}
