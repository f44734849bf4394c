import {
  fieldsOf,
  isDeletion,
  type Change,
  type TagEdits,
  type ValueConflict,
  type Values,
} from '../model/outbox';
import { toPublicationDate } from '../readwise/wire-fields';
import type { Document, DocumentHighlight, Highlight } from '../model/model';

/** What remains to be sent of a change, given what the service has now. */
export interface Comparison {
  /** Fields that do not have the wanted value yet. */
  readonly unsent: Readonly<Record<string, string>>;
  /** Fields that have neither the wanted value nor the one that the person saw. */
  readonly conflicts: readonly ValueConflict[];
}

/** Fields that must still be as the person saw them when something is deleted. */
const CHECKED_BEFORE_DELETION: ReadonlySet<string> = new Set(['text', 'note', 'title']);

/** Compares the wanted values with those at the service, and these with what the person saw. */
export function compareFields(change: Change, base: Values, theirs: Values): Comparison {
  const unsent: Record<string, string> = {};
  const conflicts: ValueConflict[] = [];
  if (isDeletion(change.kind)) {
    for (const [field, seen] of Object.entries(base.fields)) {
      const value = theirs.fields[field] ?? '';
      if (CHECKED_BEFORE_DELETION.has(field) && !isSameValue(field, value, seen))
        conflicts.push({ field, base: seen, mine: null, theirs: value });
    }
    return { unsent, conflicts };
  }
  for (const [field, mine] of Object.entries(fieldsOf(change))) {
    const value = theirs.fields[field] ?? '';
    const seen = base.fields[field] ?? '';
    if (isSameValue(field, value, mine)) continue;
    if (isSameValue(field, value, seen)) unsent[field] = mine;
    else conflicts.push({ field, base: seen, mine, theirs: value });
  }
  return { unsent, conflicts };
}

/** The service may trim a text, change its line ends, or keep only the day of a date. */
export function isSameValue(field: string, left: string, right: string): boolean {
  const day = field === 'publishedDate' ? toPublicationDate(left) : null;
  if (day !== null) return day === toPublicationDate(right);
  return plain(left) === plain(right);
}

const plain = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

const isSameTag = (left: string, right: string): boolean => left.trim() === right.trim();
/** v3 identifies tags by lowercase keys. */
const isSameTagKey = (left: string, right: string): boolean =>
  isSameTag(left.toLowerCase(), right.toLowerCase());

const includesTag = (tags: readonly string[], name: string, same = isSameTag): boolean =>
  tags.some((tag) => same(tag, name));

/** Whether a tag is there, in upper or lower case. */
export const hasTag = (tags: readonly string[], name: string): boolean =>
  includesTag(tags, name, isSameTagKey);

/** The edits that still have to be made to v2 tags. */
export function tagSteps({ add, remove, rename }: TagEdits, tags: readonly string[]): TagEdits {
  const renames = rename.filter(({ from, to }) => includesTag(tags, from) && !includesTag(tags, to));
  const renamedTo = renames.map(({ to }) => to);
  const added = [...add, ...rename.map(({ to }) => to)].filter(
    (name) => !includesTag(tags, name) && !includesTag(renamedTo, name),
  );
  const removed = [...remove, ...rename.map(({ from }) => from)].filter(
    (name) => includesTag(tags, name) && !renames.some(({ from }) => isSameTag(from, name)),
  );
  return { add: [...new Set(added)], remove: [...new Set(removed)], rename: renames };
}

/** All v3 tags after the edits; null when nothing changes. v3 accepts only complete lists. */
export function editedTags({ add, remove, rename }: TagEdits, tags: readonly string[]): string[] | null {
  const dropped = [...remove, ...rename.map(({ from }) => from)];
  const wanted = [...add, ...rename.map(({ to }) => to)];
  const kept = tags.filter(
    (tag) => !includesTag(dropped, tag, isSameTagKey) || includesTag(wanted, tag, isSameTagKey),
  );
  const added: string[] = [];
  for (const name of wanted)
    if (!includesTag(kept, name, isSameTagKey) && !includesTag(added, name, isSameTagKey)) added.push(name);
  return kept.length === tags.length && added.length === 0 ? null : [...kept, ...added];
}

/** The edits that turn one list of tags into another; those in `renamed` count as renames. */
export function tagEdits(
  before: readonly string[],
  after: readonly string[],
  renamed: TagEdits['rename'] = [],
): TagEdits {
  const added = after.filter((name) => !includesTag(before, name));
  const removed = before.filter((name) => !includesTag(after, name));
  const rename: TagEdits['rename'] = [];
  for (const { from, to } of renamed) {
    const isTaken = rename.some((other) => isSameTag(other.to, to));
    if (includesTag(removed, from) && includesTag(added, to) && !isTaken) rename.push({ from, to });
  }
  return {
    add: added.filter((name) => !rename.some(({ to }) => isSameTag(to, name))),
    remove: removed.filter((name) => !rename.some(({ from }) => isSameTag(from, name))),
    rename,
  };
}

/** The values that changes are compared with, whether from the replica or from the service. */

type SharedHighlight = Pick<Highlight, 'text' | 'note' | 'color' | 'url' | 'location' | 'tags'>;

export const highlightValues = ({ text, note, color, url, location, tags }: SharedHighlight): Values => ({
  fields: { text, note, color, url, location: location === null ? '' : String(location) },
  tags,
});

export const documentHighlightValues = ({ text, note, url, tags }: DocumentHighlight): Values => ({
  fields: { text, note, url },
  tags,
});

export function documentValues(document: Document): Values {
  const { title, author, summary, imageUrl, location, category, note, publishedDate, tags } = document;
  return {
    fields: {
      title,
      author,
      summary,
      imageUrl,
      location,
      category,
      note,
      publishedDate: publishedDate ?? '',
    },
    tags,
  };
}

export const bookValues = ({ tags }: { readonly tags: readonly string[] }): Values => ({ fields: {}, tags });
