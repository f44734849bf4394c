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
import { failureLine, holdLines, oneLine } from './report-text';
import { localTime } from './status-text';

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
