import type { HoldDecision } from '../plan/hold-decision';
import type { StateChange, StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import { loadRestoreRequest } from './restore';
import { UserDecisions } from './user-decisions';
import type { SyncDependencies, SyncOptions } from '../sync-options';
import type { SyncStats } from '../sync-stats';
import { namedNotes } from '../../store/note-places';
import { currentHold } from '../../store/read-state';

/**
 * What stands of what a person said about single items, together with what they say with this sync. That is kept before the
 * service is asked for anything, so that a sync which does not get through does not forget it. A dry run keeps nothing.
 */
export async function loadUserDecisions({
  deps,
  options,
  stats,
}: {
  readonly deps: SyncDependencies;
  readonly options: SyncOptions;
  readonly stats: SyncStats;
}): Promise<UserDecisions> {
  const { state, vault } = deps;
  const decisions = await UserDecisions.read(state);
  const decided =
    options.decision === undefined ? [] : await loadHoldDecision(options.decision, { state, decisions });
  if (options.restore !== undefined)
    await loadRestoreRequest(options.restore, {
      state,
      vault,
      decisions,
      stats,
      scope: options.settings.scope,
    });
  if (options.dryRun) return decisions;
  const changes = [...decided, ...decisions.takeChanges()];
  if (changes.length > 0) await state.commit(changes);
  return decisions;
}

/** Only about notes that the hold names: a decision is on what a person saw. Returns what remains of the hold. */
async function loadHoldDecision(
  decision: HoldDecision,
  { state, decisions }: { readonly state: StateStore; readonly decisions: UserDecisions },
): Promise<readonly StateChange[]> {
  const hold = await currentHold(state);
  if (hold === null) return [];
  const ids = hold.notes.map(({ id }) => id);
  const named = await namedNotes(state, ids);
  const itemKeys = new Map(ids.map((id, index) => [id, named[index] ?? null]));
  const idsOf = (wanted: readonly string[]): readonly string[] =>
    wanted.flatMap((id) => itemKeys.get(id) ?? []);
  const [remove, keep] = decision.kind === 'keep-all' ? [[], ids] : [decision.remove, decision.keep];
  decisions.record('remove', idsOf(remove));
  decisions.record('keep', idsOf(keep));
  const decided = new Set([...remove, ...keep]);
  const rest = hold.notes.filter(({ id }) => !decided.has(id));
  return [rest.length === 0 ? { remove: keys.hold } : { put: keys.hold, value: { ...hold, notes: rest } }];
}
