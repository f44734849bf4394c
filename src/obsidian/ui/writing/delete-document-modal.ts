import type { Target } from '../../../outbox/targets';
import type { PluginContext } from '../../app/plugin-context';
import { DELETE_ITEM } from '../../strings/writing-item-strings';
import { WritingModal } from './writing-modal';

/** Names a document, and deletes it at the service on confirmation. */
export class DeleteDocumentModal extends WritingModal {
  constructor(
    context: PluginContext,
    private readonly target: Target,
  ) {
    super(context, DELETE_ITEM);
    const { id, values } = target;
    const name = values.fields['title'] ?? '';
    this.contentEl.createEl('p', {
      text: DELETE_ITEM.explanation(name === '' ? id : name),
      attr: { dir: 'auto' },
    });
    this.contentEl.createEl('p', { text: DELETE_ITEM.note });
    this.sendButton?.setDestructive();
  }

  protected override send(): Promise<boolean> {
    const { id, values } = this.target;
    return this.ask({ kind: 'delete-document', id }, values);
  }
}
