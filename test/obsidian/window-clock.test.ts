import '../browser/app/window';
import { WindowClock } from '../../src/obsidian/host/window-clock';

const A_DAY = 24 * 60 * 60 * 1000;

describe('WindowClock', () => {
  const clock = new WindowClock();

  it('should wake up when the time is over', async () => {
    const before = clock.monotonic();
    await clock.sleep(1);
    expect(clock.monotonic()).toBeGreaterThan(before);
  });

  it('should let others have their turn without a timer when the window is hidden, whose timers run once a second or less', async () => {
    jest.useFakeTimers();
    Object.assign(window, {
      document: { hidden: true },
      scheduler: { postTask: (work: () => void) => Promise.resolve().then(work) },
    });
    try {
      await expect(clock.sleep(0)).resolves.toBeUndefined();
      await expect(clock.sleep(0, AbortSignal.abort(new Error('Stopped by hand')))).rejects.toThrow(
        'Stopped by hand',
      );
    } finally {
      for (const name of ['document', 'scheduler']) Reflect.deleteProperty(window, name);
      jest.useRealTimers();
    }
  });

  it('should reject with the reason when the sleep is aborted', async () => {
    const abort = new AbortController();
    const sleep = clock.sleep(A_DAY, abort.signal);
    abort.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
  });

  it('should not fall asleep when it was aborted before', async () => {
    await expect(clock.sleep(A_DAY, AbortSignal.abort(new Error('never')))).rejects.toThrow('never');
  });
});
