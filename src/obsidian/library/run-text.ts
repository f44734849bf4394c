import type { RunRecord } from '../../sync/journal/run-history';
import type { FailureCause, NoteCounts, Outcome } from '../../model/report';
import { list, localTime } from '../english';
import { RESULT } from '../strings';
import { RUNS } from './library-strings';

const CHANGES = ['created', 'updated', 'renamed', 'trashed', 'archived', 'kept', 'conflicts'] as const;

/** What was done to notes, part by part. */
export const changesOf = (counts: NoteCounts): readonly string[] =>
  CHANGES.flatMap((kind) => (counts[kind] > 0 ? [RESULT[kind](counts[kind])] : []));

/** What a run came to, in half a sentence. */
export function outcomeText({
  outcome,
  cause,
  notes,
  failures,
}: {
  readonly outcome: Outcome;
  readonly cause?: FailureCause | undefined;
  readonly notes: NoteCounts;
  readonly failures: RunRecord['failures'];
}): string {
  const changes = changesOf(notes);
  const failed = Math.max(notes.failed, failures.length);
  const parts = [
    ...changes,
    ...(outcome !== 'failed' && failed > 0 ? [RUNS.failedNotes(failed)] : []),
    ...(outcome === 'held' ? [RUNS.held] : []),
    ...(outcome === 'failed'
      ? [cause === 'cancelled' ? RUNS.causes.cancelled : RUNS.failed(RUNS.causes[cause ?? 'service'])]
      : []),
  ];
  return parts.length === 0 ? RUNS.nothing : list(parts);
}

export const runText = ({ at, kind, ...run }: RunRecord): string =>
  RUNS.line(kind, localTime(at), outcomeText(run));

const SECOND = 1000;

export const factsText = ({ requests, durationMs }: RunRecord): string =>
  RUNS.facts(requests, Math.round(durationMs / (SECOND / 10)) / 10);
