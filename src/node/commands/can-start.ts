import { statSync, type Stats } from 'node:fs';
import type { Settings } from '../../model/settings';
import { errorCode } from '../errno';
import { EXIT } from '../exit-code';
import { loadSettings, type SettingsSources } from '../load-settings';
import { readToken } from '../read-token';

/** What was asked cannot be begun: a person has to change something first. */
export class CannotStart extends Error {}

export function requireVault(folder: string): void {
  if (!isFolder(folder)) throw new CannotStart(`There is no vault folder ${folder}`);
}

export const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() ?? false;
export const isFile = (path: string): boolean => statsOf(path)?.isFile() ?? false;

/** Undefined where nothing stands. */
const statsOf = (path: string): Stats | undefined =>
  unlessRefused(`look at ${path}`, () => statSync(path, { throwIfNoEntry: false }));

/** Throws `CannotStart` where the system refuses what is done, like `read FILE`. */
export function unlessRefused<Result>(doing: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    throw new CannotStart(`Could not ${doing} (${code})`);
  }
}

/** Throws `CannotStart` with all that is wrong with them. */
export function settingsFor(sources: SettingsSources): Settings {
  const result = loadSettings(sources);
  if (!result.ok) throw new CannotStart(result.problems.join('; '));
  return result.settings;
}

/** Throws `CannotStart` where there is none. */
export async function tokenFrom(file: string | undefined): Promise<string> {
  const result = await readToken({ file, environment: process.env, input: process.stdin });
  if (!result.ok) throw new CannotStart(result.problem);
  return result.token;
}

/** What was asked for goes to standard output, and nothing else does. */
export function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

export const printJson = (value: unknown): void => print([JSON.stringify(value)]);

/** Tells a person something; results alone go to standard output. Nothing in it may move the cursor or colour the terminal. */
export function say(text: string): void {
  process.stderr.write(`${text.replace(/(?![\n\t])\p{Cc}/gu, ' ')}\n`);
}

/**
 * Output that nobody takes any more ends nothing: `head` has read enough, a log's disk is full. What was asked for and could not be
 * written is told, and counts in the exit code.
 */
export function outliveReaders(): void {
  // Of messages there is nobody left to tell.
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error) => {
    const code = errorCode(error);
    if (code === 'EPIPE') return;
    say(`What you asked for could not be written (${code ?? 'unknown'}).`);
    process.once('exit', () => {
      process.exitCode = EXIT.usageOrSettings;
    });
  });
}
