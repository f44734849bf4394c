import { syncAndDays } from '../../features/daily/complete-sections';
import { refreshNote } from '../../features/daily/refresh-note';
import { applyChoice } from '../../features/preview/apply-choice';
import { undoLastRun } from '../../features/undo/undo-last-run';
import type { SyncReport } from '../../model/report';
import { reported } from '../../sync/run-report';
import { renderNotes } from '../../sync/render-notes';
import type { AppEngine } from './app-engine';
import type { SyncRun } from './sync-controller';

/** Runs one request: a sync, or a task that takes its place. Operational errors end up in the report. */
export const runOnce = (engine: AppEngine, run: SyncRun): Promise<SyncReport> =>
  reported(async () => {
    await engine.ready(run.signal);
    return engine.withBoth(({ vault, state }) => {
      const deps = { ...engine.host, vault, state, reporter: run.reporter };
      const { calendar, settings } = engine;
      const { origin, task, refresh, apply, undo, signal } = run;
      if (undo !== undefined) return undoLastRun(deps, { run: undo, signal });
      if (task === 'render') return renderNotes(deps, { settings, dryRun: false, signal });
      if (apply?.of === 'render')
        return renderNotes(deps, { settings, dryRun: false, chosen: apply.choice.items, signal });
      if (apply?.of === 'sync') return applyChoice(deps, { settings, choice: apply.choice, signal });
      const { confirmation, decision, restore } = run;
      const options = {
        settings,
        token: engine.account.forRequests().token,
        full: task === 'fetch all',
        dryRun: false,
        maxDelete: null,
        confirmation,
        decision,
        restore,
        signal,
      };
      if (refresh !== undefined) return refreshNote(deps, { ...options, identity: refresh });
      return syncAndDays(deps, { ...options, asksAtOnce: origin === 'user' }, calendar);
    });
  });
