import {
  OWN_STATE,
  runEndOf,
  SECOND_NOTE,
  UNREADABLE_PROPERTIES,
  type AttachmentCounts,
  type BlockCounts,
  type Conflict,
  type Failure,
  type Hold,
  type LeftOutNote,
  type PlannedAction,
  type SyncReport,
  type SyncStatus,
  type UndoneCounts,
} from '../model/report';
import type { Reason } from '../model/problem';
import { isPassage, partName } from './clash-messages';
import { list, plural } from './english';
import { holdText, placedMistake, problemMessage, reasonText } from './messages';
import {
  changesOf,
  factsText,
  failureLine,
  failureLines,
  resultMessage,
  type NextStep,
} from './result-messages';

const MOST_NAMES = 20;

/** The reports of terminal and command line: as text, and as the JSON that scripts rely on. */

/** What a step of a number of notes is where the report is read; `''` where the result says it. */
export type Advice = (step: NextStep, count: number) => string;

/** What happened, what did not and what to do, for people. */
export function reportText(report: SyncReport, advice: Advice): readonly string[] {
  return [
    headline(report, advice),
    ...planLines(report),
    textsToFetchText(report),
    ...named(failureLines(report).map(oneLine)),
    ...noticeLines(report),
    ...conflictLines(report),
    ...attachmentLines(report),
    ...(report.hold === undefined ? [] : holdLines(report.hold, advice)),
    ...leftOutLines(report.outOfScope ?? [], advice),
    ...undoneLines(report, advice),
  ].filter((line) => line !== '');
}

/** What no later run tells again. */
export const toldOnce = (report: SyncReport, advice: Advice): readonly string[] => [
  ...noticeLines(report),
  ...conflictLines(report),
  ...leftOutLines(report.outOfScope ?? [], advice),
];

/** All planned actions; skipped notes are only counted. */
function planLines({ plan = [] }: SyncReport): readonly string[] {
  const shown = plan.filter(({ action }) => action !== 'skip');
  const skipped = plan.length - shown.length;
  const lines = shown.map(({ action, path, from, reasons, ...counts }) => {
    const places = from === undefined ? path : `${from} → ${path}`;
    const why = [...reasons.map(reasonText), ...blocksTexts(counts)].join('; ');
    return oneLine(`  ${action.padEnd(7)} ${places} (${why})`);
  });
  if (skipped === 0) return lines;
  const [are, them] = skipped === 1 ? ['it is', 'it'] : ['they are', 'them'];
  return [...lines, `  ${skipped} left as ${are} (JSON names ${them})`];
}

/** How many highlights come into a note that stays, leave it, or are marked in it. */
export const blocksTexts = ({
  blocksAdded = 0,
  blocksRemoved = 0,
  blocksKept = 0,
}: BlockCounts): readonly string[] => [
  ...(blocksAdded === 0 ? [] : [`adds ${plural(blocksAdded, 'highlight')}`]),
  ...(blocksRemoved === 0 ? [] : [`removes ${plural(blocksRemoved, 'highlight')}`]),
  ...(blocksKept === 0 ? [] : [`keeps and marks ${plural(blocksKept, 'highlight')} that you edited`]),
];

/** What a dry run cannot plan; `''` for nothing. */
export const textsToFetchText = ({ textsToFetch = 0 }: SyncReport): string =>
  textsToFetch === 0
    ? ''
    : `The sync also fetches ${plural(textsToFetch, 'full text')}, which the plan does not count.`;

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
    advice('review-hold', count),
  ];
}

const HELD = { trash: 'to the trash', archive: 'to the archive' } as const;

/** The result, and what a person can do about a run that stopped for them. */
function headline(report: SyncReport, advice: Advice): string {
  const end = runEndOf(report);
  if (report.plan !== undefined && end.outcome !== 'failed') {
    const changes = changesOf(report.notes);
    return `Dry run, nothing was written: ${changes.length === 0 ? 'nothing new' : list(changes)}. ${factsText(report)}`;
  }
  const { text, steps } = resultMessage(end);
  if (end.outcome !== 'failed') return `${text} ${factsText(report)}`;
  const ways = steps.map((step) => advice(step, 0)).filter((way) => way !== '');
  return [oneLine(text), ...ways].join(' ');
}

/** A file is named once. What happened to the state was printed when it happened. */
function noticeLines({ notices }: SyncReport): readonly string[] {
  const lines: string[] = [];
  let named = '';
  for (const notice of notices) {
    if (notice.id === OWN_STATE) continue;
    const name = fileOf(notice);
    lines.push(
      name !== '' && name === named ? `  ${oneLine(lineInFile(notice))}` : oneLine(failureLine(notice)),
    );
    named = name;
  }
  return listed('Notices:', lines);
}

const fileOf = ({ path, problem }: Failure): string =>
  problem.code === 'template-mistake' ? problem.template : (path ?? '');

/** Below a line that has named the file. */
const lineInFile = ({ problem }: Failure): string =>
  problem.code === 'template-mistake' ? placedMistake(problem) : problemMessage(problem);

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
      clashLines(conflicts.filter(({ block }) => block !== SECOND_NOTE)),
    ),
    ...listed(
      'Second notes of an item. Only one note is updated; these are left as they are:',
      second.map(({ path }) => oneLine(path)),
    ),
  ];
}

/** Each note once, with the parts that have a name. */
function clashLines(conflicts: readonly Conflict[]): readonly string[] {
  const byNote = new Map<string, Set<string>>();
  for (const { path, block } of conflicts) {
    const parts = byNote.get(path) ?? new Set();
    byNote.set(path, parts.add(shownPart(block)));
  }
  return [...byNote].map(([path, parts]) => oneLine(`${path} (${list([...parts])})`));
}

function shownPart(block: string): string {
  if (block === UNREADABLE_PROPERTIES) return 'properties that cannot be read';
  return isPassage(block) ? 'highlights' : partName(block);
}

/** Names under a heading; nothing where there are none. */
export const listed = (heading: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [heading, ...named(names)];

function attachmentLines({ attachments }: SyncReport): readonly string[] {
  if (attachments === undefined) return [];
  const { fetched, failed } = attachments;
  const got = `${plural(fetched, 'attachment')} fetched`;
  if (failed.length === 0) return [`${got}.`];
  return [
    `${got}, ${failed.length} failed; they stay links to the web and are tried again on another day:`,
    ...named(failed.map((failure) => oneLine(failureLine(failure)))),
  ];
}

/** Names the notes that are no longer synced, and how to decide about them. */
export function leftOutLines(notes: readonly LeftOutNote[], advice: Advice): readonly string[] {
  if (notes.length === 0) return [];
  const count = notes.length;
  const what = count === 1 ? '1 note stays, although it is' : `${count} notes stay, although they are`;
  return [
    ...listed(
      `${what} no longer synced:`,
      notes.map(({ path }) => oneLine(path)),
    ),
    advice('choose-left-out', count),
  ];
}

/** What undo left, as a sentence for each kind. */
export const undoneTexts: Readonly<Record<keyof SyncStatus['undoneNotes'], (count: number) => string>> = {
  removed: (count) =>
    count === 1
      ? '1 note that undo removed stays away until its item changes in Readwise.'
      : `${count} notes that undo removed stay away until their items change in Readwise.`,
  reverted: (count) =>
    count === 1 ? '1 note stays as undo left it.' : `${count} notes stay as undo left them.`,
  kept: (count) =>
    count === 1
      ? '1 note that undo brought back stays as it is. Its item was deleted in Readwise or is not synced.'
      : `${count} notes that undo brought back stay as they are. Their items were deleted in Readwise or are not synced.`,
};

/** Those that a person can ask for. */
export const UNDONE_KINDS = ['removed', 'reverted'] as const;
export const ALL_UNDONE_KINDS = [...UNDONE_KINDS, 'kept'] as const;

export const undoneLines = ({ undoneNotes }: SyncReport, advice: Advice): readonly string[] =>
  UNDONE_KINDS.flatMap((kind) => {
    const count = undoneNotes?.[kind] ?? 0;
    return count === 0 ? [] : [`${undoneTexts[kind](count)} ${advice(UNDONE_STEPS[kind], count)}`];
  });

const UNDONE_STEPS = { removed: 'restore-undone', reverted: 'render' } as const;

/** What a person can do about notes that are as undo left them. */
export const undoneSteps = (counts: UndoneCounts): readonly NextStep[] =>
  UNDONE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => UNDONE_STEPS[kind]);

/** Lists names, one a line, up to a limit. */
export function named(names: readonly string[]): readonly string[] {
  const shown = names.slice(0, MOST_NAMES).map((name) => `  ${name}`);
  return names.length <= MOST_NAMES
    ? shown
    : [...shown, `  and ${names.length - MOST_NAMES} more (JSON names them all)`];
}

/** Puts a foreign text on one line, without characters that move the cursor or change colours. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** The JSON that scripts rely on: a report with messages in place of codes. */
export const reportJson = ({ failures, hold, attachments, plan, notices, ...report }: SyncReport) => ({
  ...report,
  failures: failuresJson(failures),
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
  reason: reasonsText(reasons),
});

export type ReportJson = ReturnType<typeof reportJson>;

/** Once what failed several times in one way, such as each of two lists offline. */
function failuresJson(failures: readonly Failure[]) {
  const shown = failures.map(failureJson);
  return [...new Map(shown.map((failure) => [JSON.stringify(failure), failure])).values()];
}

export const failureJson = ({ id, path, problem }: Failure) => ({
  id,
  path,
  message: problemMessage(problem),
});

const reasonsText = (reasons: readonly Reason[]): string => reasons.map(reasonText).join('; ');

const holdJson = ({ reason, notes }: Hold) => ({
  reason: holdText(reason),
  notes: notes.map(({ reasons, ...note }) => ({ ...note, reason: reasonsText(reasons) })),
});

export const statusJson = ({ retries, hold, lastFailure, vault, ...status }: SyncStatus) => ({
  ...status,
  vault: vault === null ? null : problemMessage(vault),
  lastFailure: lastFailure === null ? null : { ...lastFailure, failures: failuresJson(lastFailure.failures) },
  retries: retries.map(failureJson),
  hold: hold === null ? null : holdJson(hold),
});
