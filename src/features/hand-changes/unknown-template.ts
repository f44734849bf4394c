import type { ItemRecord } from '../../model/record';
import { OWNED_PROPERTIES } from '../../notes/note/note';
import { hasUnknownBlock } from './changed-note-lines';
import { TEXT_FIELDS } from './changed-properties';
import { PROBE, type EditedNote, type FoundChange } from './edited-note';

/**
 * Whether, besides what was found, the person changed something that may be the service's but that no known template
 * wrote. `views`: one note as seen with each template that this device knows.
 */
export async function isFromUnknownTemplate(
  views: readonly EditedNote[],
  found: readonly FoundChange[],
): Promise<boolean> {
  return hasUnknownBlock(views, found) || (await hasUnknownProperty(views));
}

/** Whether some property was written, has been changed since, and is in no template. */
async function hasUnknownProperty(views: readonly EditedNote[]): Promise<boolean> {
  const [view] = views;
  if (view === undefined || !mayBeSent(view)) return false;
  const { edited, open, now } = view;
  const currentMarks = new Set([...now.properties.values()].map(({ mark }) => mark));
  const changed = [...edited.properties.values()].filter(({ name, mark }) => {
    const written = edited.written.properties.get(name);
    const isOurs = !OWNED_PROPERTIES.has(name) && !open.has(name);
    return isOurs && written !== undefined && written !== mark && !currentMarks.has(mark);
  });
  const unknown = new Set(changed.map(({ name }) => name));
  for (const { render, record } of views) {
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
