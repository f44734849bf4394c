import { ButtonComponent, Notice, type Plugin } from 'obsidian';
import { RESULT } from '../strings/strings';

const UNTIL_DISMISSED = 0;

export interface NoticeButton {
  readonly label: string;
  readonly act: () => void;
}

/** Notices that stay until the user closes them. */
export class Notices {
  private problemNotice: Notice | null = null;

  constructor(private readonly plugin: Plugin) {}

  /** For bugs: also logs the stack to the console. */
  showError(error: unknown): void {
    console.error(error);
    this.showProblem(RESULT.crashed(error instanceof Error ? error.message : String(error)));
  }

  /** Replaces the previous one, so that repeated problems show one notice. */
  showProblem(text: string): void {
    this.problemNotice?.hide();
    this.problemNotice = new Notice(text, UNTIL_DISMISSED);
  }

  /** Shows a notice with a button; it closes with the plugin, after which the button would do nothing. */
  offer(text: string, button: NoticeButton, failures: readonly string[] = []): Notice {
    return this.offerChoice(text, [button], failures);
  }

  /** The same with several buttons. */
  offerChoice(text: string, buttons: readonly NoticeButton[], failures: readonly string[] = []): Notice {
    const content = createFragment();
    content.createDiv({ text });
    addFailures(content, failures);
    const row = content.createDiv({ cls: 'florilegium-notice-buttons' });
    for (const { label, act } of buttons) new ButtonComponent(row).setButtonText(label).onClick(act);
    const notice = new Notice(content, UNTIL_DISMISSED);
    this.plugin.register(() => notice.hide());
    return notice;
  }
}

export function addFailures(container: Node, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const list = container.createEl('ul', { cls: 'florilegium-failures' });
  for (const text of lines) list.createEl('li', { text, attr: { dir: 'auto' } });
}
