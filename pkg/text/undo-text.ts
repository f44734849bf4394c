import type { NotUndone, UndoPlan, UndoStep } from '../../src/features/undo/undo-plan';
import { sentText } from '../../src/messages/outbox-messages';
import { plural } from '../../src/messages/english';
import { listed, named, oneLine } from '../../src/messages/report-messages';
import type { Edit } from '../../src/model/outbox';
import type { RunKind } from '../../src/model/report';
import type { ReverseChange, SentSince } from '../../src/outbox/sent-since';
import { localTime } from './status-text';

/** What undoing will do, or would do, and what it cannot. */
export const undoText = (plan: UndoPlan | null, sent: readonly SentSince[]): readonly string[] => [
  ...(plan === null ? ['There is no sync to undo.'] : planLines(plan)),
  ...listed('Sent to Readwise since, which undo does not take back:', sent.flatMap(sentLines)),
];

/** Why a person has to confirm it; null when it only brings back former texts of the last thing that was done. */
export function whyConfirm({ steps }: UndoPlan, sent: readonly SentSince[]): string | null {
  const going = steps.filter(({ kind }) => kind === 'trash').length;
  if (going > 0) return `This moves ${plural(going, 'note')} to the trash.`;
  if (steps.length === 0 || sent.length === 0) return null;
  return 'You sent changes to Readwise since that run.';
}

function planLines({ steps, stays, ended, isPartial }: UndoPlan): readonly string[] {
  return [
    ended === null
      ? 'The last run, which was interrupted:'
      : `The last run that wrote anything (${KINDS[ended.kind]}, ${localTime(ended.at)}):`,
    ...named(steps.map((step) => `${ACTIONS[step.kind].padEnd(8)} ${oneLine(pathText(step))}`)),
    ...listed(
      'Left as they are:',
      stays.map(({ path, why }) => `${oneLine(path)}: ${REASONS[why]}`),
    ),
    ...(steps.length > 0 ? ['Another device that syncs this vault may write these changes again.'] : []),
    ...(isPartial ? ['That run changed more than can be undone; the rest stays as it is.'] : []),
  ];
}

const KINDS: Readonly<Record<RunKind, string>> = {
  sync: 'sync',
  render: 'render',
  adopt: 'notes moved in',
  undo: 'undo',
};

const ACTIONS = { revert: 'revert', trash: 'to trash', recreate: 'recreate' } as const satisfies Readonly<
  Record<UndoStep['kind'], string>
>;

const REASONS: Readonly<Record<NotUndone['why'], string>> = {
  edited: 'it was changed since',
  moved: 'it was moved or deleted since',
  sent: 'it has what was sent to Readwise',
  'place-taken': 'another file has its old path',
  'has-note': 'its item has another note now',
  unreadable: 'it cannot be read now',
};

function pathText(step: UndoStep): string {
  switch (step.kind) {
    case 'revert':
      return step.to === null ? step.path : `${step.to} (now ${step.path})`;
    case 'trash':
    case 'recreate':
      return step.path;
  }
}

/** A line for each command that gives something back. */
function sentLines({ name, change, back }: SentSince): readonly string[] {
  const what = `${oneLine(name)}: ${oneLine(sentText(change))}`;
  return back.length === 0 ? [what] : back.map((each) => `${what} To take it back: ${commandOf(each)}`);
}

/** The command of the terminal that asks for a change. */
function commandOf(change: ReverseChange): string {
  switch (change.kind) {
    case 'delete-highlight':
      return `florilegium delete ${change.anchor} --yes`;
    case 'delete-document':
      return `florilegium delete ${change.id} --yes`;
    case 'edit-highlight':
      return editCommand(change.anchor, change);
    case 'edit-item':
      return editCommand(change.id, change);
  }
}

function editCommand(id: string, { fields, tags, confirmedEmpty }: Edit): string {
  const options = [
    ...Object.entries(fields).map(([field, value]) => `--${inKebabCase(field)} ${quoted(value)}`),
    ...(tags?.add ?? []).map((name) => `--add-tag ${quoted(name)}`),
    ...(tags?.remove ?? []).map((name) => `--remove-tag ${quoted(name)}`),
    ...(confirmedEmpty === true ? ['--yes'] : []),
  ];
  return oneLine(`florilegium edit ${id} ${options.join(' ')}`);
}

const inKebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** As a shell reads it. */
function quoted(value: string): string {
  if (/^[\w.:/@-]+$/.test(value)) return value;
  const hasControls = /\p{Cc}/u.test(value);
  return hasControls ? `$'${escaped(value)}'` : `'${value.replaceAll("'", "'\\''")}'`;
}

const escaped = (value: string): string => JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'");
