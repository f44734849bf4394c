import { readFileSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { errorCode } from '../errors';
import { parseSettings, problemWithBaseUrl, type Settings } from '../../model/settings';
import { unixText } from '../../model/text';

/** The options of all commands. A command has those that the table in `program.ts` gives it. */
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

/** A command cannot begin until the person changes something. The message says what. */
export class CannotStart extends Error {}

export function requireVault(folder: string): void {
  if (!isFolder(folder)) throw new CannotStart(`There is no vault folder ${folder}`);
}

export const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() ?? false;

/** Undefined where nothing is there. */
const statsOf = (path: string): Stats | undefined =>
  orCannotStart(
    (code) => `Could not look at ${path} (${code})`,
    () => statSync(path, { throwIfNoEntry: false }),
  );

/** Throws `CannotStart` where the system refuses. */
function orCannotStart<Result>(message: (code: string) => string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    throw new CannotStart(message(code));
  }
}

/** The text of a file in the folder of the vault's plugins; null where there is none. */
export function readPluginFile(vault: string, file: string): string | null {
  const path = join(vault, '.obsidian', 'plugins', file);
  if (statsOf(path)?.isFile() !== true) return null;
  return orCannotStart(
    (code) => `Could not read ${path} (${code})`,
    () => readFileSync(path, 'utf8'),
  );
}

export interface SettingsSources {
  /** `--settings FILE` */
  readonly settings?: string | undefined;
  /** The vault whose plugin settings are used where no file is given. */
  readonly vault?: string | undefined;
  /** `--base-url URL`: used instead of the address in the settings. */
  readonly baseUrl?: string | undefined;
}

/**
 * The settings from the file, else the plugin's own in the vault, else the defaults. Throws `CannotStart`
 * with all that is wrong.
 */
export function settingsFor({ settings: file, vault, baseUrl }: SettingsSources): Settings {
  const problem = baseUrl === undefined ? null : problemWithBaseUrl(baseUrl);
  if (problem !== null) throw new CannotStart(`--base-url: ${problem}`);
  const settings = file === undefined ? pluginSettings(vault) : settingsIn(file);
  return baseUrl === undefined ? settings : { ...settings, baseUrl };
}

/** Null: the defaults. */
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
  try {
    return JSON.parse(unixText(content));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CannotStart(`Settings file ${file}: it is not JSON (${error.message})`);
  }
}

/**
 * The defaults only where the plugin has no settings: used in place of settings that cannot be read, they
 * would move every note.
 */
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
    // Reading it will name what is wrong.
    return false;
  }
}

const NO_TOKEN =
  'No token. Set READWISE_TOKEN, or give --token-file FILE (- reads it from standard input). Your token is at https://readwise.io/access_token';

/**
 * The token from the file (`-`: standard input), else from the environment. Throws `CannotStart`; messages
 * never quote it.
 */
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
          `The token file ${file} is open to other users. Close it with: chmod 600 ${file}`,
        );
      return readFileSync(file, 'utf8');
    },
  );
}

function checkedToken(raw: string, origin: string): string {
  const token = raw.trim();
  if (token === '') throw new CannotStart(`There is no token in ${origin}`);
  if (!/^[\x21-\x7e]{1,1024}$/.test(token))
    throw new CannotStart(`${origin} does not hold a token: a token is one word of plain letters and digits`);
  return token;
}
