import { compareText } from '../../model/record';
import type { StateChange, StateStore, Vault } from '../../model/ports';
import type { Problem } from '../../model/problem';
import { keys } from '../../store/keys';
import { readOne, currentHold } from '../../store/read-state';
import type { Replica } from '../../store/replica';
import { readDecisions, type Absence, type StoredDecisions } from '../../store/stored';
import type { HoldDecision, SyncDependencies, SyncOptions, RestoreRequest } from '../context/sync-options';
import { noteKeysOfIds, notePlaces, putAbsent, readNote } from '../../store/note-places';
import type { SyncStats } from '../context/sync-stats';
import type { DeletedNote } from '../../model/report';
import { isJoinedNote, itemKeyOf, shownId } from '../../model/note-part';
import { isPlainText } from './note-identity';
import { visibilityCheck, type KnownNote } from './vault-health';
import {
  itemsToRestore,
  obstaclesTo,
  writableNotes,
  type Obstacle,
  type RestoreHost,
} from './restorable-notes';
import { removedByUndo } from './undone-notes';

type UserDecision = keyof StoredDecisions;

/**
 * The user's decisions about single items: remove, keep or restore the note. A decision is stored until it is
 * carried out or the item changes at the service; the latest one wins.
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
 * The stored decisions of the user, with those of this sync. New ones are stored before the first request, so a
 * failing sync does not lose them.
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
  // Notes that are not on hold are made due, so that no decision about them outlives this sync.
  const others = [...decided].filter((id) => !held.includes(id));
  await replica.makeDue((await knownNotes(state, others)).map(itemKeyOf), []);
  if (hold === null) return [];
  const rest = hold.notes.filter(({ id }) => !decided.has(id));
  return [
    { put: keys.answeredHold, value: hold },
    rest.length === 0 ? { remove: keys.hold } : { put: keys.hold, value: { ...hold, notes: rest } },
  ];
}

const knownNotes = async (state: StateStore, ids: readonly string[]): Promise<readonly string[]> =>
  (await noteKeysOfIds(state, ids)).filter((noteKey) => noteKey !== null);

/** A host whose notes a person wants back. */
type RestoreVaultHost = RestoreHost & { readonly vault: Vault };

/** Notes that the person deleted and can have back. */
export async function findDeletedNotes(host: RestoreVaultHost): Promise<readonly DeletedNote[]> {
  return shownNotes(await writableNotes(host, await notesDeletedByPerson(host)));
}

/**
 * Missing notes that this device wrote, that undo did not remove, and that were not made plain, wherever they are
 * now. If there is a plain note in the place of one, another device made it plain.
 */
async function notesDeletedByPerson({
  state,
  vault,
}: Pick<SyncDependencies, 'state' | 'vault'>): Promise<readonly KnownNote[]> {
  const deleted: KnownNote[] = [];
  for (const { noteKey, path, absence = 'deleted' } of await missingNotes(state, vault))
    if (absence === 'deleted' && !(await isPlainNote(vault, path))) deleted.push({ noteKey, path });
  return deleted;
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

interface MissingNote extends KnownNote {
  readonly absence: Absence | undefined;
}

async function missingNotes(state: StateStore, vault: Vault): Promise<readonly MissingNote[]> {
  const isVisible = visibilityCheck(await vault.survey());
  // A note that its item had to give up cannot be brought back.
  const own = [...(await notePlaces(state))].filter(([noteKey]) => !isJoinedNote(noteKey));
  return own
    .map(([noteKey, { path, absence }]) => ({ noteKey, path, absence }))
    .filter((note) => !isVisible(note));
}

/** Makes the items due that the user wants back. What cannot come back is reported in the stats. */
async function loadRestoreRequest(
  request: RestoreRequest,
  options: RestoreVaultHost & {
    readonly replica: Replica;
    readonly decisions: UserDecisions;
    readonly stats: SyncStats;
  },
): Promise<void> {
  const { state, vault, replica, decisions } = options;
  const itemKeys = new Set(
    request.kind === 'items'
      ? await namedItems(request.ids, options)
      : await itemsOfAll(request.kind, options),
  );
  decisions.record('restore', [...itemKeys]);
  // The request shows that the user deleted these notes, but for what undo removed: that returns with its item also
  // if this sync cannot write it. One that was made plain is made anew only for its id.
  const deleted = (await missingNotes(state, vault)).filter(
    ({ noteKey, absence }) =>
      itemKeys.has(itemKeyOf(noteKey)) &&
      absence !== 'undone' &&
      (request.kind === 'items' || absence !== 'plain'),
  );
  await replica.makeDue(
    [...itemKeys],
    deleted.map(({ noteKey, path }) => putAbsent(noteKey, path, 'deleted')),
  );
}

type RestoreWork = RestoreVaultHost & { readonly stats: SyncStats };

/** What a person named and cannot have back is a failure. */
async function namedItems(ids: readonly string[], options: RestoreWork): Promise<readonly string[]> {
  const wanted = await itemsToRestore(options, [...new Set(ids)]);
  return wanted.flatMap(({ id, itemKey, obstacle }) => {
    if (obstacle === null) return itemKey ?? [];
    options.stats.fail({ id, path: null, problem: cannotRestore(obstacle) });
    return [];
  });
}

/** What cannot come back is a notice; the rest comes back. */
async function itemsOfAll(kind: 'all' | 'undone', options: RestoreWork): Promise<readonly string[]> {
  const removed = await removedByUndo(options.state);
  const deleted = kind === 'all' ? await notesDeletedByPerson(options) : [];
  const notes = [...removed, ...deleted];
  const obstacles = await obstaclesTo(
    options,
    notes.map(({ noteKey }) => noteKey),
  );
  return notes.flatMap(({ noteKey, path }, index) => {
    const obstacle = obstacles[index] ?? null;
    if (obstacle === null) return itemKeyOf(noteKey);
    options.stats.notice({ id: shownId(noteKey), path, problem: cannotRestore(obstacle) });
    return [];
  });
}

const cannotRestore = (why: Obstacle): Problem => ({ code: 'cannot-restore', why });
