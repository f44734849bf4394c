import { format } from 'date-fns';
import type { LastFailure, SyncStatus } from '../../model/report';
import { failureLine, holdLines, named, oneLine } from './report';
import { changeText, outboxReasonText } from '../../messages/outbox-messages';
import { problemMessage } from '../../messages/messages';
import {
  fieldsOf,
  isDeletion,
  targetIdOf,
  textToCopy,
  type ChangeResult,
  type OutboxEntry,
  type OutboxReason,
  type TagEdits,
} from '../../model/outbox';
import type { SendResult } from '../../outbox/send-changes';

/** The status of a vault that this device never synced. */
export const NEVER_SYNCED: SyncStatus = {
  watermarks: { highlights: null, documents: null },
  items: 0,
  due: 0,
  retries: [],
  hold: null,
  deletedNotes: [],
  notesWithoutId: [],
  awaitingDeletion: [],
  lastRun: null,
  lastSuccess: null,
  lastFailure: null,
};

/** All times are local. */
export function statusText(status: SyncStatus): readonly string[] {
  const { watermarks, items, due, retries, hold, lastFailure } = status;
  return [
    successText(status),
    ...(lastFailure === null ? [] : [failureText(lastFailure)]),
    `Up to date as of: highlights ${localTime(watermarks.highlights)}, documents ${localTime(watermarks.documents)}`,
    `Items known: ${items}, including deleted and excluded ones; still to be written: ${due}`,
    ...retries.map((failure) => `Will be tried again: ${failureLine(failure)}`),
    ...(hold === null ? [] : holdLines(hold)),
    ...deletionLines(status),
    ...missingLines(status),
  ];
}

function successText({ lastSuccess, watermarks }: SyncStatus): string {
  if (lastSuccess !== null) return `Last successful sync: ${localTime(lastSuccess)}`;
  return watermarks.highlights === null && watermarks.documents === null
    ? 'No sync has finished on this device yet.'
    : 'When a sync last succeeded is not known.';
}

function failureText({ at, failures }: LastFailure): string {
  const [first] = failures;
  const reason = first === undefined ? 'for a reason that is not known' : failureLine(first);
  const rest = failures.length > 1 ? `, and ${failures.length - 1} more` : '';
  return `Last failure: ${localTime(at)}, ${reason}${rest}`;
}

function deletionLines({ awaitingDeletion }: SyncStatus): readonly string[] {
  if (awaitingDeletion.length === 0) return [];
  return [
    'Not found in Reader any more; a sync at least ten minutes later looks again before anything is removed:',
    ...named(
      awaitingDeletion.map(
        ({ id, path, title, since }) =>
          oneLine(path ?? (title || id)) + (since === null ? '' : ` (since ${localTime(since)})`),
      ),
    ),
  ];
}

function missingLines({ deletedNotes, notesWithoutId }: SyncStatus): readonly string[] {
  const listed = (notes: SyncStatus['deletedNotes']): readonly string[] =>
    named(notes.map(({ id, path }) => `${oneLine(path)} (${oneLine(id)})`));
  return [
    ...(deletedNotes.length === 0
      ? []
      : [
          'Notes that you deleted; to restore them, sync with --restore ID or --restore all:',
          ...listed(deletedNotes),
        ]),
    ...(notesWithoutId.length === 0
      ? []
      : [
          'Notes without their id, which syncs leave alone; to have one updated again, add its property “readwise-id” or “reader-id” again:',
          ...listed(notesWithoutId),
        ]),
  ];
}

export const localTime = (moment: string | null): string =>
  moment === null ? 'never' : format(new Date(moment), 'yyyy-MM-dd HH:mm');

/** The JSON that scripts rely on: with messages in place of codes, and times in UTC. */
export const changeJson = ({ reason, nextTry, ...change }: ChangeResult) => ({
  ...change,
  ...(reason === undefined ? {} : { reason: refusalText(reason) }),
  ...(nextTry === undefined ? {} : { nextTry: new Date(nextTry).toISOString() }),
});

export const sendingJson = ({
  changes,
  outcome,
  requests,
}: Pick<SendResult, 'changes' | 'outcome' | 'requests'>) => ({
  outcome,
  changes: changes.map(changeJson),
  requests,
});

/** A reason, with the option that helps. */
export function refusalText(reason: OutboxReason): string {
  if (reason.code === 'would-be-empty') return `${outboxReasonText(reason)} Then add --yes.`;
  if (reason.code !== 'limit') return outboxReasonText(reason);
  // `highlights.2.text` is the third one.
  const field = reason.field.replace(
    /^highlights\.(\d+)\./,
    (_match, index: string) => `highlight ${Number(index) + 1}: `,
  );
  return outboxReasonText({ ...reason, field });
}

/** What became of the changes, and what to do about those that were not sent. */
export function sendingLines({ changes, problem, notes }: SendResult): readonly string[] {
  return [
    ...(problem === undefined ? [] : [oneLine(problemMessage(problem))]),
    ...(changes.length === 0 ? ['Nothing was to be sent.'] : changes.flatMap(changeLines)),
    ...(notes?.failures ?? []).map(failureLine),
    ...(notes?.hold === undefined ? [] : holdLines(notes.hold)),
  ];
}

/** For the status. */
export const outboxLines = (changes: readonly ChangeResult[]): readonly string[] =>
  changes.length === 0
    ? []
    : ['Changes for Readwise:', ...changes.flatMap(changeLines).map((line) => `  ${line}`)];

function changeLines(change: ChangeResult): readonly string[] {
  const { id, kind, target, state, at, mine = {}, theirs = {}, text, became = {}, tags, nextTry } = change;
  const name = target === '' ? 'Without a title' : oneLine(target);
  if (state === 'sent')
    return [
      `${name}: ${oneLine(changeText(change))}`,
      ...valueLines(became, (field, value) => `  Readwise stored the ${field} as: ${value}`),
    ];
  const values = [
    ...valueLines(mine, (field, value) => `  ${field}: ${value}`),
    ...(tags === undefined ? [] : tagLines(tags)),
    ...(text === undefined ? [] : [`  ${oneLine(text)}`]),
  ];
  if (state === 'conflict')
    return [
      `${name}: ${isDeletion(kind) ? 'it has changed at Readwise since' : 'Readwise has another value by now'}. Asked for ${localTime(at)}.`,
      ...values,
      ...valueLines(theirs, (field, value) => `  ${field} at Readwise: ${value}`),
      `  To send yours: send --mine ${id}; to keep that of Readwise: send --theirs ${id}`,
    ];
  const next = nextTry === undefined ? '' : ` Next try after ${localTime(new Date(nextTry).toISOString())}.`;
  return [
    `${name}: ${oneLine(changeText(change))} Asked for ${localTime(at)}.${next}`,
    ...values,
    `  To try it again: send --retry ${id}; to give it up: send --discard ${id}`,
  ];
}

/** What a dry run would send, with what it was based on. */
export function plannedLines(entries: readonly OutboxEntry[]): readonly string[] {
  if (entries.length === 0) return ['Dry run: nothing would be sent.'];
  return ['Dry run, nothing was stored or sent. Would be sent:', ...entries.flatMap(plannedChange)];
}

function plannedChange({ change, base, state }: OutboxEntry): readonly string[] {
  const waits = state === 'conflict' || state === 'refused' ? ` (${state})` : '';
  const head = `${change.kind} ${oneLine(targetIdOf(change) ?? textToCopy(change))}${waits}`;
  const values = Object.entries(fieldsOf(change)).flatMap(([field, value]) => [
    `  - ${field}: ${oneLine(base.fields[field] ?? '')}`,
    `  + ${field}: ${oneLine(value)}`,
  ]);
  const tags = 'tags' in change && change.tags !== undefined ? tagLines(change.tags) : [];
  return [head, ...values, ...tags];
}

const tagLines = ({ add, remove, rename }: TagEdits): readonly string[] => [
  ...remove.map((name) => `  - tag: ${oneLine(name)}`),
  ...add.map((name) => `  + tag: ${oneLine(name)}`),
  ...rename.map(({ from, to }) => `  tag: ${oneLine(from)} becomes ${oneLine(to)}`),
];

/** Null: it is to be deleted. */
function valueLines(
  values: Readonly<Record<string, string | null>>,
  line: (field: string, value: string) => string,
): readonly string[] {
  return Object.entries(values).map(([field, value]) =>
    line(field, value === null ? '(to be deleted)' : oneLine(value)),
  );
}
