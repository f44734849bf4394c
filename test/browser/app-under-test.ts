import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { PANE } from '../../src/obsidian/strings/pane-strings';
import { SETTINGS } from '../../src/obsidian/strings/settings-strings';
import { COMMANDS } from '../../src/obsidian/strings/strings';
import { failOnLeaks } from '../support/canary';
import { answerOf } from './answer-of';
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
    await app.open({ phone: false, dark: false, ...options });
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

  readonly open = this.ask('open');
  readonly files = this.ask('files');
  readonly folders = this.ask('folders');
  readonly secret = this.ask('secret');
  readonly localKeys = this.ask('localKeys');
  readonly changeDataOutside = this.ask('changeDataOutside');
  readonly changeDataUnheard = this.ask('changeDataUnheard');
  readonly holdDisk = this.ask('holdDisk');
  readonly letGoOfDisk = this.ask('letGoOfDisk');
  /** How many new files wait for the disk. */
  readonly heldFiles = this.ask('heldFiles');
  readonly reloadPlugin = this.ask('reloadPlugin');
  /** Saves a note in another pane. */
  readonly editNote = this.ask('editNote');
  readonly addNote = this.ask('addNote');
  /** Deletes a note from the list of files. */
  readonly deleteNote = this.ask('deleteNote');
  /** Another program holds the file, or lets go of it (null). */
  readonly refuseFile = this.ask('refuseFile');
  /** Another program opens a link. */
  readonly openUri = this.ask('openUri');
  /** What the app's command line answers. */
  readonly runCli = this.ask('runCli');
  /** Shows the open note as it is read, or in the editor again. */
  readonly toggleReadingView = this.ask('toggleReadingView');
  readonly openBase = this.ask('openBase');
  readonly openEditor = this.ask('openEditor');
  readonly editorState = this.ask('editorState');
  readonly commandNames = this.ask('commandNames');

  /** A method of the page, to be called from here. */
  private ask<Name extends keyof AppPage>(name: Name) {
    type Method = AppPage[Name];
    return async (...given: Parameters<Method>): Promise<Awaited<ReturnType<Method>>> => {
      const answer: unknown = await answerOf(
        this.page,
        ({ method, values }): unknown => {
          const { page } = window as unknown as {
            readonly page: Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
          };
          return page[method]?.(...values);
        },
        { method: name, values: given },
      );
      return answer as Awaited<ReturnType<Method>>;
    };
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

  /** The settings offer the guided start until there is a token, and while it is under way. */
  async openGuide(token?: string): Promise<void> {
    await this.openSettings();
    await this.button(SETTINGS.status.setUp).click();
    if (token !== undefined) await this.page.getByRole('dialog').getByLabel('Access token').fill(token);
  }

  /** Presses a button of the status pane, which stays open. By the keyboard: a notice may lie over it. */
  async inStatusView(button: string): Promise<void> {
    await this.openStatusDetails();
    await this.statusPane.getByRole('button', { name: button, exact: true }).press('Enter');
  }

  /** Chooses from the menu of the status pane. */
  async inStatusMenu(entry: string): Promise<void> {
    await this.openStatus();
    await this.statusPane.getByRole('button', { name: PANE.more }).press('Enter');
    await this.page.getByRole('menuitem', { name: entry, exact: true }).click();
  }

  /** Opens the status pane with its history and details. */
  async openStatusDetails(): Promise<void> {
    await this.openStatus();
    const folds = this.statusPane.locator('.florilegium-pane-fold');
    await folds.first().waitFor({ state: 'attached' });
    await folds.evaluateAll((all) => all.forEach((fold) => fold.setAttribute('open', '')));
  }

  /** On phones it lies over everything else, so it is opened only once. */
  private async openStatus(): Promise<void> {
    if (!(await this.statusPane.isVisible())) await this.runCommand(COMMANDS.status);
  }

  get statusPane(): Locator {
    return this.page.locator('.florilegium-pane');
  }

  async notes(): Promise<readonly { readonly path: string; readonly text: string }[]> {
    return (await this.files()).filter((file) => file.path.endsWith('.md'));
  }

  /** The plugin's `data.json`; null when there is none. */
  async data(): Promise<Record<string, unknown> | null> {
    const file = (await this.files()).find(({ path }) => path === DATA);
    return file === undefined ? null : (JSON.parse(file.text) as Record<string, unknown>);
  }

  /** The app's window is loaded anew, in the midst of whatever it does. */
  async reloadPage(options: Partial<OpenOptions>): Promise<void> {
    await this.ask('keepForReload')();
    await this.page.reload();
    await this.open({ phone: false, dark: false, isReload: true, ...options });
  }

  readingView(): Locator {
    return this.page.getByRole('document', { name: 'Reading view' });
  }

  /** The real editor, once it is open. */
  livePreview(): Locator {
    return this.page.getByRole('textbox', { name: 'Live Preview' });
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

/** Waits until it is so; the test's own time limit ends the wait. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await eventually(async () => isSo(), Boolean);
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
