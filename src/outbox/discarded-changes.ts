import * as z from 'zod/mini';
import {
  fieldsOf,
  targetIdOf,
  type Change,
  type OutboxEntry,
  type TagEdits,
  type Values,
} from '../model/outbox';
import type { StateStore } from '../model/ports';
import { outboxKeys } from '../store/keys';
import { readOne } from '../store/read-state';
import { storedAs } from '../store/stored';
import { isSameValue } from './compare';

/** A value that the person decided not to send, and the service's values that they had seen by then. */
const discardedSchema = z.object({ mine: z.string(), seen: z.array(z.string()) });
type Discarded = z.infer<typeof discardedSchema>;

/** By field; `tags` holds the edits of tags. */
const readDiscarded = storedAs(z.record(z.string(), discardedSchema));

/** Remembers that a change is not to be sent, so that it is not offered again. */
export async function rememberDiscarded(
  outbox: StateStore,
  { change, base, conflicts }: Pick<OutboxEntry, 'change' | 'base' | 'conflicts'>,
): Promise<void> {
  const target = targetIdOf(change);
  if (target === null) return;
  const theirs = new Map(conflicts?.map((conflict) => [conflict.field, conflict.theirs]));
  const values = Object.entries(valuesOf(change, base)).map(([field, { mine, base: known }]) => {
    const other = theirs.get(field);
    return [field, { mine, seen: other === undefined ? [known] : [known, other] }] as const;
  });
  await outbox.update(outboxKeys.discarded(target), (stored) => ({
    ...readDiscarded(stored),
    ...Object.fromEntries(values),
  }));
}

/**
 * Whether the person decided not to send this, and neither they nor the service have changed the value since.
 * @param base what the service has, as far as the device knows
 */
export async function isDiscarded(outbox: StateStore, change: Change, base: Values): Promise<boolean> {
  const target = targetIdOf(change);
  const known = target === null ? null : await readOne(outbox, outboxKeys.discarded(target), readDiscarded);
  if (known === null) return false;
  return Object.entries(valuesOf(change, base)).every(([field, now]) => {
    const decided: Discarded | undefined = known[field];
    if (decided === undefined || !isSameValue(field, decided.mine, now.mine)) return false;
    return decided.seen.some((value) => isSameValue(field, value, now.base));
  });
}

interface ChangedValue {
  readonly mine: string;
  readonly base: string;
}

function valuesOf(change: Change, { fields, tags }: Values): Readonly<Record<string, ChangedValue>> {
  const values = Object.entries(fieldsOf(change)).map(
    ([field, mine]) => [field, { mine, base: fields[field] ?? '' }] as const,
  );
  const edits = 'tags' in change ? change.tags : undefined;
  const tagValues = edits === undefined ? [] : [['tags', changedTags(edits, tags)] as const];
  return Object.fromEntries([...values, ...tagValues]);
}

const changedTags = ({ add, remove }: TagEdits, tags: readonly string[]): ChangedValue => ({
  mine: JSON.stringify([[...add].sort(), [...remove].sort()]),
  base: JSON.stringify([...tags].sort()),
});
