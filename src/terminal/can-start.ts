import { statSync } from 'node:fs';
import type { Settings } from '../core/settings';
import { loadSettings, type SettingsSources } from '../platform/node/load-settings';
import { readToken } from '../platform/node/read-token';

/** What was asked cannot be begun: a person has to change something first. */
export class CannotStart extends Error {}

export function requireVault(folder: string): void {
  if (!isFolder(folder)) throw new CannotStart(`There is no vault folder ${folder}`);
}

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

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
