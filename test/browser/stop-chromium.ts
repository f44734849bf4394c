import type { BrowserServer } from 'playwright-core';

export default async function stopChromium(): Promise<void> {
  await (globalThis as { chromiumServer?: BrowserServer }).chromiumServer?.close();
}
