import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DamagedStateError } from '../../src/model/errors';
import type { StateStore } from '../../src/model/ports';
import type { Problem } from '../../src/model/problem';
import {
  beginCarrying,
  carriedOutbox,
  carryLater,
  carryOutbox,
  giveUpOutbox,
} from '../../src/store/outbox-store';
import { isMissing } from '../errors';
import { asStateError, openWithoutChecksums, openLevelStateStore, repairStore } from './level-state-store';

/**
 * The stores of a state folder: `store`, then `store-2` and so on, each in place of the one before, which was
 * damaged and stays where it is. Whoever has opened the last one has the state folder to itself. All throw
 * `StateError`; `DamagedStateError` only of a new store.
 */
export interface OpenStore {
  readonly store: StateStore;
  readonly number: number;
  /** What happened to the state before. */
  readonly notices: readonly Problem[];
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
    if (opened.number === lastNumber(options.folder)) return withOutboxBefore(opened, options);
    await opened.store.close();
  }
}

/** Puts a new store in place of an open one that proved to be damaged, and closes that. */
export async function replaceStore({ store, number }: OpenStore, options: StoreOptions): Promise<OpenStore> {
  // Before the damaged one is closed, so that no other process takes that for the one in use.
  const next = { number: number + 1, store: await open(number + 1, options) };
  await store.close();
  return withOutboxBefore(next, options);
}

type Numbered = Pick<OpenStore, 'store' | 'number'>;

async function openOrReplace(options: StoreOptions): Promise<Numbered> {
  const number = lastNumber(options.folder);
  try {
    return { number, store: await open(number, options) };
  } catch (error) {
    if (!(error instanceof DamagedStateError)) throw error;
    return { number: number + 1, store: await open(number + 1, options) };
  }
}

const open = (number: number, { folder, beforeCommit }: StoreOptions): Promise<StateStore> =>
  openLevelStateStore({ folder: pathOf(folder, number), beforeCommit });

/** Carries over the outbox of the store before, unless that was done. */
async function withOutboxBefore({ store, number }: Numbered, { folder }: StoreOptions): Promise<OpenStore> {
  const before = pathOf(folder, number - 1);
  const carried =
    number === FIRST || !existsSync(before) ? 'settled' : await carriedOutbox(store, basename(before));
  if (carried === 'settled') return { store, number, notices: [] };
  const lost = await (carried === 'reading' ? giveUp(before, store) : carryOnce(before, store));
  return { store, number, notices: [{ code: 'state-damaged', setAside: before, lost }] };
}

async function giveUp(folder: string, store: StateStore): Promise<null> {
  await giveUpOutbox(store, basename(folder));
  return null;
}

/** LevelDB ends the process at some damages. Then the next start finds that reading began, and does not try again. */
async function carryOnce(folder: string, store: StateStore): Promise<string[] | null> {
  await beginCarrying(store, basename(folder));
  try {
    return await carryFrom(folder, store);
  } catch (error) {
    await carryLater(store, basename(folder));
    throw error;
  }
}

/** Ids of changes that cannot be read; null when none can. */
async function carryFrom(folder: string, store: StateStore): Promise<string[] | null> {
  for (const prepare of [() => Promise.resolve(), () => repairStore(folder)]) {
    try {
      await prepare();
      return await copyOutbox(folder, store);
    } catch (error) {
      if (!(error instanceof DamagedStateError)) throw error;
    }
  }
  return giveUp(folder, store);
}

async function copyOutbox(folder: string, to: StateStore): Promise<string[]> {
  const from = await openWithoutChecksums(folder);
  try {
    return [...(await carryOutbox(from, to, basename(folder)))];
  } finally {
    await from.close();
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
