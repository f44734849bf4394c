import { compareText, type ItemRecord } from '../../model/record';
import type { StateChange, StateStore, Vault } from '../../model/ports';
import { readRecords } from '../../store/library';
import { keys } from '../../store/keys';
import { readOne, currentHold } from '../../store/read-state';
import type { Replica } from '../../store/replica';
import { readDecisions, type StoredDecisions } from '../../store/stored';
import type { HoldDecision, SyncDependencies, SyncOptions, RestoreRequest } from '../context/sync-options';
import { namedNotes, notePlaces, putAbsent, readNote } from '../../store/note-places';
import type { SyncStats } from '../context/sync-stats';
import { assembleItem } from '../../model/item';
import type { Settings } from '../../model/settings';
import { createDecide } from '../../notes/layout/create-decide';
import type { DeletedNote } from '../../model/report';
import { itemKeyOf, shownId } from '../../model/note-part';
import { isPlainText } from './note-identity';
import { visibilityCheck, type KnownNote } from './vault-health';
import { findUndoneNotes, notesAtService } from './undone-notes';

type UserDecision = keyof StoredDecisions;

/**
 * The user's decisions about single items: remove, keep or restore the note. A decision is stored until it is
 * carried out or the item changes at the service; the latest one counts.
 */
export class UserDecisions {
  private constructor(
    private readonly decisions: Map<string, UserDecision>,
    private stored: string,
  ) {}

  static async read(state: StateStore): Promise<UserDecisions> {
    const stored = await readOne(state, keys.decisions, readDecisions);
    const decisions = new Map(
      USER_DECISIONS.flatMap((decision) => stored[decision].map((key) => [key, decision] as const)),
    );
    return new UserDecisions(decisions, serialized(decisions));
  }

  of(itemKey: string): UserDecision | null {
    return this.decisions.get(itemKey) ?? null;
  }

  /** Whether the user wants this very note to leave its place. */
  isRemoval(noteKey: string): boolean {
    return this.leavingTo(noteKey) !== null;
  }

  /** Where the user wants a note that is no longer synced to go. */
  leavingTo(noteKey: string): 'trash' | 'archive' | null {
    const decision = this.of(noteKey);
    if (decision === 'remove') return 'trash';
    return decision === 'archive' ? 'archive' : null;
  }

  record(decision: UserDecision, itemKeys: readonly string[]): void {
    for (const key of itemKeys) this.decisions.set(key, decision);
  }

  /** Call when the decision is carried out or has nothing left to apply to. */
  forget(itemKey: string): void {
    this.decisions.delete(itemKey);
  }

  /** The changes since the last call, to be committed with what was done. */
  takeChanges(): readonly StateChange[] {
    const now = serialized(this.decisions);
    if (now === this.stored) return [];
    this.stored = now;
    if (this.decisions.size === 0) return [{ remove: keys.decisions }];
    return [{ put: keys.decisions, value: byDecision(this.decisions) }];
  }
}

const USER_DECISIONS = ['remove', 'archive', 'keep', 'restore'] as const;

function byDecision(decisions: ReadonlyMap<string, UserDecision>): StoredDecisions {
  const keysOf = (wanted: UserDecision): string[] =>
    [...decisions].flatMap(([key, decision]) => (decision === wanted ? [key] : [])).sort(compareText);
  return {
    remove: keysOf('remove'),
    archive: keysOf('archive'),
    keep: keysOf('keep'),
    restore: keysOf('restore'),
  };
}

const serialized = (decisions: ReadonlyMap<string, UserDecision>): string =>
  JSON.stringify(byDecision(decisions));

/**
 * The stored decisions of the user, with those of this sync. New ones are stored before the service is asked
 * for anything, so a failing sync does not lose them.
 */
export async function loadUserDecisions(
  {
    state,
    vault,
    clock,
    replica,
    stats,
  }: Pick<SyncDependencies, 'state' | 'vault' | 'clock'> & {
    readonly replica: Replica;
    readonly stats: SyncStats;
  },
  options: Omit<SyncOptions, 'token'>,
): Promise<UserDecisions> {
  const { settings } = options;
  const decisions = await UserDecisions.read(state);
  const decided =
    options.decision === undefined
      ? []
      : await loadHoldDecision(options.decision, { state, replica, decisions });
  if (options.restore !== undefined)
    await loadRestoreRequest(options.restore, { state, vault, clock, replica, decisions, stats, settings });
  const changes = [...decided, ...decisions.takeChanges()];
  if (changes.length > 0) await state.commit(changes);
  return decisions;
}

/** Records a decision about notes that the user was shown. Returns the change of the hold. */
async function loadHoldDecision(
  decision: HoldDecision,
  {
    state,
    replica,
    decisions,
  }: { readonly state: StateStore; readonly replica: Replica; readonly decisions: UserDecisions },
): Promise<readonly StateChange[]> {
  const hold = await currentHold(state);
  const held = (hold?.notes ?? []).map(({ id }) => id);
  const chosen = decision.kind === 'keep-all' ? { remove: [], keep: held, archive: [] } : decision;
  const { remove, keep, archive = [] } = chosen;
  for (const [kind, ids] of [
    ['remove', remove],
    ['archive', archive],
    ['keep', keep],
  ] as const)
    decisions.record(kind, await knownNotes(state, ids));
  const decided = new Set([...remove, ...archive, ...keep]);
  // What is not on hold is looked at by this sync, so that no decision about it outlives it.
  const others = [...decided].filter((id) => !held.includes(id));
  await replica.makeDue((await knownNotes(state, others)).map(itemKeyOf), []);
  if (hold === null) return [];
  const rest = hold.notes.filter(({ id }) => !decided.has(id));
  return [rest.length === 0 ? { remove: keys.hold } : { put: keys.hold, value: { ...hold, notes: rest } }];
}

const knownNotes = async (state: StateStore, ids: readonly string[]): Promise<readonly string[]> =>
  (await namedNotes(state, ids)).filter((noteKey) => noteKey !== null);

/**
 * Missing notes that this device wrote, that undo did not take away, and whose items the service still has. A
 * plain note that stands in the place of one was made of it.
 */
export async function findDeletedNotes({
  state,
  vault,
}: Pick<SyncDependencies, 'state' | 'vault'>): Promise<readonly DeletedNote[]> {
  const { removed } = await findUndoneNotes(state);
  const undone = new Set(removed.map(({ noteKey }) => noteKey));
  const missing = await missingNotes(state, vault);
  const deleted: KnownNote[] = [];
  for (const note of await notesAtService(state, missing))
    if (!undone.has(note.noteKey) && !(await isPlainNote(vault, note.path))) deleted.push(note);
  return shownNotes(deleted);
}

/** As a person names them, by path. */
export const shownNotes = (notes: readonly KnownNote[]): readonly DeletedNote[] =>
  notes
    .map(({ noteKey, path }) => ({ id: shownId(noteKey), path }))
    .sort((left, right) => compareText(left.path, right.path));

async function isPlainNote(vault: Vault, path: string): Promise<boolean> {
  const { text } = await readNote(vault, path);
  return text !== null && isPlainText(text);
}

async function missingNotes(state: StateStore, vault: Vault): Promise<readonly KnownNote[]> {
  const isVisible = visibilityCheck(await vault.survey());
  return [...(await notePlaces(state))].flatMap(([noteKey, { path }]) =>
    isVisible({ noteKey, path }) ? [] : [{ noteKey, path }],
  );
}

export interface Wanted {
  readonly id: string;
  /** Null when there is no such item. */
  readonly record: ItemRecord | null;
  /** Why its note cannot come back; null when it can. */
  readonly obstacle: 'unknown' | 'gone' | 'out-of-scope' | 'left-out' | null;
}

/** The items of these ids, as a person names them. */
export async function itemsToRestore(
  { state, clock }: Pick<SyncDependencies, 'state' | 'clock'>,
  ids: readonly string[],
  settings: Settings,
): Promise<readonly Wanted[]> {
  const noteKeys = await namedNotes(state, ids);
  const records = await readRecords(
    state,
    noteKeys.map((noteKey) => itemKeyOf(noteKey ?? '')),
  );
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const decided = createDecide({ ...settings, today });
  const isLeftOut = (record: ItemRecord): boolean => decided.ok && decided.decide(record)?.isLeftOut === true;
  return ids.map((id, index) => {
    const record = records[index] ?? null;
    if (record === null) return { id, record, obstacle: 'unknown' };
    const { kind } = assembleItem(record, settings);
    if (kind !== 'live') return { id, record, obstacle: kind };
    return { id, record, obstacle: isLeftOut(record) ? 'left-out' : null };
  });
}

async function requestedIds(
  request: RestoreRequest,
  { state, vault }: Pick<SyncDependencies, 'state' | 'vault'>,
): Promise<readonly string[]> {
  if (request.kind === 'items') return [...new Set(request.ids)];
  const { removed } = await findUndoneNotes(state);
  const deleted = request.kind === 'all' ? await findDeletedNotes({ state, vault }) : [];
  return [...new Set([...shownNotes(removed), ...deleted].map(({ id }) => id))];
}

/** Makes the items due that the user wants back. Failures are in the stats. */
async function loadRestoreRequest(
  request: RestoreRequest,
  options: Pick<SyncDependencies, 'state' | 'vault' | 'clock'> & {
    readonly replica: Replica;
    readonly decisions: UserDecisions;
    readonly settings: Settings;
    readonly stats: SyncStats;
  },
): Promise<void> {
  const { state, vault, clock, replica, decisions, settings, stats } = options;
  const ids = await requestedIds(request, { state, vault });
  const wanted = (await itemsToRestore({ state, clock }, ids, settings)).flatMap(
    ({ id, record, obstacle }) => {
      if (obstacle === null) return record ?? [];
      if (request.kind !== 'items') return [];
      stats.fail({ id, path: null, problem: { code: 'cannot-restore', why: obstacle } });
      return [];
    },
  );
  const itemKeys = new Set(wanted.map(({ key }) => key));
  decisions.record('restore', [...itemKeys]);
  // The request shows that the user deleted these notes.
  const deleted = (await missingNotes(state, vault)).filter(({ noteKey }) =>
    itemKeys.has(itemKeyOf(noteKey)),
  );
  await replica.makeDue(
    [...itemKeys],
    deleted.map(({ noteKey, path }) => putAbsent(noteKey, path, 'deleted')),
  );
}
