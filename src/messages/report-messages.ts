import {
  BROKEN_TEMPLATE,
  OWN_STATE,
  SECOND_NOTE,
  UNREADABLE_PROPERTIES,
  WHOLE_SYNC,
  type AttachmentCounts,
  type Failure,
  type FailureCause,
  type Hold,
  type NoteCounts,
  type PlannedAction,
  type SyncReport,
  type SyncStatus,
  type UndoneCounts,
} from '../model/report';
import { holdText, problemMessage, reasonText } from './messages';

const MOST_NAMES = 20;

/** The reports of terminal and command line: as text, and as the JSON that scripts rely on. */

/** What a person can do where the report is read. */
export interface Advice {
  readonly hold: (count: number) => string;
  readonly account: string;
  readonly vault: string;
  readonly 'other-notes': string;
  readonly leftOut: string;
  readonly undone: Readonly<Record<keyof UndoneCounts, string>>;
}

/** What happened, what did not and what to do, for people. */
export function reportText(report: SyncReport, advice: Advice): readonly string[] {
  return [
    headline(report, advice),
    ...planLines(report),
    ...failureLines(report),
    ...noticeLines(report),
    ...conflictLines(report),
    ...attachmentLines(report),
    ...(report.hold === undefined ? [] : holdLines(report.hold, advice)),
    leftOutLine(report, advice),
    ...undoneLines(report, advice),
  ].filter((line) => line !== '');
}

/** What no later run tells again. */
export const toldOnce = (report: SyncReport, advice: Advice): readonly string[] =>
  [...noticeLines(report), ...conflictLines(report), leftOutLine(report, advice)].filter(
    (line) => line !== '',
  );

/** All planned actions; skipped notes are only counted. */
function planLines({ plan = [] }: SyncReport): readonly string[] {
  const shown = plan.filter(({ action }) => action !== 'skip');
  const skipped = plan.length - shown.length;
  const lines = shown.map(
    (planned) => `  ${planned.action.padEnd(7)} ${oneLine(planned.path)} (${oneLine(planReason(planned))})`,
  );
  if (skipped === 0) return lines;
  const [are, them] = skipped === 1 ? ['it is', 'it'] : ['they are', 'them'];
  return [...lines, `  ${skipped} left as ${are} (JSON names ${them})`];
}

/** Names the notes of a hold, and how to decide about them. */
export function holdLines(hold: Hold, advice: Advice): readonly string[] {
  const count = hold.notes.length;
  const all = count === 1 ? 'It has not been moved. The note:' : 'None of them has been moved. The notes:';
  return [
    `On hold: ${holdText(hold.reason)} ${all}`,
    ...named(
      hold.notes.map(
        ({ path, action, reasons }) =>
          `${oneLine(path)} (${[...reasons.map(reasonText), HELD[action]].join('; ')})`,
      ),
    ),
    `${advice.hold(count)} Nothing happens until you decide.`,
  ];
}

const HELD = { trash: 'to the trash', archive: 'to the archive' } as const;

const FAILED = {
  settings: 'A template or setting has a mistake, so nothing was synced. Correct it and sync again.',
  token: 'The service refused the token. Get one at https://readwise.io/access_token and sync again.',
  service:
    'The service could not be reached, or did not answer as expected. What was fetched is kept. Sync again later.',
  account: 'This seems to be another account. Nothing was changed.',
  vault: 'Notes are missing from the vault, so nothing was synced.',
  'other-notes': 'The vault has notes of another plugin on the same items, so no note was written.',
  device:
    'This computer refused an operation. What was written is complete. Solve the problem below and sync again.',
  cancelled: 'Interrupted. What was written is complete. The next sync continues from here.',
} as const;

function headline(report: SyncReport, advice: Advice): string {
  const seconds = `${(report.durationMs / 1000).toFixed(1)} s`;
  const requests = counted(report.requests, 'request');
  const summary = `${counts(report.notes)} (${requests}, ${seconds})`;
  const done = report.undone === undefined ? 'Done' : `Undone (${report.undone})`;
  if (report.plan !== undefined && report.outcome !== 'failed')
    return `Dry run, nothing was written: ${summary}`;
  switch (report.outcome) {
    case 'done':
      return `${done}: ${summary}`;
    case 'partial':
      return `${done}, with failures: ${summary}`;
    case 'held':
      return `Waiting for your decision: ${summary}`;
    case 'failed':
      if (report.cause === undefined) return `Failed: ${summary}`;
      if (report.undone !== undefined && report.cause === 'cancelled')
        return 'Interrupted. What was undone is complete. Undo again to continue.';
      if (report.cause === 'account' || report.cause === 'vault' || report.cause === 'other-notes')
        return `${FAILED[report.cause]} ${advice[report.cause]}`;
      return FAILED[report.cause];
  }
}

function counts(notes: NoteCounts): string {
  const shown = [
    [notes.created, 'created'],
    [notes.updated, 'updated'],
    [notes.renamed, 'renamed'],
    [notes.trashed, 'moved to the trash'],
    [notes.archived, 'moved to the archive'],
    [notes.kept, 'kept and marked'],
    [notes.conflicts, 'with conflicts'],
    [notes.failed, 'failed'],
  ] as const;
  const parts = shown.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return parts.length === 0 ? 'nothing new' : parts.join(', ');
}

/** Why a sync failed that the next one does not mend by itself. */
const TRIED_AGAIN: ReadonlySet<FailureCause> = new Set(['service']);
/** The headline says all of it. */
const isInHeadline = (cause: FailureCause): boolean => cause === 'token' || cause === 'cancelled';

function failureLines({ failures, cause, undone }: SyncReport): readonly string[] {
  const templates = failures.filter(isOfTemplate);
  const others = failures.filter((failure) => !isOfTemplate(failure));
  const isWhole = ({ id }: Failure): boolean =>
    id === WHOLE_SYNC && cause !== undefined && !TRIED_AGAIN.has(cause);
  return [
    ...(cause !== undefined && isInHeadline(cause)
      ? []
      : others.filter(isWhole).map(({ problem }) => `  ${oneLine(problemMessage(problem))}`)),
    ...listed(
      'Templates that cannot be used:',
      templates.map(({ problem }) => oneLine(problemMessage(problem))),
    ),
    ...listed(
      undone === undefined ? 'Failed; the next sync tries again:' : 'Could not be undone:',
      others.filter((failure) => !isWhole(failure)).map(failureLine),
    ),
  ];
}

/** What happened to the state was printed when it happened. */
const noticeLines = ({ notices }: SyncReport): readonly string[] =>
  listed('Notices:', notices.filter(({ id }) => id !== OWN_STATE).map(failureLine));

/** Their problems name the template themselves. */
const isOfTemplate = ({ id, problem }: Failure): boolean =>
  id === BROKEN_TEMPLATE || problem.code === 'template-mistake' || problem.code === 'template-missing';

export const failureLine = ({ id, path, problem }: Failure): string =>
  `${oneLine(path ?? id)}: ${oneLine(problemMessage(problem))}`;

function conflictLines({ conflicts: all, failures }: SyncReport): readonly string[] {
  const broken = failures.filter(({ problem }) => problem.code === 'front-matter-broken');
  // The failure says more.
  const conflicts = all.filter(
    ({ path, block }) => block !== UNREADABLE_PROPERTIES || !broken.some((failure) => failure.path === path),
  );
  const second = conflicts.filter(({ block }) => block === SECOND_NOTE);
  return [
    ...listed(
      'Changed both here and in Readwise. Yours stays, with what Readwise has in a box below it:',
      conflicts.flatMap(({ path, block }) =>
        block === SECOND_NOTE
          ? []
          : [
              `${oneLine(path)} (${block === UNREADABLE_PROPERTIES ? 'properties that cannot be read' : block})`,
            ],
      ),
    ),
    ...listed(
      'Second notes of an item. Only one note is updated; these are left as they are:',
      second.map(({ path }) => oneLine(path)),
    ),
  ];
}

/** Names under a heading; nothing where there are none. */
export const listed = (heading: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [heading, ...named(names)];

function attachmentLines({ attachments }: SyncReport): readonly string[] {
  if (attachments === undefined) return [];
  const { fetched, failed } = attachments;
  const got = `${counted(fetched, 'attachment')} fetched`;
  if (failed.length === 0) return [`${got}.`];
  return [
    `${got}, ${failed.length} failed; they stay links to the web and are tried again on another day:`,
    ...named(failed.map(failureLine)),
  ];
}

function leftOutLine({ outOfScope = [] }: SyncReport, { leftOut }: Advice): string {
  if (outOfScope.length === 0) return '';
  const count = outOfScope.length;
  const notes =
    count === 1 ? '1 note stays, although its item is' : `${count} notes stay, although their items are`;
  return `${notes} no longer synced. ${leftOut}`;
}

/** What undo left, as a sentence for each kind. */
export const undoneTexts: Readonly<Record<keyof SyncStatus['undoneNotes'], (count: number) => string>> = {
  removed: (count) =>
    count === 1
      ? '1 note that undo removed stays away until its item changes in Readwise.'
      : `${count} notes that undo removed stay away until their items change in Readwise.`,
  reverted: (count) =>
    count === 1 ? '1 note is as you put it back.' : `${count} notes are as you put them back.`,
  kept: (count) =>
    count === 1
      ? '1 note that undo brought back stays as it is: its item was deleted in Readwise or is not synced.'
      : `${count} notes that undo brought back stay as they are: their items were deleted in Readwise or are not synced.`,
};

/** Those that a person can ask for. */
export const UNDONE_KINDS = ['removed', 'reverted'] as const;
export const ALL_UNDONE_KINDS = [...UNDONE_KINDS, 'kept'] as const;

export const undoneLines = ({ undoneNotes }: SyncReport, { undone }: Advice): readonly string[] =>
  UNDONE_KINDS.flatMap((kind) => {
    const count = undoneNotes?.[kind] ?? 0;
    return count === 0 ? [] : [`${undoneTexts[kind](count)} ${undone[kind]}`];
  });

/** Lists names, one a line, up to a limit. */
export function named(names: readonly string[]): readonly string[] {
  const shown = names.slice(0, MOST_NAMES).map((name) => `  ${name}`);
  return names.length <= MOST_NAMES
    ? shown
    : [...shown, `  and ${names.length - MOST_NAMES} more (JSON names them all)`];
}

/** Puts a foreign text on one line, without characters that move the cursor or change colours. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** A number with its noun: `1 note`, `2 notes`. */
export const counted = (count: number, noun: string): string =>
  `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

/** The JSON that scripts rely on: a report with messages in place of codes. */
export const reportJson = ({ failures, hold, attachments, plan, notices, ...report }: SyncReport) => ({
  ...report,
  failures: failures.map(failureJson),
  notices: notices.map(failureJson),
  hold: hold === undefined ? undefined : holdJson(hold),
  attachments: attachments === undefined ? undefined : attachmentsJson(attachments),
  plan: plan?.map(plannedJson),
});

const attachmentsJson = ({ failed, ...counts }: AttachmentCounts) => ({
  ...counts,
  failed: failed.map(failureJson),
});

const plannedJson = ({ reasons, ...action }: PlannedAction) => ({
  ...action,
  reason: planReason({ ...action, reasons }),
});

export type ReportJson = ReturnType<typeof reportJson>;

export const failureJson = ({ id, path, problem }: Failure) => ({
  id,
  path,
  message: problemMessage(problem),
});

function planReason({ reasons, from }: Pick<PlannedAction, 'reasons' | 'from'>): string {
  const texts = reasons.map(reasonText);
  return (from === undefined ? texts : [...texts, `now ${from}`]).join('; ');
}

const holdJson = ({ reason, notes }: Hold) => ({
  reason: holdText(reason),
  notes: notes.map(({ reasons, ...note }) => ({ ...note, reason: reasons.map(reasonText).join('; ') })),
});

export const statusJson = ({ retries, hold, lastFailure, vault, ...status }: SyncStatus) => ({
  ...status,
  vault: vault === null ? null : problemMessage(vault),
  lastFailure:
    lastFailure === null ? null : { ...lastFailure, failures: lastFailure.failures.map(failureJson) },
  retries: retries.map(failureJson),
  hold: hold === null ? null : holdJson(hold),
});
