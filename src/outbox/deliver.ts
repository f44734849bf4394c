import { fieldsOf, targetIdOf, type Change, type OutboxEntry, type OutboxReason } from '../model/outbox';
import { isBug } from '../model/errors';
import type { Clock, Reporter, StateStore } from '../model/ports';
import { bugOf } from '../model/problem';
import type { FailureCause } from '../model/report';
import { isReadwiseError, ReadwiseError } from '../readwise/readwise-error';
import { readOutbox, readOutboxEntry, updateOutboxEntry } from '../store/outbox-store';
import { rebaseBehind } from './behind';
import { sendChange, type SendContext, type Sent } from './send-change';

export interface DeliveryContext extends SendContext {
  readonly clock: Clock;
  readonly reporter: Reporter;
}

export interface Choice {
  /** Only these changes; all when undefined. */
  readonly ids?: ReadonlySet<string> | undefined;
  /** Leave out changes whose next try is not due yet. */
  readonly onlyDue?: boolean | undefined;
}

/** After so many changes in a row without an answer, an interface is not asked again in this run. */
const MOST_FAILURES = 2;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 60 * 60_000;

/**
 * Sends the waiting changes, and stores after each what became of it. Changes of one target keep their order:
 * behind one that waits, the next ones wait. It writes only entries of the outbox, so it may run beside a sync,
 * but only once at a time. Returns why changes could not be sent, else null.
 */
export async function deliver(context: DeliveryContext, choice: Choice): Promise<FailureCause | null> {
  const { outbox, clock, reporter } = context;
  const blocked = new Set<string>();
  const outages = new Outages();
  let cause: FailureCause | null = null;
  const entries = leastTriedFirst(await readOutbox(outbox));
  const total = entries.filter((entry) => isChosen(entry, choice, clock)).length;
  let done = 0;
  for (const { id } of entries) {
    // It may have been changed or discarded meanwhile.
    const entry = await readOutboxEntry(outbox, id);
    if (entry === null || entry.state === 'sent' || entry.state === 'refused') continue;
    const target = targetIdOf(entry.change);
    const isBlocked = target !== null && blocked.has(target);
    if (target !== null) blocked.add(target);
    if (!isChosen(entry, choice, clock)) continue;
    reporter.progress({ step: 'sending', done, total: Math.max(total, done + 1) });
    done += 1;
    const stopped = outages.stopped(entry);
    if (stopped !== null || isBlocked) {
      const reason = stopped?.reason ?? { code: 'behind-another' };
      const nextTry = stopped?.nextTry;
      await updateOutboxEntry(outbox, id, (current) => ({ ...current, reason, nextTry }));
      continue;
    }
    const failure = await deliverOne(context, entry);
    outages.notice(entry, failure);
    cause ??= failure?.cause ?? null;
    const after = await readOutboxEntry(outbox, id);
    const isDone = after === null || after.state === 'sent' || after.state === 'refused';
    if (isDone && target !== null) blocked.delete(target);
  }
  return cause;
}

/** Lets the chosen changes wait for the reason that nothing can be sent now. */
export async function keepWaiting(
  { outbox, clock }: Pick<DeliveryContext, 'outbox' | 'clock'>,
  { choice, error }: { readonly choice: Choice; readonly error: ReadwiseError },
): Promise<void> {
  for (const { id } of await readOutbox(outbox))
    await updateOutboxEntry(outbox, id, (entry) =>
      isChosen(entry, choice, clock) ? triedInVain(entry, failureOf(error, entry, clock)) : entry,
    );
}

function isChosen(
  { id, state, nextTry = 0 }: OutboxEntry,
  { ids, onlyDue = false }: Choice,
  clock: Clock,
): boolean {
  if (state !== 'waiting' || ids?.has(id) === false) return false;
  return !onlyDue || nextTry <= clock.now();
}

/** The oldest first, but behind those that were tried less often, so that none is kept back for good. */
function leastTriedFirst(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const triesOfTarget = new Map<string, number>();
  for (const { change, state, tries } of entries) {
    const target = targetIdOf(change);
    if (target === null || state === 'sent' || state === 'refused') continue;
    triesOfTarget.set(target, Math.max(tries, triesOfTarget.get(target) ?? 0));
  }
  const triesOf = ({ change, tries }: OutboxEntry): number =>
    triesOfTarget.get(targetIdOf(change) ?? '') ?? tries;
  return [...entries].sort((left, right) => triesOf(left) - triesOf(right));
}

/** What keeps other changes from being tried in this run. */
class Outages {
  private readonly inARow = { v2: 0, v3: 0 };
  private readonly down: { v2: Failure | null; v3: Failure | null } = { v2: null, v3: null };
  private last: Failure | null = null;

  /** Why the change is not tried; null: it is. */
  stopped({ change }: OutboxEntry): Failure | null {
    return this.last ?? this.down[interfaceOf(change)];
  }

  notice({ change }: OutboxEntry, failure: Failure | null): void {
    const asked = interfaceOf(change);
    this.inARow[asked] = failure?.reason.code === 'unreachable' ? this.inARow[asked] + 1 : 0;
    if (failure?.isLast === true) this.last = failure;
    else if (this.inARow[asked] >= MOST_FAILURES) this.down[asked] = failure;
  }
}

/** The interface of the service that a change is sent to. */
function interfaceOf(change: Change): 'v2' | 'v3' {
  switch (change.kind) {
    case 'create-highlights':
      return 'v2';
    case 'edit-highlight':
    case 'delete-highlight':
      return change.anchor.startsWith('rw') ? 'v2' : 'v3';
    case 'edit-item':
      return change.item === 'book' ? 'v2' : 'v3';
    case 'save-document':
    case 'delete-document':
      return 'v3';
  }
}

interface Failure {
  /** Null for a bug, which concerns only the change. */
  readonly cause: FailureCause | null;
  readonly reason: OutboxReason;
  readonly nextTry: number | undefined;
  /** No other change is tried after it. */
  readonly isLast: boolean;
}

/** Null when the change does not wait any more. */
async function deliverOne(context: DeliveryContext, entry: OutboxEntry): Promise<Failure | null> {
  const { outbox, clock } = context;
  try {
    const sent = await sendChange(context, entry);
    const after = await updateOutboxEntry(outbox, entry.id, (current) => afterSending(current, sent));
    if (after !== null) await tellBehind(outbox, after);
    return null;
  } catch (error) {
    if (!(error instanceof ReadwiseError) && !isBug(error)) throw error;
    if (isReadwiseError(error, 'rejected', 'limit-exceeded')) {
      const { detail = '', field, problem = '' } = error.details;
      const reason: OutboxReason =
        field === undefined ? { code: 'rejected', detail } : { code: 'limit', field, problem };
      const after = await updateOutboxEntry(outbox, entry.id, (current) => refusedBecause(current, reason));
      if (after !== null) await tellBehind(outbox, after);
      return null;
    }
    const failure = failureOf(error, entry, clock);
    await updateOutboxEntry(outbox, entry.id, (current) => triedInVain(current, failure));
    return failure;
  }
}

/** What was sent is what the service has now; what was refused never came to be. */
async function tellBehind(outbox: StateStore, entry: OutboxEntry): Promise<void> {
  const mine = fieldsOf(entry.change);
  const { fields } = entry.base;
  if (entry.state === 'sent') await rebaseBehind(outbox, entry, { from: fields, to: mine });
  if (entry.state === 'refused') await rebaseBehind(outbox, entry, { from: mine, to: fields });
}

function afterSending(entry: OutboxEntry, sent: Sent): OutboxEntry {
  const tried = { ...entry, reason: undefined, nextTry: undefined };
  switch (sent.kind) {
    case 'sent':
      return { ...tried, state: 'sent', touched: sent.touched, wasThere: sent.wasThere };
    case 'conflict':
      return { ...tried, state: 'conflict', conflicts: [...sent.conflicts] };
    case 'gone':
      return refusedBecause(entry, { code: 'gone' });
    case 'discarded':
      return entry;
  }
}

const refusedBecause = (entry: OutboxEntry, reason: OutboxReason): OutboxEntry => ({
  ...entry,
  state: 'refused',
  reason,
  nextTry: undefined,
});

const triedInVain = (entry: OutboxEntry, { reason, nextTry }: Failure): OutboxEntry => ({
  ...entry,
  reason,
  nextTry,
  tries: entry.tries + 1,
});

function failureOf(error: unknown, { tries }: OutboxEntry, clock: Clock): Failure {
  const nextTry = clock.now() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
  if (!(error instanceof ReadwiseError)) return { cause: null, reason: bugOf(error), nextTry, isLast: false };
  const { kind, problem, details } = error;
  if (kind === 'token-refused')
    return { cause: 'token', reason: { code: 'token-refused' }, nextTry: undefined, isLast: true };
  if (kind === 'rate-limited') {
    const afterPause = clock.now() + (details.seconds ?? 0) * 1000;
    return { cause: 'service', reason: { code: 'asked-for-pause' }, nextTry: afterPause, isLast: false };
  }
  const isCancelled = kind === 'cancelled';
  return {
    cause: isCancelled ? 'cancelled' : 'service',
    reason: { code: 'unreachable', problem },
    nextTry: isCancelled ? undefined : nextTry,
    isLast: isCancelled,
  };
}
