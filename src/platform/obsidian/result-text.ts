import { BROKEN_TEMPLATE, type Failure, type SyncReport } from '../../core/report';
import { changesOf } from './library/run-text';
import { MORE, RESULT, UNDONE } from './strings';

const NAMES_AT_MOST = 3;

/** What a person is told at the end of a sync that they started: one sentence, and one more for failures by name. */
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

function failuresText({ failures, undone }: SyncReport): string {
  const [templates, others] = [failures.filter(isTemplate), failures.filter((failure) => !isTemplate(failure))];
  const problems = templates.map(({ message }) => message).join(' ');
  return [
    others.length > 0 ? itemsText(others, undone === undefined ? RESULT.failures : UNDONE.notDone) : '',
    templates.length > 0 ? RESULT.brokenTemplates(templates.length, problems) : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}

function itemsText(failures: readonly Failure[], said: (count: number, names: string) => string): string {
  const names = failures.slice(0, NAMES_AT_MOST).map((failure) => RESULT.failure(nameOf(failure), failure.message));
  const rest = failures.length - names.length;
  return said(failures.length, [...names, ...(rest > 0 ? [MORE(rest)] : [])].join('; '));
}

function failedText({ cause, failures, undone }: SyncReport): string {
  const message = failures.filter((failure) => !isTemplate(failure)).map((failure) => failure.message).join(' ');
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
