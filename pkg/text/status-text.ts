import { format } from 'date-fns';
import { addToList } from '../../src/model/collections';
import { clashText, passageText } from '../../src/messages/clash-messages';
import {
  changeMessage,
  changeTitle,
  decidedText,
  fieldName,
  leftOutText,
  outboxReasonText,
  removedText,
  sentText,
  tagTexts,
  type ChangeStep,
} from '../../src/messages/outbox-messages';
import { problemMessage } from '../../src/messages/messages';
import {
  fieldsOf,
  type Change,
  type ChangeResult,
  type Decided,
  type LeftOutHighlights,
  type NamedChange,
  type OutboxEntry,
  type OutboxReason,
} from '../../src/model/outbox';
import type { SendResult } from '../../src/outbox/send-changes';
import type {
  AwaitedDeletion,
  DeletedNote,
  Failure,
  LastFailure,
  OpenConflict,
  SyncStatus,
} from '../../src/model/report';
import { holdLines, leftOutLines, listed, oneLine } from '../../src/messages/report-messages';
import { failureLine, failureLines } from '../../src/messages/result-messages';
import { advice } from './advice-text';

/** The status of a vault that this device never synced. */
export const NEVER_SYNCED: SyncStatus = {
  watermarks: { highlights: null, documents: null },
  items: 0,
  due: 0,
  retries: [],
  hold: null,
  vault: null,
  deletedNotes: [],
  undoneNotes: { removed: [], reverted: [], kept: [] },
  leftOut: [],
  notesWithoutId: [],
  awaitingDeletion: [],
  conflicts: [],
  lastRun: null,
  lastSuccess: null,
  lastFailure: null,
};

/** All times are local. */
export function statusText(status: SyncStatus): readonly string[] {
  const { items, due, retries, hold, lastFailure, conflicts, vault } = status;
  return [
    successText(status),
    ...(vault === null ? [] : [`${oneLine(problemMessage(vault))} ${advice('accept-missing', 0)}`]),
    ...(lastFailure === null ? [] : [failureText(lastFailure, retries)]),
    `Items known: ${items}, including deleted and excluded ones; still to be written: ${due}`,
    ...retries.map((failure) => `Not updated: ${oneLine(failureLine(failure))}`),
    ...(hold === null ? [] : holdLines(hold, advice)),
    ...listed(
      'Changed both here and in Readwise. Keep one text in the note, and delete the other with its box:',
      conflictLines(conflicts),
    ),
    ...leftOutLines(status.leftOut, advice),
    ...deletionLines(status),
  ];
}

function successText({ lastSuccess, watermarks }: SyncStatus): string {
  if (lastSuccess !== null) return `Last successful sync: ${localTime(lastSuccess)}`;
  return watermarks.highlights === null && watermarks.documents === null
    ? 'No sync has finished on this device yet.'
    : 'No successful sync is recorded on this device.';
}

/** What is tried again has a line of its own. */
function failureText({ at, failures }: LastFailure, retries: readonly Failure[]): string {
  const others = failures.filter(({ id }) => retries.every((retry) => retry.id !== id));
  const [first, ...rest] = [...new Set(others.map((failure) => oneLine(failureLine(failure))))];
  if (first === undefined && failures.length > 0) return `Last failure at ${localTime(at)}`;
  const more = rest.length === 0 ? '' : ` (${rest.length} more)`;
  return `Last failure at ${localTime(at)}: ${first ?? 'the reason is not known'}${more}`;
}

function conflictLines(conflicts: readonly OpenConflict[]): readonly string[] {
  const byNote = new Map<string, string[]>();
  for (const { path, ...conflict } of conflicts) addToList(byNote, path, clashText(conflict));
  return [...byNote].map(([path, passages]) => oneLine(`${path} (${passages.join('; ')})`));
}

function deletionLines({
  awaitingDeletion,
  deletedNotes,
  undoneNotes,
  notesWithoutId,
}: SyncStatus): readonly string[] {
  const nameOf = ({ id, path }: DeletedNote): string => `${oneLine(path)} (${oneLine(id)})`;
  return [
    ...listed(
      'Not found in Reader any more. A sync at least ten minutes later looks again before anything is removed:',
      awaitedLines(awaitingDeletion),
    ),
    ...listed(
      'Notes that you deleted. To restore them, sync with --restore ID or --restore all:',
      deletedNotes.map(nameOf),
    ),
    ...listed(
      'Notes that undo removed. To bring them back now, sync with --restore ID or --restore undone:',
      undoneNotes.removed.map(nameOf),
    ),
    ...listed(
      'Notes that stay as undo left them. To write them again, use render:',
      undoneNotes.reverted.map(nameOf),
    ),
    ...listed(
      'Notes that undo brought back. They stay, although their items were deleted in Readwise or are not synced:',
      undoneNotes.kept.map(nameOf),
    ),
    ...listed(
      'Notes without their id, which syncs leave alone. Give one its property “readwise-id” or “reader-id” back to update it:',
      notesWithoutId.map(nameOf),
    ),
  ];
}

/** Each note once: as a whole, or with what of it was not found. */
function awaitedLines(awaited: readonly AwaitedDeletion[]): readonly string[] {
  const byNote = new Map<string, AwaitedDeletion[]>();
  for (const one of awaited) addToList(byNote, one.path ?? (one.title || one.id), one);
  return [...byNote].map(([name, parts]) => {
    const since = parts.map((part) => part.since ?? '').sort()[0] ?? '';
    const what = parts.some(({ kind }) => kind === 'document') ? '' : `: ${partsText(parts)}`;
    return oneLine(`${name}${what}${since === '' ? '' : ` (since ${localTime(since)})`}`);
  });
}

function partsText(parts: readonly AwaitedDeletion[]): string {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return passageText(first.kind, first.text);
  return `${parts.length} highlights and notes`;
}

/** By the clock of this device. */
export const localTime = (moment: string): string => format(new Date(moment), 'yyyy-MM-dd HH:mm');

/** The JSON that scripts rely on: with messages in place of codes, and times in UTC. */
export const changeJson = ({ reason, nextTry, ...change }: ChangeResult) => ({
  ...change,
  reason: reason === undefined ? undefined : refusalText(reason),
  nextTry: nextTry === undefined ? undefined : new Date(nextTry).toISOString(),
});

/** `decided` where nothing was left to send, because the person decided so. */
export const sendingJson = (
  { changes, outcome, requests }: Pick<SendResult, 'changes' | 'outcome' | 'requests'>,
  decided: readonly Decided[] = [],
) => ({
  outcome: changes.length === 0 && decided.length > 0 ? 'decided' : outcome,
  changes: changes.map(changeJson),
  ...decidedJson(decided),
  requests,
});

/** What was decided not to be sent; left out where nothing was. */
const decidedJson = (decided: readonly Decided[]) =>
  decided.length === 0
    ? {}
    : { decided: decided.map(({ id, kind, decision, name }) => ({ id, kind, decision, name })) };

/** A reason, with the option that helps. */
export const refusalText = (reason: OutboxReason): string =>
  `${outboxReasonText(reason)}${reason.code === 'would-be-empty' ? ' Then add --yes.' : ''}`;

/** What became of the changes, and what to do about those that were not sent. */
export function sendingLines(
  { changes, problem, notes }: SendResult,
  decided: readonly Decided[] = [],
): readonly string[] {
  const isNothing = changes.length + decided.length === 0;
  // The changes that wait for it say so.
  const isTold = changes.some(({ reason }) => reason !== undefined);
  return [
    ...(problem === undefined || isTold ? [] : [oneLine(problemMessage(problem))]),
    ...(isNothing ? ['Nothing was to be sent.'] : []),
    ...decided.map(decidedLine),
    ...changes.flatMap(changeLines),
    ...(notes === null ? [] : failureLines(notes).map(oneLine)),
    ...(notes === null || removedText(notes.notes) === '' ? [] : [removedText(notes.notes)]),
    ...(notes?.hold === undefined ? [] : holdLines(notes.hold, advice)),
  ];
}

const decidedLine = (decided: Decided): string => oneLine(decidedText(decided));

/** For the status. */
export function outboxLines(changes: readonly NamedChange[]): readonly string[] {
  if (changes.length === 0) return [];
  return ['Changes for Readwise:', ...changes.flatMap(changeLines).map((line) => `  ${line}`)];
}

const COMMANDS: Readonly<Record<ChangeStep, (id: string) => string>> = {
  'send-mine': (id) => `to send yours: send --mine ${id}`,
  'keep-theirs': (id) => `to keep that of Readwise: send --theirs ${id}`,
  retry: (id) => `to try it again: send --retry ${id}`,
  edit: () => '',
  discard: (id) => `to give it up: send --discard ${id}`,
};

const STATES = { waiting: 'Not sent yet.', conflict: 'Not sent.', refused: 'Not sent.' } as const;

function changeLines(change: NamedChange): readonly string[] {
  const { id, state, mine = {}, theirs = {}, tags } = change;
  const name = oneLine(change.name);
  if (state === 'sent') return [`“${name}”: ${oneLine(sentText(change))}`];
  const message = changeMessage(change, null);
  const steps = message.steps.map((step) => COMMANDS[step](id));
  return [
    `${message.title}: ${name}`,
    `  ${oneLine(`${STATES[state]} ${message.text}`)}`,
    ...valueLines(mine, (field, value) => `  ${fieldName(field)}: ${value}`),
    ...tagTexts(tags).map((line) => `  ${oneLine(line)}`),
    ...textLines(change),
    ...valueLines(theirs, (field, value) => `  ${fieldName(field)} in Readwise: ${value}`),
    ...(change.reason?.code === 'token-of-another-account' ? [`  ${advice('relink', 0)}`] : []),
    `  ${steps.filter((step) => step !== '').join('; ')}`.replace('to ', 'To '),
  ];
}

/** What is new at the service, where that is not its name. */
const textLines = ({ name, text = '' }: NamedChange): readonly string[] =>
  text === name
    ? []
    : text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => `  ${oneLine(line)}`);

/** A change that a dry run would send. */
export interface PlannedChange {
  readonly shown: NamedChange;
  readonly entry: OutboxEntry;
  readonly leftOut?: LeftOutHighlights | undefined;
}

/** What a dry run would send, with what it was based on. */
export function plannedLines(
  changes: readonly PlannedChange[],
  decided: readonly Decided[],
): readonly string[] {
  if (changes.length + decided.length === 0) return ['Dry run: nothing would be sent.'];
  return [
    'Dry run, nothing was stored or sent.',
    ...(decided.length === 0
      ? []
      : ['Would be decided:', ...decided.map((each) => `  ${decidedLine(each)}`)]),
    ...titled('Would be sent:', changes.filter(isToBeSent)),
    ...titled(
      'Not sent until you decide:',
      changes.filter((change) => !isToBeSent(change)),
    ),
  ];
}

const isToBeSent = ({ entry: { state } }: PlannedChange): boolean => state === 'waiting' || state === 'sent';

const titled = (title: string, changes: readonly PlannedChange[]): readonly string[] =>
  changes.length === 0 ? [] : [title, ...changes.flatMap(plannedChange)];

const WAITS = {
  conflict: ' (changed in Readwise, too)',
  refused: ' (not sent so far)',
  waiting: '',
  sent: '',
};

function plannedChange({ shown, leftOut, entry: { change, base, state } }: PlannedChange): readonly string[] {
  const head = `${changeTitle(shown)}: ${oneLine(shown.name)}${WAITS[state]}`;
  const values = Object.entries(fieldsOf(change)).flatMap(([field, value]) => [
    `  - ${fieldName(field)}: ${oneLine(base.fields[field] ?? '')}`,
    `  + ${fieldName(field)}: ${oneLine(value)}`,
  ]);
  const tags = 'tags' in change ? tagTexts(change.tags).map((line) => `  ${oneLine(line)}`) : [];
  const places = placesOf(change).map((place) => `  in: ${oneLine(place)}`);
  const out = leftOut === undefined ? [] : [`  ${leftOutText(leftOut)}`];
  return [head, ...newLines(change, shown), ...values, ...tags, ...places, ...out];
}

/** What is new at the service, value by value. */
function newLines(change: Change, shown: NamedChange): readonly string[] {
  if (change.kind === 'save-document') {
    const { author, summary, publishedDate, imageUrl, location, tags, notes: note } = change.document;
    const values = { author, summary, publishedDate, imageUrl, location, tags: tags?.join(', '), note };
    return [...textLines(shown), ...namedLines(values)];
  }
  if (change.kind !== 'create-highlights') return [];
  return change.highlights.flatMap(({ text, note, location, category, imageUrl }) => [
    ...textLines({ ...shown, text }),
    ...namedLines({ note, location: location?.toString(), category, imageUrl }),
  ]);
}

const namedLines = (values: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(values).flatMap(([field, value = '']) =>
    value === '' ? [] : [`  ${fieldName(field)}: ${oneLine(value)}`],
  );

/** The books that new highlights go into. */
function placesOf(change: Change): readonly string[] {
  if (change.kind !== 'create-highlights') return [];
  const places = change.highlights.map(({ title = '', author = '', sourceUrl = '' }) =>
    [title, author, sourceUrl].filter((part) => part !== '').join(', '),
  );
  return [...new Set(places)].filter((place) => place !== '');
}

/** Null: it is to be deleted. */
function valueLines(
  values: Readonly<Record<string, string | null>>,
  line: (field: string, value: string) => string,
): readonly string[] {
  return Object.entries(values).map(([field, value]) =>
    line(field, value === null ? '(to be deleted)' : oneLine(value)),
  );
}
