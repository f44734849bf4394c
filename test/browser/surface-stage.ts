import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { findingsIn, type LookOptions } from './surface-checks';
import { oddShelf, type OddShelf } from './surface-library';
import type { AppUnderTest, TestBench } from './app-under-test';
import type { OpenOptions } from './app/page';

const TOKEN = 'canary-token-good-1';
const ONE_A_PAGE = { exportBooks: 1, documents: 1 };

export interface StageOptions {
  readonly bench: TestBench;
  readonly phone: boolean;
  readonly dark: boolean;
  readonly withKeyboard: boolean;
  readonly books?: number;
  /** The service gives one record at a time, and takes its time for it. */
  readonly isSlow?: boolean;
  /** Of the app as it is opened. */
  readonly open?: (shelf: OddShelf) => Partial<OpenOptions> & { readonly settings?: object };
  readonly isSynced?: boolean;
  readonly hasToken?: boolean;
}

/** The app with a library of odd titles, looked at view by view. */
export class Stage {
  readonly findings: string[] = [];

  private constructor(
    readonly app: AppUnderTest,
    readonly server: ReferenceServer,
    readonly shelf: OddShelf,
    readonly options: StageOptions,
  ) {}

  static async open(options: StageOptions): Promise<Stage> {
    const { bench, phone, dark, books = 4, isSynced = true, hasToken = true, isSlow = false } = options;
    const shelf = oddShelf(books);
    const server = await startReferenceServer({
      library: shelf.library,
      token: TOKEN,
      rateLimits: 'off',
      ...(isSlow ? { pageSizes: ONE_A_PAGE } : {}),
    });
    if (isSlow) server.faults.when({ path: '/api/v2/export/' }, { kind: 'delay', ms: 400 });
    const { settings, ...more } = options.open?.(shelf) ?? {};
    const app = await bench.openApp({
      phone,
      dark,
      ...(hasToken ? { token: TOKEN } : {}),
      data: JSON.stringify({ baseUrl: server.url, syncOnOpen: false, ...settings }),
      ...more,
    });
    // As narrow as a window gets when its words are enlarged.
    if (phone) await app.page.setViewportSize({ width: 320, height: 812 });
    const stage = new Stage(app, server, shelf, options);
    if (isSynced) await stage.sync(/notes? created/);
    return stage;
  }

  async sync(said: string | RegExp): Promise<void> {
    await this.app.button('Sync now').first().click();
    await this.app
      .notice(said)
      .locator('.notice-message')
      .click({ position: { x: 4, y: 4 } });
  }

  /** Two visitors of a surface that is open: one takes pictures, one takes down what is wrong with it. */
  async look(name: string, options: LookOptions = {}): Promise<void> {
    const { app, options: device } = this;
    const picture = `surface-${name.replace(/\W+/g, '-')}-${device.phone ? 'phone' : 'desktop'}`;
    await app.screenshot(picture);
    this.note(name, await findingsIn(app.page, { withKeyboard: device.withKeyboard, ...options }));
    if (device.dark) return;
    // Another theme changes colors and nothing else.
    const dress = (theme: string, other: string): Promise<void> =>
      app.page.evaluate(
        ([from = '', to = '']) => void document.body.classList.replace(`theme-${from}`, `theme-${to}`),
        [theme, other],
      );
    await dress('light', 'dark');
    await app.screenshot(`${picture}-dark`);
    this.note(`${name}, dark`, await findingsIn(app.page, { ...options, what: 'colors' }));
    await dress('dark', 'light');
  }

  private note(name: string, findings: readonly string[]): void {
    this.findings.push(...findings.map((finding) => `${name}: ${finding}`));
  }

  /** Closes the window on top. */
  async escape(): Promise<void> {
    const windows = this.app.page.locator('.modal-container');
    const count = await windows.count();
    await this.app.page.keyboard.press('Escape');
    if ((await windows.count()) !== count - 1) this.findings.push('Escape does not close the window');
  }

  async paths(): Promise<readonly string[]> {
    return (await this.app.notes())
      .map(({ path }) => path)
      .filter((path) => path.startsWith('Readwise/Books/'));
  }

  async textOf(path: string): Promise<string> {
    return (await this.app.notes()).find((note) => note.path === path)?.text ?? '';
  }

  /** The note of a book, by its number. */
  async noteOf(number: number): Promise<string> {
    return (await this.paths()).find((path) => path.endsWith(` ${String(number)}.md`)) ?? '';
  }

  async close(): Promise<void> {
    await this.app.page.close();
    await this.server.close();
  }
}
