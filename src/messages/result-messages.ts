import {
  isOfTemplate,
  WHOLE_SYNC,
  type Failure,
  type FailureCause,
  type NoteCounts,
  type RunEnd,
  type SyncReport,
} from '../model/report';
import { list, number, plural } from './english';
import {
  capitalized,
  GOES_ON,
  heldTitle,
  isWrongAddress,
  passesByItself,
  problemMessage,
  recordKind,
} from './messages';

/** What became of a run, for app and terminal. */

/** What a person can do. The app makes a button of it, the terminal a command. */
export type NextStep =
  | 'review-hold'
  | 'relink'
  | 'accept-missing'
  | 'move-in'
  | 'leave-others'
  | 'open-settings'
  | 'open-template'
  | 'show-status'
  | 'review-conflicts'
  | 'restore-undone'
  | 'undo'
  | 'render'
  | 'choose-left-out';

export interface Result {
  /** All of it, in a sentence or two. */
  readonly text: string;
  /** What of it a person must know even of a sync in the background; `''` for nothing. */
  readonly problem: string;
  readonly steps: readonly NextStep[];
}

export function resultMessage(end: RunEnd): Result {
  if (end.outcome !== 'failed') {
    const problem = sentences(
      end.held === 0 ? '' : `${heldTitle(end.held)}. Nothing was removed yet: you decide.`,
      failuresText(end),
    );
    return { text: besideChanges(end, problem), problem, steps: stepsAfter(end) };
  }
  const { cause = 'service' } = end;
  const problem = failedText(end);
  const isAddress = cause === 'service' && end.failures.some(isOfAddress);
  // What passes by itself needs nobody.
  const passes = cause === 'cancelled' || (cause === 'service' && !isAddress);
  return {
    text: besideChanges(end, problem),
    problem: passes ? '' : problem,
    steps: isAddress ? ['open-settings'] : STEPS[cause],
  };
}

const isOfAddress = ({ problem }: Failure): boolean => problem.code === 'service' && isWrongAddress(problem);

/** With problems, "Up to date" would be misleading, so only real changes are named. */
function besideChanges(end: RunEnd, problem: string): string {
  const isChanged = changesOf(end.notes).length > 0;
  return problem === '' || isChanged ? sentences(changesText(end), problem) : problem;
}

const sentences = (...texts: readonly string[]): string =>
  [...new Set(texts)].filter((text) => text !== '').join(' ');

const STEPS: Readonly<Record<FailureCause, readonly NextStep[]>> = {
  settings: ['open-settings'],
  token: ['open-settings'],
  account: ['relink'],
  vault: ['accept-missing'],
  'other-notes': ['move-in', 'leave-others'],
  service: [],
  device: [],
  cancelled: [],
};

/** What a sync moved to the trash can be brought back. */
const stepsAfter = (end: RunEnd): readonly NextStep[] => [
  ...stepsForTrouble(end),
  ...(end.undone === undefined && end.notes.trashed > 0 ? (['undo'] as const) : []),
];

function stepsForTrouble({ outcome, conflicts, failed, failures, notes }: RunEnd): readonly NextStep[] {
  if (outcome === 'held') return ['review-hold'];
  const ofTemplate = templateSteps(failures);
  const isOfTemplates = failed === 0 && ofTemplate.length > 0;
  if (outcome === 'partial' && !isOfTemplates) return [...ofTemplate, 'show-status'];
  if (notes.conflicts > 0) return [...ofTemplate, 'review-conflicts'];
  return conflicts.length > 0 ? [...ofTemplate, 'show-status'] : ofTemplate;
}

/** What can be done about templates that cannot be used. */
export function templateSteps(failures: readonly Failure[]): readonly NextStep[] {
  if (!failures.some(isOfTemplate)) return [];
  return [brokenTemplate(failures) === null ? 'open-settings' : 'open-template'];
}

/** Where a person can mend the first template that cannot be used; null where that is a matter of the settings. */
export function brokenTemplate(
  failures: readonly Failure[],
): { readonly path: string; readonly line: number } | null {
  for (const { problem } of failures) {
    const [first] = problem.code === 'template-broken' ? problem.problems : [];
    if (first?.code === 'template-mistake') return { path: first.template, line: first.line };
  }
  return null;
}

/** That both sides changed the same; `''` where they did not. */
export const conflictsText = ({ notes: { conflicts } }: Pick<RunEnd, 'notes'>): string =>
  changesOf({ conflicts })
    .map((change) => `${change}.`)
    .join('');

const UNDONE = {
  sync: 'The last sync was undone',
  render: 'What your settings changed was undone',
  adopt: 'The move was undone',
  undo: 'The last change was undone',
} as const;

function changesText({ outcome, notes, undone }: RunEnd): string {
  const changes = changesOf(notes);
  if (undone === undefined || outcome === 'failed')
    return changes.length === 0 ? 'Up to date.' : `${list(changes)}.`;
  if (changes.length === 0) return 'Nothing could be undone. Your notes are unchanged.';
  return `${UNDONE[undone]}: ${list(changes)}.`;
}

const CHANGES = {
  created: 'created',
  updated: 'updated',
  renamed: 'renamed',
  trashed: 'moved to the trash',
  archived: 'moved to the archive',
  kept: 'kept and marked',
  conflicts: 'changed on both sides (your text was kept)',
} as const;

const KINDS = ['created', 'updated', 'renamed', 'trashed', 'archived', 'kept', 'conflicts'] as const;

/** `2 notes created`, `1 note updated`. */
export const changesOf = (notes: Partial<NoteCounts>): readonly string[] =>
  KINDS.filter((kind) => (notes[kind] ?? 0) > 0).map(
    (kind) => `${plural(notes[kind] ?? 0, 'note')} ${CHANGES[kind]}`,
  );

function failuresText({ failed, failures, undone }: RunEnd): string {
  const templates = failures.filter(isOfTemplate).length;
  return sentences(
    failed === 0 ? '' : failedItemsText(failed, undone),
    templates === 0 ? '' : brokenText(templates),
  );
}

const brokenText = (count: number): string =>
  count === 1
    ? '1 template has a mistake, so its notes wait.'
    : `${number(count)} templates have mistakes, so their notes wait.`;

const failedItemsText = (count: number, undone: RunEnd['undone']): string =>
  undone === undefined
    ? `${plural(count, 'item')} could not be updated.`
    : `${plural(count, 'note')} could not be restored. Undo again to retry.`;

export const SYNC_CANCELLED = `The sync was canceled. ${GOES_ON}`;
export const UNDO_CANCELLED = 'The undo was canceled. Undo again to continue.';

function failedText({ cause = 'service', undone, failures }: RunEnd): string {
  const problems = failures.filter(isOfRun).map(({ problem }) => problemMessage(problem));
  switch (cause) {
    case 'account':
    case 'vault':
    case 'other-notes':
    case 'token':
    case 'service':
      return sentences(...problems);
    case 'device':
      return sentences(...problems, undone === undefined ? GOES_ON : 'Undo again to continue.');
    case 'cancelled':
      return undone === undefined ? SYNC_CANCELLED : UNDO_CANCELLED;
    case 'settings':
      return 'The template of a folder or name has a mistake, so nothing was synced.';
  }
}

/** Whether nobody has to do anything about a run that failed: it was stopped, or the device is offline. */
export const waitsByItself = ({ cause, failures }: Pick<RunEnd, 'cause' | 'failures'>): boolean =>
  cause === 'cancelled' ||
  (cause === 'service' &&
    failures.filter(isOfRun).every(({ problem }) => problem.code === 'service' && passesByItself(problem)));

const isOfRun = ({ id }: Failure): boolean => id === WHOLE_SYNC;

/** What failed, by its name, as far as the sentence does not say it. */
export function failureLines(
  { cause, failures }: Pick<RunEnd, 'cause' | 'failures'>,
  nameOf = asItIs,
): readonly string[] {
  const isSaid = cause !== undefined && cause !== 'settings';
  const shown = failures.filter((failure) => !isSaid || !isOfRun(failure));
  return [...new Set(shown.map((failure) => failureLine(failure, nameOf)))];
}

/** `nameOf`: how a note is called, by its path. */
export function failureLine(failure: Failure, nameOf = asItIs): string {
  const { id, path, problem } = failure;
  const message = problemMessage(problem);
  const isNamed = isOfRun(failure) || isOfTemplate(failure) || message.includes(path ?? id);
  return isNamed ? message : `${nameOfFailure(failure, nameOf)}: ${message}`;
}

function nameOfFailure({ id, path, title = '', problem }: Failure, nameOf: (path: string) => string): string {
  if (path !== null) return nameOf(path);
  if (title !== '') return title;
  return problem.code === 'unreadable-record' || problem.code === 'incomplete-record'
    ? capitalized(`${recordKind(problem)} ${id}`)
    : id;
}

const asItIs = (path: string): string => path;

/** `4 requests, 1.2 s.` */
export const factsText = ({ requests, durationMs }: Pick<SyncReport, 'requests' | 'durationMs'>): string =>
  `${plural(requests, 'request')}, ${number(Math.round(durationMs / 100) / 10)} s.`;
