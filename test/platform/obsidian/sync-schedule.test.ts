import '../../browser/app/window';
import { SyncSchedule } from '../../../src/platform/obsidian/sync-schedule';

const MINUTE = 60_000;
const START = Date.parse('2026-11-22T09:00:00Z');

describe('SyncSchedule', () => {
  let syncs: number[];
  let schedule: SyncSchedule;

  beforeEach(() => {
    jest.useFakeTimers({ now: START });
    syncs = [];
    schedule = new SyncSchedule({ registerInterval: (id) => id }, () => syncs.push((Date.now() - START) / MINUTE));
  });
  afterEach(() => {
    schedule.every(0);
    jest.useRealTimers();
  });

  it.each([1, 2, 60])('should ask every %i minutes', (minutes) => {
    schedule.every(minutes);
    jest.advanceTimersByTime(5 * minutes * MINUTE);
    expect(syncs).toEqual([1, 2, 3, 4, 5].map((times) => times * minutes));
  });

  it('should begin to count anew when the settings say another number, and stop at 0', () => {
    schedule.every(60);
    jest.advanceTimersByTime(59 * MINUTE);
    schedule.every(60);
    schedule.every(10);
    jest.advanceTimersByTime(12 * MINUTE);
    expect(syncs).toEqual([69]);
    expect(schedule.nextAt).toBe(START + 79 * MINUTE);
    schedule.every(0);
    jest.advanceTimersByTime(600 * MINUTE);
    expect([syncs, schedule.nextAt]).toEqual([[69], null]);
  });

  it('should ask once, and soon, when the device has slept through its turns', () => {
    schedule.every(60);
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
    schedule.every(60);
    jest.advanceTimersByTime(10 * MINUTE);
    jest.setSystemTime(START - 5000 * MINUTE);
    jest.advanceTimersByTime(61 * MINUTE);
    expect(syncs).toHaveLength(1);
  });
});
