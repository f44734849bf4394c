import { DOCUMENT_FIELDS, HIGHLIGHT_FIELDS, type Change, type TagEdits } from '../../model/outbox';
import { tagEdits } from '../../outbox/compare';
import type { Target } from '../../outbox/targets';
import { CannotStart } from './inputs';
import type { TagRename } from './option-parsers';
import { Refused } from './sending';

const FIELDS = [...new Set([...HIGHLIGHT_FIELDS, ...DOCUMENT_FIELDS])];
type Field = (typeof FIELDS)[number];

/** The options of `edit`, by the names of the fields. */
export interface EditFields extends Partial<Readonly<Record<Field, string>>> {
  readonly tags?: readonly string[];
  readonly addTag?: readonly string[];
  readonly removeTag?: readonly string[];
  readonly renameTag?: readonly TagRename[];
  /** Filled values may become empty. */
  readonly yes?: boolean;
}

/** Throws `Refused` for what the service cannot do. */
export function editOf(target: Target, options: EditFields): Change {
  const given = FIELDS.filter((field) => options[field] !== undefined);
  const tags = tagsOf(target, options);
  if (given.length === 0 && tags === undefined)
    throw new CannotStart('Say what to change, such as --note TEXT or --add-tag NAME');
  refuseOtherFields(target, given);
  const edits = {
    ...(tags === undefined ? {} : { tags }),
    ...(options.yes === true ? { confirmedEmpty: true } : {}),
  };
  if (target.kind === 'highlight')
    return {
      kind: 'edit-highlight',
      anchor: target.id,
      fields: chosenFields(HIGHLIGHT_FIELDS, options),
      ...edits,
    };
  const fields = chosenFields(DOCUMENT_FIELDS, options);
  return { kind: 'edit-item', item: target.kind, id: target.id, fields, ...edits };
}

function refuseOtherFields({ kind, id }: Target, given: readonly Field[]): void {
  if (given.length === 0) return;
  if (kind === 'book') throw Refused.because(id, given, { code: 'tags-only', of: 'book' });
  if (id.startsWith('rd') && kind === 'highlight')
    throw Refused.because(id, given, { code: 'tags-only', of: 'reader-highlight' });
  const allowed: readonly Field[] = kind === 'highlight' ? HIGHLIGHT_FIELDS : DOCUMENT_FIELDS;
  const [other] = given.filter((field) => !allowed.includes(field));
  if (other === undefined) return;
  const list = [...allowed, 'tags'].join(', ');
  throw new Refused(
    id,
    given,
    `Other programs cannot change the ${other} of a ${kind}. They can change: ${list}.`,
  );
}

function chosenFields<Name extends Field>(
  names: readonly Name[],
  options: EditFields,
): Partial<Record<Name, string>> {
  const fields: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = options[name];
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** Undefined when no option is about tags. */
function tagsOf(target: Target, options: EditFields): TagEdits | undefined {
  const { tags, addTag = [], removeTag = [], renameTag = [], yes = false } = options;
  if (tags === undefined && addTag.length + removeTag.length + renameTag.length === 0) return undefined;
  const before = target.values.tags;
  if (tags?.length === 0 && before.length > 0 && !yes)
    throw Refused.because(target.id, ['tags'], { code: 'would-be-empty', field: 'tags' });
  const set = tags === undefined ? { add: [], remove: [] } : tagEdits(before, tags);
  return {
    add: [...set.add, ...addTag],
    remove: [...set.remove, ...removeTag],
    rename: renameTag.map(({ from, to }) => ({ from, to })),
  };
}

/** Throws `Refused` for a book, which the service cannot delete. */
export function deletionOf({ kind, id }: Target): Change {
  switch (kind) {
    case 'highlight':
      return { kind: 'delete-highlight', anchor: id };
    case 'document':
      return { kind: 'delete-document', id };
    case 'book':
      throw Refused.because(id, [], { code: 'tags-only', of: 'book' });
  }
}
