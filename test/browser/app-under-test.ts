import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { failOnLeaks } from '../support/canary';
import type { AppPage, OpenOptions } from './app/page';
import { startAppServer, type AppServer } from './app-server';
import { sharedChromium } from './chromium';
import { watchForToken, type TokenWatch } from './watch-for-token';

const DATA = '.obsidian/plugins/florilegium/data.json';
const DOCUMENTED = join(__dirname, '../../docs/screenshots');
const OTHER_SCREENSHOTS = join(tmpdir(), 'florilegium-screenshots');
const DESKTOP = { width: 1200, height: 800 };
const PHONE = { width: 390, height: 844 };

/** A browser with the app's stand-in and the built plugin in it. */
export class TestBench {
  private readonly watches: TokenWatch[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly server: AppServer,
  ) {}

  static async start(): Promise<TestBench> {
    // The browser last: a plugin that does not build must not leave one behind.
    const server = await startAppServer(join(__dirname, '../..'));
    return new TestBench(await sharedChromium(), server);
  }

  /** `controlTime`: the test may move the page's clock forward. `zone`: of the device's clock. */
  async openApp({
    controlTime = false,
    zone = 'UTC',
    ...options
  }: Partial<OpenOptions> & {
    readonly controlTime?: boolean;
    readonly zone?: string;
  } = {}): Promise<AppUnderTest> {
    const phone = options.phone === true;
    const page = await this.browser.newPage({ viewport: phone ? PHONE : DESKTOP, timezoneId: zone });
    const app = new AppUnderTest(page);
    this.watches.push(watchForToken(page));
    if (controlTime) await page.clock.install();
    await page.goto(this.server.url);
    await page.evaluate((given) => (window as unknown as { page: AppPage }).page.open(given), {
      phone: false,
      dark: false,
      ...options,
    });
    return app;
  }

  async stop(): Promise<void> {
    for (const watch of this.watches.splice(0)) await watch.finish();
    await this.browser.close();
    await this.server.close();
    failOnLeaks();
  }
}

/** The app as a person has it: found by role and label. */
export class AppUnderTest {
  /** What the page complained of: a test that ends with any has found a bug. */
  readonly complaints: string[] = [];

  constructor(readonly page: Page) {
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  field(name: string): Locator {
    return this.page.getByLabel(name, { exact: true });
  }

  notice(text: string | RegExp): Locator {
    return this.page.locator('.notice').filter({ hasText: text });
  }

  /** The row of the settings with this name. */
  row(name: string): Locator {
    return this.page.locator('.setting-item').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  async openSettings(...pages: readonly string[]): Promise<void> {
    await this.button('Settings').click();
    for (const name of pages) await this.button(name).click();
  }

  async closeSettings(): Promise<void> {
    await this.button('Close').click();
  }

  async runCommand(name: string): Promise<void> {
    await this.button('Open command palette').click();
    await this.page.getByRole('menuitem', { name: `Florilegium: ${name}` }).click();
  }

  /** Presses a button of the sync status view, which stays open. */
  async inStatusView(button: string): Promise<void> {
    await this.openStatusDetails();
    await this.page
      .locator('.florilegium-sync-status')
      .getByRole('button', { name: button, exact: true })
      .click();
  }

  /** Opens the sync status view with its history and details. */
  async openStatusDetails(): Promise<void> {
    await this.runCommand('Open sync status');
    const details = this.page.locator('.florilegium-sync-status-more');
    const isOpen = await details.evaluate((el) => el.hasAttribute('open'));
    if (!isOpen) await details.locator('> summary').click();
  }

  files(): Promise<readonly { readonly path: string; readonly text: string }[]> {
    return this.page.evaluate(() => (window as unknown as { page: AppPage }).page.files());
  }

  folders(): Promise<readonly string[]> {
    return this.page.evaluate(() => (window as unknown as { page: AppPage }).page.folders());
  }

  async notes(): Promise<readonly { readonly path: string; readonly text: string }[]> {
    return (await this.files()).filter((file) => file.path.endsWith('.md'));
  }

  /** The plugin's `data.json`; null when there is none. */
  async data(): Promise<Record<string, unknown> | null> {
    const file = (await this.files()).find(({ path }) => path === DATA);
    return file === undefined ? null : (JSON.parse(file.text) as Record<string, unknown>);
  }

  secret(id: string): Promise<string | null> {
    return this.page.evaluate((name) => (window as unknown as { page: AppPage }).page.secret(name), id);
  }

  changeDataOutside(data: string): Promise<void> {
    return this.page.evaluate(
      (text) => (window as unknown as { page: AppPage }).page.changeDataOutside(text),
      data,
    );
  }

  changeDataUnheard(data: string): Promise<void> {
    return this.page.evaluate(
      (text) => (window as unknown as { page: AppPage }).page.changeDataUnheard(text),
      data,
    );
  }

  /** The app's window is loaded anew, in the midst of whatever it does. */
  async reloadPage(options: Partial<OpenOptions>): Promise<void> {
    await this.page.evaluate(() => (window as unknown as { page: AppPage }).page.keepForReload());
    await this.page.reload();
    await this.page.evaluate((given) => (window as unknown as { page: AppPage }).page.open(given), {
      phone: false,
      dark: false,
      isReload: true,
      ...options,
    });
  }

  holdDisk(): Promise<void> {
    return this.page.evaluate(() => (window as unknown as { page: AppPage }).page.holdDisk());
  }

  letGoOfDisk(): Promise<void> {
    return this.page.evaluate(() => (window as unknown as { page: AppPage }).page.letGoOfDisk());
  }

  /** How many new files wait for the disk. */
  heldFiles(): Promise<number> {
    return this.page.evaluate(() => (window as unknown as { page: AppPage }).page.heldFiles());
  }

  reloadPlugin(): Promise<void> {
    return this.page.evaluate(() => (window as unknown as { page: AppPage }).page.reloadPlugin());
  }

  /** Saves a note in another pane. */
  editNote(path: string, text: string): Promise<void> {
    return this.page.evaluate(
      (edit) => (window as unknown as { page: AppPage }).page.editNote(edit.path, edit.text),
      { path, text },
    );
  }

  addNote(path: string, text: string): Promise<void> {
    return this.page.evaluate(
      (note) => (window as unknown as { page: AppPage }).page.addNote(note.path, note.text),
      { path, text },
    );
  }

  /** Deletes a note from the list of files. */
  deleteNote(path: string): Promise<void> {
    return this.page.evaluate((gone) => (window as unknown as { page: AppPage }).page.deleteNote(gone), path);
  }

  /** Another program holds the file, or lets go of it (null). */
  refuseFile(path: string, message: string | null): Promise<void> {
    return this.page.evaluate(
      (refusal) => (window as unknown as { page: AppPage }).page.refuseFile(refusal.path, refusal.message),
      { path, message },
    );
  }

  /** The plugin's `data.json` goes without a word. */
  removeData(): Promise<void> {
    return this.page.evaluate((path) => (window as unknown as { page: AppPage }).page.removeFile(path), DATA);
  }

  /** Another program opens a link. */
  openUri(uri: string): Promise<void> {
    return this.page.evaluate((link) => (window as unknown as { page: AppPage }).page.openUri(link), uri);
  }

  /** What the app's command line answers. */
  runCli(line: string): Promise<string> {
    return this.page.evaluate((typed) => (window as unknown as { page: AppPage }).page.runCli(typed), line);
  }

  /** Shows the open note as it is read, or in the editor again. */
  toggleReadingView(): Promise<void> {
    return this.page.evaluate(() => (window as unknown as { page: AppPage }).page.toggleReadingView());
  }

  readingView(): Locator {
    return this.page.getByRole('document', { name: 'Reading view' });
  }

  shownInEditor(text: string): Promise<string> {
    return this.page.evaluate(
      (doc) => (window as unknown as { page: AppPage }).page.shownInEditor(doc),
      text,
    );
  }

  commandNames(): Promise<Readonly<Record<string, string>>> {
    return this.page.evaluate(() => (window as unknown as { page: AppPage }).page.commandNames());
  }

  /** Takes a picture, only when asked to by `SCREENSHOTS=1`. */
  async screenshot(name: string): Promise<void> {
    if (process.env['SCREENSHOTS'] === undefined) return;
    await this.page.waitForTimeout(300);
    await this.page.screenshot({ path: screenshotPath(name) });
  }

  /** The same of one part of the window. */
  async pictureOf(part: Locator, name: string): Promise<void> {
    if (process.env['SCREENSHOTS'] === undefined) return;
    await part.screenshot({ path: screenshotPath(name) });
  }
}

/** Pictures that the documentation shows are renewed there; all others are written outside the repository. */
function screenshotPath(name: string): string {
  const documented = join(DOCUMENTED, `${name}.png`);
  if (existsSync(documented)) return documented;
  mkdirSync(OTHER_SCREENSHOTS, { recursive: true });
  return join(OTHER_SCREENSHOTS, `${name}.png`);
}

/** Waits until `read` gives what is wanted, and gives it; the test's own time limit ends the wait. */
export async function eventually<Value>(
  read: () => Promise<Value>,
  isWanted: (value: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
