import { ConfirmationModal } from 'obsidian';
import { addFailures } from '../../app/notices';
import type { PluginContext } from '../../app/plugin-context';
import { LIST, WORK } from '../../strings/window-strings';
import { showStep } from '../components/progress-elements';
import { NoteList, type NoteGroup } from '../parts/note-list';

type Ticked = ReadonlySet<string>;

export interface NotesButton {
  readonly text: (ticked: Ticked) => string;
  /** It removes something. */
  readonly isRed?: (ticked: Ticked) => boolean;
  /** By default, when nothing is ticked. */
  readonly isOff?: (ticked: Ticked) => boolean;
  /** Closes the window, unless it returns true. */
  readonly act: (ticked: Ticked) => unknown;
}

export interface NotesView {
  readonly texts?: readonly string[];
  readonly problem?: string | null;
  /** Lines below the problem. */
  readonly failures?: readonly string[];
  /** Those without rows are not shown. */
  readonly groups: readonly NoteGroup[];
  /** Keys of rows that are ticked beforehand: never of notes that would be removed. */
  readonly ticked?: readonly string[];
  /** Said instead of the texts when there are no rows. */
  readonly empty: string;
  /** Draws what else can be chosen, above the list. Returns what to do when a tick has changed. */
  readonly addOptions?: (parent: HTMLElement) => ((ticked: Ticked) => void) | undefined;
  readonly buttons: readonly NotesButton[];
  readonly close?: string;
}

type Work<Result> = (signal: AbortSignal, progress: (text: string) => void) => Promise<Result>;

/** A list of notes to decide on: its loading, its groups, and buttons that name the number. */
export class NotesWindow extends ConfirmationModal {
  private readonly status: HTMLElement;
  private readonly body: HTMLElement;
  private readonly abort = new AbortController();

  constructor(
    private readonly context: PluginContext,
    title: string,
  ) {
    super(context.app);
    this.setTitle(title);
    this.modalEl.addClass('florilegium-notes-window');
    this.status = this.contentEl.createDiv({ attr: { role: 'status' } });
    this.body = this.contentEl.createDiv();
  }

  override onClose(): void {
    super.onClose();
    this.abort.abort(new Error('The window was closed'));
  }

  /** Shows progress while it works. Null when the window was closed meanwhile, or the work failed. */
  async work<Result>(text: string, run: Work<Result>): Promise<Result | null> {
    const { signal } = this.abort;
    this.body.empty();
    this.status.setText(text);
    this.buttonContainerEl.empty();
    this.addCancelButton(LIST.cancel);
    try {
      const result = await run(signal, (step) => showStep(this.status, step));
      return signal.aborted ? null : result;
    } catch (error) {
      if (signal.aborted) return null;
      this.show({ groups: [], empty: LIST.failed, buttons: [] });
      this.context.onError(error);
      return null;
    }
  }

  /** As `work`, while no sync can start; null when one is running. Cancelling syncs closes the window. */
  async workAlone<Result>(text: string, run: Work<Result>): Promise<Result | null> {
    const { syncs } = this.context;
    if (syncs.isBusy(WORK.busy)) return null;
    return this.work(text, (closed, progress) =>
      syncs.runExclusively(closed, (signal) => {
        signal.addEventListener('abort', () => {
          if (!closed.aborted) this.close();
        });
        return run(signal, progress);
      }),
    );
  }

  show(view: NotesView): void {
    const { status, body, modalEl, buttonContainerEl } = this;
    const groups = view.groups.filter(({ rows }) => rows.length > 0);
    const { problem = null, texts = [] } = view;
    status.empty();
    body.empty();
    if (problem !== null) status.createDiv({ cls: 'florilegium-problem', text: problem });
    addFailures(status, view.failures ?? []);
    for (const text of groups.length === 0 ? [view.empty] : texts) status.createEl('p', { text });
    const optionsChanged = view.addOptions?.(body.createDiv());
    const changed = (ticked: Ticked): void => {
      optionsChanged?.(ticked);
      this.drawButtons(view, ticked);
    };
    const list =
      groups.length === 0 ? null : new NoteList(body, this.context, { groups, ticked: view.ticked, changed });
    changed(list?.ticked ?? new Set());
    // Enter must remove nothing.
    const { activeElement } = modalEl.ownerDocument;
    const likely = buttonContainerEl.querySelector<HTMLElement>('.mod-cta:enabled');
    if (!modalEl.contains(activeElement))
      (likely ?? buttonContainerEl.querySelector<HTMLElement>('button:last-child'))?.focus();
  }

  private drawButtons({ buttons, close = LIST.close }: NotesView, ticked: Ticked): void {
    this.buttonContainerEl.empty();
    for (const { text, isRed, isOff, act } of buttons)
      this.addButton((button) => {
        button
          .setButtonText(text(ticked))
          .setDisabled(isOff?.(ticked) ?? ticked.size === 0)
          .onClick(() => this.decide(() => act(ticked)));
        if (isRed?.(ticked) === true) button.setDestructive();
        else if (buttons.length === 1) button.setCta();
      });
    this.addCancelButton(close);
  }

  /** True keeps the window open. */
  private async decide(act: () => unknown): Promise<boolean> {
    try {
      return (await act()) === true;
    } catch (error) {
      this.context.onError(error);
      return true;
    }
  }
}
