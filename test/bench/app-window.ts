import type { Page } from 'playwright-core';
import type { AppPage } from '../browser/app/page';

/** What is in the page's window. */
interface InPage {
  readonly page: AppPage;
}

/** What has happened in the vault of the app's stand-in, and what is in it. */
export interface VaultCounts {
  readonly adapterCalls: number;
  readonly notes: number;
  readonly folders: number;
}

/** The window of the app's stand-in. */
export class AppWindow {
  constructor(private readonly page: Page) {}

  async open(settings: object, token: string): Promise<void> {
    await this.page.evaluate((options) => (window as unknown as InPage).page.open(options), {
      phone: false,
      dark: false,
      data: JSON.stringify(settings),
      token,
      hidesNotes: true,
    });
  }

  async sync(): Promise<void> {
    const told = await this.page.evaluate(() =>
      (window as unknown as InPage).page.runCli('florilegium:sync'),
    );
    if (/error|fail/i.test(told)) throw new Error(`A measured sync in the app did not end well: ${told}`);
  }

  async changeSettings(settings: object): Promise<void> {
    await this.page.evaluate(
      (data) => (window as unknown as InPage).page.changeDataOutside(data),
      JSON.stringify(settings),
    );
  }

  counts(): Promise<VaultCounts> {
    return this.page.evaluate(() => {
      const { page: app } = window as unknown as InPage;
      return {
        adapterCalls: app.adapterCalls(),
        notes: app.paths().filter((path) => path.endsWith('.md')).length,
        folders: app.folders().length,
      };
    });
  }
}
