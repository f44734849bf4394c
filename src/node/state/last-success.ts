import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, isMissing } from '../errors';

/** A sync without changes leaves no trace in the store, so its time is kept beside it. */
const FILE = 'last-success';

/** When the last sync went through, ISO 8601; null if that is not known. */
export function readLastSuccess(folder: string): string | null {
  try {
    const text = readFileSync(join(folder, FILE), 'utf8').trim();
    return Number.isNaN(Date.parse(text)) ? null : text;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export function rememberSuccess(folder: string, at: string): void {
  try {
    writeFileSync(join(folder, FILE), `${at}\n`, { mode: 0o600 });
  } catch (error) {
    // Only the time is lost; the sync is done.
    if (errorCode(error) === null) throw error;
  }
}
