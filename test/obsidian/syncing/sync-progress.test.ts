import '../../browser/app/node-window.cjs';
import type { Progress } from '../../../src/model/progress';
import { PROGRESS } from '../../../src/obsidian/strings/strings';
import { SyncProgress } from '../../../src/obsidian/app/sync-progress';

describe('SyncProgress', () => {
  let now = 0;
  let heard = 0;
  let progress: SyncProgress;

  beforeEach(() => {
    jest.useFakeTimers();
    now = 0;
    heard = 0;
    progress = new SyncProgress(() => now);
    progress.subscribe(() => (heard += 1));
  });
  afterEach(() => {
    progress.end();
    jest.useRealTimers();
  });

  const pass = (ms: number): void => {
    now += ms;
    jest.advanceTimersByTime(ms);
  };
  const page = (endpoint: 'highlights' | 'documents', received: number, total: number | null): Progress => ({
    step: 'pulling',
    endpoint,
    received,
    total,
  });

  it('should change once a second at most when much is heard', () => {
    progress.begin(() => undefined, 'Syncing');
    const before = heard;
    for (let count = 1; count <= 50; count += 1) progress.progress(page('highlights', count, null));
    expect(heard).toBe(before);
    pass(1000);
    expect(heard).toBe(before + 1);
    expect(progress.current.text).toBe('Syncing: 50 highlights…');
  });

  it('should count a wait down while nothing is reported', () => {
    progress.begin(() => undefined);
    progress.progress({ step: 'waiting', endpoint: 'documents', seconds: 30, why: 'limit' });
    pass(1000);
    expect(progress.current.text).toBe('Readwise limits requests. Continuing in 29 s.');
    pass(1000);
    expect(progress.current.text).toBe('Readwise limits requests. Continuing in 28 s.');
  });

  it('should show at once that it stops, pass a cancel on, and be idle after the end', () => {
    let cancelled = 0;
    progress.begin(() => (cancelled += 1));
    progress.cancel();
    progress.cancelling();
    expect([cancelled, progress.current.text, progress.current.isRunning]).toEqual([
      1,
      PROGRESS.cancelling,
      true,
    ]);
    progress.end();
    progress.cancel();
    expect([cancelled, progress.current.isRunning, jest.getTimerCount()]).toEqual([1, false, 0]);
  });

  it('should tell nothing of the run before when the next begins', () => {
    progress.begin(() => undefined, 'Syncing');
    progress.progress({ step: 'writing', done: 39, failed: 0 });
    pass(1000);
    progress.end();
    progress.begin(() => undefined);
    expect(progress.current.text).toBe('Readwise: starting…');
    progress.progress({ step: 'sending', done: 0, total: 1 });
    pass(1000);
    expect(progress.current.text).toBe('Readwise: sending 1 change…');
  });

  it('should tell for a bar how much is done when the total is known', () => {
    progress.begin(() => undefined);
    expect(progress.current.percent).toBeNull();
    progress.progress({ step: 'texts', done: 50, total: 200 });
    pass(1000);
    expect(progress.current.percent).toBe(25);
  });
});
