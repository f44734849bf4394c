import { outboxReasonText } from '../../../messages/outbox-messages';
import type { Target } from '../../../outbox/targets';
import { LIMITS } from '../../../readwise/requests';
import type { PluginContext } from '../../app/plugin-context';
import { EDIT_ITEM, PLACES, TYPES } from '../../strings/writing-item-strings';
import type { Field } from '../parts/typed-fields';
import { askFor, openChangeForm, type Part } from './change-form';

/** Edits a document, or the tags of a book that has none. */
export function openEditItem(context: PluginContext, { id, kind, values }: Target): void {
  const before = (field: string): string => values.fields[field] ?? '';
  const field = (key: keyof typeof EDIT_ITEM.fields, options: Partial<Field> = {}): Field => ({
    key,
    type: 'line',
    label: EDIT_ITEM.fields[key],
    value: before(key),
    confirmsEmpty: true,
    ...options,
  });
  const tags: Part = {
    type: 'tags',
    label: EDIT_ITEM.tags,
    tags: values.tags,
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
  const isDocument = kind === 'document';
  openChangeForm(context, {
    ...EDIT_ITEM,
    title: EDIT_ITEM.title(before('title')),
    parts: isDocument ? parts : [{ type: 'says', text: tagsOnly }, tags],
    change: ({ values: fields, tagEdits }) => ({
      kind: 'edit-item',
      item: isDocument ? 'document' : 'book',
      id,
      fields,
      tags: tagEdits,
    }),
    base: values,
    of: id,
    ask: askFor(context, values),
  });
}
