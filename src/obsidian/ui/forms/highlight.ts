import type { Values } from '../../../model/outbox';
import { LIMITS } from '../../../readwise/requests';
import type { PluginContext } from '../../app/plugin-context';
import { EDIT_HIGHLIGHT } from '../../strings/writing-highlight-strings';
import { drawDiff } from '../components/diff-view';
import { askFor, openChangeForm, type Part } from './change-form';

export interface EditedHighlight {
  readonly anchor: string;
  /** What Readwise has, as far as this device knows. */
  readonly values: Values;
}

/** Edits note, tags, color and text of a highlight; of one in Reader alone, only its tags. */
export function openEditHighlight(context: PluginContext, { anchor, values }: EditedHighlight): void {
  const before = (field: string): string => values.fields[field] ?? '';
  const tags: Part = {
    type: 'tags',
    label: EDIT_HIGHLIGHT.tags,
    tags: values.tags,
    limit: LIMITS.highlightTag,
    canRename: true,
  };
  const parts: readonly Part[] = [
    {
      key: 'note',
      type: 'text',
      label: EDIT_HIGHLIGHT.note,
      value: before('note'),
      limit: LIMITS.note,
      confirmsEmpty: true,
    },
    tags,
    {
      key: 'color',
      type: 'color',
      label: EDIT_HIGHLIGHT.color,
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
          label: EDIT_HIGHLIGHT.text,
          value: before('text'),
          limit: LIMITS.text,
          below: (el, text) => showText(el, before('text'), text),
        },
      ],
    },
  ];
  openChangeForm(context, {
    ...EDIT_HIGHLIGHT,
    parts: anchor.startsWith('rd') ? [{ type: 'says', text: EDIT_HIGHLIGHT.tagsOnly }, tags] : parts,
    change: ({ values: fields, tagEdits }) => ({ kind: 'edit-highlight', anchor, fields, tags: tagEdits }),
    base: values,
    of: anchor,
    ask: askFor(context, values),
  });
}

function showText(el: HTMLElement, before: string, after: string): void {
  if (after.trim() === before.trim()) return;
  const warning = after.trim() === '' ? EDIT_HIGHLIGHT.textEmpty : EDIT_HIGHLIGHT.textWarning;
  el.createEl('p', { cls: 'florilegium-problem', text: warning });
  if (after.trim() !== '') drawDiff(el, { before, after, label: EDIT_HIGHLIGHT.textDiff });
}
