import { ConfirmationModal, Setting, type ButtonComponent } from 'obsidian';
import { outboxReasonText } from '../../../messages/outbox-messages';
import { textToCopy, type OutboxEntry, type OutboxReason } from '../../../model/outbox';
import { formOf, withForm } from '../../../outbox/change-form';
import type { PluginContext } from '../../app/plugin-context';
import { DISCARD, EDIT_CHANGE, fieldName, OUTBOX } from '../../strings/outbox-strings';
import { copyText } from '../components/elements';
import { completeTags } from '../components/tag-completion';
import { confirm } from '../parts/confirm';

const LONG_FIELDS: ReadonlySet<string> = new Set(['text', 'note', 'summary']);
const TAG_FIELDS: ReadonlySet<string> = new Set(['addTags', 'removeTags']);

interface FieldOptions {
  readonly field: string;
  readonly value: string;
  readonly desc?: string;
}

/** Edits values as text and sends them when they are accepted. */
abstract class ValuesModal extends ConfirmationModal {
  protected readonly values: Record<string, string> = {};
  /** The person has been told that a filled value becomes empty. */
  protected confirmedEmpty = false;
  private sendButton: ButtonComponent | null = null;
  private readonly problem: HTMLElement;

  constructor(
    protected readonly context: PluginContext,
    fields: readonly FieldOptions[],
  ) {
    super(context.app);
    this.setTitle(EDIT_CHANGE.title);
    this.modalEl.addClass('florilegium-edit-change');
    for (const field of fields) this.addField(field);
    this.problem = this.contentEl.createDiv({ attr: { role: 'status' } });
    this.addButton(
      (button) =>
        (this.sendButton = button
          .setButtonText(EDIT_CHANGE.send)
          .setCta()
          .onClick(() => this.trySend())),
    );
    this.addCancelButton(EDIT_CHANGE.cancel);
  }

  /** Stores the values; resolves to why they were refused. */
  protected abstract send(): Promise<OutboxReason | null>;

  private addField({ field, value, desc = '' }: FieldOptions): void {
    this.values[field] = value;
    const label = fieldName(field);
    const { controlEl } = new Setting(this.contentEl).setName(label).setDesc(desc);
    const attr = { 'aria-label': label, dir: 'auto' };
    const input = LONG_FIELDS.has(field)
      ? controlEl.createEl('textarea', { attr: { ...attr, rows: 4 } })
      : controlEl.createEl('input', { type: 'text', attr });
    input.value = value;
    if (input instanceof HTMLInputElement && TAG_FIELDS.has(field)) {
      const { tags, onError } = this.context;
      completeTags(input, { names: () => tags.names(), onError });
    }
    input.addEventListener('input', () => {
      this.values[field] = input.value;
      this.showProblem(null);
    });
  }

  private showProblem(reason: OutboxReason | null): void {
    this.confirmedEmpty = reason?.code === 'would-be-empty';
    this.sendButton?.setButtonText(this.confirmedEmpty ? EDIT_CHANGE.empty : EDIT_CHANGE.send);
    this.problem.setText(reason === null ? '' : outboxReasonText(reason));
    this.problem.toggleClass('florilegium-problem', reason !== null);
  }

  /** Returns true to keep the window open. */
  private async trySend(): Promise<boolean> {
    const reason = await this.send();
    if (reason === null) return false;
    this.showProblem(reason);
    return true;
  }
}

/** Edits a change that waits or was refused. */
export class EditChangeModal extends ValuesModal {
  constructor(
    context: PluginContext,
    private readonly entry: OutboxEntry,
  ) {
    super(
      context,
      formOf(entry.change).map((each) =>
        TAG_FIELDS.has(each.field) ? { ...each, desc: EDIT_CHANGE.tags } : each,
      ),
    );
  }

  protected override async send(): Promise<OutboxReason | null> {
    const { context, entry, confirmedEmpty } = this;
    const edited = withForm(entry.change, this.values);
    const isEdit = edited.kind === 'edit-highlight' || edited.kind === 'edit-item';
    const change = isEdit && confirmedEmpty ? { ...edited, confirmedEmpty } : edited;
    const added = await context.outbox.replace(entry, change);
    return added.ok ? null : added.reason;
  }
}

/** Settles the conflicts of a change by other values than mine and theirs. */
export class SettleModal extends ValuesModal {
  constructor(
    context: PluginContext,
    private readonly entry: OutboxEntry,
  ) {
    super(
      context,
      (entry.conflicts ?? []).map(({ field, mine, theirs }) => ({
        field,
        value: mine ?? '',
        desc: EDIT_CHANGE.theirs(theirs),
      })),
    );
  }

  protected override send(): Promise<OutboxReason | null> {
    return this.context.outbox.settle(this.entry.id, { kind: 'values', values: this.values });
  }
}

/** Takes a change out of the outbox when the person confirms it; its text can be copied first. */
export function confirmDiscard(
  context: PluginContext,
  { entry, title }: { readonly entry: OutboxEntry; readonly title: string },
): void {
  const text = textToCopy(entry.change);
  confirm(context, {
    title: DISCARD.title,
    texts: [title, DISCARD.explanation],
    button: DISCARD.discard,
    cancel: DISCARD.cancel,
    isRed: true,
    ...(text === ''
      ? {}
      : { aside: { name: OUTBOX.copy, act: () => copyText(context, text, OUTBOX.copied) } }),
    act: async () => {
      await context.outbox.discard(entry.id);
      return null;
    },
  });
}
