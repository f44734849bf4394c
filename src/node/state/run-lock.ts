import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { errorCode, isMissing, StateError } from '../errors';
import { discard, isRunning, temporaryPath } from '../vault/temporary-file';

const ownerSchema = z.object({ pid: z.int().check(z.gte(1)), host: z.string() });
const MOST_ATTEMPTS = 3;

/** The right to sync with this state folder, until `release`. */
export interface RunLock {
  release(): void;
}

/** Takes the lock, also from a process that has ended. Throws `StateError` if another sync holds it. */
export function takeRunLock(folder: string): RunLock {
  const file = join(folder, 'lock');
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    if (claim(file)) return { release: () => discard(file) };
    const problem = ownerProblem(file);
    if (problem !== null) throw new StateError('locked', problem);
    removeAbandoned(file, folder);
  }
  throw new StateError('locked', `Another sync is starting and uses ${file}. Wait for it and try again.`);
}

/** The status command has the lock only briefly. */
const MOST_TRIES = 20;
const BETWEEN_TRIES_MS = 100;

/** As `takeRunLock`, but waits two seconds for another process to release it. */
export async function waitForRunLock(folder: string): Promise<RunLock> {
  for (let tries = 1; ; tries += 1) {
    try {
      return takeRunLock(folder);
    } catch (error) {
      const isTaken = error instanceof StateError && error.kind === 'locked';
      if (!isTaken || tries === MOST_TRIES) throw error;
      await setTimeout(BETWEEN_TRIES_MS);
    }
  }
}

function claim(file: string): boolean {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw new StateError(
      'disk',
      `Could not write ${file} (${errorCode(error) ?? 'unknown'}). Check permissions and free disk space.`,
      { cause: error },
    );
  }
}

/** Why the lock cannot be taken over; null if its owner has ended. */
function ownerProblem(file: string): string | null {
  try {
    const startedAt = statSync(file).mtimeMs;
    const owner = ownerSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (!owner.success) return null;
    const { pid, host } = owner.data;
    if (host !== hostname())
      return `Another sync is running on ${host} (process ${pid}). If not, delete ${file}.`;
    // After a restart of the machine, the process id may belong to another program.
    if (startedAt < Date.now() - uptime() * 1000 || !isRunning(pid)) return null;
    return `Another sync is running (process ${pid}). Wait for it or stop it. If that process is not a sync, delete ${file}.`;
  } catch (error) {
    // Removed meanwhile, or incomplete after a crash.
    if (isMissing(error) || error instanceof SyntaxError) return null;
    if (errorCode(error) === null) throw error;
    throw new StateError(
      'disk',
      `Could not read ${file} (${errorCode(error) ?? 'unknown'}). Check the permissions of the folder; if no sync is running, delete the file.`,
      { cause: error },
    );
  }
}

/** Renames it first, so that only one of two processes removes an abandoned lock. */
function removeAbandoned(file: string, folder: string): void {
  const aside = temporaryPath(folder);
  try {
    renameSync(file, aside);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  discard(aside);
}
