import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StateStore } from '../../src/model/ports';
import { isMissing } from '../errors';
import { openCopy } from './level-state-store';
import { isDataFile } from './store-checksums';

/** A sync that writes much changes the files of its store every few seconds. */
const MOST_TRIES = 20;

/** Reads a copy of a store that another process has open. Throws `DamagedStateError` if none can be made. */
export async function readCopy<Result>(
  folder: string,
  read: (store: StateStore) => Promise<Result>,
): Promise<Result> {
  const copy = mkdtempSync(join(tmpdir(), 'florilegium-'));
  try {
    for (let tries = 1; tries < MOST_TRIES && !copyFiles(folder, copy); tries += 1) emptyFolder(copy);
    const store = await openCopy(copy);
    try {
      return await read(store);
    } finally {
      await store.close();
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Returns false when files came or went meanwhile, so that the copies do not belong together. */
function copyFiles(from: string, to: string): boolean {
  try {
    const before = filesIn(from);
    for (const name of before.keys()) copyFileSync(join(from, name), join(to, name));
    const after = filesIn(from);
    return (
      before.size === after.size && [...before].every(([name, size]) => isGrown(name, size, after.get(name)))
    );
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The log may have grown: what was cut of its end is left out. */
const isGrown = (name: string, before: number, after: number | undefined): boolean =>
  name.endsWith('.log') ? after !== undefined : after === before;

const filesIn = (folder: string): ReadonlyMap<string, number> =>
  new Map(
    readdirSync(folder)
      .filter(isDataFile)
      .map((name) => [name, statSync(join(folder, name)).size]),
  );

function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
}
