import type { StateStore } from '../model/ports';
import { outboxEntrySchema, type OutboxEntry, type OutboxReason } from '../model/outbox';
import { keys, prefixes } from './keys';
import { readOne, stateRange } from './read-state';
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

/** Stores the next state of a change, unless the person has discarded it meanwhile. */
export async function updateOutboxEntry(state: StateStore, next: OutboxEntry): Promise<boolean> {
  if ((await readOutboxEntry(state, next.id)) === null) return false;
  await putOutboxEntry(state, next);
  return true;
}

/** Refuses all changes that were not sent; they are kept, so that they can be copied. */
export async function refuseOutbox(state: StateStore, reason: OutboxReason): Promise<void> {
  const unsent = (await readOutbox(state)).filter((entry) => entry.state !== 'sent');
  if (unsent.length === 0) return;
  await state.commit(
    unsent.map((entry) => ({
      put: keys.outbox(entry.id),
      value: { ...entry, state: 'refused', reason } satisfies OutboxEntry,
    })),
  );
}
