import { DELETE_HIGHLIGHT } from '../../strings/writing-highlight-strings';
import type { PluginContext } from '../../app/plugin-context';
import type { EditedHighlight } from './edit-highlight-modal';
import { WritingModal } from './writing-modal';

/** Shows the highlight that is to be deleted, and deletes it on confirmation. */
export class DeleteHighlightModal extends WritingModal {
  constructor(
    context: PluginContext,
    private readonly highlight: EditedHighlight,
  ) {
    super(context, DELETE_HIGHLIGHT);
    const { contentEl } = this;
    const text = highlight.values.fields['text'] ?? '';
    contentEl.createEl('blockquote', { text, cls: 'florilegium-writing-passage', attr: { dir: 'auto' } });
    contentEl.createEl('p', { text: DELETE_HIGHLIGHT.what });
    contentEl.createEl('p', { text: DELETE_HIGHLIGHT.note });
    this.sendButton?.setDestructive();
  }

  protected override send(): Promise<boolean> {
    const { anchor, values } = this.highlight;
    return this.ask({ kind: 'delete-highlight', anchor }, values);
  }
}
