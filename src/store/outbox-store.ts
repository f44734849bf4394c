import { DamagedStateError } from '../model/errors';
import type { StateChange, StateStore } from '../model/ports';
import { outboxEntrySchema, type OutboxEntry, type OutboxReason } from '../model/outbox';
import { keys, prefixes } from './keys';
import { keyRange, readOne, stateRange } from './read-state';
import { storedAs } from './stored';

const readEntry = storedAs<OutboxEntry>(outboxEntrySchema);

/** All changes of the outbox, the oldest first. */
export async function readOutbox(state: StateStore): Promise<readonly OutboxEntry[]> {
  const found: OutboxEntry[] = [];
  for await (const entries of stateRange(state, prefixes.outbox)) {
    for (const { value } of entries) {
      const entry = readEntry(value);
      if (entry !== null) found.push(entry);
    }
  }
  return found;
}

export const readOutboxEntry = (state: StateStore, id: string): Promise<OutboxEntry | null> =>
  readOne(state, keys.outbox(id), readEntry);

export const putOutboxEntry = (state: StateStore, entry: OutboxEntry): Promise<void> =>
  state.commit([{ put: keys.outbox(entry.id), value: entry }]);

/**
 * Stores the next state of a change, made of the one that it has by then; null removes it. Returns what is
 * stored; null without such a change, as when the person has discarded it meanwhile.
 */
export async function updateOutboxEntry(
  state: StateStore,
  id: string,
  nextOf: (entry: OutboxEntry) => OutboxEntry | null,
): Promise<OutboxEntry | null> {
  const stored = await state.update(keys.outbox(id), (value) => {
    const entry = readEntry(value);
    return entry === null ? value : (nextOf(entry) ?? undefined);
  });
  return readEntry(stored);
}

/** Refuses all changes that were not sent; they are kept, so that they can be copied. */
export async function refuseOutbox(state: StateStore, reason: OutboxReason): Promise<void> {
  await updateOutbox(state, (entry) =>
    entry.state === 'sent' ? entry : { ...entry, state: 'refused', reason, nextTry: undefined },
  );
}

/** Lets all changes wait for a reason that is not their own. */
export async function delayOutbox(state: StateStore, reason: OutboxReason): Promise<void> {
  await updateOutbox(state, (entry) =>
    entry.state === 'waiting' ? { ...entry, reason, nextTry: undefined } : entry,
  );
}

async function updateOutbox(state: StateStore, nextOf: (entry: OutboxEntry) => OutboxEntry): Promise<void> {
  for (const { id } of await readOutbox(state)) await updateOutboxEntry(state, id, nextOf);
}

const READING = 'reading';

/** What became of the outbox of a state that was set aside; `reading`: it is being read, or that ended the program. */
export async function carriedOutbox(to: StateStore, name: string): Promise<'no' | 'reading' | 'settled'> {
  const [value] = await to.getMany([keys.carried(name)]);
  if (value === undefined) return 'no';
  return value === READING ? 'reading' : 'settled';
}

/** Remembers that reading an outbox begins: what reads a damaged database may end the whole program. */
export const beginCarrying = (to: StateStore, name: string): Promise<void> =>
  to.commit([{ put: keys.carried(name), value: READING }]);

/** Lets an outbox be read at the next start. */
export const carryLater = (to: StateStore, name: string): Promise<void> =>
  to.commit([{ remove: keys.carried(name) }]);

/** Remembers that an outbox cannot be read, so that it is told once. */
export const giveUpOutbox = (to: StateStore, name: string): Promise<void> =>
  to.commit([{ put: keys.carried(name), value: false }]);

/**
 * Copies the outbox of a state that was set aside, once: in one commit that is remembered by its `name`. Returns
 * the ids of changes that cannot be read; those that are JSON data are copied all the same.
 */
export async function carryOutbox(
  from: StateStore,
  to: StateStore,
  name: string,
): Promise<readonly string[]> {
  const changes: StateChange[] = [{ put: keys.carried(name), value: true }];
  const lost: string[] = [];
  for await (const found of keyRange(from, prefixes.outbox)) {
    for (const key of found) {
      const value = await valueUnlessDamaged(from, key);
      if (value !== undefined) changes.push({ put: key, value });
      if (readEntry(value) === null) lost.push(key.slice(prefixes.outbox.length));
    }
  }
  await to.commit(changes);
  return lost;
}

/** Each value is read alone, so that a damaged one costs no other. */
async function valueUnlessDamaged(state: StateStore, key: string): Promise<unknown> {
  try {
    return (await state.getMany([key]))[0];
  } catch (error) {
    if (error instanceof DamagedStateError) return undefined;
    throw error;
  }
}
