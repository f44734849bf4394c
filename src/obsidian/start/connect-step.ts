import { Setting } from 'obsidian';
import { addButton } from '../settings/page-context';
import { drawTokenRow, type TokenRow } from '../settings/token-row';
import { START } from './start-strings';
import type { StartContext, StartStep } from './start-context';

/** The access token, checked as soon as it is entered; or a look around without one. */
export class ConnectStep implements StartStep {
  readonly heading = START.connect.heading;
  private row: TokenRow | null = null;
  private checking: Promise<boolean> | null = null;

  constructor(
    private readonly context: StartContext,
    private readonly end: () => void,
  ) {}

  draw(container: HTMLElement): void {
    const { failed, trySample } = this.context;
    const { sample, desc } = START.connect;
    container.createEl('p', { text: desc });
    const setting = new Setting(container);
    this.row = drawTokenRow(setting, this.context);
    // What is typed from now on is another token.
    setting.settingEl.addEventListener('input', () => (this.checking = null));
    setting.settingEl.addEventListener('change', () => void this.leave().catch(failed));
    const row = new Setting(container).setName(sample.name).setDesc(sample.desc);
    addButton(row, {
      text: sample.button,
      act: async () => {
        await trySample();
        this.end();
      },
      failed,
    });
  }

  async leave(): Promise<boolean> {
    this.checking ??= this.row?.check() ?? null;
    const isGood = (await this.checking) === true;
    if (!isGood) this.checking = null;
    return isGood;
  }

  close(): void {
    this.row?.close();
  }
}
