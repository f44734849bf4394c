import { itemKeyOf, shownId } from '../../model/note-part';
import type { Choice } from '../../sync/context/sync-options';
import type { Hold, SyncReport } from '../../model/report';
import type { Settings } from '../../model/settings';
import { applyDeletions } from '../../sync/deletions/deletions';
import { NoteWriter, type NoteRemoval } from '../../sync/write/note-writer';
import type { Rendering } from '../../sync/templates/prepare-rendering';
import type { RenderDependencies } from '../../sync/render-notes';
import { Replica } from '../../store/replica';
import { renderedRun } from '../../sync/run-report';
import { UserDecisions } from '../../sync/plan/user-decisions';
import type { SyncStats } from '../../sync/context/sync-stats';
import { knownUpTo, currentHold } from '../../store/read-state';
import type { StateChange, StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import { committing } from '../../store/state-stores';
import { readHold } from '../../store/stored';

export interface ApplyOptions {
  readonly settings: Settings;
  readonly choice: Choice;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes what a person chose of all that is due, from the replica, without a request to the service. Every
 * note is planned and merged anew as it then stands in the vault. What was not chosen stays due. Never throws
 * for what can go wrong outside: that is in the report.
 */
export const applyChoice = (deps: RenderDependencies, options: ApplyOptions): Promise<SyncReport> =>
  renderedRun(deps, { settings: options.settings, dryRun: false }, (run) =>
    applyAll({ deps, options, ...run }),
  );

interface Run {
  readonly deps: RenderDependencies;
  readonly options: ApplyOptions;
  readonly stats: SyncStats;
  readonly rendering: Rendering;
}

async function applyAll({ deps, options, stats, rendering }: Run): Promise<void> {
  const { settings, choice, signal } = options;
  const { vault } = deps;
  const lookedAt = new Set<string>();
  const state = keepingHold(deps.state, (id) => lookedAt.has(id));
  const replica = new Replica(state);
  if (rendering.changed) await replica.markAllDue(settings.scope, { ...rendering, clock: deps.clock });
  await keepHeld(deps.state, choice);
  const decisions = await UserDecisions.read(state);
  // Of what settings and templates have come to ask for since, the person saw nothing.
  const chosen = choice.items ?? (rendering.changed ? choice.seen : undefined);
  const writer = new NoteWriter({
    deps: { ...deps, state },
    options: { settings, dryRun: false, chosen, signal },
    stats,
    replica,
    decisions,
    rendering,
  });
  // The plan was made when both pulls were through.
  writer.setV2({ kind: 'complete', upTo: await knownUpTo(state) });
  const gone = allowed(await writer.writeAllDue(), { choice, decisions });
  gone.forEach(({ noteKey }) => lookedAt.add(shownId(noteKey)));
  decisions.record(
    'remove',
    gone.flatMap(({ noteKey, action }) => (isLeaving(action) && choice.remove.has(noteKey) ? [noteKey] : [])),
  );
  const changes = decisions.takeChanges();
  if (changes.length > 0) await state.commit(changes);
  await applyDeletions(gone, {
    vault,
    state,
    now: null,
    replica,
    stats,
    decisions,
    dryRun: false,
    maxDelete: null,
    clock: deps.clock,
  });
  if (stats.vaultWrites === 0) await reportLost({ replica, stats }, choice);
}

/** Looked for of what was chosen, where nothing was done: after a loss there is none of it. */
const LOOKED_FOR = 50;

/** The device may have lost what it held since the person looked, or follow another account by now. */
async function reportLost(
  { replica, stats }: { readonly replica: Replica; readonly stats: SyncStats },
  { items, seen }: Choice,
): Promise<void> {
  const some = [...(items ?? seen ?? [])].slice(0, LOOKED_FOR);
  if ((await replica.records(some)).some((record) => record !== null)) return;
  for (const key of some) stats.fail({ id: shownId(key), path: null, problem: { code: 'item-lost' } });
}

const isLeaving = ({ kind }: NoteRemoval['action']): boolean => kind === 'trash' || kind === 'archive';

/**
 * Without the notes that would leave their places and that the person did not let go; their items stay due.
 */
function allowed(
  gone: readonly NoteRemoval[],
  { choice, decisions }: { readonly choice: Choice; readonly decisions: UserDecisions },
): readonly NoteRemoval[] {
  const stays = ({ noteKey, action }: NoteRemoval): boolean =>
    isLeaving(action) && !choice.remove.has(noteKey) && decisions.of(noteKey) !== 'keep';
  const waiting = new Set(gone.filter(stays).map(({ noteKey }) => itemKeyOf(noteKey)));
  return gone
    .filter((note) => !stays(note))
    .map((note) => ({ ...note, isLast: note.isLast && !waiting.has(itemKeyOf(note.noteKey)) }));
}

const keyOf = (change: StateChange): string => ('put' in change ? change.put : change.remove);

/**
 * The same store, in which a hold keeps every note that a run does not look at: it is not for that run to let
 * it go.
 */
const keepingHold = (state: StateStore, isLookedAt: (id: string) => boolean): StateStore =>
  committing(state, async (changes) => {
    const change = changes.find((each) => keyOf(each) === keys.hold);
    if (change === undefined) return state.commit(changes);
    const before = await currentHold(state);
    const next = 'put' in change ? readHold(change.value) : null;
    const notes = [...(next?.notes ?? []), ...(before?.notes ?? []).filter(({ id }) => !isLookedAt(id))];
    const reason = next?.reason ?? before?.reason;
    const kept: StateChange =
      notes.length === 0 || reason === undefined
        ? { remove: keys.hold }
        : { put: keys.hold, value: { reason, notes } satisfies Hold };
    return state.commit([...changes.filter((each) => keyOf(each) !== keys.hold), kept]);
  });

/**
 * What the guard held back when a person looked, and what they did not let go, waits for their decision from
 * now on.
 */
async function keepHeld(
  state: StateStore,
  { hold, remove }: { readonly hold?: Hold | undefined; readonly remove: ReadonlySet<string> },
): Promise<void> {
  if (hold === undefined) return;
  const before = await currentHold(state);
  const known = new Set([...(before?.notes ?? []).map(({ id }) => id), ...[...remove].map(shownId)]);
  const notes = hold.notes.filter(({ id }) => !known.has(id));
  if (notes.length > 0)
    await state.commit([
      {
        put: keys.hold,
        value: { reason: before?.reason ?? hold.reason, notes: [...(before?.notes ?? []), ...notes] },
      },
    ]);
}
