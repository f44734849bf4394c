import type { App } from 'obsidian';
import { DEVICE_KEYS } from '../state/device-keys';

const KEY = DEVICE_KEYS.quietSync;

/**
 * When the last sync that found nothing to do ended on this device, by its clock, ISO 8601. Such a sync leaves no
 * trace in the state.
 */
export function readQuietSync(app: App): string | null {
  const at: unknown = app.loadLocalStorage(KEY);
  return typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : null;
}

export const rememberQuietSync = (app: App): void => app.saveLocalStorage(KEY, new Date().toISOString());
