import { outboxReasonText } from '../../../messages/outbox-messages';
import { textToCopy, type OutboxEntry } from '../../../model/outbox';
import { formOf, withForm } from '../../../outbox/change-form';
import type { PluginContext } from '../../app/plugin-context';
import { DISCARD, EDIT_CHANGE, fieldName, OUTBOX } from '../../strings/outbox-strings';
import { copyText } from '../components/elements';
import { confirm } from '../parts/confirm';
import { Fields, type Field } from '../parts/typed-fields';
import { FormWindow } from '../parts/form-window';
import { TagSuggest } from '../parts/tag-suggest';
import { openChangeForm, refusalOf } from './change-form';

const LONG_FIELDS: ReadonlySet<string> = new Set(['text', 'note', 'summary']);
const TAG_FIELDS: ReadonlySet<string> = new Set(['addTags', 'removeTags']);

/** Edits a change that waits or was refused. */
export function openEditChange(context: PluginContext, entry: OutboxEntry): void {
  const { app, outbox, tags } = context;
  const { base, change } = entry;
  const before = formOf(change);
  openChangeForm(context, {
    ...EDIT_CHANGE,
    parts: before.map(({ field, value }): Field => {
      const isTags = TAG_FIELDS.has(field);
      return {
        ...fieldFor(field, value),
        desc: isTags ? EDIT_CHANGE.tags : '',
        confirmsEmpty: (base.fields[field] ?? '') !== '',
        ...(isTags ? { suggest: (inputEl) => new TagSuggest(app, inputEl, () => tags.names()) } : {}),
      };
    }),
    change: ({ values }) =>
      before.every(({ field, value }) => values[field] === value) ? null : withForm(change, values),
    base,
    ask: async (edited) => refusalOf(await outbox.replace(entry, edited)),
  });
}

/** Settles the conflicts of a change by other values than mine and theirs. */
export function openSettle(context: PluginContext, { id, conflicts = [] }: OutboxEntry): void {
  const form: FormWindow = new FormWindow(context, {
    ...EDIT_CHANGE,
    problem: () => (conflicts.every(({ field, mine }) => fields.get(field) === (mine ?? '')) ? '' : null),
    act: async () => {
      const reason = await context.outbox.settle(id, { kind: 'values', values: fields.values });
      return reason === null ? null : outboxReasonText(reason);
    },
  });
  const fields = new Fields(() => form.check());
  for (const { field, mine, theirs } of conflicts)
    fields.add(form.contentEl, { ...fieldFor(field, mine ?? ''), desc: EDIT_CHANGE.theirs(theirs) });
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
