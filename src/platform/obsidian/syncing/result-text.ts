import { BROKEN_TEMPLATE, type Failure, type SyncReport } from '../../../core/report';
import { changesOf } from '../library/run-text';
import { MORE, RESULT, UNDONE } from '../strings';

const NAMES_AT_MOST = 3;

/** What a person is told at the end of a sync that they started: one sentence, and one more where something failed. `failureLines` says what. */
export function resultText(report: SyncReport): string {
  switch (report.outcome) {
    case 'done':
      return changesText(report);
    case 'partial':
      return `${changesText(report)} ${failuresText(report)}`;
    case 'held':
      return [...(changesOf(report.notes).length > 0 ? [changesText(report)] : []), heldText(report)].join(' ');
    case 'failed':
      return failedText(report);
  }
}

/** What a person must hear of even when the sync ran in the background; null when it needs nobody. */
export function problemText(report: SyncReport): string | null {
  switch (report.outcome) {
    case 'done':
      return null;
    case 'partial':
      return failuresText(report);
    case 'held':
      return heldText(report);
    case 'failed':
      // The network comes and goes; the next sync tries again.
      return report.cause === 'service' || report.cause === 'cancelled' ? null : failedText(report);
  }
}

function heldText(report: SyncReport): string {
  const held = RESULT.hold(report.hold?.notes.length ?? 0);
  return report.failures.length === 0 ? held : `${held} ${failuresText(report)}`;
}

function changesText({ notes, undone }: SyncReport): string {
  const parts = changesOf(notes);
  if (undone !== undefined) return parts.length === 0 ? UNDONE.nothing : UNDONE.done(undone, parts);
  return parts.length === 0 ? RESULT.nothingNew : RESULT.done(parts);
}

const isTemplate = ({ id }: Failure): boolean => id === BROKEN_TEMPLATE;

function failuresText(report: SyncReport): string {
  const templates = report.failures.filter(isTemplate);
  const others = failedItems(report);
  const problems = templates.map(({ message }) => message).join(' ');
  return [
    ...(others.length > 0 ? [(report.undone === undefined ? RESULT.failures : UNDONE.notDone)(others.length)] : []),
    ...(templates.length > 0 ? [RESULT.brokenTemplates(templates.length, problems)] : []),
  ].join(' ');
}

/** What failed, by name, where a run came to its end all the same. */
export function failureLines(report: SyncReport): readonly string[] {
  const failures = report.outcome === 'failed' ? [] : failedItems(report);
  const rest = failures.length - NAMES_AT_MOST;
  return [...failures.slice(0, NAMES_AT_MOST).map((failure) => RESULT.failure(nameOf(failure), failure.message)), ...(rest > 0 ? [MORE(rest)] : [])];
}

const failedItems = ({ failures }: SyncReport): readonly Failure[] => failures.filter((failure) => !isTemplate(failure));

function failedText(report: SyncReport): string {
  const { cause, undone } = report;
  const message = failedItems(report).map((failure) => failure.message).join(' ');
  switch (cause ?? 'service') {
    case 'token':
      return RESULT.tokenRefused;
    case 'settings':
      return RESULT.badSettings(message);
    case 'account':
    case 'vault':
      return RESULT.needsPerson(message);
    case 'cancelled':
      return undone === undefined ? RESULT.cancelled : UNDONE.cancelled;
    case 'device':
    case 'service':
      return RESULT.stopped(message);
  }
}

/** The note's name without folder and ending, else the id. */
function nameOf({ path, id }: Failure): string {
  return path?.split('/').pop()?.replace(/\.md$/, '') ?? id;
}
