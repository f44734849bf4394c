import type { Failure, Hold, SyncStatus } from '../core/report';
import type { StateStore, Vault } from '../ports';
import { keys, prefixes } from './state/keys';
import { heldIn } from './deletions/held-in';
import { findDeletedNotes } from './deletions/restore';
import { keyRange, stateRange } from './state/state-range';
import { readDue, readHold, readLastRun, readText } from './state/stored';

/** What the device knows; of the vault, only which notes it has. */
export async function readStatus({ state, vault }: { readonly state: StateStore; readonly vault: Vault }): Promise<SyncStatus> {
  const [highlights, documents, hold, lastRun] = await state.getMany([keys.watermark('highlights'), keys.watermark('documents'), keys.hold, keys.lastRun]);
  let items = 0;
  for await (const some of keyRange(state, prefixes.item)) items += some.length;
  const isHeld = heldIn(readHold(hold));
  let due = 0;
  const retries: Failure[] = [];
  for await (const entries of stateRange(state, prefixes.due)) {
    for (const { key, value } of entries) {
      if (!isHeld(key.slice(prefixes.due.length))) due += 1;
      const failure = readDue(value)?.failure;
      if (failure !== undefined) retries.push({ id: key.slice(prefixes.due.length + 2), ...failure });
    }
  }
  return {
    watermarks: { highlights: readText(highlights), documents: readText(documents) },
    items,
    due,
    retries,
    hold: readHold(hold),
    deletedNotes: await findDeletedNotes({ state, vault }),
    lastRun: readLastRun(lastRun),
  };
}

/** What waits for a person, null when nothing does. */
export const currentHold = async (state: StateStore): Promise<Hold | null> => readHold((await state.getMany([keys.hold]))[0]);
