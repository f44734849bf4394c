import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';

const SYSTEM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser without a window: `CHROMIUM_PATH`, else the machine's, else the one that comes as a package. */
export async function launchChromium(): Promise<Browser> {
  const own = process.env['CHROMIUM_PATH'] ?? SYSTEM_PATHS.find((path) => existsSync(path));
  if (own !== undefined) return chromium.launch({ executablePath: own, args: ['--no-sandbox'] });
  return chromium.launch({ executablePath: await bundledPath(), args: ['--no-sandbox'] });
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
