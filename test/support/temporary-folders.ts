import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failOnLeaks, lookForToken } from './canary';

const made: string[] = [];

const IN_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 1_000_000_000;

/**
 * What is written there is forced to no disk: tests wait for nothing, and see the same. Not where it is as
 * small as in some containers.
 */
function parentFolder(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir();
}

/**
 * A fresh folder (real path) that is gone after the test file. No token may be in it then, but in a file that
 * is called `token`.
 */
export function makeTemporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(parentFolder(), 'florilegium-test-')));
  made.push(folder);
  return folder;
}

/** Looks for a token in the names and bytes of all files below a folder. */
export function lookThrough(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    lookForToken(`the name of ${path}`, entry.name);
    if (entry.isFile() && entry.name !== 'token') lookForToken(path, readFileSync(path, 'latin1'));
  }
}

afterAll(() => {
  for (const folder of made.splice(0)) {
    lookThrough(folder);
    rmSync(folder, { recursive: true, force: true });
  }
  // Here again, because what watches over the whole file is through by now.
  failOnLeaks();
});
