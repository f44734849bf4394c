import { addButton } from '../components/elements';
import { Modal } from 'obsidian';
import type { PluginContext } from '../../app/plugin-context';
import { START } from '../../strings/window-strings';
import { readStart, rememberStart, type StartStep } from '../../app/start-memory';
import { ConnectStep, NotesStep, ScopeStep } from './start-steps';

/** The guided start, step by step. It can be closed at any time and resumes there. */
export class StartModal extends Modal {
  private readonly steps: readonly StartStep[];
  private current = 0;
  private openStep: StartStep | null = null;

  constructor(
    private readonly context: PluginContext,
    private readonly options: { readonly isNewLibrary: boolean; readonly startSync: () => void },
  ) {
    super(context.app);
    this.setTitle(START.title);
    this.modalEl.addClass('florilegium-start');
    this.steps = [new ConnectStep(context), new NotesStep(context), new ScopeStep(context, options)];
  }

  override onOpen(): void {
    const { account, app } = this.context;
    // Without a token that works, it starts again.
    this.show(account.isAccepted ? Math.min(readStart(app).step, this.steps.length - 1) : 0);
  }

  override onClose(): void {
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
    // So that a screen reader reads it.
    heading.focus();
  }

  private drawButtons(step: StartStep): void {
    const controlEl = this.contentEl.createDiv({ cls: 'modal-button-container' });
    const { onError } = this.context;
    if (this.current > 0)
      addButton({ controlEl }, { text: START.back, act: () => this.show(this.current - 1), onError });
    addButton(
      { controlEl },
      { text: step.nextLabel ?? START.next, act: () => this.goForward(step), onError },
    ).setCta();
  }

  private async goForward(step: StartStep): Promise<void> {
    const isAllowed = step.leave === undefined || (await step.leave());
    if (!isAllowed || this.openStep !== step) return;
    if (this.current < this.steps.length - 1) {
      this.show(this.current + 1);
      return;
    }
    rememberStart(this.context.app, { step: 0, isDismissed: true });
    this.close();
    this.options.startSync();
  }
}
