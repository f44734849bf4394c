import { ButtonComponent, Notice, type Plugin } from 'obsidian';
import { RESULT } from '../strings/strings';

const LONG_ENOUGH_TO_READ_MS = 10_000;

export interface NoticeButton {
  readonly label: string;
  readonly act: () => void;
  readonly isMain?: boolean;
}

/** What a notice says; it stays until the person closes it, or until it is settled. */
export interface Question {
  readonly text: string;
  readonly buttons?: readonly NoticeButton[];
  /** Lines under the text. */
  readonly lines?: readonly string[];
  /** The person has closed it, with or without an answer. */
  readonly closed?: () => void;
}

type Fill = (content: DocumentFragment) => void;

interface Entry {
  readonly fill: Fill;
  readonly closed?: (() => void) | undefined;
}

/** The topic of what went wrong; the next problem replaces it. */
const PROBLEM = 'problem';

/**
 * One notice at a time: what was just said, else the progress that a person waits for, else the latest question
 * that is still open.
 */
export class Notices {
  private said: Entry | null = null;
  private progress: Entry | null = null;
  private readonly open = new Map<string, Entry>();
  private shown: { readonly notice: Notice; readonly entry: Entry } | null = null;
  private timer = 0;
  private offers = 0;

  constructor(plugin: Plugin) {
    // After that, buttons would do nothing.
    plugin.register(() => this.clear());
  }

  /** Says something for a while. */
  say(text: string, lines: readonly string[] = []): void {
    window.clearTimeout(this.timer);
    this.said = entryOf({ text, lines });
    this.timer = window.setTimeout(() => this.forgetSaid(), LONG_ENOUGH_TO_READ_MS);
    this.draw();
  }

  /** Asks until it is settled or closed. A question of the same topic is replaced. */
  ask(topic: string, question: Question): void {
    this.open.delete(topic);
    this.open.set(topic, entryOf(question));
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
  showProgress(fill: Fill, closed: () => void): void {
    this.progress = { fill, closed };
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
    if (next === (this.shown?.entry ?? null)) return;
    this.shown?.notice.hide();
    this.shown = null;
    if (next === null) return;
    const content = createFragment();
    next.fill(content);
    const notice = new Notice(content, 0);
    this.shown = { notice, entry: next };
    // Any click on a notice closes it.
    notice.containerEl.addEventListener('click', () => this.closed(next));
  }

  private closed(entry: Entry): void {
    if (this.shown?.entry === entry) this.shown = null;
    if (this.progress === entry) this.progress = null;
    for (const [topic, each] of this.open) if (each === entry) this.open.delete(topic);
    if (this.said === entry) this.forgetSaid();
    else this.draw();
    entry.closed?.();
  }
}

function entryOf({ text, buttons = [], lines = [], closed }: Question): Entry {
  const fill = (content: DocumentFragment): void => {
    content.createDiv({ text });
    addFailures(content, lines);
    if (buttons.length === 0) return;
    const row = content.createDiv({ cls: 'florilegium-notice-buttons' });
    for (const { label, act, isMain = false } of buttons) {
      const button = new ButtonComponent(row).setButtonText(label).onClick(act);
      if (isMain) button.setCta();
    }
  };
  return { fill, closed };
}

export function addFailures(container: Node, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const list = container.createEl('ul', { cls: 'florilegium-failures' });
  for (const text of lines) list.createEl('li', { text, attr: { dir: 'auto' } });
}
