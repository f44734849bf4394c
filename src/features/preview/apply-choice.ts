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
 * Writes the chosen due notes from the replica, without a request. Every note is planned and merged again.
 * What was not chosen stays due. Operational errors are in the report.
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
  const examined = new Set<string>();
  const state = keepingHold(deps.state, (id) => examined.has(id));
  const replica = new Replica(state);
  if (rendering.changed) await replica.markAllDue(rendering.changes);
  await keepHeld(deps.state, choice);
  const decisions = await UserDecisions.read(state);
  // The user did not see what became due because settings or templates have changed since.
  const chosen = choice.items ?? (rendering.changed ? choice.seen : undefined);
  const writer = new NoteWriter({
    deps: { ...deps, state },
    options: { settings, dryRun: false, chosen, signal },
    stats,
    replica,
    decisions,
    rendering,
  });
  // The preview was made after both pulls had completed.
  writer.setV2({ kind: 'complete', upTo: await knownUpTo(state) });
  const gone = allowed(await writer.writeAllDue(), choice, decisions);
  gone.forEach(({ noteKey }) => examined.add(shownId(noteKey)));
  decisions.record(
    'remove',
    gone.flatMap(({ noteKey, action }) => (isRemoval(action) && choice.remove.has(noteKey) ? [noteKey] : [])),
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
  if (stats.vaultWrites === 0 && chosen === undefined) await reportLostItems({ replica, stats }, choice);
}

/** How many of the shown items are looked for when nothing was written. */
const MOST_SEARCHED = 50;

/** Reports items that the device no longer has: its state was lost, or follows another account. */
async function reportLostItems(
  { replica, stats }: { readonly replica: Replica; readonly stats: SyncStats },
  { seen = new Set() }: Choice,
): Promise<void> {
  const keysToFind = [...seen].slice(0, MOST_SEARCHED);
  if ((await replica.records(keysToFind)).some((record) => record !== null)) return;
  for (const key of keysToFind) stats.fail({ id: shownId(key), path: null, problem: { code: 'item-lost' } });
}

const isRemoval = ({ kind }: NoteRemoval['action']): boolean => kind === 'trash' || kind === 'archive';

/** Drops removals that the user did not allow; their items stay due. */
function allowed(
  gone: readonly NoteRemoval[],
  choice: Choice,
  decisions: UserDecisions,
): readonly NoteRemoval[] {
  const isRefused = ({ noteKey, action }: NoteRemoval): boolean =>
    isRemoval(action) && !choice.remove.has(noteKey) && decisions.of(noteKey) !== 'keep';
  const waiting = new Set(gone.filter(isRefused).map(({ noteKey }) => itemKeyOf(noteKey)));
  return gone
    .filter((note) => !isRefused(note))
    .map((note) => ({ ...note, isLast: note.isLast && !waiting.has(itemKeyOf(note.noteKey)) }));
}

const keyOf = (change: StateChange): string => ('put' in change ? change.put : change.remove);

/** A store in which a hold keeps the notes that this run does not look at. */
const keepingHold = (state: StateStore, isExamined: (id: string) => boolean): StateStore =>
  committing(state, async (changes) => {
    const change = changes.find((each) => keyOf(each) === keys.hold);
    if (change === undefined) return state.commit(changes);
    const before = await currentHold(state);
    const next = 'put' in change ? readHold(change.value) : null;
    const notes = [...(next?.notes ?? []), ...(before?.notes ?? []).filter(({ id }) => !isExamined(id))];
    const reason = next?.reason ?? before?.reason;
    const kept: StateChange =
      notes.length === 0 || reason === undefined
        ? { remove: keys.hold }
        : { put: keys.hold, value: { reason, notes } satisfies Hold };
    return state.commit([...changes.filter((each) => keyOf(each) !== keys.hold), kept]);
  });

/** Adds to the hold what the guard held back when the user looked and what they did not allow. */
async function keepHeld(
  state: StateStore,
  { hold, remove }: { readonly hold?: Hold | undefined; readonly remove: ReadonlySet<string> },
): Promise<void> {
  if (hold === undefined) return;
  const before = await currentHold(state);
  const known = new Set([...(before?.notes ?? []).map(({ id }) => id), ...[...remove].map(shownId)]);
  const notes = hold.notes.filter(({ id }) => !known.has(id));
  if (notes.length === 0) return;
  const reason = before?.reason ?? hold.reason;
  await state.commit([{ put: keys.hold, value: { reason, notes: [...(before?.notes ?? []), ...notes] } }]);
}
