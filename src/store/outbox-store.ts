import type { StateStore } from '../model/ports';
import { outboxEntrySchema, type OutboxEntry, type OutboxReason } from '../model/outbox';
import { CHANGE_PREFIX, outboxKeys } from './keys';
import { readOne, stateRange } from './read-state';
import { storedAs } from './stored';

/** What a device stores: the state can be fetched again, the outbox cannot. */
export interface Stores {
  readonly state: StateStore;
  readonly outbox: StateStore;
}

const readEntry = storedAs<OutboxEntry>(outboxEntrySchema);

/** Whether this value can be read; one that no version of the program wrote can only be set aside. */
export const isReadable = (key: string, value: unknown): boolean =>
  !key.startsWith(CHANGE_PREFIX) || readEntry(value) !== null;

/** All changes in the outbox, oldest first. */
export async function readOutbox(outbox: StateStore): Promise<readonly OutboxEntry[]> {
  const found: OutboxEntry[] = [];
  for await (const entries of stateRange(outbox, CHANGE_PREFIX)) {
    for (const { value } of entries) {
      const entry = readEntry(value);
      if (entry !== null) found.push(entry);
    }
  }
  return found;
}

export const readOutboxEntry = (outbox: StateStore, id: string): Promise<OutboxEntry | null> =>
  readOne(outbox, outboxKeys.change(id), readEntry);

export const putOutboxEntry = (outbox: StateStore, entry: OutboxEntry): Promise<void> =>
  outbox.commit([{ put: outboxKeys.change(entry.id), value: entry }]);

export const removeOutboxEntries = (outbox: StateStore, ids: readonly string[]): Promise<void> =>
  outbox.commit(ids.map((id) => ({ remove: outboxKeys.change(id) })));

/**
 * Replaces a change by what `nextOf` makes of its stored state; null removes it. Returns what is stored; null
 * if there is no such change, as when the person has discarded it meanwhile.
 */
export async function updateOutboxEntry(
  outbox: StateStore,
  id: string,
  nextOf: (entry: OutboxEntry) => OutboxEntry | null,
): Promise<OutboxEntry | null> {
  const stored = await outbox.update(outboxKeys.change(id), (value) => {
    const entry = readEntry(value);
    return entry === null ? value : (nextOf(entry) ?? undefined);
  });
  return readEntry(stored);
}

/** Refuses all changes that were not sent. They are kept, so that their text can be copied. */
export async function refuseOutbox(outbox: StateStore, reason: OutboxReason): Promise<void> {
  await updateOutbox(outbox, (entry) =>
    entry.state === 'sent' ? entry : { ...entry, state: 'refused', reason, nextTry: undefined },
  );
}

/** Gives all waiting changes a reason that is not their own. */
export async function delayOutbox(outbox: StateStore, reason: OutboxReason): Promise<void> {
  await updateOutbox(outbox, (entry) =>
    entry.state === 'waiting' ? { ...entry, reason, nextTry: undefined } : entry,
  );
}

async function updateOutbox(outbox: StateStore, nextOf: (entry: OutboxEntry) => OutboxEntry): Promise<void> {
  for (const { id } of await readOutbox(outbox)) await updateOutboxEntry(outbox, id, nextOf);
}
