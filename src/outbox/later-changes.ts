import { targetIdOf, type OutboxEntry } from '../model/outbox';
import type { StateStore } from '../model/ports';
import { readOutbox, updateOutboxEntry } from '../store/outbox-store';
import { rebaseDiscarded } from './discarded-changes';

type Fields = Readonly<Record<string, string>>;

/**
 * Each change is based on the values that earlier changes to its target leave. When one of these turns out
 * differently, updates the later ones: a base value that is in `from` becomes the one in `to`. Changes that waited
 * for it can be tried again.
 */
export async function rebaseLaterChanges(
  outbox: StateStore,
  { id, change }: Pick<OutboxEntry, 'id' | 'change'>,
  values: { readonly from: Fields; readonly to: Fields },
): Promise<void> {
  const target = targetIdOf(change);
  if (target === null) return;
  await rebaseDiscarded(outbox, { id, change }, values);
  for (const entry of await readOutbox(outbox)) {
    const isLater = entry.id > id && targetIdOf(entry.change) === target;
    if (isLater) await updateOutboxEntry(outbox, entry.id, (current) => rebased(current, values));
  }
}

function rebased(
  entry: OutboxEntry,
  { from, to }: { readonly from: Fields; readonly to: Fields },
): OutboxEntry {
  const { fields } = entry.base;
  const affected = Object.keys(from).filter((field) => fields[field] === from[field] && field in to);
  const replaced = Object.fromEntries(affected.map((field) => [field, to[field] ?? '']));
  return {
    ...entry,
    base: { ...entry.base, fields: { ...fields, ...replaced } },
    reason: entry.reason?.code === 'behind-another' ? { code: 'not-tried' } : entry.reason,
  };
}
