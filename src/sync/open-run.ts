import { Pace } from '../model/pace';
import { Replica } from '../store/replica';
import { AttachmentCache } from './attachments/attachment-cache';
import { loadUserDecisions } from './plan/user-decisions';
import type { Run, RunHost, RunOptions } from './run';
import type { RenderedRun } from './run-report';
import { NoteWriter } from './write/note-writer';

/**
 * Opens what a run needs to write notes. Stores the person's decisions, and makes items due whose notes are now
 * made with other templates or settings.
 */
export async function openRun<Host extends RunHost>(
  deps: Host,
  { rendering, stats }: RenderedRun,
  options: RunOptions,
): Promise<Run & { readonly deps: Host }> {
  const replica = new Replica(deps.state);
  const { changed, changedByDay, changes } = rendering;
  if (changed) await replica.markAllDue(changes);
  else if (changedByDay !== null)
    await replica.markDueWhere(changedByDay, { changes, pace: new Pace(deps.clock, options.signal) });
  const decisions = await loadUserDecisions({ ...deps, replica, stats }, options);
  const cache = AttachmentCache.of(deps, options.settings);
  const parts = { deps, options, stats, replica, rendering, decisions, cache };
  return { ...parts, writer: new NoteWriter(parts) };
}
