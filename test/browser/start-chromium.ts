import { launchChromium, ENDPOINT } from './chromium';

/** Starts the browser that all suites share, and tells them where it is. */
export default async function startChromium(): Promise<void> {
  const server = await launchChromium();
  process.env[ENDPOINT] = server.wsEndpoint();
  (globalThis as { chromiumServer?: unknown }).chromiumServer = server;
}
