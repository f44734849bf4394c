import {
  canBeTakenBack,
  fieldsOf,
  targetIdOf,
  type Change,
  type OutboxEntry,
  type OutboxReason,
} from '../model/outbox';
import { isBug } from '../model/errors';
import type { Clock, Reporter, StateStore } from '../model/ports';
import { bugOf } from '../model/problem';
import type { FailureCause } from '../model/report';
import { isReadwiseError, ReadwiseError } from '../readwise/readwise-error';
import { readOutbox, readOutboxEntry, updateOutboxEntry } from '../store/outbox-store';
import { rebaseLaterChanges } from './later-changes';
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

/** After this many changes in a row without an answer, an interface is left alone for the rest of the run. */
const MAX_FAILURES = 2;
const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 60 * 60_000;

/**
 * Sends the waiting changes and stores the result of each. Changes to one target keep their order: while one
 * waits, the later ones wait too. Writes only entries of the outbox, so it may run during a sync, but only once
 * at a time. Returns why changes could not be sent, or null.
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
    // It may have been changed or discarded in the meantime.
    const entry = await readOutboxEntry(outbox, id);
    if (entry === null || entry.state === 'sent' || entry.state === 'refused') continue;
    const target = targetIdOf(entry.change);
    const isBlocked = target !== null && blocked.has(target);
    if (target !== null) blocked.add(target);
    if (!isChosen(entry, choice, clock)) continue;
    reporter.progress({ step: 'sending', done, total: Math.max(total, done + 1) });
    done += 1;
    const outage = outages.blocking(entry);
    if (outage !== null || isBlocked) {
      const reason = outage?.reason ?? { code: 'behind-another' };
      const nextTry = outage?.nextTry;
      await updateOutboxEntry(outbox, id, (current) => ({ ...current, reason, nextTry }));
      continue;
    }
    const failure = await deliverOne(context, entry);
    outages.record(entry, failure);
    cause ??= failure?.cause ?? null;
    const after = await readOutboxEntry(outbox, id);
    const isDone = after === null || after.state === 'sent' || after.state === 'refused';
    if (isDone && target !== null) blocked.delete(target);
  }
  return cause;
}

/** Keeps the chosen changes waiting, with the error as their reason. */
export async function keepWaiting(
  { outbox, clock }: Pick<DeliveryContext, 'outbox' | 'clock'>,
  { choice, error }: { readonly choice: Choice; readonly error: ReadwiseError },
): Promise<void> {
  for (const { id } of await readOutbox(outbox))
    await updateOutboxEntry(outbox, id, (entry) =>
      isChosen(entry, choice, clock) ? afterFailure(entry, failureOf(error, entry, clock)) : entry,
    );
}

function isChosen(entry: OutboxEntry, { ids, onlyDue = false }: Choice, clock: Clock): boolean {
  const { id, state, nextTry = 0 } = entry;
  if (state !== 'waiting' || ids?.has(id) === false || canBeTakenBack(entry, clock.now())) return false;
  return !onlyDue || nextTry <= clock.now();
}

/** Those tried least often first, then the oldest, so that none is held back forever. */
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
  private readonly failuresInARow = { v2: 0, v3: 0 };
  private readonly down: { v2: Failure | null; v3: Failure | null } = { v2: null, v3: null };
  private final: Failure | null = null;

  /** Why the change is not to be tried; null if it is. */
  blocking({ change }: OutboxEntry): Failure | null {
    return this.final ?? this.down[interfaceOf(change)];
  }

  record({ change }: OutboxEntry, failure: Failure | null): void {
    const api = interfaceOf(change);
    this.failuresInARow[api] = failure?.reason.code === 'unreachable' ? this.failuresInARow[api] + 1 : 0;
    if (failure?.stopsRun === true) this.final = failure;
    else if (this.failuresInARow[api] >= MAX_FAILURES) this.down[api] = failure;
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
  /** Null for a bug, which affects only this change. */
  readonly cause: FailureCause | null;
  readonly reason: OutboxReason;
  readonly nextTry: number | undefined;
  /** No other change is tried in this run. */
  readonly stopsRun: boolean;
}

/** Null when the change is no longer waiting. */
async function deliverOne(context: DeliveryContext, entry: OutboxEntry): Promise<Failure | null> {
  const { outbox, clock } = context;
  try {
    const sent = await sendChange(context, entry);
    const after = await updateOutboxEntry(outbox, entry.id, (current) => afterSending(current, sent));
    if (after !== null) await updateLaterChanges(outbox, after);
    return null;
  } catch (error) {
    if (!(error instanceof ReadwiseError) && !isBug(error)) throw error;
    if (isReadwiseError(error, 'rejected', 'limit-exceeded')) {
      const { detail = '', field, problem = '' } = error.details;
      const reason: OutboxReason =
        field === undefined ? { code: 'rejected', detail } : { code: 'limit', field, problem };
      const after = await updateOutboxEntry(outbox, entry.id, (current) => refusedBecause(current, reason));
      if (after !== null) await updateLaterChanges(outbox, after);
      return null;
    }
    const failure = failureOf(error, entry, clock);
    await updateOutboxEntry(outbox, entry.id, (current) => afterFailure(current, failure));
    return failure;
  }
}

/** The service now has the values that were sent, and will never have refused ones. */
async function updateLaterChanges(outbox: StateStore, entry: OutboxEntry): Promise<void> {
  const mine = fieldsOf(entry.change);
  const { fields } = entry.base;
  if (entry.state === 'sent') await rebaseLaterChanges(outbox, entry, { from: fields, to: mine });
  if (entry.state === 'refused') await rebaseLaterChanges(outbox, entry, { from: mine, to: fields });
}

function afterSending(entry: OutboxEntry, sent: Sent): OutboxEntry {
  const answered = { ...entry, reason: undefined, nextTry: undefined };
  switch (sent.kind) {
    case 'sent':
      return { ...answered, state: 'sent', touched: sent.touched, wasThere: sent.wasThere };
    case 'conflict':
      return { ...answered, state: 'conflict', conflicts: [...sent.conflicts] };
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

const afterFailure = (entry: OutboxEntry, { reason, nextTry }: Failure): OutboxEntry => ({
  ...entry,
  reason,
  nextTry,
  tries: entry.tries + 1,
});

function failureOf(error: unknown, { tries }: OutboxEntry, clock: Clock): Failure {
  const nextTry = clock.now() + Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
  if (!(error instanceof ReadwiseError))
    return { cause: null, reason: bugOf(error), nextTry, stopsRun: false };
  const { kind, problem, details } = error;
  if (kind === 'token-refused')
    return { cause: 'token', reason: { code: 'token-refused' }, nextTry: undefined, stopsRun: true };
  if (kind === 'rate-limited') {
    const afterPause = clock.now() + (details.seconds ?? 0) * 1000;
    return { cause: 'service', reason: { code: 'asked-for-pause' }, nextTry: afterPause, stopsRun: false };
  }
  const isCancelled = kind === 'cancelled';
  return {
    cause: isCancelled ? 'cancelled' : 'service',
    reason: { code: 'unreachable', problem },
    nextTry: isCancelled ? undefined : nextTry,
    stopsRun: isCancelled,
  };
}
