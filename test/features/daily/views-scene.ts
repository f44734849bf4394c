import type { ViewRequest, ViewResult } from '../../../src/features/daily/view-result';
import type { Settings } from '../../../src/model/settings';
import type { StateStore, Vault } from '../../../src/model/ports';
import { runView, type TextFiles } from '../../../src/features/daily/run-view';
import type { Calendar, ViewContext } from '../../../src/features/daily/view-context';
import { createInProcessClient } from '../../simulation/in-process-client';
import { settings, type World } from '../../simulation/world';
import { CANARY_TOKEN } from '../../support/canary';
import { FakeClock } from '../../support/fake-clock';

/** Files of text in memory. */
export class MemoryFiles implements TextFiles {
  readonly texts = new Map<string, string>();

  read(path: string): Promise<string | null> {
    return Promise.resolve(this.texts.get(path) ?? null);
  }

  create(path: string, text: string): Promise<'created' | 'exists'> {
    if (this.texts.has(path)) return Promise.resolve('exists');
    this.texts.set(path, text);
    return Promise.resolve('created');
  }

  update(path: string, change: (text: string) => string): Promise<'written' | 'unchanged' | 'missing'> {
    const before = this.texts.get(path);
    if (before === undefined) return Promise.resolve('missing');
    const text = change(before);
    this.texts.set(path, text);
    return Promise.resolve(text === before ? 'unchanged' : 'written');
  }
}

export interface Wall {
  readonly offsetMinutes?: number;
  /** Files of the app's settings. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** The calendar of somebody whose clock is so far ahead of UTC; formats know years, months and days. */
export const calendarOf = ({ offsetMinutes = 0, config = {} }: Wall = {}): Calendar => ({
  offsetAt: () => offsetMinutes,
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
  readonly files?: MemoryFiles;
  readonly signal?: AbortSignal;
}

export const contextOf = (
  world: World,
  device: { readonly vault: Vault; readonly state: StateStore },
  asking: Asking = {},
): ViewContext => ({
  ...device,
  clock: new FakeClock({ startsAt: world.now }),
  settings: asking.settings ?? settings(),
  calendar: calendarOf(asking),
  signal: asking.signal,
});

/** Asks for a view as a host would. */
export function ask(
  world: World,
  device: { readonly vault: Vault; readonly state: StateStore },
  request: ViewRequest,
  asking: Asking = {},
): Promise<ViewResult> {
  const clock = new FakeClock({ startsAt: world.now });
  const context = { ...contextOf(world, device, asking), clock };
  const service = { http: createInProcessClient(world.server, clock), random: () => 0.5 };
  return runView(
    {
      context,
      files: asking.files ?? new MemoryFiles(),
      service,
      token: () => Promise.resolve(CANARY_TOKEN),
    },
    request,
  );
}
