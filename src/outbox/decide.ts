import type { Decided } from '../model/outbox';
import { readOutboxEntry, type Stores } from '../store/outbox-store';
import { shortNameOfChange } from './change-name';
import { discardChange, settleChange } from './waiting-changes';

/**
 * Decides not to send a change or, for `theirs`, its fields in conflict, and returns the decision to be shown. Null
 * when there is nothing to decide: the change is gone, or the decision is `theirs` without a conflict.
 */
export async function decideAgainst(
  { state, outbox }: Stores,
  id: string,
  decision: Decided['decision'],
): Promise<Decided | null> {
  const entry = await readOutboxEntry(outbox, id);
  if (entry === null) return null;
  if (decision === 'theirs' && entry.state !== 'conflict') return null;
  const name = await shortNameOfChange(state, entry);
  if (decision === 'theirs') await settleChange(outbox, id, { kind: 'theirs' });
  else await discardChange(outbox, id);
  const fields = decision === 'theirs' ? (entry.conflicts ?? []).map(({ field }) => field) : [];
  return { id, kind: entry.change.kind, decision, name, fields, wasSent: entry.state === 'sent' };
}
