import { targetIdOf, type OutboxEntry } from '../model/outbox';
import type { StateStore } from '../model/ports';
import { readOutbox, updateOutboxEntry } from '../store/outbox-store';

type Fields = Readonly<Record<string, string>>;

/**
 * A change is based on what those before it will have made. When one of them becomes something else, tells those
 * behind it: where they started from one of the values `from`, they start from that of `to`. What waited for it
 * is to be tried.
 */
export async function rebaseBehind(
  outbox: StateStore,
  { id, change }: Pick<OutboxEntry, 'id' | 'change'>,
  values: { readonly from: Fields; readonly to: Fields },
): Promise<void> {
  const target = targetIdOf(change);
  if (target === null) return;
  for (const entry of await readOutbox(outbox)) {
    const isBehind = entry.id > id && targetIdOf(entry.change) === target;
    if (isBehind) await updateOutboxEntry(outbox, entry.id, (current) => rebased(current, values));
  }
}

function rebased(
  entry: OutboxEntry,
  { from, to }: { readonly from: Fields; readonly to: Fields },
): OutboxEntry {
  const { fields } = entry.base;
  const changed = Object.keys(from).filter((field) => fields[field] === from[field] && field in to);
  const replaced = Object.fromEntries(changed.map((field) => [field, to[field] ?? '']));
  return {
    ...entry,
    base: { ...entry.base, fields: { ...fields, ...replaced } },
    reason: entry.reason?.code === 'behind-another' ? { code: 'not-tried' } : entry.reason,
  };
}
