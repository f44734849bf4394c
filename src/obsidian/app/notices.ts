import { ButtonComponent, Notice, type Plugin } from 'obsidian';
import { RESULT } from '../strings/strings';

const LONG_ENOUGH_TO_READ_MS = 10_000;

export interface NoticeButton {
  readonly label: string;
  readonly act: () => void;
}

/** What a notice says; it stays until the person closes it, or until it is settled. */
export interface Question {
  readonly text: string;
  readonly buttons?: readonly NoticeButton[];
  /** Lines under the text. */
  readonly lines?: readonly string[];
}

type Fill = (content: DocumentFragment) => void;

/** The topic of what went wrong; the next problem replaces it. */
const PROBLEM = 'problem';

/**
 * One notice at a time: what was just said, else the progress that a person waits for, else the latest question
 * that is still open.
 */
export class Notices {
  private said: Fill | null = null;
  private progress: Fill | null = null;
  private progressClosed = (): void => undefined;
  private readonly open = new Map<string, Fill>();
  private shown: { readonly notice: Notice; readonly fill: Fill } | null = null;
  private timer = 0;
  private offers = 0;

  constructor(plugin: Plugin) {
    // After that, buttons would do nothing.
    plugin.register(() => this.clear());
  }

  /** Says something for a while. */
  say(text: string, { buttons = [], lines = [] }: Omit<Question, 'text'> = {}): void {
    window.clearTimeout(this.timer);
    this.said = (content) => fill(content, { text, buttons, lines });
    this.timer = window.setTimeout(() => this.forgetSaid(), LONG_ENOUGH_TO_READ_MS);
    this.draw();
  }

  /** Asks until it is settled or closed. A question of the same topic is replaced. */
  ask(topic: string, question: Question): void {
    this.open.delete(topic);
    this.open.set(topic, (content) => fill(content, question));
    this.forgetSaid();
  }

  /** Offers something beside what else is open, until it is closed. */
  offer(text: string, button: NoticeButton): void {
    this.offers += 1;
    this.ask(`offer ${String(this.offers)}`, { text, buttons: [button] });
  }

  settle(topic: string): void {
    if (this.open.delete(topic)) this.draw();
  }

  /** Shows progress until it is hidden, or the person closes it. */
  showProgress(progress: Fill, closed: () => void): void {
    this.progress = progress;
    this.progressClosed = closed;
    this.forgetSaid();
  }

  hideProgress(): void {
    this.progress = null;
    this.draw();
  }

  /** For bugs: also logs the stack to the console. */
  showError(error: unknown): void {
    console.error(error);
    this.showProblem(RESULT.crashed(error instanceof Error ? error.message : String(error)));
  }

  /** Replaces the previous one, so that repeated problems show one notice. */
  showProblem(text: string): void {
    this.ask(PROBLEM, { text });
  }

  private forgetSaid(): void {
    window.clearTimeout(this.timer);
    this.said = null;
    this.draw();
  }

  private clear(): void {
    this.progress = null;
    this.open.clear();
    this.forgetSaid();
  }

  private draw(): void {
    const next = this.said ?? this.progress ?? [...this.open.values()].at(-1) ?? null;
    if (next === (this.shown?.fill ?? null)) return;
    this.shown?.notice.hide();
    this.shown = null;
    if (next === null) return;
    const content = createFragment();
    next(content);
    const notice = new Notice(content, 0);
    this.shown = { notice, fill: next };
    // Any click on a notice closes it.
    notice.containerEl.addEventListener('click', () => this.closed(next));
  }

  private closed(closed: Fill): void {
    if (this.shown?.fill === closed) this.shown = null;
    const isProgress = this.progress === closed;
    if (isProgress) this.progress = null;
    for (const [topic, each] of this.open) if (each === closed) this.open.delete(topic);
    if (this.said === closed) this.forgetSaid();
    else this.draw();
    if (isProgress) this.progressClosed();
  }
}

function fill(content: DocumentFragment, { text, buttons = [], lines = [] }: Question): void {
  content.createDiv({ text });
  addFailures(content, lines);
  if (buttons.length === 0) return;
  const row = content.createDiv({ cls: 'florilegium-notice-buttons' });
  for (const { label, act } of buttons) new ButtonComponent(row).setButtonText(label).onClick(act);
}

export function addFailures(container: Node, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const list = container.createEl('ul', { cls: 'florilegium-failures' });
  for (const text of lines) list.createEl('li', { text, attr: { dir: 'auto' } });
}
