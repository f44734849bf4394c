import { readFileSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { errorCode } from '../errors';
import { oneLine } from '../text/report';
import { parseSettings, problemWithBaseUrl, type Settings } from '../../model/settings';
import { unixText } from '../../model/text';

/** The options of all commands; `program.ts` says which command has which. */
export interface Options {
  readonly vault: string;
  readonly state?: string;
  readonly json?: boolean;
  readonly settings?: string;
  readonly baseUrl?: string;
  readonly tokenFile?: string;
  readonly dryRun?: boolean;
  readonly diff?: boolean;
  readonly full?: boolean;
  readonly maxDelete?: number;
  readonly refuseHeld?: boolean;
  readonly restore?: readonly string[];
  readonly relink?: boolean;
  readonly acceptMissing?: boolean;
}

/** Missing or wrong input. The message says what the user has to change. */
export class CannotStart extends Error {}

export function requireVault(folder: string): void {
  if (!isFolder(folder)) throw new CannotStart(`There is no vault folder ${folder}. Check --vault`);
}

const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() ?? false;

/** Undefined if nothing is there. */
const statsOf = (path: string): Stats | undefined =>
  orCannotStart(
    (code) => `Could not access ${path} (${code})`,
    () => statSync(path, { throwIfNoEntry: false }),
  );

/** Turns errors of the system into `CannotStart`. */
function orCannotStart<Result>(message: (code: string) => string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    throw new CannotStart(message(code));
  }
}

/** A file in the vault's plugins folder; null if there is none. */
export function readPluginFile(vault: string, file: string): string | null {
  const path = join(vault, '.obsidian', 'plugins', file);
  if (statsOf(path)?.isFile() !== true) return null;
  return orCannotStart(
    (code) => `Could not read ${path} (${code})`,
    () => readFileSync(path, 'utf8'),
  );
}

export const readTextFile = (file: string): string =>
  orCannotStart(
    (code) => `Could not read ${file} (${code})`,
    () => readFileSync(file, 'utf8'),
  );

/** Settings from the file, else of the plugin in the vault, else the defaults. Throws `CannotStart`. */
export function settingsFor({ settings: file, vault, baseUrl }: Partial<Options>): Settings {
  const problem = baseUrl === undefined ? null : problemWithBaseUrl(baseUrl);
  if (problem !== null) throw new CannotStart(`--base-url: ${problem}`);
  const settings = file === undefined ? pluginSettings(vault) : settingsIn(file);
  return baseUrl === undefined ? settings : { ...settings, baseUrl };
}

/** Null for the defaults. */
function settingsIn(file: string | null): Settings {
  const result = parseSettings(file === null ? undefined : readJson(file));
  if (result.ok) return result.settings;
  throw new CannotStart(
    result.problems.map((problem) => `Settings file ${file ?? ''}: ${problem}`).join('; '),
  );
}

function readJson(file: string): unknown {
  const content = orCannotStart(
    (code) =>
      `Settings file ${file}: ${code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`}`,
    () => readFileSync(file, 'utf8'),
  );
  const json = unixText(content);
  try {
    return JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { line, column } = jsonMistakePlace(json);
    throw new CannotStart(
      `Settings file ${file}, line ${line}, column ${column}: it is not valid JSON (${oneLine(error.message)})`,
    );
  }
}

/** Never falls back to the defaults if the plugin's settings are unreadable: that would move every note. */
function pluginSettings(vault: string | undefined): Settings {
  if (vault === undefined) return settingsIn(null);
  const file = join(vault, '.obsidian/plugins/florilegium/data.json');
  return settingsIn(isAbsent(file) ? null : file);
}

function isAbsent(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    if (errorCode(error) === null) throw error;
    // Reading the file reports the problem.
    return false;
  }
}

const NO_TOKEN =
  'No token. Set READWISE_TOKEN, or give --token-file FILE (- reads it from standard input). Your token is at https://readwise.io/access_token';

/** The token from the file (`-`: standard input), else the environment. Messages never quote it. */
export async function tokenFrom(file: string | undefined): Promise<string> {
  if (file === '-') return checkedToken(await text(process.stdin), 'standard input');
  if (file !== undefined) return checkedToken(readTokenFile(file), `the token file ${file}`);
  const token = process.env['READWISE_TOKEN'];
  if (token === undefined || token.trim() === '') throw new CannotStart(NO_TOKEN);
  return checkedToken(token, 'READWISE_TOKEN');
}

function readTokenFile(file: string): string {
  return orCannotStart(
    (code) => `Could not read the token file ${file} (${code})`,
    () => {
      if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
        throw new CannotStart(
          `The token file ${file} can be read by other users. Protect it with: chmod 600 ${file}`,
        );
      return readFileSync(file, 'utf8');
    },
  );
}

function checkedToken(raw: string, origin: string): string {
  const token = raw.trim();
  if (token === '') throw new CannotStart(`No token in ${origin}`);
  if (!/^[\x21-\x7e]{1,1024}$/.test(token))
    throw new CannotStart(`${origin} does not hold a token: a token is one word of letters and digits`);
  return token;
}

/**
 * Line and column of the mistake in a text that is no JSON, counted from 1. Not every message of the engine
 * names the place, but a text that is cut before its mistake is only incomplete.
 */
export function jsonMistakePlace(text: string): { readonly line: number; readonly column: number } {
  let good = 0;
  let bad = text.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isIncomplete(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  const before = text.slice(0, good).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Whether this is JSON up to its end, complete or not. */
function isIncomplete(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = /at position (\d+)/.exec(error.message)?.[1];
    if (position !== undefined && Number(position) >= text.length) return true;
    return /end of JSON input|Unterminated string/.test(error.message);
  }
}
