import type { Page } from 'playwright-core';
import type { AppPage } from '../browser/app/page';
import { startAppServer } from '../browser/app-server';
import { launchChromium } from '../browser/chromium';
import { startService, type Size } from './service';

/** How the app's window felt during one sync. A task is one turn of its main thread. */
export interface AppSync {
  readonly what: 'first sync' | 'nothing new' | '1 % changed' | 'all rendered again';
  /** Milliseconds of the longest task; those below 50 ms are not told by the browser. */
  readonly longestMs: number;
  /** Tasks over 50 ms. */
  readonly longTasks: number;
  /** Files that the app heard of, each as often as it did. */
  readonly fileEvents: number;
  /** Notes in the vault when it was over. */
  readonly notes: number;
}

export interface AppMeasures {
  readonly size: Size;
  readonly syncs: readonly AppSync[];
}

/** Each has a template. */
const KINDS = ['book', 'article', 'tweet', 'podcast', 'video'];

interface Watched {
  readonly page: AppPage;
  readonly longTasks: number[];
}

/** The built plugin in the app's stand-in, in Chromium with its own IndexedDB; the list of notes is closed, so that no drawing of it counts. */
export async function measureApp({ root, size, say }: { readonly root: string; readonly size: Size; readonly say: (what: string) => void }): Promise<AppMeasures> {
  const service = await startService(root, size);
  const server = await startAppServer(root);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.addInitScript(watchTasks);
    await page.goto(server.url);
    const settings = { baseUrl: service.baseUrl, syncOnOpen: false, intervalMinutes: 0 };
    await page.evaluate((options) => (window as unknown as Watched).page.open(options), { phone: false, dark: false, data: JSON.stringify(settings), token: service.token, hidesNotes: true });
    const syncs: AppSync[] = [];
    const sync = async (what: AppSync['what']): Promise<void> => {
      say(`${size}: in the app, ${what}`);
      syncs.push(await oneSync(page, what));
    };
    await sync('first sync');
    // What follows the first sync once is not what every quiet sync does.
    await oneSync(page, 'nothing new');
    await sync('nothing new');
    await service.changeAHundredth();
    await sync('1 % changed');
    const templates = Object.fromEntries(KINDS.map((kind) => [kind, 'built-in:minimal']));
    await page.evaluate((data) => (window as unknown as Watched).page.changeDataOutside(data), JSON.stringify({ ...settings, templates }));
    await sync('all rendered again');
    return { size, syncs };
  } finally {
    await browser.close();
    await server.close();
    await service.stop();
  }
}

/** Runs in the page, before anything else. */
function watchTasks(): void {
  const longTasks: number[] = [];
  Object.assign(window, { longTasks });
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
}

async function oneSync(page: Page, what: AppSync['what']): Promise<AppSync> {
  const result = await page.evaluate(async () => {
    const { page: app, longTasks } = window as unknown as Watched;
    const before = app.fileEvents();
    longTasks.length = 0;
    const told = await app.runCli('florilegium:sync');
    // The observer hears of a task when it is over.
    await new Promise((resolve) => window.setTimeout(resolve, 200));
    return { told, longTasks: [...longTasks], fileEvents: app.fileEvents() - before, notes: app.files().filter(({ path }) => path.endsWith('.md')).length };
  });
  if (/error|fail/i.test(result.told)) throw new Error(`A measured sync in the app did not end well: ${result.told}`);
  return { what, longestMs: Math.max(0, ...result.longTasks), longTasks: result.longTasks.length, fileEvents: result.fileEvents, notes: result.notes };
}
