import { START } from '../strings-start';
import type { StartContext, StartStep } from './start-context';

/** What will happen, and the button that begins it. */
export class ReadyStep implements StartStep {
  readonly heading = START.ready.heading;
  readonly goOn = START.ready.button;

  constructor(private readonly context: StartContext) {}

  draw(container: HTMLElement): void {
    const { folder, safe, close } = START.ready;
    for (const text of [folder(this.context.store.settings.folder), safe, close]) container.createEl('p', { text });
  }

  leave(): Promise<boolean> {
    return Promise.resolve(true);
  }

  close(): void {
    return undefined;
  }
}
