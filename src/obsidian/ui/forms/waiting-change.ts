import { fieldName, outboxReasonText } from '../../../messages/outbox-messages';
import { textToCopy, type OutboxEntry } from '../../../model/outbox';
import type { PluginContext } from '../../app/plugin-context';
import { DISCARD, OUTBOX, SETTLE } from '../../strings/outbox-strings';
import { copyText } from '../components/elements';
import { confirm } from '../parts/confirm';
import { Fields, type Field } from '../parts/typed-fields';
import { FormWindow } from '../parts/form-window';
import { openWaitingItem } from './document';
import { openWaitingHighlight } from './highlight';
import { openWaitingHighlights } from './new-highlight';
import { openWaitingSave } from './save';

const LONG_FIELDS: ReadonlySet<string> = new Set(['text', 'note', 'summary']);

/** Opens the form that made a change which waits or was refused. */
export function openWaitingChange(context: PluginContext, entry: OutboxEntry): void | Promise<void> {
  const { change } = entry;
  switch (change.kind) {
    case 'edit-highlight':
      return openWaitingHighlight(context, entry, change);
    case 'edit-item':
      return openWaitingItem(context, entry, change);
    case 'create-highlights':
      return openWaitingHighlights(context, entry, change);
    case 'save-document':
      return openWaitingSave(context, { entry, document: change.document });
    case 'delete-highlight':
    case 'delete-document':
  }
}

/** Settles the conflicts of a change by other values than mine and theirs. */
export function openSettle(context: PluginContext, { id, conflicts = [] }: OutboxEntry): void {
  const form: FormWindow = new FormWindow(context, {
    ...SETTLE,
    problem: () => (conflicts.every(({ field, mine }) => fields.get(field) === (mine ?? '')) ? '' : null),
    act: async () => {
      const reason = await context.outbox.settle(id, { kind: 'values', values: fields.values });
      return reason === null ? null : outboxReasonText(reason);
    },
  });
  const fields = new Fields(() => form.check());
  for (const { field, mine, theirs } of conflicts)
    fields.add(form.contentEl, { ...fieldFor(field, mine ?? ''), desc: SETTLE.theirs(theirs) });
  form.check();
  form.open();
}

const fieldFor = (field: string, value: string): Field => ({
  key: field,
  type: LONG_FIELDS.has(field) ? 'text' : 'line',
  label: fieldName(field),
  value,
});

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
