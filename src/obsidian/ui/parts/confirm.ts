import { ConfirmationModal } from 'obsidian';
import { outboxReasonText } from '../../../messages/outbox-messages';
import type { OutboxReason } from '../../../model/outbox';
import type { PluginContext } from '../../app/plugin-context';

export interface Question {
  readonly title: string;
  readonly texts: readonly string[];
  /** What the question is about, in the words of its author. */
  readonly passage?: string;
  /** Names the act. */
  readonly button: string;
  readonly cancel: string;
  readonly isRed?: boolean;
  /** Something else to do first, which keeps the window open. */
  readonly aside?: { readonly name: string; readonly act: () => Promise<void> };
  /** Resolves to why it was refused, which keeps the window open. */
  readonly act: () => Promise<OutboxReason | null>;
}

/** Asks before something is done that cannot be taken back. */
export function confirm({ app, onError }: PluginContext, question: Question): void {
  const modal = new ConfirmationModal(app);
  const { contentEl } = modal;
  const { passage, aside } = question;
  modal.setTitle(question.title);
  if (passage !== undefined)
    contentEl.createEl('blockquote', {
      text: passage,
      cls: 'florilegium-writing-passage',
      attr: { dir: 'auto' },
    });
  for (const text of question.texts) contentEl.createEl('p', { text, attr: { dir: 'auto' } });
  const problemEl = contentEl.createDiv({ attr: { role: 'alert' } });
  const act = async (): Promise<boolean> => {
    const reason = await question.act();
    problemEl.toggleClass('florilegium-problem', reason !== null);
    problemEl.setText(reason === null ? '' : outboxReasonText(reason));
    return reason !== null;
  };
  const failed = (error: unknown): true => {
    onError(error);
    return true;
  };
  if (aside !== undefined)
    modal.addButton((button) =>
      button.setButtonText(aside.name).onClick(() => aside.act().then(() => true, failed)),
    );
  modal.addButton((button) => {
    button.setButtonText(question.button).onClick(() => act().catch(failed));
    if (question.isRed === true) button.setDestructive();
  });
  modal.addCancelButton(question.cancel);
  modal.open();
}
