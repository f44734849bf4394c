import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failOnLeaks, lookForToken } from './canary';

const made: string[] = [];

/** A fresh folder (real path) that is gone after the test file. No token may be in it then, but in a file that is called `token`. */
export function makeTemporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'florilegium-test-')));
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
