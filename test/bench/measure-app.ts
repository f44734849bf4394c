import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, chromium } from 'playwright-core';
import { startAppServer } from '../browser/app-server';
import { chromiumPath } from '../browser/chromium';
import { AppWindow, type InPage } from './app-work';
import { tasksDuring, type Task } from './main-thread';
import { startService, type Service, type Size } from './service';
import { skipWaits } from './skip-waits';

/** How the app's window felt during one piece of work. */
export interface AppWork {
  readonly what: string;
  /** Whether a sync makes, changes or moves notes in it; else none may be touched. */
  readonly writes: boolean;
  /** Whether the plugin has no part in it: what the window costs by itself. */
  readonly isFloor: boolean;
  /** Turns of the main thread. */
  readonly tasks: readonly Task[];
  /** Files that the app heard of, each as often as it did. */
  readonly fileEvents: number;
  readonly adapterCalls: number;
  /** Notes and folders in the vault when it was over. */
  readonly notes: number;
  readonly folders: number;
}

export interface AppMeasures {
  readonly size: Size;
  /** How many times slower than this machine the window is made. */
  readonly slowdown: number;
  /** Of the plugin's code, in milliseconds. */
  readonly loadMs: number;
  readonly works: readonly AppWork[];
}

interface AppOptions {
  readonly root: string;
  readonly size: Size;
  /** 1 for all works at this machine's speed; more for the syncs alone, as on a slower one. */
  readonly slowdown: number;
  readonly say: (what: string) => void;
}

/** Each has a template. */
const KINDS = ['book', 'article', 'tweet', 'podcast', 'video'];
/** For what comes late of the work. */
const SETTLING_MS = 500;
/** The largest library takes minutes. */
const LONGEST_MS = 15 * 60_000;

/**
 * The built plugin in the app's stand-in, in Chromium with its own IndexedDB; the list of notes is closed, so
 * that no drawing of it counts.
 */
export async function measureApp({ root, size, slowdown, say }: AppOptions): Promise<AppMeasures> {
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
    const session = await browser.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(server.url);
    const loadMs = await page.evaluate(() => (window as unknown as InPage).page.loadMs());
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const settings = { baseUrl: service.baseUrl, syncOnOpen: false, intervalMinutes: 0 };
    await page.evaluate((options) => (window as unknown as InPage).page.open(options), {
      phone: false,
      dark: false,
      data: JSON.stringify(settings),
      token: service.token,
      hidesNotes: true,
    });
    const works: AppWork[] = [];
    const app = new AppWindow(page);
    const context = { service, settings };
    const planned = [...syncsIn(app, context), ...(slowdown === 1 ? furtherWorksIn(app, context) : [])];
    for (const { what, writes = false, isFloor = false, isUncounted = false, prepare, act } of planned) {
      await prepare?.();
      say(`${size}: in the app${slowdown === 1 ? '' : ` slowed down ${String(slowdown)} times`}, ${what}`);
      const before = await counted(page);
      const tasks = await tasksDuring(page, async () => {
        // Each time: the end of a trace's session ends this, too.
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        await act();
        await page.waitForTimeout(SETTLING_MS);
      });
      const { fileEvents, adapterCalls, notes, folders } = await counted(page);
      if (!isUncounted)
        works.push({
          what,
          writes,
          isFloor,
          tasks,
          fileEvents: fileEvents - before.fileEvents,
          adapterCalls: adapterCalls - before.adapterCalls,
          notes,
          folders,
        });
      await app.close();
    }
    return { size, slowdown, loadMs, works };
  } finally {
    await browser.close();
    await server.close();
    await service.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

interface Planned {
  readonly what: string;
  readonly writes?: boolean;
  readonly isFloor?: boolean;
  readonly isUncounted?: boolean;
  readonly prepare?: () => Promise<unknown>;
  readonly act: () => Promise<void>;
}

interface AppContext {
  readonly service: Service;
  readonly settings: object;
}

/** In order: each finds the library as the one before has left it. */
function syncsIn(app: AppWindow, { service }: AppContext): readonly Planned[] {
  const act = (): Promise<void> => app.sync();
  return [
    { what: 'first sync', writes: true, act },
    // What follows the first sync once is not what every quiet sync does.
    { what: 'nothing new', isUncounted: true, act },
    { what: 'nothing new', act },
    { what: '1 % changed', writes: true, prepare: () => service.do('change a hundredth'), act },
  ];
}

function furtherWorksIn(app: AppWindow, { settings }: AppContext): readonly Planned[] {
  const templates = Object.fromEntries(KINDS.map((kind) => [kind, 'built-in:outline']));
  return [
    { what: 'garbage alone', isFloor: true, act: () => app.litter() },
    { what: 'sync status', act: () => app.openStatus() },
    { what: 'check library', act: () => app.checkLibrary() },
    { what: 'adopting: the plan', act: () => app.planAdoption() },
    {
      what: 'preview of all rendered again',
      prepare: () => app.changeSettings({ ...settings, templates }),
      act: () => app.preview(),
    },
    { what: 'all rendered again', writes: true, act: () => app.sync() },
    { what: 'undoing that', writes: true, act: () => app.undo() },
  ];
}

type Counts = Pick<AppWork, 'fileEvents' | 'adapterCalls' | 'notes' | 'folders'>;

function counted(page: Page): Promise<Counts> {
  return page.evaluate(() => {
    const { page: app } = window as unknown as InPage;
    return {
      fileEvents: app.fileEvents(),
      adapterCalls: app.adapterCalls(),
      notes: app.paths().filter((path) => path.endsWith('.md')).length,
      folders: app.folders().length,
    };
  });
}
