import type { Change } from '../../model/outbox';
import type { Document } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import type { Entry } from '../../notes/front-matter/front-matter';
import { OWNED_PROPERTIES } from '../../notes/note/note';
import { tagEdits } from '../../outbox/compare';
import { PROBE, type EditedNote, type FoundChange, type NoteContent } from './edited-note';
import { tagKey } from './tag-spellings';

export const TEXT_FIELDS = ['title', 'author', 'summary', 'location'] as const;
type TextField = (typeof TEXT_FIELDS)[number];

/**
 * What the person changed in properties. The property that shows a field is found by rendering the item with a
 * probe in the field's place: exactly one property must have it, and nothing else.
 */
export async function changedProperties(note: EditedNote): Promise<readonly FoundChange[]> {
  const { record, edited, wanted } = note;
  const { document } = record;
  const isChanged = [...edited.properties.values()].some(
    ({ name, mark }) => !OWNED_PROPERTIES.has(name) && edited.written.properties.get(name) !== mark,
  );
  if (!isChanged) return [];
  const found: FoundChange[] = [];
  for (const field of TEXT_FIELDS) {
    if (wanted[field] && document !== null) found.push(...(await changedText(note, document, field)));
  }
  if (wanted.tags) found.push(...(await changedTags(note)));
  return found;
}

async function changedText(
  note: EditedNote,
  document: Document,
  field: TextField,
): Promise<readonly FoundChange[]> {
  const { record, render } = note;
  const withValue = (value: string): ItemRecord => ({ ...record, document: { ...document, [field]: value } });
  const name = placeOf(await render(withValue(PROBE)), (value) => textOf(value) === PROBE);
  const changed = name === null ? null : editedEntry(note, name);
  const mine = changed === null ? null : textOf(changed.value);
  if (name === null || mine === null || mine.trim() === '') return [];
  const tried = await render(withValue(mine));
  if (tried?.properties.get(name)?.mark !== changed?.mark) return [];
  const change: Change = { kind: 'edit-item', item: 'document', id: document.id, fields: { [field]: mine } };
  return [{ field, base: document[field], mine, change }];
}

async function changedTags(note: EditedNote): Promise<readonly FoundChange[]> {
  const { record, render, now, tagPrefix } = note;
  const tagsIn = (value: unknown): readonly string[] =>
    listOf(value).map((tag) => (tag.startsWith(tagPrefix) ? tag.slice(tagPrefix.length) : tag));
  const { document } = record;
  const book = record.book?.deleted === true ? null : record.book;
  const before = document?.tags ?? book?.tags ?? [];
  const withTags = (tags: readonly string[]): ItemRecord => {
    if (document !== null) return { ...record, document: { ...document, tags } };
    return { ...record, book: record.book === null ? null : { ...record.book, tags } };
  };
  const name = placeOf(await render(withTags([PROBE])), (value) => tagsIn(value).includes(PROBE));
  const changed = name === null ? null : editedEntry(note, name);
  if (name === null || changed === null) return [];
  const mine = tagsIn(changed.value);
  const shown = tagsIn(now.properties.get(name)?.value);
  const removed = shown.filter((tag) => !mine.includes(tag)).map(tagKey);
  const added = mine.filter((tag) => !shown.includes(tag));
  const after = [
    ...before.filter((tag) => !removed.includes(tagKey(tag))),
    ...(await asInReadwise(added, note)),
  ];
  const id = document?.id ?? book?.id;
  const tried = await render(withTags(after));
  const isFaithful = hasSameEntries(tagsIn(tried?.properties.get(name)?.value), mine);
  const tags = tagEdits(before, after);
  if (id === undefined || mine.length === 0 || !isFaithful) return [];
  if (tags.add.length + tags.remove.length === 0) return [];
  const item = document === null ? 'book' : 'document';
  const change: Change = { kind: 'edit-item', item, id, fields: {}, tags };
  return [{ field: 'tags', base: before.join(', '), mine: after.join(', '), change }];
}

/** Under the names of the library: `C-sharp`, which Obsidian completes from other notes, is its `C#`. */
async function asInReadwise(
  tags: readonly string[],
  { tagSpellings }: EditedNote,
): Promise<readonly string[]> {
  // A tag without a dash is spelled the same there.
  if (!tags.some((tag) => tag.includes('-'))) return tags;
  const spellings = await tagSpellings();
  return tags.map((tag) => (tag.includes('-') ? (spellings.get(tagKey(tag)) ?? tag) : tag));
}

/** The only property that shows the probe. */
function placeOf(probed: NoteContent | null, shows: (value: unknown) => boolean): string | null {
  const names = [...(probed?.properties.values() ?? [])].filter(({ value }) => shows(value));
  return names.length === 1 ? (names[0]?.name ?? null) : null;
}

/** The property if the person changed it, the last sync wrote what the service has now, and no conflict is open. */
function editedEntry({ now, edited, open }: EditedNote, name: string): Entry | null {
  if (open.has(name)) return null;
  const written = edited.written.properties.get(name);
  const entry = edited.properties.get(name);
  if (entry === undefined || now.properties.get(name)?.mark !== written || entry.mark === written)
    return null;
  return entry;
}

/** A list is joined with commas; null for anything but text. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return Array.isArray(value) ? listOf(value).join(', ') : null;
}

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.filter((each) => typeof each === 'string' || typeof each === 'number').map(String)
    : [];

const hasSameEntries = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((each) => right.includes(each));
