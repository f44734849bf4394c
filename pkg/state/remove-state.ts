import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../errors';
import { asStateError } from './level-state-store';

/** What the program puts into a state folder. A person may have chosen one that has other files, too. */
const OWN = [
  /^store(-\d+)?$/,
  /^outbox(-damaged-\d+)?\.json(\.new)?$/,
  /^allowed\.json(\.\d+\.tmp)?$/,
  /^last-quiet-sync$/,
];

/** Removes all that the program has in a state folder, and the folder if it is empty then. Throws `StateError`. */
export function removeState(folder: string): void {
  try {
    const names = readdirSync(folder);
    const own = names.filter((name) => OWN.some((pattern) => pattern.test(name)));
    for (const name of own) rmSync(join(folder, name), { recursive: true, force: true });
    if (own.length === names.length) rmdirSync(folder);
  } catch (error) {
    if (!isMissing(error)) throw asStateError(error, folder);
  }
}
