import type { Hold } from '../core/report';
import { decideRemoval } from '../core/removal-guard';
import type { Clock, StateChange, StateStore, Vault } from '../ports';
import { keys, prefixes } from './keys';
import { NoteError, type GoneItem } from './note-writer';
import type { Replica } from './replica';
import { stateRange } from './state-range';
import { isOperational } from './sync-errors';
import { readHold, readRemovals } from './stored';
import type { Tally } from './tally';

export interface DeletionOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly replica: Replica;
  readonly clock: Clock;
  readonly tally: Tally;
  readonly dryRun: boolean;
  readonly maxDelete: number | null;
}

/**
 * Takes the notes of items that are gone out of the vault: what nobody touched goes to the trash, what holds a person's words
 * stays and is marked. When it would be too many, nothing is moved and the hold waits for a person.
 * Returns the paths that were left.
 */
export async function applyDeletions(gone: readonly GoneItem[], options: DeletionOptions): Promise<readonly string[]> {
  const removals = gone.filter((item) => item.action.kind === 'trash');
  const [storedHold, storedRemovals] = await options.state.getMany([keys.hold, keys.removals]);
  const held = readHold(storedHold);
  const recent = readRemovals(storedRemovals).filter(({ at }) => options.clock.now() - at < WEEK_MS);
  const decision = decideRemoval({
    wanted: removals.length,
    notes: removals.length === 0 ? 0 : await countNotes(options.state),
    removedThisWeek: recent.reduce((sum, { count }) => sum + count, 0),
    allowed: options.maxDelete,
    isHeld: held !== null,
  });
  const hold: Hold | null = decision.kind === 'hold' ? { reason: decision.reason, notes: removals.map(({ key, action }) => ({ id: key.slice(2), path: action.path })) } : null;
  options.tally.hold = hold;
  if (options.dryRun) {
    foresee(gone, hold !== null, options.tally);
    return [];
  }

  const settled = new Map<string, number>();
  const changes: StateChange[] = [];
  const left: string[] = [];
  for (const item of gone) {
    if (hold !== null && item.action.kind === 'trash') continue;
    if (await applyOne(item, options)) {
      settled.set(item.key, item.revision);
      if (item.action.kind !== 'trash') continue;
      changes.push({ remove: keys.note(item.key) });
      left.push(item.action.path);
    }
  }
  if (hold === null && removals.length > 0) changes.push({ put: keys.removals, value: [...recent, { at: options.clock.now(), count: removals.length }] });
  if (hold !== null && JSON.stringify(hold) !== JSON.stringify(held)) changes.push({ put: keys.hold, value: hold });
  if (hold === null && held !== null) changes.push({ remove: keys.hold });
  if (settled.size > 0 || changes.length > 0) await options.replica.settle(settled, changes);
  return left;
}

/** True when the item's note is in order. */
async function applyOne(item: GoneItem, { vault, tally, replica }: DeletionOptions): Promise<boolean> {
  const { action } = item;
  try {
    switch (action.kind) {
      case 'trash':
        if ((await vault.moveToTrash(action.path)) === 'trashed') tally.vaultWrites += 1;
        tally.note(item.key, 'trashed');
        return true;
      case 'keep': {
        const result = await vault.update(action.path, (text) => action.merge(text, action.path));
        if (result === 'written') tally.vaultWrites += 1;
        tally.note(item.key, 'kept');
        return true;
      }
      case 'skip':
        if (action.path !== '') tally.note(item.key, 'kept');
        return true;
      case 'create':
      case 'update':
      case 'rename':
        throw new TypeError(`An item that is gone cannot be planned to ${action.kind}: ${item.key}`);
    }
  } catch (error) {
    if (!isOperational(error)) throw error;
    const message = error instanceof NoteError ? error.message : `Could not move ${action.path} out of the way: ${error.message}`;
    tally.failNote(item.key, { id: item.key.slice(2), path: action.path, message });
    await replica.postpone(item.key, { revision: item.revision, failure: { path: action.path, message } });
    return false;
  }
}

function foresee(gone: readonly GoneItem[], isHeld: boolean, tally: Tally): void {
  for (const { key, action } of gone) {
    if (action.path === '') continue;
    const kind = isHeld && action.kind === 'trash' ? 'skip' : action.kind;
    tally.foresee(key, { action: kind, id: key.slice(2), path: action.path, reason: kind === action.kind ? action.reason : `${action.reason}; held back` });
    tally.note(key, kind === 'trash' ? 'trashed' : kind === 'keep' ? 'kept' : 'unchanged');
  }
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

async function countNotes(state: StateStore): Promise<number> {
  let count = 0;
  for await (const entries of stateRange(state, prefixes.note)) count += entries.length;
  return count;
}
