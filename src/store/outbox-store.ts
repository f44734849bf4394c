import type { StateStore } from '../model/ports';
import { outboxEntrySchema, type OutboxEntry, type OutboxReason } from '../model/outbox';
import { CHANGES, outboxKeys } from './keys';
import { readOne, stateRange } from './read-state';
import { storedAs } from './stored';

/** What a device keeps: the state can be fetched again, the outbox cannot. */
export interface Stores {
  readonly state: StateStore;
  readonly outbox: StateStore;
}

const readEntry = storedAs<OutboxEntry>(outboxEntrySchema);

/** Whether this is a value of the outbox: what no version of the program wrote can only be set aside. */
export const isReadable = (key: string, value: unknown): boolean =>
  !key.startsWith(CHANGES) || readEntry(value) !== null;

/** All changes of the outbox, the oldest first. */
export async function readOutbox(outbox: StateStore): Promise<readonly OutboxEntry[]> {
  const found: OutboxEntry[] = [];
  for await (const entries of stateRange(outbox, CHANGES)) {
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
 * Stores the next state of a change, made of the one that it has by then; null removes it. Returns what is
 * stored; null without such a change, as when the person has discarded it meanwhile.
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

/** Refuses all changes that were not sent; they are kept, so that they can be copied. */
export async function refuseOutbox(outbox: StateStore, reason: OutboxReason): Promise<void> {
  await updateOutbox(outbox, (entry) =>
    entry.state === 'sent' ? entry : { ...entry, state: 'refused', reason, nextTry: undefined },
  );
}

/** Lets all changes wait for a reason that is not their own. */
export async function delayOutbox(outbox: StateStore, reason: OutboxReason): Promise<void> {
  await updateOutbox(outbox, (entry) =>
    entry.state === 'waiting' ? { ...entry, reason, nextTry: undefined } : entry,
  );
}

async function updateOutbox(outbox: StateStore, nextOf: (entry: OutboxEntry) => OutboxEntry): Promise<void> {
  for (const { id } of await readOutbox(outbox)) await updateOutboxEntry(outbox, id, nextOf);
}
