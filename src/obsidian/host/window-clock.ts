import type { Clock } from '../../model/ports';

export class WindowClock implements Clock {
  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return performance.now();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    // Timers of a hidden window fire at most once a second, so a mere yield uses the scheduler where there is
    // one.
    if (ms === 0 && isHidden() && 'scheduler' in window)
      return window.scheduler.postTask(() => signal?.throwIfAborted());
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        window.clearTimeout(timer);
        reject(reasonOf(signal));
      };
      const timer = window.setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      if (signal?.aborted === true) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    });
  }
}

const isHidden = (): boolean => 'document' in window && window.document.hidden;

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error('The wait was cancelled', { cause: reason });
}
