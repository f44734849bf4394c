import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A fresh folder (real path) that is gone after the test file. */
export function makeTemporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'florilegium-test-')));
  made.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});
