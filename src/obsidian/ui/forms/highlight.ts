import { fieldName } from '../../../messages/outbox-messages';
import type { Edit, OutboxEntry, Values } from '../../../model/outbox';
import { valuesAfter } from '../../../outbox/waiting-changes';
import { LIMITS } from '../../../readwise/requests';
import type { PluginContext } from '../../app/plugin-context';
import { EDIT_HIGHLIGHT } from '../../strings/writing-highlight-strings';
import { drawDiff } from '../components/diff-view';
import { askFor, openChangeForm, replace, type Part } from './change-form';

export interface EditedHighlight {
  readonly anchor: string;
  /** What Readwise has, as far as this device knows. */
  readonly values: Values;
}

type HighlightEdit = Extract<Edit, { kind: 'edit-highlight' }>;

/** Edits note, tags, color and text of a highlight; of one in Reader alone, only its tags. */
export const openEditHighlight = (context: PluginContext, { anchor, values }: EditedHighlight): void =>
  openForm(context, {
    edit: { kind: 'edit-highlight', anchor, fields: {} },
    base: values,
    ask: askFor(context, values),
  });

/** The same of an edit that was not sent yet. */
export const openWaitingHighlight = (
  context: PluginContext,
  waiting: OutboxEntry,
  edit: HighlightEdit,
): void => openForm(context, { edit, base: waiting.base, ask: replace(context, waiting) });

interface Opened {
  /** What the person wanted so far. */
  readonly edit: HighlightEdit;
  readonly base: Values;
  readonly ask: ReturnType<typeof askFor>;
}

function openForm(context: PluginContext, { edit, base, ask }: Opened): void {
  const { anchor } = edit;
  const shown = valuesAfter(base, edit);
  const before = (field: string): string => shown.fields[field] ?? '';
  const tags: Part = {
    type: 'tags',
    label: fieldName('tags'),
    tags: shown.tags,
    limit: LIMITS.highlightTag,
    canRename: true,
  };
  const passage: Part = { type: 'passage', text: before('text') };
  const parts: readonly Part[] = [
    passage,
    {
      key: 'note',
      type: 'text',
      label: fieldName('note'),
      value: before('note'),
      limit: LIMITS.note,
      confirmsEmpty: true,
    },
    tags,
    {
      key: 'color',
      type: 'color',
      label: fieldName('color'),
      value: before('color'),
      choices: EDIT_HIGHLIGHT.colors,
    },
    {
      type: 'fold',
      label: EDIT_HIGHLIGHT.editText,
      fields: [
        {
          key: 'text',
          type: 'text',
          label: fieldName('text'),
          value: before('text'),
          limit: LIMITS.text,
          below: (el, text) => showText(el, base.fields['text'] ?? '', text),
        },
      ],
    },
  ];
  openChangeForm(context, {
    ...EDIT_HIGHLIGHT,
    parts: anchor.startsWith('rd') ? [passage, { type: 'says', text: EDIT_HIGHLIGHT.tagsOnly }, tags] : parts,
    change: ({ values: fields, tagEdits }) => ({
      ...edit,
      fields: { ...edit.fields, ...fields },
      tags: tagEdits,
    }),
    base,
    of: anchor,
    ask,
  });
}

function showText(el: HTMLElement, before: string, after: string): void {
  if (after.trim() === '' || after.trim() === before.trim()) return;
  el.createEl('p', { cls: 'florilegium-problem', text: EDIT_HIGHLIGHT.textWarning });
  drawDiff(el, { before, after, label: EDIT_HIGHLIGHT.textDiff });
}
