import {
  runDaily,
  type DailyDependencies,
  type DailyRequest,
  type DailyResult,
} from '../../../src/features/daily/run-daily';
import { syncWithDailyNotes } from '../../../src/features/daily/complete-sections';
import type { SyncReport } from '../../../src/model/report';
import type { SyncOptions } from '../../../src/sync/context/sync-options';
import type { Settings } from '../../../src/model/settings';
import type { StateStore, Vault } from '../../../src/model/ports';
import type { Calendar, DailyContext } from '../../../src/features/daily/daily-context';
import { createInProcessClient } from '../../simulation/in-process-client';
import { settings, type World } from '../../simulation/world';
import { CANARY_TOKEN } from '../../support/canary';
import { FakeClock } from '../../support/fake-clock';

export interface Wall {
  /** Files of the app's settings. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** A calendar whose formats know years, months and days. */
export const calendarOf = ({ config = {} }: Wall = {}): Calendar => ({
  format: (day, format) => {
    const [year = '', month = '', date = ''] = day.split('-');
    return format.replace('YYYY', year).replace('MM', month).replace('DD', date).replace('HH:mm', '12:34');
  },
  readConfig: (path) => Promise.resolve(config[path]),
});

export const DAILY_NOTES = {
  'core-plugins.json': { 'daily-notes': true },
  'daily-notes.json': { folder: 'Daily', format: 'YYYY/MM-DD' },
};

export interface Asking extends Wall {
  readonly settings?: Settings;
  readonly createFile?: DailyDependencies['createFile'];
  readonly signal?: AbortSignal;
}

export const contextOf = (
  world: World,
  device: { readonly vault: Vault; readonly state: StateStore },
  asking: Asking = {},
): DailyContext => ({
  ...device,
  clock: new FakeClock({ startsAt: world.now }),
  settings: asking.settings ?? settings(),
  calendar: calendarOf(asking),
  signal: asking.signal,
});

/** Syncs as a host would, a minute later. */
export function syncDays(
  world: World,
  device: { readonly vault: Vault; readonly state: StateStore },
  options: Partial<SyncOptions> = {},
): Promise<SyncReport> {
  world.pass(61);
  return syncWithDailyNotes(
    world.dependencies(device, new FakeClock({ startsAt: world.now })),
    { settings: settings(), token: CANARY_TOKEN, full: false, maxDelete: null, ...options },
    calendarOf({ config: DAILY_NOTES }),
  );
}

/** Asks as a host would. */
export function ask(
  world: World,
  device: { readonly vault: Vault; readonly state: StateStore },
  request: DailyRequest,
  asking: Asking = {},
): Promise<DailyResult> {
  const clock = new FakeClock({ startsAt: world.now });
  const context = { ...contextOf(world, device, asking), clock };
  const service = { http: createInProcessClient(world.server, clock), random: () => 0.5 };
  return runDaily(
    {
      context,
      createFile: asking.createFile ?? (() => Promise.resolve('created')),
      service,
      token: () => Promise.resolve(CANARY_TOKEN),
    },
    request,
  );
}
