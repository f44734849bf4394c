import { ButtonComponent, Notice, type Plugin } from 'obsidian';
import { RESULT } from '../strings/strings';

const UNTIL_DISMISSED = 0;

export interface NoticeButton {
  readonly label: string;
  readonly act: () => void;
}

/** Notices that stay until the person closes them. */
export class Notices {
  private trouble: Notice | null = null;

  constructor(private readonly plugin: Plugin) {}

  /** For a bug: also on the console with its stack, so that it can be reported. */
  showError(error: unknown): void {
    console.error(error);
    this.showTrouble(RESULT.crashed(error instanceof Error ? error.message : String(error)));
  }

  /** Replaces the last one, so that what happens often is told once. */
  showTrouble(text: string): void {
    this.trouble?.hide();
    this.trouble = new Notice(text, UNTIL_DISMISSED);
  }

  /**
   * With a button for what can be done. Closed when the plugin is turned off, because the button would do
   * nothing.
   */
  offer(text: string, { label, act }: NoticeButton, failures: readonly string[] = []): Notice {
    const content = createFragment();
    content.createDiv({ text });
    addFailures(content, failures);
    new ButtonComponent(content.createDiv({ cls: 'florilegium-notice-buttons' }))
      .setButtonText(label)
      .onClick(act);
    const notice = new Notice(content, UNTIL_DISMISSED);
    this.plugin.register(() => notice.hide());
    return notice;
  }
}

/** Adds a list of what failed, if anything did. */
export function addFailures(container: Node, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const list = container.createEl('ul', { cls: 'florilegium-failures' });
  for (const text of lines) list.createEl('li', { text, attr: { dir: 'auto' } });
}
