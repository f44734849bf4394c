import '../../../browser/app/node-window.cjs';
import type { Progress } from '../../../../src/ports';
import { SyncProgress } from '../../../../src/platform/obsidian/syncing/sync-progress';

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
  const page = (endpoint: 'highlights' | 'documents', pages: number, pagesLeft: number | null): Progress => ({
    step: 'pulling',
    endpoint,
    received: pages * 100,
    pages,
    pagesLeft,
    textsToCome: 0,
  });

  it('should change once a second at most when much is heard', () => {
    progress.begin(() => undefined);
    const before = heard;
    for (let count = 1; count <= 50; count += 1) progress.progress(page('highlights', count, 100 - count));
    expect(heard).toBe(before);
    pass(1000);
    expect(heard).toBe(before + 1);
    expect(progress.current.text).toBe('Readwise: 5,000 highlights…');
  });

  it('should tell the time left with the rate limit in it, and let it pass while nothing is heard', () => {
    progress.begin(() => undefined);
    pass(1000);
    progress.progress(page('highlights', 1, 0));
    progress.progress(page('documents', 2, 58));
    expect(progress.current.timeLeft).toBeNull();
    pass(2000);
    // 60 pages at 20 a minute: the last goes out when two minutes have passed.
    expect(progress.current).toMatchObject({ secondsLeft: 120, timeLeft: 'about 2 minutes left' });
    pass(60_000);
    expect(progress.current.secondsLeft).toBe(60);
  });

  it('should count a wait down, and end it when the interface answers', () => {
    progress.begin(() => undefined);
    progress.progress({ step: 'waiting', endpoint: 'documents', seconds: 30, why: 'limit' });
    pass(1000);
    expect(progress.current).toMatchObject({
      text: 'Readwise: waiting 29 s for the rate limit',
      waitsFor: { endpoint: 'documents', seconds: 29 },
    });
    progress.progress(page('documents', 1, 3));
    pass(1000);
    expect(progress.current.waitsFor).toBeNull();
  });

  it('should not call it the rate limit when a request that failed is to be tried again', () => {
    progress.begin(() => undefined);
    progress.progress({ step: 'waiting', endpoint: 'documents', seconds: 30, why: 'failure' });
    pass(1000);
    expect(progress.current).toMatchObject({
      text: 'Readwise: request failed, trying again in 29 s',
      waitsFor: null,
    });
  });

  it('should show at once that it stops, pass a cancel on, and be idle after the end', () => {
    let cancelled = 0;
    progress.begin(() => (cancelled += 1));
    progress.cancel();
    progress.cancelling();
    expect([cancelled, progress.current.text, progress.current.isRunning]).toEqual([
      1,
      'Readwise: stopping…',
      true,
    ]);
    progress.end();
    progress.cancel();
    expect([cancelled, progress.current.isRunning, jest.getTimerCount()]).toEqual([1, false, 0]);
  });

  it('should not let a bar go back while the same goes on', () => {
    progress.begin(() => undefined);
    progress.progress(page('highlights', 5, 5));
    progress.progress(page('documents', 5, 5));
    pass(1000);
    expect(progress.current.percent).toBe(50);
    progress.progress(page('documents', 6, 10));
    pass(1000);
    expect(progress.current.percent).toBe(50);
  });
});
