import { outboxReasonText } from '../../../messages/outbox-messages';
import type { DOCUMENT_FIELDS, Edit, TagEdits } from '../../../model/outbox';
import { changesNothing, problemOfChange } from '../../../outbox/check-change';
import { tagEdits } from '../../../outbox/compare';
import type { Target } from '../../../outbox/targets';
import { LIMITS } from '../../../readwise/requests';
import type { PluginContext } from '../../app/plugin-context';
import { CATEGORIES, EDIT_ITEM, PLACES } from '../../strings/writing-item-strings';
import { addBox } from '../components/elements';
import { choiceField } from './choice-field';
import { textField } from './fields';
import { offerTags } from './offer-tags';
import { tagField } from './tag-field';
import { WritingModal } from './writing-modal';

type DocumentField = (typeof DOCUMENT_FIELDS)[number];
type ItemEdit = Extract<Edit, { kind: 'edit-item' }>;

const TEXT_FIELDS = ['title', 'author', 'summary', 'publishedDate', 'imageUrl'] as const;

/** Edits a document, or the tags of a book that has none. Checked while it is edited. */
export class EditItemModal extends WritingModal {
  private readonly fields: Partial<Record<DocumentField, string>> = {};
  private tags: TagEdits = { add: [], remove: [], rename: [] };
  private readonly emptyEl: HTMLElement;
  private readonly emptyBox: HTMLInputElement;

  constructor(
    context: PluginContext,
    private readonly target: Target,
  ) {
    const { fields, tags } = target.values;
    super(context, { ...EDIT_ITEM, title: EDIT_ITEM.title(fields['title'] ?? '') });
    this.contentEl.createEl('p', { text: EDIT_ITEM.explanation });
    if (target.kind === 'document') this.addDocumentFields();
    else this.contentEl.createEl('p', { text: outboxReasonText({ code: 'tags-only', of: 'book' }) });
    const field = tagField(this.contentEl, {
      label: EDIT_ITEM.tags,
      tags,
      limit: LIMITS.bookTag,
      canRename: true,
      onChange: (after, renamed) => {
        this.tags = tagEdits(tags, after, renamed);
        this.check();
      },
    });
    offerTags(context, field, { signal: this.closed.signal, of: target.id });
    this.emptyEl = this.contentEl.createDiv();
    this.emptyBox = addBox(this.emptyEl, { text: EDIT_ITEM.empty, change: () => this.check() });
    this.check();
  }

  private addDocumentFields(): void {
    const { contentEl } = this;
    const { fields } = this.target.values;
    const change = (field: DocumentField) => (value: string) => {
      if (value === (fields[field] ?? '')) delete this.fields[field];
      else this.fields[field] = value;
      // It was confirmed for other values.
      this.emptyBox.checked = false;
      this.check();
    };
    for (const field of TEXT_FIELDS)
      textField(contentEl, {
        label: EDIT_ITEM.fields[field],
        value: fields[field] ?? '',
        rows: field === 'summary' ? 4 : 1,
        onChange: change(field),
      });
    choiceField(contentEl, {
      label: EDIT_ITEM.category,
      value: fields['category'] ?? '',
      choices: CATEGORIES,
      onChange: change('category'),
    });
    choiceField(contentEl, {
      label: EDIT_ITEM.location,
      value: fields['location'] ?? '',
      choices: PLACES,
      onChange: change('location'),
    });
  }

  /** Only what differs from what was there when the window opened. */
  private edit(): ItemEdit {
    const { id, kind } = this.target;
    return {
      kind: 'edit-item',
      item: kind === 'document' ? 'document' : 'book',
      id,
      fields: this.fields,
      tags: this.tags,
    };
  }

  /** Shows what the service would refuse, and asks before values are emptied. */
  private check(): void {
    const { values } = this.target;
    const edit = this.edit();
    const empties = problemOfChange(edit, values)?.code === 'would-be-empty';
    const problem = problemOfChange({ ...edit, confirmedEmpty: this.emptyBox.checked }, values);
    this.emptyEl.toggle(empties);
    this.showProblem(problem === null ? null : outboxReasonText(problem));
    this.sendButton?.setDisabled(problem !== null || changesNothing(edit));
  }

  protected override send(): Promise<boolean> {
    return this.ask({ ...this.edit(), confirmedEmpty: this.emptyBox.checked }, this.target.values);
  }
}
