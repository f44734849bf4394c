import type { Failure, Hold, PlannedAction, SyncReport, SyncStatus } from '../../model/report';
import { holdText, problemMessage, reasonText } from '../../messages/messages';

/** The JSON that scripts rely on: a report with messages in place of codes. */
export const reportJson = ({ failures, hold, attachments, plan, notices, ...report }: SyncReport) => ({
  ...report,
  failures: failures.map(failureJson),
  notices: notices.map(failureJson),
  ...(hold === undefined ? {} : { hold: holdJson(hold) }),
  ...(attachments === undefined
    ? {}
    : { attachments: { ...attachments, failed: attachments.failed.map(failureJson) } }),
  ...(plan === undefined
    ? {}
    : {
        plan: plan.map(({ reasons, ...action }) => ({
          ...action,
          reason: planReason({ ...action, reasons }),
        })),
      }),
});

export type ReportJson = ReturnType<typeof reportJson>;

export const statusJson = ({ retries, hold, lastFailure, ...status }: SyncStatus) => ({
  ...status,
  lastFailure:
    lastFailure === null ? null : { ...lastFailure, failures: lastFailure.failures.map(failureJson) },
  retries: retries.map(failureJson),
  hold: hold === null ? null : holdJson(hold),
});

export const failureJson = ({ id, path, problem }: Failure) => ({
  id,
  path,
  message: problemMessage(problem),
});

export function planReason({ reasons, from }: Pick<PlannedAction, 'reasons' | 'from'>): string {
  const texts = reasons.map(reasonText);
  return (from === undefined ? texts : [...texts, `now ${from}`]).join('; ');
}

const holdJson = ({ reason, ...hold }: Hold) => ({ reason: holdText(reason), ...hold });
