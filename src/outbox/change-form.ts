import { type Change, targetIdOf, type OutboxEntry } from '../model/outbox';
import type { StateStore } from '../model/ports';
import { recordOf } from '../store/library';
import { targetOf } from './targets';

/** A value of a waiting change that a person may edit. */
export interface FormField {
  /** A field of the change; `addTags` and `removeTags` are names with commas between them. */
  readonly field: string;
  readonly value: string;
}

/** What can be edited of a change; empty for deletions and for several highlights at once. */
export function formOf(change: Change): readonly FormField[] {
  switch (change.kind) {
    case 'edit-highlight':
    case 'edit-item': {
      const fields = Object.entries(change.fields).map(([field, value]) => ({ field, value }));
      const { tags } = change;
      if (tags === undefined) return fields;
      return [
        ...fields,
        { field: 'addTags', value: tags.add.join(', ') },
        { field: 'removeTags', value: tags.remove.join(', ') },
      ];
    }
    case 'create-highlights': {
      const [highlight, ...others] = change.highlights;
      if (highlight === undefined || others.length > 0) return [];
      return [
        { field: 'text', value: highlight.text },
        { field: 'note', value: highlight.note ?? '' },
      ];
    }
    case 'save-document': {
      const { url, title = '', notes = '' } = change.document;
      return [
        { field: 'url', value: url },
        { field: 'title', value: title },
        { field: 'note', value: notes },
      ];
    }
    case 'delete-highlight':
    case 'delete-document':
      return [];
  }
}

/** The change with the values that a person entered, by the fields of its form. */
export function withForm(change: Change, values: Readonly<Record<string, string>>): Change {
  switch (change.kind) {
    case 'edit-highlight':
    case 'edit-item': {
      const fields = Object.fromEntries(
        Object.entries(change.fields).map(([field, value]) => [field, values[field] ?? value]),
      );
      const { tags } = change;
      if (tags === undefined) return { ...change, fields };
      const { addTags, removeTags } = values;
      const edited = {
        ...tags,
        add: addTags === undefined ? tags.add : names(addTags),
        remove: removeTags === undefined ? tags.remove : names(removeTags),
      };
      return { ...change, fields, tags: edited };
    }
    case 'create-highlights': {
      const { text, note } = values;
      const highlights = change.highlights.map((highlight) => ({
        ...highlight,
        text: text ?? highlight.text,
        note: filled(note ?? highlight.note),
      }));
      return { ...change, highlights };
    }
    case 'save-document': {
      const { document } = change;
      const { url = document.url, title = document.title, note = document.notes } = values;
      return { ...change, document: { ...document, url, title: filled(title), notes: filled(note) } };
    }
    case 'delete-highlight':
    case 'delete-document':
      return change;
  }
}

/** The service refuses some fields when they are empty, so these are left out. */
const filled = (value: string | undefined): string | undefined => (value === '' ? undefined : value);

const names = (typed: string): string[] =>
  typed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The text or title that a person knows the target of a change by. */
export async function nameOfChange(
  state: StateStore,
  { change, base }: Pick<OutboxEntry, 'change' | 'base'>,
): Promise<string> {
  if (change.kind === 'save-document') return change.document.title ?? change.document.url;
  if (change.kind === 'create-highlights') {
    const [first] = change.highlights;
    return first?.title ?? first?.text ?? '';
  }
  const { text = '', title = '' } = base.fields;
  const shown = 'anchor' in change ? text : title;
  if (shown.trim() !== '') return shown;
  const id = targetIdOf(change) ?? '';
  const target = await targetOf(state, id);
  const record = target === null ? null : await recordOf(state, target.itemKey);
  return record?.document?.title ?? record?.book?.title ?? id;
}
