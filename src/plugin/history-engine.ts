import type { ExplainedNote } from '../core/history/explained-note';
import type { UndoPlan } from '../core/history/undo-plan';
import type { SyncReport } from '../core/report';
import type { NoteIdentity, Reporter } from '../ports';
import { explain } from '../sync/history/explain';
import { planUndo } from '../sync/history/plan-undo';
import { undoLastRun, type UndoOptions } from '../sync/history/undo-last-run';
import type { EngineContext } from './engine-context';

/** What the device remembers of its syncs, for a host that opens vault and state for each question. */
export class HistoryEngine {
  constructor(private readonly options: Pick<EngineContext, 'host' | 'settings' | 'withBoth'>) {}

  plan(): Promise<UndoPlan | null> {
    return this.options.withBoth((both) => planUndo({ ...this.options.host, ...both }));
  }

  undo(options: UndoOptions & { readonly reporter: Reporter }): Promise<SyncReport> {
    return this.options.withBoth((both) =>
      undoLastRun({ ...this.options.host, ...both, reporter: options.reporter }, options),
    );
  }

  explain(path: string, identity: NoteIdentity): Promise<ExplainedNote | null> {
    return this.options.withBoth((both) =>
      explain({ ...this.options.host, ...both }, { path, identity, settings: this.options.settings() }),
    );
  }
}
