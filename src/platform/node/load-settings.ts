import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSettings, problemWithBaseUrl, type SettingsResult } from '../../core/settings';
import { errorCode } from './errno';

export interface SettingsSources {
  /** `--settings FILE`, or null. */
  readonly file: string | null;
  /** The vault whose plugin settings are used where no file is given, or null. */
  readonly vault: string | null;
  /** `--base-url URL`, or null. It goes before the file's. */
  readonly baseUrl: string | null;
}

/** The settings from the file, else the plugin's own in the vault, else the defaults. Problems name the file and the key. */
export function loadSettings({ file, vault, baseUrl }: SettingsSources): SettingsResult {
  if (baseUrl !== null) {
    const problem = problemWithBaseUrl(baseUrl);
    if (problem !== null) return { ok: false, problems: [`--base-url: ${problem}`] };
  }
  const result = readSettings(file ?? pluginFile(vault));
  return result.ok && baseUrl !== null ? { ok: true, settings: { ...result.settings, baseUrl } } : result;
}

function readSettings(file: string | null): SettingsResult {
  if (file === null) return parseSettings(undefined);
  const failed = (problem: string): SettingsResult => ({ ok: false, problems: [`Settings file ${file}: ${problem}`] });
  try {
    // Some editors put a mark of the byte order before a text.
    const result = parseSettings(JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, '')));
    return result.ok ? result : { ok: false, problems: result.problems.map((problem) => `Settings file ${file}: ${problem}`) };
  } catch (error) {
    if (error instanceof SyntaxError) return failed('it is no JSON');
    const code = errorCode(error);
    if (code === null) throw error;
    return failed(code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`);
  }
}

function pluginFile(vault: string | null): string | null {
  if (vault === null) return null;
  const file = join(vault, '.obsidian/plugins/florilegium/data.json');
  return existsSync(file) ? file : null;
}
