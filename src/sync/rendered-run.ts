import type { RunKind, SyncReport } from '../model/report';
import type { Settings } from '../model/settings';
import type { ReadwiseClient } from '../readwise/client';
import { mendCutNotes } from './journal/mend-cut-notes';
import { attempt, rememberRun, reportOf } from './run-report';
import type { SyncDependencies } from './sync-options';
import { SyncStats } from './sync-stats';
import { prepareRendering, type Rendering } from './templates/prepare-rendering';

interface RunOptions {
  readonly settings: Settings;
  readonly dryRun: boolean;
  readonly kind?: RunKind;
  /** Where the run asks the service: its requests are in the report. */
  readonly client?: ReadwiseClient;
}

/** A run that writes notes by templates, from what it looks like with them to the report. Never throws for what can go wrong outside: that is in the report. */
export async function renderedRun(
  deps: Pick<SyncDependencies, 'vault' | 'state' | 'clock'>,
  { settings, dryRun, kind = 'sync', client }: RunOptions,
  work: (run: { readonly stats: SyncStats; readonly rendering: Rendering }) => Promise<void>,
): Promise<SyncReport> {
  const started = deps.clock.monotonic();
  const stats = new SyncStats();
  // What ends in a record forgets what was being written.
  if (!dryRun) stats.vaultWrites += await mendCutNotes(deps);
  const rendering = await prepareRendering(deps, settings);
  (rendering.ok ? rendering.broken : rendering.failures).forEach((failure) => stats.fail(failure));
  const cause = rendering.ok ? await attempt(() => work({ stats, rendering }), stats) : 'settings';
  const report = reportOf({
    stats,
    cause,
    requests: client?.requests ?? 0,
    durationMs: deps.clock.monotonic() - started,
    dryRun,
  });
  return rememberRun(report, { ...deps, kind });
}
