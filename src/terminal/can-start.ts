import { statSync, type Stats } from 'node:fs';
import type { Settings } from '../core/settings';
import { errorCode } from '../platform/node/errno';
import { loadSettings, type SettingsSources } from '../platform/node/load-settings';
import { readToken } from '../platform/node/read-token';

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
export async function tokenFrom(file: string | null): Promise<string> {
  const result = await readToken({ file, environment: process.env, input: process.stdin });
  if (!result.ok) throw new CannotStart(result.problem);
  return result.token;
}

/** Tells a person something; results alone go to standard output. Nothing in it may move the cursor or colour the terminal. */
export function say(text: string): void {
  process.stderr.write(`${text.replace(/(?![\n\t])\p{Cc}/gu, ' ')}\n`);
}
