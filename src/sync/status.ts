import type { Hold, SyncStatus } from '../core/report';
import type { StateStore, Vault } from '../ports';
import { findDeletedNotes } from './deletions/restore';
import { readKnown, type OverviewContext } from './library-overview';
import { keys } from './state/keys';
import { readHold, readLastRun } from './state/stored';

/** What the device knows; of the vault, only which notes it has. */
export async function readStatus({ vault, ...context }: OverviewContext & { readonly vault: Vault }): Promise<SyncStatus> {
  const { state } = context;
  const { failures, ...known } = await readKnown(context);
  return {
    ...known,
    retries: failures.map(({ id, path, message }) => ({ id, path, message })),
    deletedNotes: await findDeletedNotes({ state, vault }),
    lastRun: readLastRun((await state.getMany([keys.lastRun]))[0]),
  };
}

/** What waits for a person, null when nothing does. */
export const currentHold = async (state: StateStore): Promise<Hold | null> => readHold((await state.getMany([keys.hold]))[0]);
