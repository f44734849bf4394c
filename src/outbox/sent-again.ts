import type { Change } from '../model/outbox';
import type { StateStore } from '../model/ports';
import { partIdOf } from '../model/note-part';
import { prefixes } from '../store/keys';
import { stateRange } from '../store/read-state';
import { readHighlight } from '../store/stored';

type Creation = Extract<Change, { kind: 'create-highlights' }>;

/**
 * New highlights with an address that the device knows already were sent before: they become edits, so that
 * what was changed at the service meanwhile is not overwritten. The rest is created.
 */
export async function withoutKnown(state: StateStore, creation: Creation): Promise<readonly Change[]> {
  const known = await anchorsByUrl(state, creation);
  const edits: Change[] = [];
  const unknown = creation.highlights.filter(({ highlightUrl = '', text, note = '' }) => {
    const anchor = known.get(highlightUrl);
    if (anchor === undefined) return true;
    edits.push({ kind: 'edit-highlight', anchor, fields: note === '' ? { text } : { text, note } });
    return false;
  });
  return unknown.length === 0 ? edits : [{ ...creation, highlights: unknown }, ...edits];
}

/** All highlights are searched, but only for an address that a person gave. */
async function anchorsByUrl(
  state: StateStore,
  { highlights }: Creation,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(highlights.flatMap(({ highlightUrl }) => highlightUrl ?? []));
  const found = new Map<string, string>();
  if (wanted.size === 0) return found;
  for await (const entries of stateRange(state, prefixes.highlight)) {
    for (const { key, value } of entries) {
      const anchor = partIdOf(key);
      const highlight = anchor?.startsWith('rw') === true ? readHighlight(value) : null;
      if (anchor === null || highlight === null || highlight.deleted) continue;
      if (wanted.has(highlight.url)) found.set(highlight.url, anchor);
    }
  }
  return found;
}
