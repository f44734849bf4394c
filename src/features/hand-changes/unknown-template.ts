import type { ItemRecord } from '../../model/record';
import { OWNED_PROPERTIES } from '../../notes/note/note';
import { isOfUnknownText } from './changed-note-lines';
import { TEXT_FIELDS } from './changed-properties';
import { PROBE, type EditedNote, type FoundChange } from './edited-note';

/**
 * Whether the person changed something that may be the service's, in what no known template wrote, beside what was
 * found. `looks`: at one note, with each template that this device knows.
 */
export async function isOfUnknownTemplate(
  looks: readonly EditedNote[],
  found: readonly FoundChange[],
): Promise<boolean> {
  return isOfUnknownText(looks, found) || (await hasUnknownProperty(looks));
}

/** A property that was written, was changed since, and is in no template. */
async function hasUnknownProperty(looks: readonly EditedNote[]): Promise<boolean> {
  const [look] = looks;
  if (look === undefined || !mayBeSent(look)) return false;
  const { edited, open, now } = look;
  const isThere = new Set([...now.properties.values()].map(({ mark }) => mark));
  const changed = [...edited.properties.values()].filter(({ name, mark }) => {
    const written = edited.written.properties.get(name);
    const isOurs = !OWNED_PROPERTIES.has(name) && !open.has(name);
    return isOurs && written !== undefined && written !== mark && !isThere.has(mark);
  });
  const unknown = new Set(changed.map(({ name }) => name));
  for (const { render, record } of looks) {
    if (unknown.size === 0) return false;
    const shown = await render(withEachField(record));
    for (const name of shown?.properties.keys() ?? []) unknown.delete(name);
  }
  return unknown.size > 0;
}

const mayBeSent = ({ wanted, record: { document } }: EditedNote): boolean =>
  wanted.tags || (document !== null && TEXT_FIELDS.some((field) => wanted[field]));

/** Templates leave out properties of empty fields. */
function withEachField(record: ItemRecord): ItemRecord {
  const { document, book } = record;
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, PROBE]));
  const tags = [PROBE];
  return {
    ...record,
    document: document === null ? null : { ...document, ...texts, tags },
    book: book === null ? null : { ...book, tags },
  };
}
