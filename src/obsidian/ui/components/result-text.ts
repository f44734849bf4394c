import { problemMessage } from '../../../messages/messages';
import { UNDONE_KINDS, undoneTexts } from '../../../messages/report-messages';
import { conflictsText, failureLine, failureLines, resultMessage } from '../../../messages/result-messages';
import { nameOfPath } from '../../../notes/names/naming';
import { OWN_STATE, runEndOf, type SyncReport } from '../../../model/report';
import { MORE } from '../../strings/strings';

const NAMES_AT_MOST = 3;

/** The result of a sync in one text, then what failed and what a person should know, by name. */
export const resultLines = (report: SyncReport): readonly string[] => [
  [resultMessage(runEndOf(report)).text, ...undoneTextsOf(report)].join(' '),
  ...detailLines(report),
];

/** What undo left, in a sentence for each kind. */
export const undoneTextsOf = ({ undoneNotes }: SyncReport): readonly string[] =>
  UNDONE_KINDS.flatMap((kind) => {
    const count = undoneNotes?.[kind] ?? 0;
    return count === 0 ? [] : [undoneTexts[kind](count)];
  });

/** The first of what failed, and of what a person should know. */
export const detailLines = (report: SyncReport): readonly string[] => [
  ...firstOf(failureLines(report, nameOfPath)),
  ...firstOf(report.notices.map((notice) => failureLine(notice, nameOfPath))),
];

/** What kept a run that a person waits for from doing all, such as a missing network; null for nothing. */
export function problemIn(report: SyncReport): string | null {
  const { problem, text } = resultMessage(runEndOf(report));
  if (report.outcome === 'failed') return text;
  return problem === '' ? null : problem;
}

/** What the person must know even of a background sync; empty when nothing is needed. */
export function problemLines(report: SyncReport): readonly string[] {
  const { problem } = resultMessage(runEndOf(report));
  const needed = [conflictsText(report), problem].filter((text) => text !== '').join(' ');
  if (needed !== '') return [needed, ...firstOf(failureLines(report, nameOfPath))];
  if (report.outcome === 'failed') return [];
  return report.notices.filter(({ id }) => id === OWN_STATE).map((notice) => problemMessage(notice.problem));
}

function firstOf(lines: readonly string[]): readonly string[] {
  const rest = lines.length - NAMES_AT_MOST;
  return rest > 0 ? [...lines.slice(0, NAMES_AT_MOST), MORE(rest)] : lines;
}
