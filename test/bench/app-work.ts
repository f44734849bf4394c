import { MOVE_IN } from '../../src/obsidian/strings/window-strings';
import { DEVICE, PANE } from '../../src/obsidian/strings/pane-strings';
import { COMMANDS } from '../../src/obsidian/strings/strings';
import type { Locator, Page } from 'playwright-core';
import type { AppPage } from '../browser/app/page';

/** What is in the page's window. */
export interface InPage {
  readonly page: AppPage;
}

/**
 * The window of the app's stand-in, as a person works in it. Found by class: to look for roles is work of the
 * window's that is not the plugin's.
 */
export class AppWindow {
  constructor(private readonly page: Page) {}

  async sync(): Promise<void> {
    const told = await this.page.evaluate(() =>
      (window as unknown as InPage).page.runCli('florilegium:sync'),
    );
    if (/error|fail/i.test(told)) throw new Error(`A measured sync in the app did not end well: ${told}`);
  }

  async checkLibrary(): Promise<void> {
    await this.inMenu(PANE.menu.check);
    await this.told(/ checked[.,]/);
  }

  async openStatus(): Promise<void> {
    await this.run(COMMANDS.status);
    // The last to be drawn.
    await this.page.locator('.florilegium-pane-fold summary', { hasText: DEVICE.title }).waitFor();
  }

  /** Looks for another plugin's notes in the library's own folder, where there are none. */
  async planAdoption(): Promise<void> {
    await this.inMenu(PANE.menu.moveIn);
    await this.page.locator('.modal input').fill('Readwise');
    await this.button(MOVE_IN.find).click();
    await this.page.locator('.modal', { hasText: MOVE_IN.none }).waitFor();
  }

  async preview(): Promise<void> {
    await this.run(COMMANDS.preview);
    await this.page.locator('.modal .florilegium-list').waitFor();
  }

  async undo(): Promise<void> {
    await this.run(COMMANDS.undo);
    await this.page.locator('.modal .florilegium-list').waitFor();
    await this.page.locator('.modal-button-container button').first().click();
    await this.page
      .locator('.notice')
      .filter({ hasText: /undone|put back/ })
      .waitFor();
  }

  /** Makes records and drops them, in short turns, and nothing else. */
  async litter(): Promise<void> {
    await this.page.evaluate(async () => {
      const held: object[][] = [];
      for (let turn = 0; turn < 1000; turn += 1) {
        held[turn % 50] = Array.from({ length: 2000 }, (_, index) => ({
          id: String(index),
          text: `${String(turn)} ${String(index)} `.repeat(5),
          tags: [turn, index],
        }));
        await new Promise((done) => void setTimeout(done));
      }
    });
  }

  async changeSettings(settings: object): Promise<void> {
    await this.page.evaluate(
      (data) => (window as unknown as InPage).page.changeDataOutside(data),
      JSON.stringify(settings),
    );
  }

  /** Puts away what a person has seen, and what the app says of it. */
  async close(): Promise<void> {
    for (const prompt of await this.page.locator('.modal').all())
      if (await prompt.isVisible()) await this.page.keyboard.press('Escape');
    for (const notice of await this.page.locator('.notice').all()) await notice.click();
    await this.page.locator('.modal').waitFor({ state: 'detached' });
  }

  private button(name: string): Locator {
    return this.page.locator('.modal button', { hasText: new RegExp(`^${name}$`) });
  }

  private told(text: RegExp): Promise<void> {
    return this.page.locator('.florilegium-pane [role=status]', { hasText: text }).waitFor();
  }

  private async inMenu(entry: string): Promise<void> {
    await this.run(COMMANDS.status);
    await this.page.locator(`.florilegium-pane [aria-label="${PANE.more}"]`).click();
    await this.page.locator('.menu-item', { hasText: entry }).click();
  }

  private async run(command: string): Promise<void> {
    await this.page.locator('[aria-label="Open command palette"]').click();
    await this.page.locator('.prompt .suggestion-item', { hasText: `Florilegium: ${command}` }).click();
  }
}
