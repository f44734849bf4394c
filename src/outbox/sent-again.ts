import type { Highlight } from '../model/model';
import type { Change } from '../model/outbox';
import type { StateStore } from '../model/ports';
import { prefixes } from '../store/keys';
import { stateRange } from '../store/read-state';
import { readRecord } from '../store/stored';

type Creation = Extract<Change, { kind: 'create-highlights' }>;

/**
 * New highlights with an address that the device knows already were sent before: they become edits, so that
 * what was changed at the service meanwhile is not overwritten. The rest is created.
 */
export async function withoutKnown(state: StateStore, creation: Creation): Promise<readonly Change[]> {
  const urls = new Set(creation.highlights.flatMap(({ highlightUrl }) => highlightUrl ?? []));
  const highlights = urls.size === 0 ? [] : await highlightsAt(state, (url) => urls.has(url));
  const known = new Map(highlights.map(({ url, id }) => [url, `rw${id}`]));
  const edits: Change[] = [];
  const unknown = creation.highlights.filter(({ highlightUrl = '', text, note = '' }) => {
    const anchor = known.get(highlightUrl);
    if (anchor === undefined) return true;
    edits.push({ kind: 'edit-highlight', anchor, fields: note === '' ? { text } : { text, note } });
    return false;
  });
  return unknown.length === 0 ? edits : [{ ...creation, highlights: unknown }, ...edits];
}

/** The highlights whose address is wanted. All are searched. */
export async function highlightsAt(
  state: StateStore,
  isWanted: (url: string) => boolean,
): Promise<readonly Highlight[]> {
  const found: Highlight[] = [];
  for await (const entries of stateRange(state, prefixes.item)) {
    for (const { highlights } of entries.flatMap(({ value }) => readRecord(value) ?? []))
      found.push(...highlights.filter(({ deleted, url }) => !deleted && isWanted(url)));
  }
  return found;
}
