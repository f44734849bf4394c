import type { App } from 'obsidian';
import { deleteDB } from 'idb';
import { DamagedStateError, isOperational } from '../../model/errors';
import type { Clock, StateStore } from '../../model/ports';
import { carriedOutbox, carryOutbox } from '../../store/outbox-store';
import { IndexedDbStateStore } from './indexed-db-state-store';
import { forgetStateAside, statesAside } from './state-name';

/**
 * Takes the outboxes of databases that were set aside into the state, and deletes these. One that does not
 * answer stays for the next time. Returns the ids of changes that cannot be read; null while one stays.
 */
export async function carryOutboxes(
  { app, clock }: { readonly app: App; readonly clock: Clock },
  state: StateStore,
): Promise<readonly string[] | null> {
  const lost: string[] = [];
  let isComplete = true;
  for (const name of statesAside(app)) {
    try {
      if ((await carriedOutbox(state, name)) !== 'settled')
        lost.push(...(await carryFrom(name, clock, state)));
    } catch (error) {
      if (!isOperational(error) && !(error instanceof DamagedStateError)) throw error;
      isComplete = false;
      continue;
    }
    forgetStateAside(app, name);
    // If it cannot be deleted, only its space is lost.
    deleteDB(name).catch(() => undefined);
  }
  return isComplete ? lost : null;
}

async function carryFrom(name: string, clock: Clock, state: StateStore): Promise<readonly string[]> {
  const old = await IndexedDbStateStore.open({ name, clock, isSetAside: true });
  try {
    return await carryOutbox(old, state, name);
  } finally {
    await old.close();
  }
}
