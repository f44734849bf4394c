import type * as z from 'zod/mini';
import type { Change, Edit, OutboxReason, TagEdits, Values } from '../model/outbox';
import { isReadwiseError } from '../readwise/readwise-error';
import {
  checked,
  documentChange,
  highlightChange,
  newDocument,
  newHighlights,
  tagName,
} from '../readwise/requests';
import { hasTag, isSameValue } from './compare';

/** Why a change could never be sent, checked before it is stored; null if it could. */
export function problemOfChange(change: Change, base: Values): OutboxReason | null {
  switch (change.kind) {
    case 'create-highlights':
      return problemWith(newHighlights, { highlights: change.highlights });
    case 'save-document':
      return problemWith(newDocument, change.document);
    case 'edit-highlight':
      return (
        (change.anchor.startsWith('rd') ? problemOfTagsOnly(change, 'reader-highlight') : null) ??
        problemOfFields(highlightChange, change.fields) ??
        problemOfTags(change.tags, { schema: tagName.highlights, base }) ??
        problemOfEmptied(change, base)
      );
    case 'edit-item':
      return (
        (change.item === 'book' ? problemOfTagsOnly(change, 'book') : null) ??
        problemOfFields(documentChange, change.fields) ??
        problemOfTags(change.tags, { schema: tagName.books, base }) ??
        problemOfEmptied(change, base)
      );
    case 'delete-highlight':
    case 'delete-document':
      return null;
  }
}

/** Of these, the service can change only tags. */
const problemOfTagsOnly = ({ fields }: Edit, of: 'book' | 'reader-highlight'): OutboxReason | null =>
  Object.keys(fields).length === 0 ? null : { code: 'tags-only', of };

const problemOfFields = (schema: z.ZodMiniType, fields: object): OutboxReason | null =>
  Object.keys(fields).length === 0 ? null : problemWith(schema, fields);

function problemOfTags(
  tags: TagEdits | undefined,
  { schema, base }: { readonly schema: z.ZodMiniType; readonly base: Values },
): OutboxReason | null {
  const names = [...(tags?.add ?? []), ...(tags?.rename ?? []).map(({ to }) => to)];
  for (const name of names) {
    const problem = problemWith(schema, { name });
    if (problem?.code === 'limit') return { ...problem, field: 'tags' };
  }
  const unknown = tags?.rename.find(({ from, to }) => !hasTag(base.tags, from) && !hasTag(base.tags, to));
  return unknown === undefined ? null : { code: 'no-such-tag', tag: unknown.from, tags: [...base.tags] };
}

function problemOfEmptied({ fields, confirmedEmpty = false }: Edit, base: Values): OutboxReason | null {
  if (confirmedEmpty) return null;
  const emptied = Object.entries(fields).find(
    ([field, value]) => value.trim() === '' && (base.fields[field] ?? '').trim() !== '',
  );
  return emptied === undefined ? null : { code: 'would-be-empty', field: emptied[0] };
}

function problemWith(schema: z.ZodMiniType, value: unknown): OutboxReason | null {
  try {
    checked(schema, value, 'checking a change');
    return null;
  } catch (error) {
    if (!isReadwiseError(error, 'limit-exceeded')) throw error;
    const { field = '', problem = '' } = error.details;
    return { code: 'limit', field, problem };
  }
}

/** The edit without the fields that it would not change. */
export function withoutUnchanged<E extends Edit>(edit: E, base: Values): E {
  const changed = Object.entries(edit.fields).filter(
    ([field, value]) => !isSameValue(field, value, base.fields[field] ?? ''),
  );
  return { ...edit, fields: Object.fromEntries(changed) };
}

export const changesNothing = ({ fields, tags }: Edit): boolean =>
  Object.keys(fields).length === 0 &&
  (tags === undefined || tags.add.length + tags.remove.length + tags.rename.length === 0);
