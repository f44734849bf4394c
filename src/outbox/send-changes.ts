import type { NamedChange, OutboxEntry } from '../model/outbox';
import type { StateStore } from '../model/ports';
import type { Problem } from '../model/problem';
import type { FailureCause, SyncReport } from '../model/report';
import type { Settings } from '../model/settings';
import { accountMark } from '../readwise/check-token';
import type { ReadwiseClient } from '../readwise/client';
import { ReadwiseError } from '../readwise/readwise-error';
import { keys } from '../store/keys';
import { readOutbox, type Stores } from '../store/outbox-store';
import { readOne } from '../store/read-state';
import { readAccount } from '../store/stored';
import { checkAccount } from '../sync/account-check';
import type { SyncDependencies } from '../sync/context/sync-options';
import { SyncStats } from '../sync/context/sync-stats';
import { openClient } from '../sync/open-client';
import { attempt, renderedRun } from '../sync/run-report';
import { namedResultOf } from './change-name';
import { deliver, keepWaiting, type Choice } from './deliver';
import { takeAnswers, type Answers } from './take-answers';

/**
 * How changes are sent alongside syncs. There are two locks, both held by the host:
 * - `sendChanges` writes the replica and notes, as a sync does, so it shares the lock of syncs.
 * - `deliverChanges` only sends and writes only the outbox, so it may run during a sync, within the same
 *   budgets. What it sent stays in the outbox as `sent` until the next `sendChanges`.
 * Neither may run twice at once.
 */
export interface SendOptions extends Choice {
  readonly settings: Settings;
  readonly token: string;
  readonly signal?: AbortSignal | undefined;
}

export interface SendResult {
  /** The worst result of any change. */
  readonly outcome: 'sent' | 'waiting' | 'conflict' | 'refused';
  readonly changes: readonly NamedChange[];
  readonly requests: number;
  /** Why changes could not be sent and wait. */
  readonly cause?: FailureCause;
  /** What stopped the run as a whole, not just a single change. */
  readonly problem?: Problem;
  /** What was written to the vault; null when there was nothing to write. */
  readonly notes: SyncReport | null;
}

/** Sends what is waiting, and puts the answers into the replica and notes. Throws only bugs. */
export async function sendChanges(deps: SyncDependencies, options: SendOptions): Promise<SendResult> {
  const before = await chosenEntries(deps.outbox, options);
  if (before.length === 0) return { outcome: 'sent', changes: [], requests: 0, notes: null };
  const client = await openClient(deps, options);
  const stats = new SyncStats();
  let stopped: FailureCause | null = null;
  const failed = await attempt(async () => {
    await requireAccount({ deps, options, client });
    stopped = await deliver({ ...deps, client }, options);
  }, stats);
  const after = await readOutbox(deps.outbox);
  const sent = after.filter((entry) => entry.state === 'sent');
  let answers: Answers = new Map();
  let notes: SyncReport | null = null;
  if (failed === null && sent.length > 0)
    notes = await renderedRun(deps, { ...options, client }, async (rendered) => {
      answers = await takeAnswers(deps, { ...rendered, options, sent, client });
    });
  const result = await resultOf(deps.state, {
    before,
    after,
    answers,
    requests: client.requests,
    cause: failed ?? stopped,
    notes,
  });
  const problem = stats.failures[0]?.problem;
  return problem === undefined ? result : { ...result, problem };
}

interface AccountCheck {
  readonly deps: SyncDependencies;
  readonly options: SendOptions;
  readonly client: ReadwiseClient;
}

/** Throws when nothing can be sent; the changes then wait with that reason. */
async function requireAccount({ deps, options, client }: AccountCheck): Promise<void> {
  try {
    await checkAccount({ deps, options, client });
  } catch (error) {
    if (error instanceof ReadwiseError) await keepWaiting(deps, { choice: options, error });
    throw error;
  }
}

/** Sends what is waiting, and leaves the replica and notes alone. Throws only bugs. */
export async function deliverChanges(deps: SyncDependencies, options: SendOptions): Promise<SendResult> {
  const { state, outbox } = deps;
  const before = await chosenEntries(outbox, options);
  const mark = await accountMark({ baseUrl: options.settings.baseUrl, token: options.token });
  // A running sync may still be finding out whose token this is.
  const isKnownAccount = (await readOne(state, keys.account, readAccount)) === mark;
  if (before.length === 0 || !isKnownAccount)
    return { ...outcomeOf(await namedResults(state, before)), requests: 0, notes: null };
  const client = await openClient(deps, options);
  const cause = await deliver({ ...deps, client }, options);
  const after = await readOutbox(outbox);
  return resultOf(state, {
    before,
    after,
    answers: new Map(),
    requests: client.requests,
    cause,
    notes: null,
  });
}

/** What the outbox holds, read without any request: for a dry run and the status. */
export async function listChanges({ state, outbox }: Stores): Promise<readonly NamedChange[]> {
  return namedResults(state, await readOutbox(outbox));
}

const namedResults = (state: StateStore, entries: readonly OutboxEntry[]): Promise<readonly NamedChange[]> =>
  Promise.all(entries.map((entry) => namedResultOf(state, entry)));

async function chosenEntries(outbox: StateStore, { ids }: Choice): Promise<readonly OutboxEntry[]> {
  const entries = await readOutbox(outbox);
  return ids === undefined ? entries : entries.filter(({ id }) => ids.has(id));
}

interface FinishedRun extends Pick<SendResult, 'requests' | 'notes'> {
  readonly before: readonly OutboxEntry[];
  readonly after: readonly OutboxEntry[];
  readonly answers: Answers;
  readonly cause: FailureCause | null;
}

async function resultOf(
  state: StateStore,
  { before, after, answers, requests, cause, notes }: FinishedRun,
): Promise<SendResult> {
  const handled = new Set(before.map(({ id }) => id));
  const named = await namedResults(
    state,
    after.filter(({ id }) => handled.has(id)),
  );
  const changes = named.map((change) => ({ ...change, ...answers.get(change.id) }));
  return { ...outcomeOf(changes), requests, notes, ...(cause === null ? {} : { cause }) };
}

const WORST_FIRST = ['conflict', 'refused', 'waiting'] as const;

const outcomeOf = (changes: readonly NamedChange[]): Pick<SendResult, 'outcome' | 'changes'> => ({
  outcome: WORST_FIRST.find((state) => changes.some((change) => change.state === state)) ?? 'sent',
  changes,
});
