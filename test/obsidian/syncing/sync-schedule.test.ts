import '../../browser/app/window';
import { SyncSchedule } from '../../../src/obsidian/app/sync-schedule';

const MINUTE = 60_000;
const START = Date.parse('2026-11-22T09:00:00Z');

describe('SyncSchedule', () => {
  let syncs: number[];
  let stored: Map<string, unknown>;
  let timers: number[];
  let schedule: SyncSchedule;

  function openApp(): void {
    schedule = new SyncSchedule(
      {
        registerInterval: (id) => (timers.push(id), id),
        app: {
          loadLocalStorage: (key) => stored.get(key) ?? null,
          saveLocalStorage: (key, value) => void stored.set(key, value),
        },
      },
      () => syncs.push((Date.now() - START) / MINUTE),
    );
  }

  const closeApp = (): void => timers.splice(0).forEach((id) => window.clearInterval(id));

  /** All in minutes; `at` since the start. */
  function reopenApp({ at, every }: { readonly at: number; readonly every: number }): void {
    closeApp();
    jest.setSystemTime(START + at * MINUTE);
    openApp();
    schedule.setMinutes(every);
  }

  beforeEach(() => {
    jest.useFakeTimers({ now: START });
    syncs = [];
    stored = new Map();
    timers = [];
    openApp();
  });
  afterEach(() => {
    closeApp();
    jest.useRealTimers();
  });

  it.each([1, 2, 60])('should ask every %i minutes', (minutes) => {
    schedule.setMinutes(minutes);
    jest.advanceTimersByTime(5 * minutes * MINUTE);
    expect(syncs).toEqual([1, 2, 3, 4, 5].map((times) => times * minutes));
  });

  it('should begin to count anew when the settings say another number, and stop at 0', () => {
    schedule.setMinutes(60);
    jest.advanceTimersByTime(59 * MINUTE);
    schedule.setMinutes(60);
    schedule.setMinutes(10);
    jest.advanceTimersByTime(12 * MINUTE);
    expect(syncs).toEqual([69]);
    expect(schedule.nextAt).toBe(START + 79 * MINUTE);
    schedule.setMinutes(0);
    jest.advanceTimersByTime(600 * MINUTE);
    expect([syncs, schedule.nextAt]).toEqual([[69], null]);
  });

  it('should ask once, and soon, when the device has slept through its turns', () => {
    schedule.setMinutes(60);
    jest.advanceTimersByTime(10 * MINUTE);
    // Timers stand still in the sleep, the clock does not.
    jest.setSystemTime(START + 500 * MINUTE);
    expect(schedule.nextAt).toBe(START + 500 * MINUTE);
    jest.advanceTimersByTime(MINUTE);
    expect(syncs).toHaveLength(1);
    jest.advanceTimersByTime(58 * MINUTE);
    expect(syncs).toHaveLength(1);
  });

  it('should not wait for days when the clock is set back', () => {
    schedule.setMinutes(60);
    jest.advanceTimersByTime(10 * MINUTE);
    jest.setSystemTime(START - 5000 * MINUTE);
    jest.advanceTimersByTime(61 * MINUTE);
    expect(syncs).toHaveLength(1);
  });

  it('should count from the end of the last sync, whoever asked for it', () => {
    schedule.setMinutes(60);
    jest.advanceTimersByTime(50 * MINUTE);
    schedule.syncEnded();
    jest.advanceTimersByTime(59 * MINUTE);
    expect([syncs, schedule.nextAt]).toEqual([[], START + 110 * MINUTE]);
    jest.advanceTimersByTime(MINUTE);
    expect(syncs).toEqual([110]);
  });

  it.each([
    ['a sync had ended before', 4],
    ['none had', 0],
  ])('should go on counting when the app was closed meanwhile and %s', (_when, endedAt) => {
    const DAY = 24 * 60;
    schedule.setMinutes(DAY);
    jest.advanceTimersByTime(endedAt * MINUTE);
    if (endedAt > 0) schedule.syncEnded();
    jest.advanceTimersByTime(60 * MINUTE);
    for (const hour of [9, 17]) {
      reopenApp({ at: hour * 60, every: DAY });
      jest.advanceTimersByTime(60 * MINUTE);
    }
    expect([syncs, schedule.nextAt]).toEqual([[], START + (endedAt + DAY) * MINUTE]);
    jest.advanceTimersByTime(DAY * MINUTE);
    expect(syncs).toEqual([endedAt + DAY]);
  });

  it('should ask soon after the start, but not with it, when the time had come while the app was closed', () => {
    schedule.setMinutes(60);
    schedule.syncEnded();
    reopenApp({ at: 500, every: 60 });
    jest.advanceTimersByTime(1000);
    expect(syncs).toEqual([]);
    jest.advanceTimersByTime(9000);
    expect(syncs).toHaveLength(1);
    jest.advanceTimersByTime(59 * MINUTE);
    expect(syncs).toHaveLength(1);
  });

  it('should ask once when it is told to at a start for which the time had come', () => {
    schedule.setMinutes(60);
    schedule.syncEnded();
    reopenApp({ at: 500, every: 60 });
    schedule.start();
    jest.advanceTimersByTime(59 * MINUTE);
    expect(syncs).toHaveLength(1);
    jest.advanceTimersByTime(MINUTE);
    expect(syncs).toHaveLength(2);
  });

  it('should try again at the next start when a sync that was asked for did not end', () => {
    schedule.setMinutes(60);
    jest.advanceTimersByTime(61 * MINUTE);
    expect(syncs).toHaveLength(1);
    closeApp();
    openApp();
    schedule.setMinutes(60);
    jest.advanceTimersByTime(MINUTE);
    expect(syncs).toHaveLength(2);
  });

  it('should ask again soon, and no sooner than the settings say, when the service could not be reached', () => {
    schedule.setMinutes(24 * 60);
    schedule.start();
    schedule.syncFailed();
    expect(schedule.nextAt).toBe(START + 10 * MINUTE);
    jest.advanceTimersByTime(10 * MINUTE);
    expect(syncs).toEqual([0, 10]);
    schedule.syncEnded();
    jest.advanceTimersByTime(60 * MINUTE);
    schedule.setMinutes(60);
    schedule.setMinutes(2);
    schedule.syncFailed();
    expect(schedule.nextAt).toBe(START + 72 * MINUTE);
    schedule.setMinutes(0);
    schedule.syncFailed();
    jest.advanceTimersByTime(600 * MINUTE);
    expect([syncs, schedule.nextAt]).toEqual([[0, 10], null]);
  });

  it('should ask for nothing after the start when it is to ask for nothing', () => {
    reopenApp({ at: 500, every: 0 });
    jest.advanceTimersByTime(600 * MINUTE);
    expect(syncs).toEqual([]);
  });

  it('should not wait for a day that a wrong clock wrote down', () => {
    jest.setSystemTime(START + 100_000 * MINUTE);
    schedule.syncEnded();
    reopenApp({ at: 0, every: 60 });
    reopenApp({ at: 59, every: 60 });
    jest.advanceTimersByTime(2 * MINUTE);
    expect(syncs).toHaveLength(1);
  });
});
