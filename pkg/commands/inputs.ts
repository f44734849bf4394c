import { readFileSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { foundText, settingsProblemText, unknownSettingText } from '../../src/messages/settings-messages';
import {
  DEFAULT_BASE_URL,
  parseSettings,
  problemWithBaseUrl,
  unknownSettings,
  type Settings,
} from '../../src/model/settings';
import { unixText } from '../../src/model/text';
import { accountMark } from '../../src/readwise/check-token';
import { CannotStart, errorCode, isMissing } from '../errors';
import { printMessage } from '../output';
import { isAllowed, rememberAllowed, type AllowedAccount } from '../state/state-folder';
import { makeStateFolder, stateFolderOf } from '../state/state-folder';
import { liesInVault } from '../vault/vault-path';
import { oneLine } from '../../src/messages/report-messages';
import { SETUP, TOKEN } from '../text/refusal-text';
import type { Options } from './options';

/** What commands are given beside their words: the vault, files, settings and the token. All throw `CannotStart`. */

export function requireVault(folder: string): void {
  if (statsOf(folder)?.isDirectory() !== true) throw new CannotStart(SETUP.noVault(folder));
}

/** The state folder of the vault; does not create it. */
export const stateIn = ({ vault, state }: Pick<Options, 'vault' | 'state'>): string =>
  stateFolderOf({ vault, chosen: state ?? null, environment: process.env });

export const readTextFile = (file: string): string =>
  orCannotStart(SETUP.notRead(file), () => readFileSync(file, 'utf8'));

const pluginFile = (vault: string, name: string): string => join(vault, '.obsidian', 'plugins', name);

/** Undefined if nothing is there. */
const statsOf = (path: string): Stats | undefined =>
  orCannotStart(SETUP.notAccessed(path), () => statSync(path, { throwIfNoEntry: false }));

/** Turns errors of the system into `CannotStart`. */
function orCannotStart<Result>(message: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    throw new CannotStart(`${message} (${code})`);
  }
}

/** Settings from the file, else of the plugin in the vault, else the defaults. */
export function settingsFor({ settings: file, vault, baseUrl }: Partial<Options>): Settings {
  const problem = baseUrl === undefined ? null : foundText(problemWithBaseUrl(baseUrl));
  if (problem !== null) throw new CannotStart(SETUP.baseUrl(problem));
  const settings = file === undefined ? pluginSettings(vault) : settingsIn(file, readSettings(file));
  return baseUrl === undefined ? settings : { ...settings, baseUrl };
}

function pluginSettings(vault: string | undefined): Settings {
  if (vault === undefined) return settingsIn('', null);
  const file = pluginFile(vault, 'florilegium/data.json');
  return settingsIn(file, readSettings(file, { mayBeMissing: true }));
}

/** Never null for settings that cannot be read: the defaults would move every note. */
function readSettings(file: string, { mayBeMissing = false } = {}): string | null {
  try {
    return unixText(readFileSync(file, 'utf8'));
  } catch (error) {
    if (mayBeMissing && isMissing(error)) return null;
    const code = errorCode(error);
    if (code === null) throw error;
    const problem = code === 'ENOENT' ? SETUP.noSuchFile : SETUP.unreadable(code);
    throw new CannotStart(SETUP.settings(file, problem));
  }
}

/** The defaults for null. */
function settingsIn(file: string, json: string | null): Settings {
  const value = json === null ? undefined : parseJson(file, json);
  const result = parseSettings(value);
  if (!result.ok)
    throw new CannotStart(
      result.problems.map((problem) => SETUP.settings(file, settingsProblemText(problem))).join('\n'),
    );
  for (const unknown of unknownSettings(value))
    printMessage(SETUP.settings(file, unknownSettingText(unknown)));
  return result.settings;
}

function parseJson(file: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const before = json.slice(0, goodLength(json)).split('\n');
    const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
    throw new CannotStart(SETUP.notJson(file, place, oneLine(error.message)));
  }
}

/**
 * How much of a text that is no JSON is the beginning of some. Not every message of the engine names the place
 * of the mistake, but a text that is cut before it is only incomplete.
 */
function goodLength(text: string): number {
  let good = 0;
  let bad = text.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isIncomplete(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
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

/**
 * The token, for requests to the address of these settings. Refused unless a person allowed that on this
 * device: a vault is shared and cloned, so what lies in it must not decide where a token goes (I11).
 */
export async function allowedToken(
  options: Partial<Options>,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
): Promise<string> {
  const token = await givenToken(options.tokenFile);
  const { origin } = new URL(baseUrl);
  const { vault } = options;
  if (origin === DEFAULT_BASE_URL) return token;
  const folder = vault === undefined ? null : stateIn({ ...options, vault });
  const allowed = { origin, account: await accountMark({ baseUrl, token }) };
  if (options.baseUrl !== undefined) {
    if (folder !== null) allow(folder, allowed);
    return token;
  }
  if (!isFromVault(options)) return token;
  if (folder !== null && isAllowed(folder, allowed)) return token;
  throw new CannotStart(
    options.settings === undefined ? SETUP.vaultWants(origin) : SETUP.fileWants(options.settings, origin),
  );
}

function allow(folder: string, allowed: AllowedAccount): void {
  makeStateFolder(folder);
  rememberAllowed(folder, allowed);
}

/** Whether the settings came with a vault, also when the command line names their file. */
function isFromVault({ settings, vault }: Partial<Options>): boolean {
  if (settings === undefined) return vault !== undefined;
  return orCannotStart(SETUP.notAccessed(settings), () => liesInVault(settings, vault));
}

/** The token from the file (`-`: standard input), else the environment. Messages never quote it. */
async function givenToken(file: string | undefined): Promise<string> {
  if (file === '-') return checkedToken(await text(process.stdin), TOKEN.ofInput);
  if (file !== undefined) return checkedToken(readTokenFile(file), TOKEN.ofFile(file));
  const token = process.env['READWISE_TOKEN'];
  if (token === undefined || token.trim() === '') throw new CannotStart(TOKEN.none);
  return checkedToken(token, 'READWISE_TOKEN');
}

function readTokenFile(file: string): string {
  return orCannotStart(TOKEN.notRead(file), () => {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new CannotStart(TOKEN.open(file));
    return readFileSync(file, 'utf8');
  });
}

function checkedToken(raw: string, origin: string): string {
  const token = raw.trim();
  if (token === '') throw new CannotStart(TOKEN.empty(origin));
  if (!/^[\x21-\x7e]{1,1024}$/.test(token)) throw new CannotStart(TOKEN.odd(origin));
  return token;
}
