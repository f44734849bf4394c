import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseSettings, problemWithBaseUrl, type SettingsResult } from '../model/settings';
import { errorCode } from './errno';
import { unixText } from '../model/text';

export interface SettingsSources {
  /** `--settings FILE` */
  readonly settings?: string | undefined;
  /** The vault whose plugin settings are used where no file is given. */
  readonly vault?: string | undefined;
  /** `--base-url URL`: it goes before the file's. */
  readonly baseUrl?: string | undefined;
}

/** The settings from the file, else the plugin's own in the vault, else the defaults. Problems name the file and the key. */
export function loadSettings({ settings: file, vault, baseUrl }: SettingsSources): SettingsResult {
  if (baseUrl !== undefined) {
    const problem = problemWithBaseUrl(baseUrl);
    if (problem !== null) return { ok: false, problems: [`--base-url: ${problem}`] };
  }
  const result = file === undefined ? pluginSettings(vault) : readSettings(file);
  return result.ok && baseUrl !== undefined
    ? { ok: true, settings: { ...result.settings, baseUrl } }
    : result;
}

function readSettings(file: string): SettingsResult {
  const failed = (problem: string): SettingsResult => ({
    ok: false,
    problems: [`Settings file ${file}: ${problem}`],
  });
  try {
    const result = parseSettings(JSON.parse(unixText(readFileSync(file, 'utf8'))));
    return result.ok
      ? result
      : { ok: false, problems: result.problems.map((problem) => `Settings file ${file}: ${problem}`) };
  } catch (error) {
    if (error instanceof SyntaxError) return failed('it is no JSON');
    const code = errorCode(error);
    if (code === null) throw error;
    return failed(code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`);
  }
}

/** Only where there are none the defaults: with those in the place of settings that are merely out of reach, a sync would move every note. */
function pluginSettings(vault: string | undefined): SettingsResult {
  if (vault === undefined) return parseSettings(undefined);
  const file = join(vault, '.obsidian/plugins/florilegium/data.json');
  return isAbsent(file) ? parseSettings(undefined) : readSettings(file);
}

function isAbsent(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    // What the system does not tell is for the reading to name.
    if (errorCode(error) === null) throw error;
    return false;
  }
}
