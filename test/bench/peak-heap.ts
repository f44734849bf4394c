import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const LOOK_EACH_MS = 20;

/** The largest heap of the page's scripts while `act` was done, in MB, from one without garbage on. */
export async function peakHeapDuring(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  let peak = 0;
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      peak = Math.max(peak, usedSize);
      await setTimeout(LOOK_EACH_MS);
    }
  };
  const watching = watch();
  try {
    await act();
  } finally {
    isOver = true;
    await watching;
    await session.detach();
  }
  return peak / 1e6;
}
