import { join } from 'node:path';
import type { SyncStatus } from '../core/report';
import { EXIT } from '../platform/node/exit-code';
import { NodeVault } from '../platform/node/vault/node-vault';
import type { Command } from '../platform/node/arguments/parse-arguments';
import { NEVER_SYNCED, statusText } from '../platform/node/text/status-text';
import { systemClock } from '../platform/node/system-clock';
import { readStatus } from '../sync/status';
import { isFolder, requireVault } from './can-start';
import { openState, stateIn } from './in-state';

type StatusCommand = Extract<Command, { readonly name: 'status' }>;

/** Makes nothing: a look at what is there. While a sync runs, the state is its own, and that is said. */
export async function status(command: StatusCommand): Promise<number> {
  requireVault(command.vault);
  const folder = stateIn(command);
  const known = isFolder(join(folder, 'store')) ? await statusIn(folder, command.vault) : NEVER_SYNCED;
  process.stdout.write(command.isJson ? `${JSON.stringify(known)}\n` : `${statusText(known).join('\n')}\n`);
  return EXIT.done;
}

async function statusIn(folder: string, notes: string): Promise<SyncStatus> {
  const store = await openState(folder, () => Promise.resolve());
  try {
    const vault = new NodeVault({ folder: notes, cacheFile: join(folder, 'notes.json') });
    return await readStatus({ state: store, vault, clock: systemClock });
  } finally {
    await store.close();
  }
}
