import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

const SYSTEM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The environment variable with the address of the browser that the suites share. */
export const ENDPOINT = 'CHROMIUM_ENDPOINT';

/** Starts a browser without a window. */
export async function launchChromium(): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
}

/** The browser that the suites share. Closing it ends this suite's pages only. */
export function sharedChromium(): Promise<Browser> {
  const endpoint = process.env[ENDPOINT];
  if (endpoint === undefined) throw new Error('The shared Chromium was not started.');
  return chromium.connect(endpoint);
}

/** `CHROMIUM_PATH`, else the machine's Chromium, else the one that comes as a package. */
export async function chromiumPath(): Promise<string> {
  const own = process.env['CHROMIUM_PATH'] ?? SYSTEM_PATHS.find((path) => existsSync(path));
  return own ?? bundledPath();
}

/** The package is an ES module, which the tests' own module system cannot load. */
async function bundledPath(): Promise<string> {
  const program =
    "import chromium from '@sparticuz/chromium'; process.stdout.write(await chromium.executablePath());";
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: process.cwd(),
  });
  return stdout;
}
