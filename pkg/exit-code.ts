import { isToSettle, type FailureCause, type SyncReport } from '../src/model/report';
import type { SendResult } from '../src/outbox/send-changes';

/** The documented exit codes, which users' scripts rely on. */
export const EXIT = {
  done: 0,
  someFailed: 1,
  usageOrSettings: 2,
  held: 3,
  tokenRefused: 4,
  noService: 5,
  otherSync: 6,
  internalError: 70,
  interrupted: 130,
} as const;

const CODE_BY_CAUSE: Readonly<Record<FailureCause, number>> = {
  settings: EXIT.usageOrSettings,
  token: EXIT.tokenRefused,
  service: EXIT.noService,
  account: EXIT.usageOrSettings,
  vault: EXIT.usageOrSettings,
  'other-notes': EXIT.usageOrSettings,
  device: EXIT.usageOrSettings,
  cancelled: EXIT.interrupted,
};

type Ended = Pick<SyncReport, 'outcome' | 'cause'> & Partial<Pick<SyncReport, 'conflicts'>>;

/**
 * The code of a sync, and of sending what waited, which a sync does at its end. What the sync itself tells goes
 * first. Then each sync tells, as of a hold, that a change is in conflict, was refused or still waits.
 */
export function exitCodeOfSync(report: Ended, sent: Pick<SendResult, 'outcome'> | null): number {
  const code = exitCodeOf(report);
  return code === EXIT.done && sent !== null ? CODE_BY_SENDING[sent.outcome] : code;
}

export function exitCodeOf({ outcome, cause, conflicts = [] }: Ended): number {
  switch (outcome) {
    case 'done':
    case 'partial':
      if (conflicts.some(isToSettle)) return EXIT.held;
      return outcome === 'done' ? EXIT.done : EXIT.someFailed;
    case 'held':
      return EXIT.held;
    case 'failed':
      return cause === undefined ? EXIT.someFailed : CODE_BY_CAUSE[cause];
  }
}

const CODE_BY_SENDING: Readonly<Record<SendResult['outcome'], number>> = {
  sent: EXIT.done,
  waiting: EXIT.someFailed,
  refused: EXIT.usageOrSettings,
  conflict: EXIT.held,
};

export function exitCodeOfSending({
  outcome,
  cause,
  changes,
}: Pick<SendResult, 'outcome' | 'cause' | 'changes'>): number {
  if (cause === undefined) return CODE_BY_SENDING[outcome];
  // The service was reached where it asked for a pause.
  const isPause = changes.some(({ reason }) => reason?.code === 'asked-for-pause');
  const isUnreachable = changes.some(({ reason }) => reason?.code === 'unreachable');
  if (cause === 'service' && isPause && !isUnreachable) return CODE_BY_SENDING[outcome];
  return CODE_BY_CAUSE[cause];
}
