import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { errorCode, isMissing, StateError } from '../errors';
import { discard, isRunning, temporaryPath } from '../vault/temporary-file';

const ownerSchema = z.object({ pid: z.int().check(z.gte(1)), host: z.string() });
const MOST_ATTEMPTS = 3;

/** The right to sync a vault with this state folder, held until `release`. */
export interface RunLock {
  release(): void;
}

/**
 * Takes the lock, also from an owner that no longer runs. Throws `StateError` of kind `locked` when another
 * sync has it.
 */
export function takeRunLock(folder: string): RunLock {
  const file = join(folder, 'lock');
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    if (claim(file)) return { release: () => discard(file) };
    const problem = living(file);
    if (problem !== null) throw new StateError('locked', problem);
    putAside(file, folder);
  }
  throw new StateError('locked', `Another sync is starting: it holds ${file}. Wait for it and try again.`);
}

function claim(file: string): boolean {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw new StateError(
      'disk',
      `Could not write ${file} (${errorCode(error) ?? 'unknown'}). Check the rights and the room on the disk.`,
      { cause: error },
    );
  }
}

/** What keeps the lock from being taken over; null when its owner is gone. */
function living(file: string): string | null {
  try {
    const startedAt = statSync(file).mtimeMs;
    const owner = ownerSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (!owner.success) return null;
    const { pid, host } = owner.data;
    if (host !== hostname())
      return `Another sync is running on ${host} (process ${pid}). If it is not, delete ${file}.`;
    // A process id from before the machine started may belong to any other program by now.
    if (startedAt < Date.now() - uptime() * 1000 || !isRunning(pid)) return null;
    return `Another sync is running (process ${pid}). Wait for it, or end it. If that is no sync, delete ${file}.`;
  } catch (error) {
    // Gone meanwhile, or cut short by a crash while it was written.
    if (isMissing(error) || error instanceof SyntaxError) return null;
    if (errorCode(error) === null) throw error;
    throw new StateError(
      'disk',
      `Could not read ${file} (${errorCode(error) ?? 'unknown'}). Check the rights of the folder, and delete what stands there if no sync is running.`,
      { cause: error },
    );
  }
}

/** By renaming, so that of two that find a dead owner only one removes its lock. */
function putAside(file: string, folder: string): void {
  const aside = temporaryPath(folder);
  try {
    renameSync(file, aside);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  discard(aside);
}
