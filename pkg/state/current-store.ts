import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedStateError } from '../../src/model/errors';
import type { StateStore } from '../../src/model/ports';
import { errorCode, isMissing } from '../errors';
import { asStateError, openLevelStateStore } from './level-state-store';

/**
 * The stores of a state folder: `store`, then `store-2` and so on, each in place of the one before, which was
 * damaged. Whoever has opened the last one has the state folder to itself. All throw `StateError`;
 * `DamagedStateError` only of a new store.
 */
export interface OpenStore {
  readonly store: StateStore;
  readonly number: number;
  /** It takes the place of one that was damaged. */
  readonly isReplacement: boolean;
}

interface StoreOptions {
  /** The state folder. */
  readonly folder: string;
  /** See `LevelStateStoreOptions`. */
  readonly beforeCommit: () => Promise<void>;
}

const FIRST = 1;

export const hasStore = (folder: string): boolean => numbersIn(folder).length > 0;

/** Opens the store in use, which is made if there is none. */
export async function openCurrentStore(options: StoreOptions): Promise<OpenStore> {
  for (;;) {
    const opened = await openOrReplace(options);
    // Another process may have given it up while this one waited for its lock.
    if (opened.number === lastNumber(options.folder)) {
      deleteOlder(options.folder, opened.number);
      return opened;
    }
    await opened.store.close();
  }
}

/** Puts a new store in place of an open one that proved to be damaged, and closes and deletes that. */
export async function replaceStore({ store, number }: OpenStore, options: StoreOptions): Promise<OpenStore> {
  // Before the damaged one is closed, so that no other process takes that for the one in use.
  const next = { number: number + 1, store: await open(number + 1, options), isReplacement: true };
  await store.close();
  deleteOlder(options.folder, next.number);
  return next;
}

async function openOrReplace(options: StoreOptions): Promise<OpenStore> {
  const number = lastNumber(options.folder);
  try {
    return { number, store: await open(number, options), isReplacement: false };
  } catch (error) {
    if (!(error instanceof DamagedStateError)) throw error;
    return { number: number + 1, store: await open(number + 1, options), isReplacement: true };
  }
}

const open = (number: number, { folder, beforeCommit }: StoreOptions): Promise<StateStore> =>
  openLevelStateStore({ folder: pathOf(folder, number), beforeCommit });

function deleteOlder(folder: string, current: number): void {
  for (const number of numbersIn(folder).filter((each) => each < current)) {
    try {
      rmSync(pathOf(folder, number), { recursive: true, force: true });
    } catch (error) {
      // Another process may have it open for a moment: then the next run deletes it.
      if (errorCode(error) === null) throw error;
    }
  }
}

/** The folder of the store in use. */
export const currentFolder = (folder: string): string => pathOf(folder, lastNumber(folder));

const NAME = /^store(?:-([1-9]\d*))?$/;

const pathOf = (folder: string, number: number): string =>
  join(folder, number === FIRST ? 'store' : `store-${number}`);

const lastNumber = (folder: string): number => Math.max(FIRST, ...numbersIn(folder));

function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const match = NAME.exec(name);
      return match === null ? [] : [Number(match[1] ?? FIRST)];
    });
  } catch (error) {
    if (isMissing(error)) return [];
    throw asStateError(error, folder);
  }
}
