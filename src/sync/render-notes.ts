import type { SyncReport } from '../model/report';
import type { Settings } from '../model/settings';
import type { Reporter } from '../model/ports';
import { keys } from '../store/keys';
import { NoteWriter } from './write/note-writer';
import type { Rendering } from './templates/prepare-rendering';
import { Replica } from '../store/replica';
import { dryRun, openOverlays, type DryRun } from './dry-run';
import { renderedRun } from './run-report';
import { countUndoneNotes } from './plan/undone-notes';
import { UserDecisions } from './plan/user-decisions';
import type { SyncDependencies } from './context/sync-options';
import type { SyncStats } from './context/sync-stats';
import { knownUpTo } from '../store/read-state';

export type RenderDependencies = Omit<SyncDependencies, 'http' | 'random' | 'budgets' | 'convertHtml'>;

export interface RenderOptions {
  readonly settings: Settings;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes every note again from the replica, with the present templates, names and scope, without a request.
 * The user's text is merged as in a sync; nothing is deleted. Failures are in the report, never thrown.
 */
export const renderNotes = (deps: RenderDependencies, options: RenderOptions): Promise<SyncReport> =>
  renderedRun(deps, { ...options, kind: 'render' }, (run) => renderAll({ deps, options, ...run }));

/** What that would write. Nothing is kept of it. */
export function planRender(deps: RenderDependencies, options: RenderOptions): Promise<DryRun> {
  const overlays = openOverlays(deps);
  return dryRun(overlays, { ...options, kind: 'render' }, async (run) => {
    // Those that this would write again are told, too.
    run.stats.undoneNotes = await countUndoneNotes(deps.state);
    await renderAll({ deps: overlays, options, ...run });
  });
}

interface Run {
  readonly deps: RenderDependencies;
  readonly options: RenderOptions;
  readonly stats: SyncStats;
  readonly rendering: Rendering;
}

async function renderAll({ deps, options, stats, rendering }: Run): Promise<void> {
  const { state } = deps;
  const replica = new Replica(state);
  const items = await replica.markAllDue(rendering.changes);
  const decisions = await UserDecisions.read(state);
  const hasParts = (await state.getMany([keys.parts]))[0] === true;
  // With one note for each item, the total is known.
  const withTotal: Reporter = {
    progress: (progress) =>
      deps.reporter.progress(progress.step === 'writing' ? { ...progress, total: items } : progress),
  };
  const reporter = hasParts ? deps.reporter : withTotal;
  reporter.progress({ step: 'writing', done: 0, failed: 0, isCheck: true });
  const writer = new NoteWriter({
    deps: { ...deps, reporter },
    options: { ...options, isCheck: true },
    stats,
    replica,
    decisions,
    rendering: { ...rendering, changed: true },
  });
  const upTo = await knownUpTo(state);
  if (upTo !== null) writer.setV2({ kind: 'complete', upTo });
  await writer.writeAllDue();
}
