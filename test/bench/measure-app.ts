import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startAppServer } from '../browser/app-server';
import { chromiumPath } from '../browser/chromium';
import { AppWindow, type VaultCounts } from './app-window';
import { tasksDuring, type Task } from './main-thread';
import { peakHeapDuring } from './peak-heap';
import type { Row } from './rows';
import { startService, type Size } from './service';
import { skipWaits } from './skip-waits';
import { inStyle } from './styles';

const LONGEST_TASK_MS = 50;
const MOST_QUIET_MS = 100;
const MOST_CHANGED_MB = 250;
/** For what comes late of the work. */
const SETTLING_MS = 500;
/** The largest library takes minutes. */
const LONGEST_MS = 15 * 60_000;

/**
 * How smooth the app stays: the built plugin in the app's stand-in, in Chromium with its own IndexedDB. The list
 * of notes is closed, so that no drawing of it counts.
 */
export async function measureApp(
  root: string,
  size: Size,
  say: (what: string) => void,
): Promise<readonly Row[]> {
  const service = await startService(root, size);
  const server = await startAppServer(root);
  // A profile on the disk, as the app has one: in a private window, IndexedDB is kept in memory and much slower.
  const profile = mkdtempSync(join(tmpdir(), 'florilegium-bench-profile-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: await chromiumPath(),
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(LONGEST_MS);
    await page.addInitScript(skipWaits);
    await page.goto(server.url);
    const app = new AppWindow(page);
    const settings = { baseUrl: service.baseUrl, syncOnOpen: false, intervalMinutes: 0 };
    await app.open(settings, service.token);
    const measuredSync = (what: string): Promise<readonly Task[]> => {
      say(`${size}: in the app, ${what}`);
      return tasksDuring(page, async () => {
        await app.sync();
        await page.waitForTimeout(SETTLING_MS);
      });
    };
    const first = await measuredSync('first sync');
    const counts = await app.counts();
    // The second of two: after the first sync, some things come again.
    await app.sync();
    const quiet = await measuredSync('nothing new');
    await service.do('change a hundredth');
    let changed: readonly Task[] = [];
    const peakMb = await peakHeapDuring(page, async () => {
      changed = await measuredSync('1 % changed');
    });
    await app.changeSettings({ ...settings, ...inStyle('outline') });
    const rendered = await measuredSync('all rendered again');
    return [
      taskRow(size, 'first sync', first),
      adapterRow(size, counts),
      atMost(size, 'In the app, nothing new: CPU', {
        measured: cpuOf(quiet),
        most: MOST_QUIET_MS,
        unit: 'ms',
      }),
      taskRow(size, 'nothing new', quiet),
      taskRow(size, '1 % changed', changed),
      atMost(size, 'In the app, 1 % changed: peak heap', {
        measured: peakMb,
        most: MOST_CHANGED_MB,
        unit: 'MB',
      }),
      taskRow(size, 'all rendered again', rendered),
    ];
  } finally {
    await browser.close();
    await server.close();
    await service.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

function taskRow(library: Size, what: string, tasks: readonly Task[]): Row {
  const long = tasks.filter(({ cpuMs }) => cpuMs > LONGEST_TASK_MS).length;
  const worst = tasks.reduce((one, other) => (other.cpuMs > one.cpuMs ? other : one));
  return {
    library,
    what: `In the app, ${what}: longest task`,
    measured: `${worst.cpuMs.toFixed(0)} ms, of which ${worst.gcMs.toFixed(0)} ms collecting garbage; ${String(long)} over ${String(LONGEST_TASK_MS)} ms; ${(cpuOf(tasks) / 1000).toFixed(1)} s in all`,
    goal: `≤ ${String(LONGEST_TASK_MS)} ms of CPU`,
    isMet: long === 0,
  };
}

function atMost(
  library: Size,
  what: string,
  { measured, most, unit }: { readonly measured: number; readonly most: number; readonly unit: 'ms' | 'MB' },
): Row {
  return {
    library,
    what,
    measured: `${measured.toFixed(0)} ${unit}`,
    goal: `≤ ${String(most)} ${unit}`,
    isMet: measured <= most,
  };
}

const cpuOf = (tasks: readonly Task[]): number => tasks.reduce((sum, { cpuMs }) => sum + cpuMs, 0);

const adapterRow = (library: Size, { adapterCalls, notes, folders }: VaultCounts): Row => ({
  library,
  what: "In the app, first sync: calls of the vault's adapter",
  measured: `${String(adapterCalls)} with ${String(notes)} notes in ${String(folders)} folders`,
  goal: '≤ 1 for each note and each folder',
  isMet: adapterCalls <= notes + folders,
});
