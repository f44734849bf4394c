import * as z from 'zod/mini';
import { fieldsOf, targetIdOf, type Change, type OutboxEntry, type Values } from '../model/outbox';
import type { StateStore } from '../model/ports';
import { outboxKeys } from '../store/keys';
import { readOne } from '../store/read-state';
import { storedAs } from '../store/stored';
import { isSameValue } from './compare';
import { isEdit, partsOf, partsWhere } from './parts-of-change';

/** A part that the person decided not to send, its value, and the service's values that they had seen by then. */
const discardedSchema = z.object({
  part: z.string(),
  id: z.string(),
  mine: z.string(),
  seen: z.array(z.string()),
});

const readDiscarded = storedAs(z.array(discardedSchema));

/** Remembers that a change is not to be sent, so that it is not offered again. Each value of a part counts for itself. */
export async function rememberDiscarded(
  outbox: StateStore,
  { id, change, base, conflicts }: Pick<OutboxEntry, 'id' | 'change' | 'base' | 'conflicts'>,
): Promise<void> {
  const target = targetIdOf(change);
  if (target === null) return;
  const theirs = new Map(conflicts?.map((conflict) => [conflict.field, conflict.theirs]));
  const discarded = Object.entries(valuesOf(change, base)).map(([part, { mine, base: before }]) => {
    const other = theirs.get(part);
    return { part, id, mine, seen: other === undefined ? [before] : [before, other] };
  });
  await outbox.update(outboxKeys.discarded(target), (stored) => [
    ...(readDiscarded(stored) ?? []),
    ...discarded,
  ]);
}

/** A discarded change, too, was based on what earlier changes were to leave: see `rebaseLaterChanges`. */
export async function rebaseDiscarded(
  outbox: StateStore,
  { id, change }: Pick<OutboxEntry, 'id' | 'change'>,
  { from, to }: { readonly from: Values['fields']; readonly to: Values['fields'] },
): Promise<void> {
  const target = targetIdOf(change);
  const key = outboxKeys.discarded(target ?? '');
  if ((await readOne(outbox, key, readDiscarded)) === null) return;
  await outbox.update(key, (stored) =>
    (readDiscarded(stored) ?? []).map((each) => {
      const [before, after] = [from[each.part], to[each.part]];
      const isBehind = each.id > id && before !== undefined && each.seen.includes(before);
      return isBehind && after !== undefined ? { ...each, seen: [...each.seen, after] } : each;
    }),
  );
}

/**
 * What is left of a change without what the person decided not to send, as long as neither they nor the service have
 * changed the value since. Null when that is nothing.
 * @param base what the service has, as far as the device knows
 */
export async function withoutDiscarded(
  outbox: StateStore,
  change: Change,
  base: Values,
): Promise<Change | null> {
  if (!isEdit(change)) return change;
  const target = targetIdOf(change) ?? '';
  const discarded = (await readOne(outbox, outboxKeys.discarded(target), readDiscarded)) ?? [];
  const now = valuesOf(change, base);
  return partsWhere(change, (part) => {
    const value = now[part];
    if (value === undefined) return true;
    return !discarded.some(
      (each) =>
        each.part === part &&
        isSameValue(part, each.mine, value.mine) &&
        each.seen.some((seen) => isSameValue(part, seen, value.base)),
    );
  });
}

interface ChangedValue {
  readonly mine: string;
  readonly base: string;
}

function valuesOf(change: Change, { fields }: Values): Readonly<Record<string, ChangedValue>> {
  const parts = isEdit(change) ? partsOf(change) : fieldsOf(change);
  const values = Object.entries(parts).map(
    ([part, mine]) => [part, { mine, base: fields[part] ?? '' }] as const,
  );
  return Object.fromEntries(values);
}
