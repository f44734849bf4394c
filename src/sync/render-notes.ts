import type { SyncReport } from '../model/report';
import type { Settings } from '../model/settings';
import type { Reporter } from '../model/ports';
import { keys, prefixes } from '../store/keys';
import { countKeys, knownUpTo } from '../store/read-state';
import { dryRun, openOverlays, type DryRun } from './dry-run';
import { openRun } from './open-run';
import { countUndoneNotes } from './plan/undone-notes';
import type { RunHost } from './run';
import { renderedRun, type RenderedRun } from './run-report';

export interface RenderOptions {
  readonly settings: Settings;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes every note again from the replica, with the present templates, names and scope, without a request.
 * The user's text is merged as in a sync; nothing is deleted. Failures are in the report, never thrown.
 */
export const renderNotes = (deps: RunHost, options: RenderOptions): Promise<SyncReport> =>
  renderedRun(deps, { ...options, kind: 'render' }, (run) => renderAll(deps, options, run));

/** What that would write. Nothing is kept. */
export function planRender(deps: RunHost, options: RenderOptions): Promise<DryRun> {
  const overlays = openOverlays(deps);
  return dryRun(overlays, { ...options, kind: 'render' }, async (run) => {
    // Counted before: rendering would write some of them again.
    run.stats.undoneNotes = await countUndoneNotes({ ...deps, settings: options.settings });
    await renderAll(overlays, options, run);
  });
}

async function renderAll(
  deps: RunHost,
  options: RenderOptions,
  { rendering, stats }: RenderedRun,
): Promise<void> {
  const { state } = deps;
  const reporter = await reporterWithTotal(deps);
  reporter.progress({ step: 'writing', done: 0, failed: 0, isCheck: true });
  const everything = { stats, rendering: { ...rendering, changed: true } };
  const { writer } = await openRun({ ...deps, reporter }, everything, { ...options, isCheck: true });
  const upTo = await knownUpTo(state);
  if (upTo !== null) writer.setV2({ kind: 'complete', upTo });
  await writer.writeAllDue();
}

/** With one note for each item, the total is known. */
async function reporterWithTotal({ state, reporter }: RunHost): Promise<Reporter> {
  const hasParts = (await state.getMany([keys.parts]))[0] === true;
  if (hasParts) return reporter;
  const total = await countKeys(state, prefixes.item);
  return {
    progress: (progress) =>
      reporter.progress(progress.step === 'writing' ? { ...progress, total } : progress),
  };
}
