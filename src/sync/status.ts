import type { SyncStatus } from '../model/report';
import type { Vault } from '../model/ports';
import { findDeletedNotes } from './deletions/restore';
import { readKnown, type OverviewContext } from './library-overview';
import { keys } from '../store/keys';
import { readLastRun } from '../store/stored';
import { readOne } from '../store/read-one';

/** What the device knows; of the vault, only which notes it has. */
export async function readStatus({
  vault,
  ...context
}: OverviewContext & { readonly vault: Vault }): Promise<SyncStatus> {
  const { state } = context;
  const { watermarks, items, due, hold, failures } = await readKnown(context);
  return {
    ...{ watermarks, items, due, hold },
    retries: failures.map(({ id, path, problem }) => ({ id, path, problem })),
    deletedNotes: await findDeletedNotes({ state, vault }),
    lastRun: await readOne(state, keys.lastRun, readLastRun),
  };
}
