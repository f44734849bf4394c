import { targetIdOf, type OutboxEntry, type OutboxReason } from '../model/outbox';
import type { Clock } from '../model/ports';
import type { FailureCause } from '../model/report';
import {
  CancelledError,
  LimitExceededError,
  RateLimitedError,
  ReadwiseError,
  RequestRejectedError,
  TokenRefusedError,
} from '../readwise/errors';
import { readOutbox, readOutboxEntry, updateOutboxEntry } from '../store/outbox-store';
import { sendChange, type SendContext, type Sent } from './send-change';

export interface DeliveryContext extends SendContext {
  readonly clock: Clock;
}

export interface Choice {
  /** Only these changes; all when undefined. */
  readonly ids?: ReadonlySet<string> | undefined;
  /** Leave out changes whose next try is not due yet. */
  readonly onlyDue?: boolean | undefined;
}

/** After so many changes in a row without an answer, the service is not asked again in this run. */
const MOST_FAILURES = 2;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 60 * 60_000;

/**
 * Sends the waiting changes, the oldest first, and stores after each what became of it. Changes of one target
 * keep their order: behind one that waits, the next ones wait. It writes only entries of the outbox, so it may
 * run beside a sync, but only once at a time. Returns why changes could not be sent, else null.
 */
export async function deliver(
  context: DeliveryContext,
  { ids, onlyDue = false }: Choice,
): Promise<FailureCause | null> {
  const { state, clock } = context;
  const blocked = new Set<string>();
  let cause: FailureCause | null = null;
  let failures = 0;
  let stopped: Failure | null = null;
  for (const { id } of await readOutbox(state)) {
    // It may have been changed or discarded meanwhile.
    const entry = await readOutboxEntry(state, id);
    if (entry === null || entry.state === 'sent' || entry.state === 'refused') continue;
    const target = targetIdOf(entry.change);
    const isBlocked = target !== null && blocked.has(target);
    if (target !== null) blocked.add(target);
    if (entry.state === 'conflict' || ids?.has(id) === false) continue;
    if (onlyDue && (entry.nextTry ?? 0) > clock.now()) continue;
    if (stopped !== null || isBlocked) {
      const reason = stopped?.reason ?? { code: 'behind-another' };
      const nextTry = stopped?.nextTry;
      await updateOutboxEntry(state, id, (current) => ({ ...current, reason, nextTry }));
      continue;
    }
    const failure = await deliverOne(context, entry);
    cause ??= failure?.cause ?? null;
    failures = failure?.reason.code === 'unreachable' ? failures + 1 : 0;
    if (failure !== null && (failure.isLast || failures >= MOST_FAILURES)) stopped = failure;
    const after = await readOutboxEntry(state, id);
    const isDone = after === null || after.state === 'sent' || after.state === 'refused';
    if (isDone && target !== null) blocked.delete(target);
  }
  return cause;
}

interface Failure {
  readonly cause: FailureCause;
  readonly reason: OutboxReason;
  readonly nextTry: number | undefined;
  /** No other change is tried after it. */
  readonly isLast: boolean;
}

/** Null when the change does not wait any more. */
async function deliverOne(context: DeliveryContext, entry: OutboxEntry): Promise<Failure | null> {
  const { state, clock } = context;
  try {
    const sent = await sendChange(context, entry);
    await updateOutboxEntry(state, entry.id, (current) => afterSending(current, sent));
    return null;
  } catch (error) {
    if (!(error instanceof ReadwiseError)) throw error;
    if (error instanceof RequestRejectedError || error instanceof LimitExceededError) {
      const reason: OutboxReason = { code: 'rejected', message: error.message };
      await updateOutboxEntry(state, entry.id, (current) => refusedBecause(current, reason));
      return null;
    }
    const failure = failureOf(error, entry, clock);
    const { reason, nextTry } = failure;
    await updateOutboxEntry(state, entry.id, (current) => ({
      ...current,
      reason,
      nextTry,
      tries: current.tries + 1,
    }));
    return failure;
  }
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

function failureOf(error: ReadwiseError, { tries }: OutboxEntry, clock: Clock): Failure {
  const { message } = error;
  if (error instanceof TokenRefusedError)
    return { cause: 'token', reason: { code: 'token-refused', message }, nextTry: undefined, isLast: true };
  if (error instanceof RateLimitedError) {
    const nextTry = clock.now() + error.retryAfterSeconds * 1000;
    return { cause: 'service', reason: { code: 'asked-for-pause' }, nextTry, isLast: false };
  }
  const isCancelled = error instanceof CancelledError;
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
  return {
    cause: isCancelled ? 'cancelled' : 'service',
    reason: { code: 'unreachable', message },
    nextTry: isCancelled ? undefined : clock.now() + wait,
    isLast: isCancelled,
  };
}
