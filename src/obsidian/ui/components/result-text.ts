import type { Problem } from '../../../model/problem';
import { problemMessage, problemMessages } from '../../../messages/messages';
import { UNDONE_KINDS, undoneTexts } from '../../../messages/report-messages';
import {
  failedItems,
  isTemplate,
  runEndOf,
  type RunEnd,
  type RunRecord,
} from '../../../sync/journal/run-history';
import { OWN_STATE, type Failure, type NoteCounts, type SyncReport } from '../../../model/report';
import { list } from '../../strings/english';
import { localTime } from '../../strings/times';
import { FAILURES, RUNS } from '../../strings/pane-strings';
import { MORE, RESULT, UNDONE } from '../../strings/strings';

const NAMES_AT_MOST = 3;

/** The result of a sync in one sentence, and another if something failed (see `failureLines`). */
export const resultText = (report: SyncReport): string =>
  [endText(runEndOf(report)), noticesText(report), ...undoneTextsOf(report)]
    .filter((text) => text !== '')
    .join(' ');

/** What undo left, in a sentence for each kind. */
export const undoneTextsOf = ({ undoneNotes }: SyncReport): readonly string[] =>
  UNDONE_KINDS.flatMap((kind) => {
    const count = undoneNotes?.[kind] ?? 0;
    return count === 0 ? [] : [undoneTexts[kind](count)];
  });

/** What a person should know, without those about single records in the background. */
function noticesText({ notices }: SyncReport, isShown = (_: Failure): boolean => true): string {
  const shown = notices.filter(isShown).map(({ problem }) => problem);
  const rest = shown.length - NAMES_AT_MOST;
  const texts = [problemMessages(shown.slice(0, NAMES_AT_MOST)), rest > 0 ? MORE(rest) : ''];
  return texts.filter((text) => text !== '').join(' ');
}

/** As `resultText`, for a stored run. */
export function endText(end: RunEnd): string {
  switch (end.outcome) {
    case 'done':
      return changesText(end);
    case 'partial':
      return besideChanges(end, failuresText(end));
    case 'held':
      return besideChanges(end, heldText(end));
    case 'failed':
      return failedText(end);
  }
}

/** What the user must know even of a background sync; null when nothing is needed. */
export function problemText(report: SyncReport): string | null {
  const end = runEndOf(report);
  switch (end.outcome) {
    case 'done':
      return noticesText(report, ({ id }) => id === OWN_STATE) || null;
    case 'partial':
      return failuresText(end);
    case 'held':
      return heldText(end);
    case 'failed':
      // Network failures pass; the next sync retries.
      return end.cause === 'service' || end.cause === 'cancelled' ? null : failedText(end);
  }
}

/** With problems, "everything is up to date" would be misleading, so only real changes are named. */
const besideChanges = (end: RunEnd, text: string): string =>
  changesOf(end.notes).length > 0 || end.undone !== undefined ? `${changesText(end)} ${text}` : text;

function heldText(end: RunEnd): string {
  const held = RESULT.hold(end.held);
  return end.failures.length === 0 ? held : `${held} ${failuresText(end)}`;
}

function changesText({ notes, undone }: RunEnd): string {
  const parts = changesOf(notes);
  if (undone !== undefined) return parts.length === 0 ? UNDONE.nothing : UNDONE.done(undone, parts);
  return parts.length === 0 ? RESULT.nothingNew : RESULT.done(parts);
}

function failuresText({ failed, failures, undone }: RunEnd): string {
  const templates = failures.filter(isTemplate).map(({ problem }) => problem);
  return [
    ...(failed > 0 ? [(undone === undefined ? RESULT.failures : UNDONE.notDone)(failed)] : []),
    ...(templates.length > 0 ? [RESULT.brokenTemplates(templates.length, problemMessages(templates))] : []),
  ].join(' ');
}

/** Failures by name, when the run itself was completed. */
export const failureLines = (report: SyncReport): readonly string[] =>
  linesOf(report.outcome === 'failed' ? [] : failedItems(report));

/** Notices by name. */
export const noticeLines = ({ notices }: SyncReport): readonly string[] => linesOf(notices);

function linesOf(failures: readonly Failure[]): readonly string[] {
  const rest = failures.length - NAMES_AT_MOST;
  return [
    ...failures
      .slice(0, NAMES_AT_MOST)
      .map((failure) => RESULT.failure(nameOf(failure), problemMessage(failure.problem))),
    ...(rest > 0 ? [MORE(rest)] : []),
  ];
}

function failedText({ cause, undone, failures }: RunEnd): string {
  const why = failedItems({ failures }).map(({ problem }) => problem);
  switch (cause ?? 'service') {
    case 'token':
      return RESULT.tokenRefused;
    case 'settings':
      return RESULT.badSettings(problemMessages(why));
    case 'account':
    case 'vault':
    case 'other-notes':
      return problemMessages(why);
    case 'cancelled':
      return undone === undefined ? RESULT.cancelled : UNDONE.cancelled;
    case 'device':
    case 'service':
      return RESULT.stopped(problemMessages(why));
  }
}

function nameOf({ path, id }: Failure): string {
  return path?.split('/').pop()?.replace(/\.md$/, '') ?? id;
}

const CHANGES = ['created', 'updated', 'renamed', 'trashed', 'archived', 'kept', 'conflicts'] as const;

export const changesOf = (counts: NoteCounts): readonly string[] =>
  CHANGES.flatMap((kind) => (counts[kind] > 0 ? [RESULT[kind](counts[kind])] : []));

export function outcomeText({
  outcome,
  cause,
  notes,
  failures,
}: Pick<RunRecord, 'outcome' | 'cause' | 'notes' | 'failures'>): string {
  const parts = [...changesOf(notes)];
  const failed = Math.max(notes.failed, failures.length);
  if (outcome !== 'failed' && failed > 0) parts.push(RUNS.failedNotes(failed));
  if (outcome === 'held') parts.push(RUNS.held);
  if (outcome === 'failed')
    parts.push(cause === 'cancelled' ? RUNS.causes.cancelled : RUNS.failed(RUNS.causes[cause ?? 'service']));
  return parts.length === 0 ? RUNS.nothing : list(parts);
}

export const runText = ({ at, kind, ...run }: RunRecord): string =>
  RUNS.line(kind, localTime(at), outcomeText(run));

export const factsText = ({ requests, durationMs }: RunRecord): string =>
  RUNS.facts(requests, Math.round(durationMs / 100) / 10);

type Advice = keyof typeof FAILURES.advice;

const BY_ERROR: readonly (readonly [Advice, RegExp])[] = [
  ['full', /ENOSPC|QuotaExceeded|no space left/i],
  ['forbidden', /EACCES|EPERM|EROFS|permission denied/i],
  ['long', /ENAMETOOLONG|name too long/i],
  ['busy', /EBUSY|EMFILE|resource busy/i],
];

/** Advice for a problem whose message has none; null otherwise. */
export function adviceFor(problem: Problem): string | null {
  const advice = adviceOn(problem);
  return advice === undefined ? null : FAILURES.advice[advice];
}

/** Disk errors are recognised by the system's code in the message. */
function adviceOn(problem: Problem): Advice | undefined {
  if (problem.code === 'unreadable-record' || problem.code === 'incomplete-record') return 'odd';
  if (problem.code !== 'error' && problem.code !== 'cannot-remove') return undefined;
  return BY_ERROR.find(([, pattern]) => pattern.test(problem.message))?.[0];
}
