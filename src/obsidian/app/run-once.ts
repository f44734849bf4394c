import { syncWithDailyNotes } from '../../features/daily/complete-sections';
import { refreshNote } from '../../features/daily/refresh-note';
import { undoLastRun } from '../../features/undo/undo-last-run';
import type { SyncReport } from '../../model/report';
import { reported } from '../../sync/run-report';
import { renderNotes } from '../../sync/render-notes';
import { checkLibrary, type CheckOptions } from '../../features/check/check-library';
import type { LibraryCheck } from '../../model/library-check';
import type { Reporter } from '../../model/ports';
import type { Settings } from '../../model/settings';
import type { DryRun } from '../../sync/dry-run';
import { planSync } from '../../sync/run-sync';
import type { AppEngine } from './app-engine';
import type { SyncRun } from './sync-controller';

/** Runs one request: a sync, or a task that takes its place. Operational errors end up in the report. */
export const runOnce = (engine: AppEngine, run: SyncRun): Promise<SyncReport> =>
  reported(async () => {
    await engine.ready(run.signal);
    return engine.withBoth((both) => {
      const deps = { ...engine.host, ...both, reporter: run.reporter };
      const { calendar, settings } = engine;
      const { origin, task, refresh, undo, signal } = run;
      if (undo !== undefined) return undoLastRun(deps, { run: undo, settings, signal });
      if (task === 'render') return renderNotes(deps, { settings, signal });
      const { confirmation, decision, restore } = run;
      const options = {
        settings,
        token: engine.account.forRequests().token,
        full: task === 'fetch all',
        confirmation,
        decision,
        restore,
        signal,
      };
      if (refresh !== undefined) return refreshNote(deps, { ...options, identity: refresh });
      return syncWithDailyNotes(deps, { ...options, asksAtOnce: origin === 'user' }, calendar);
    });
  });

/** Plans the next sync, and writes nothing to the vault. What is fetched stays in the replica. */
export function planNextSync(
  engine: AppEngine,
  settings: Settings,
  { signal, reporter }: { readonly signal: AbortSignal; readonly reporter: Reporter },
): Promise<DryRun> {
  const { token } = engine.account.forRequests();
  const options = { settings, token, signal };
  return engine.withBoth((both) => planSync({ ...engine.host, ...both, reporter }, options));
}

/** Looks through all notes once Obsidian knows them. */
export async function checkNotes(
  engine: AppEngine,
  options: CheckOptions & { readonly signal: AbortSignal },
): Promise<LibraryCheck> {
  await engine.ready(options.signal);
  const { host, settings } = engine;
  return engine.withBoth((both) => checkLibrary({ ...both, clock: host.clock, settings }, options));
}
