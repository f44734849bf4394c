import { Modal, Setting } from 'obsidian';
import type { PluginContext } from '../../plugin-context';
import { addButton } from '../../settings/page-context';
import { drawTokenRow, type TokenRow } from '../../settings/token-row';
import { START } from '../window-strings';
import { ComingStep } from './coming-step';
import { writeSample } from './sample-library';
import { readStart, rememberStart, type StartStep } from './start-memory';
import { StyleStep } from './style-step';

/** Leads through setting up, one screen after the other. It can be closed anywhere, and goes on there when it is opened again. */
export class StartModal extends Modal {
  private readonly steps: readonly StartStep[];
  private current = 0;
  private openStep: StartStep | null = null;
  private stopFollowing: () => void = () => undefined;

  constructor(
    private readonly context: PluginContext,
    private readonly startSync: () => void,
  ) {
    super(context.app);
    this.setTitle(START.title);
    this.modalEl.addClass('florilegium-start');
    this.steps = [
      new ConnectStep(context, () => this.close()),
      new StyleStep(context),
      new ComingStep(context),
      new ReadyStep(context),
    ];
  }

  override onOpen(): void {
    const { app, store, tokens } = this.context;
    this.stopFollowing = store.onChange(() => this.openStep?.follow?.());
    // Without a token there is nothing to go on with.
    this.show(tokens.read() === null ? 0 : Math.min(readStart(app).step, this.steps.length - 1));
  }

  override onClose(): void {
    this.stopFollowing();
    this.openStep?.close?.();
    this.openStep = null;
    this.contentEl.empty();
  }

  private show(index: number): void {
    const step = this.steps[index];
    if (step === undefined) return;
    this.openStep?.close?.();
    this.openStep = step;
    this.current = index;
    rememberStart(this.context.app, { step: index });
    const { contentEl } = this;
    contentEl.empty();
    contentEl.createDiv({ cls: 'florilegium-start-step', text: START.step(index + 1, this.steps.length) });
    const heading = contentEl.createEl('h3', { text: step.heading, attr: { tabindex: -1 } });
    step.draw(contentEl.createDiv({ cls: 'florilegium-start-body' }));
    this.drawButtons(step);
    // A screen reader says the heading.
    heading.focus();
  }

  private drawButtons(step: StartStep): void {
    const controlEl = this.contentEl.createDiv({ cls: 'modal-button-container' });
    const { failed } = this.context;
    if (this.current > 0)
      addButton({ controlEl }, { text: START.back, act: () => this.show(this.current - 1), failed });
    addButton({ controlEl }, { text: step.goOn ?? START.next, act: () => this.goOn(step), failed }).setCta();
  }

  private async goOn(step: StartStep): Promise<void> {
    const mayGoOn = step.leave === undefined || (await step.leave());
    if (!mayGoOn || this.openStep !== step) return;
    if (this.current < this.steps.length - 1) {
      this.show(this.current + 1);
      return;
    }
    rememberStart(this.context.app, { step: 0, isDismissed: true });
    this.close();
    this.startSync();
  }
}

/** The access token, checked as soon as it is entered; or the sample library, which needs none. */
class ConnectStep implements StartStep {
  readonly heading = START.connect.heading;
  private row: TokenRow | null = null;
  private checking: Promise<boolean> | null = null;

  constructor(
    private readonly context: PluginContext,
    private readonly end: () => void,
  ) {}

  draw(container: HTMLElement): void {
    const { context } = this;
    const { failed } = context;
    const { sample, desc } = START.connect;
    container.createEl('p', { text: desc });
    const setting = new Setting(container);
    this.row = drawTokenRow(setting, context);
    // What is typed from now on is another token.
    setting.settingEl.addEventListener('input', () => (this.checking = null));
    setting.settingEl.addEventListener('change', () => void this.leave().catch(failed));
    addButton(new Setting(container).setName(sample.name).setDesc(sample.desc), {
      text: sample.button,
      act: async () => {
        await writeSample(context);
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

/** What will happen, and the button that begins it. */
class ReadyStep implements StartStep {
  readonly heading = START.ready.heading;
  readonly goOn = START.ready.button;
  private folder: HTMLElement | null = null;

  constructor(private readonly context: PluginContext) {}

  draw(container: HTMLElement): void {
    this.folder = container.createEl('p');
    for (const text of [START.ready.safe, START.ready.close]) container.createEl('p', { text });
    this.follow();
  }

  follow(): void {
    this.folder?.setText(START.ready.folder(this.context.settings.folder));
  }
}
