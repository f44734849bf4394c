import type { Decided } from '../model/outbox';
import { plainExcerpt } from '../notes/markdown/plain-text';
import { readOutboxEntry, type Stores } from '../store/outbox-store';
import { nameOfChange } from './change-name';
import { discardChange, settleChange } from './waiting-changes';

const EXCERPT = 60;

/**
 * Decides that a change, or what of it is in conflict, is not sent, and returns what was decided, to be told. Null
 * when there is nothing to decide: the change is gone, or Readwise's value is to stay where there is no conflict.
 */
export async function decideAgainst(
  { state, outbox }: Stores,
  id: string,
  decision: Decided['decision'],
): Promise<Decided | null> {
  const entry = await readOutboxEntry(outbox, id);
  if (entry === null) return null;
  if (decision === 'theirs' && entry.state !== 'conflict') return null;
  const name = plainExcerpt(await nameOfChange(state, entry), EXCERPT);
  if (decision === 'theirs') await settleChange(outbox, id, { kind: 'theirs' });
  else await discardChange(outbox, id);
  const fields = decision === 'theirs' ? (entry.conflicts ?? []).map(({ field }) => field) : [];
  return { id, kind: entry.change.kind, decision, name, fields, wasSent: entry.state === 'sent' };
}
