import { START } from './start-strings';
import type { StartContext, StartStep } from './start-context';

/** What will happen, and the button that begins it. */
export class ReadyStep implements StartStep {
  readonly heading = START.ready.heading;
  readonly goOn = START.ready.button;
  private folder: HTMLElement | null = null;

  constructor(private readonly context: StartContext) {}

  draw(container: HTMLElement): void {
    this.folder = container.createEl('p');
    for (const text of [START.ready.safe, START.ready.close]) container.createEl('p', { text });
    this.follow();
  }

  follow(): void {
    this.folder?.setText(START.ready.folder(this.context.store.settings.folder));
  }

  leave(): Promise<boolean> {
    return Promise.resolve(true);
  }

  close(): void {
    return undefined;
  }
}
