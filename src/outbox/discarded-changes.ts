import * as z from 'zod/mini';
import { fieldsOf, targetIdOf, type Change, type OutboxEntry, type Values } from '../model/outbox';
import type { StateStore } from '../model/ports';
import { outboxKeys } from '../store/keys';
import { readOne } from '../store/read-state';
import { storedAs } from '../store/stored';
import { isSameValue } from './compare';
import { isEdit, partsOf, partsWhere } from './parts-of-change';

/** A value that the person decided not to send, and the service's values that they had seen by then. */
const discardedSchema = z.object({ id: z.string(), mine: z.string(), seen: z.array(z.string()) });

/** By part of the change. */
const readDiscarded = storedAs(z.record(z.string(), discardedSchema));

/** Remembers that a change is not to be sent, so that it is not offered again. The latest change of a part counts. */
export async function rememberDiscarded(
  outbox: StateStore,
  { id, change, base, conflicts }: Pick<OutboxEntry, 'id' | 'change' | 'base' | 'conflicts'>,
): Promise<void> {
  const target = targetIdOf(change);
  if (target === null) return;
  const theirs = new Map(conflicts?.map((conflict) => [conflict.field, conflict.theirs]));
  await outbox.update(outboxKeys.discarded(target), (stored) => {
    const known = readDiscarded(stored) ?? {};
    const values = Object.entries(valuesOf(change, base)).map(([field, { mine, base: before }]) => {
      const other = theirs.get(field);
      return [field, { id, mine, seen: other === undefined ? [before] : [before, other] }] as const;
    });
    const latest = values.filter(([field]) => (known[field]?.id ?? '') <= id);
    return { ...known, ...Object.fromEntries(latest) };
  });
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
  await outbox.update(key, (stored) => {
    const rebased = Object.entries(readDiscarded(stored) ?? {}).map(([field, each]) => {
      const [before, after] = [from[field], to[field]];
      const isBehind = each.id > id && before !== undefined && each.seen.includes(before);
      return [field, isBehind && after !== undefined ? { ...each, seen: [...each.seen, after] } : each];
    });
    return Object.fromEntries(rebased);
  });
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
  const known = (await readOne(outbox, outboxKeys.discarded(target), readDiscarded)) ?? {};
  const now = valuesOf(change, base);
  return partsWhere(change, (part) => {
    const decided = known[part];
    const value = now[part];
    if (decided === undefined || value === undefined) return true;
    if (!isSameValue(part, decided.mine, value.mine)) return true;
    return !decided.seen.some((each) => isSameValue(part, each, value.base));
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
