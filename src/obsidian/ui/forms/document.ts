import { fieldName, outboxReasonText, PLACES } from '../../../messages/outbox-messages';
import type { Edit, OutboxEntry, Values } from '../../../model/outbox';
import { nameOfChange } from '../../../outbox/change-name';
import { valuesAfter } from '../../../outbox/waiting-changes';
import type { Target } from '../../../outbox/targets';
import { LIMITS } from '../../../readwise/requests';
import type { PluginContext } from '../../app/plugin-context';
import { EDIT_ITEM, TYPES } from '../../strings/writing-item-strings';
import type { Field } from '../parts/typed-fields';
import { askFor, openChangeForm, replace, type Part } from './change-form';

type ItemEdit = Extract<Edit, { kind: 'edit-item' }>;

/** Edits a document, or the tags of a book that has none. */
export const openEditItem = (context: PluginContext, { id, kind, values }: Target): Promise<void> =>
  openForm(context, {
    edit: { kind: 'edit-item', item: kind === 'document' ? kind : 'book', id, fields: {} },
    base: values,
    ask: askFor(context, values),
  });

/** The same of an edit that was not sent yet. */
export const openWaitingItem = (
  context: PluginContext,
  waiting: OutboxEntry,
  edit: ItemEdit,
): Promise<void> => openForm(context, { edit, base: waiting.base, ask: replace(context, waiting) });

interface Opened {
  /** What the person wanted so far. */
  readonly edit: ItemEdit;
  readonly base: Values;
  readonly ask: ReturnType<typeof askFor>;
}

async function openForm(context: PluginContext, { edit, base, ask }: Opened): Promise<void> {
  const name = await context.withState((state) => nameOfChange(state, { change: edit, base }));
  const shown = valuesAfter(base, edit);
  const before = (field: string): string => shown.fields[field] ?? '';
  const field = (key: string, options: Partial<Field> = {}): Field => ({
    key,
    type: 'line',
    label: fieldName(key),
    value: before(key),
    confirmsEmpty: true,
    ...options,
  });
  const tags: Part = {
    type: 'tags',
    label: fieldName('tags'),
    tags: shown.tags,
    limit: LIMITS.bookTag,
    canRename: true,
  };
  const parts: readonly Part[] = [
    field('title'),
    field('author'),
    field('location', { type: 'choice', choices: PLACES }),
    tags,
    {
      type: 'fold',
      label: EDIT_ITEM.more,
      fields: [
        field('summary', { type: 'text' }),
        field('publishedDate'),
        field('imageUrl'),
        field('category', { type: 'choice', choices: TYPES }),
      ],
    },
  ];
  const tagsOnly = outboxReasonText({ code: 'tags-only', of: 'book' });
  const isDocument = edit.item === 'document';
  openChangeForm(context, {
    ...EDIT_ITEM,
    title: EDIT_ITEM.title(name),
    parts: isDocument ? parts : [{ type: 'says', text: tagsOnly }, tags],
    change: ({ values: fields, tagEdits }) => ({
      ...edit,
      fields: { ...edit.fields, ...fields },
      tags: tagEdits,
    }),
    base,
    of: edit.id,
    ask,
  });
}
