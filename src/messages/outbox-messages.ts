import type { NoteCounts } from '../model/report';
import { list } from './english';
import { bugText, problemMessage, TOKEN_REFUSED } from './messages';
import { changesOf } from './result-messages';
import {
  isDeletion,
  type ChangeResult,
  type Decided,
  type OutboxReason,
  type TagEdits,
} from '../model/outbox';

/** Why a change waits, was refused, or cannot be asked for, and what to do. */
export function outboxReasonText(reason: OutboxReason): string {
  switch (reason.code) {
    case 'unreachable':
      return problemMessage(reason.problem);
    case 'token-refused':
      return TOKEN_REFUSED;
    case 'rejected':
      return `Readwise rejected it (${reason.detail}). Change it and try again.`;
    case 'not-tried':
      return 'It was not sent yet. The next sync sends it.';
    case 'token-of-another-account':
      return 'It is for the Readwise account of your notes, but the token belongs to another one. Enter the token of that account, or discard the change. If you switch the vault to the new account, the change is refused and kept.';
    case 'asked-for-pause':
      return 'Readwise limits requests. The change is sent after that.';
    case 'behind-another':
      return 'It waits for an earlier change.';
    case 'bug':
      return bugText(reason);
    case 'gone':
      return 'Readwise no longer has it. Copy your text, or discard the change.';
    case 'other-account':
      return 'You asked for this in the Readwise account that this vault had before. Copy your text, or discard the change.';
    case 'limit':
      return `${placedName(reason.field)} ${reason.problem}. Change it and try again.`;
    case 'unknown-target':
      return `Your library has nothing called “${reason.target}”. Sync first, or check the id.`;
    case 'deleted':
      return `This was deleted in Readwise, so it cannot be changed there.${reason.isNoteOnHold ? ' Its note is on hold until you decide.' : ''}`;
    case 'tags-only':
      return reason.of === 'book'
        ? 'Readwise lets other programs change only the tags of a book.'
        : 'Reader lets other programs change only the tags of this highlight.';
    case 'no-such-tag':
      return `There is no tag “${reason.tag}” to rename. ${reason.tags.length === 0 ? 'There are no tags' : `The tags are: ${reason.tags.join(', ')}`}.`;
    case 'would-be-empty':
      return `This would empty ${inSentence(reason.field)} in Readwise. Confirm that if you want it.`;
    case 'nothing-to-change':
      return 'Readwise has these values already.';
  }
}

/** Above the paths of notes from which nothing is sent. */
export const SAME_ID =
  'Several notes have the same id, so nothing is sent from them. Keep one of each, and remove the ids from the others:';

/** Above the paths of notes with changes that cannot be read. */
export const UNKNOWN_TEMPLATE =
  'This device does not have the template or settings of these notes. So it cannot tell all that you changed in them by hand. Choose that template again, or make the change in Readwise:';

/** What a person can do about a change that was not sent. The app makes a button of it, the terminal a command. */
export type ChangeStep = 'send-mine' | 'keep-theirs' | 'retry' | 'edit' | 'discard';

/** What was asked for, what became of it, and what to do. `timeOf`: how a time is shown. */
export const changeMessage = (change: ChangeResult, timeOf: TimeOf) => ({
  title: changeKindText(change.kind),
  text: stateText(change, timeOf),
  steps: stepsOf(change),
});

type TimeOf = (milliseconds: number) => string;

function stateText(change: ChangeResult, timeOf: TimeOf): string {
  const { state, kind, reason, nextTry } = change;
  if (state === 'sent') return sentText(change);
  if (state === 'conflict')
    return isDeletion(kind) ? 'It was changed in Readwise since.' : 'This was changed in Readwise, too.';
  const why = outboxReasonText(reason ?? { code: 'not-tried' });
  return nextTry === undefined ? why : `${why} Next try at ${timeOf(nextTry)}.`;
}

function stepsOf({ state, kind, reason }: ChangeResult): readonly ChangeStep[] {
  if (state === 'sent') return [];
  const isEdited = !isDeletion(kind);
  if (state === 'conflict') return ['send-mine', 'keep-theirs', ...(isEdited ? AFTERWARDS : [])];
  // What is gone at the service cannot be changed there.
  if (reason?.code === 'gone') return ['discard'];
  return isEdited ? ['retry', ...AFTERWARDS] : ['retry', 'discard'];
}

const AFTERWARDS = ['edit', 'discard'] as const;

/** What became of a change, as one line. */
export function changeText(change: ChangeResult, timeOf: TimeOf): string {
  const { title, text } = changeMessage(change, timeOf);
  if (change.state === 'sent') return text;
  return `${title}: ${change.state === 'waiting' ? 'waits' : 'not sent'}. ${text}`;
}

function sentText(change: ChangeResult): string {
  const { kind, fields, wasThere, mine = {} } = change;
  if (wasThere === true)
    return `${changeKindText(kind)}: it was in Readwise already, and stays as it is there.`;
  const became = becameTexts(change);
  if (became.length > 0) return became.join(' ');
  const [field] = fields;
  if (field === undefined || fields.length > 1) return KINDS[kind][1];
  if (field === 'location') return `Moved to ${placeName(mine[field] ?? '')}.`;
  return `${fieldName(field)} changed.`;
}

/** What a person decided not to send. */
export function decidedText({ kind, decision, name, fields, wasSent }: Decided): string {
  const of = name === '' ? '' : ` “${name}”`;
  if (wasSent) return `${changeKindText(kind)}${of}: it has reached Readwise already, and stays there.`;
  if (decision === 'discard') return `${changeKindText(kind)}${of}: given up. It is not sent.`;
  if (isDeletion(kind)) return `Not deleted in Readwise:${of}.`;
  return `Readwise’s ${fields.map(inSentence).join(', ')} ${fields.length === 1 ? 'stays' : 'stay'}:${of}.`;
}

/** What the service made of values that it did not take as they were. */
function becameTexts({ became = {}, mine = {} }: ChangeResult): readonly string[] {
  return Object.entries(became).map(([field, value]) =>
    field === 'location'
      ? `It is in ${placeName(value)} now, because ${placeName(mine[field] ?? '')} is not switched on in Reader.`
      : `Readwise stored “${value}” as ${inSentence(field)}.`,
  );
}

/** As the service has them; `shortlist` and `podcast` are shown but cannot be chosen. */
export const PLACES = {
  new: 'Inbox',
  later: 'Later',
  archive: 'Archive',
  feed: 'Feed',
};

const placeName = (location: string): string =>
  Object.entries(PLACES).find(([place]) => place === location)?.[1] ?? `“${location}”`;

/** Names of fields of highlights and items. */
const FIELDS: Readonly<Record<string, string>> = {
  text: 'Text',
  note: 'Note',
  color: 'Color',
  url: 'Address',
  location: 'Location',
  title: 'Title',
  author: 'Author',
  summary: 'Summary',
  publishedDate: 'Published date',
  imageUrl: 'Cover',
  category: 'Type',
  tags: 'Tags',
};

export const fieldName = (field: string): string => FIELDS[field] ?? field;

const inSentence = (field: string): string => FIELDS[field]?.toLowerCase() ?? field;

/** `highlights.2.text` is the text of the third one. */
const placedName = (field: string): string =>
  inSentence(field.replace(/^highlights\.(\d+)\./, (_, index: string) => `highlight ${Number(index) + 1}: `));

/** Each kind as a heading, and as what was done. */
const KINDS: Readonly<Record<ChangeResult['kind'], readonly [title: string, done: string]>> = {
  'create-highlights': ['New highlight', 'Highlight saved.'],
  'edit-highlight': ['Edited highlight', 'Highlight changed.'],
  'delete-highlight': ['Deletion of a highlight', 'Highlight deleted.'],
  'edit-item': ['Edited item', 'Details changed.'],
  'save-document': ['Saved document', 'Saved to Reader.'],
  'delete-document': ['Deletion of a document', 'Document deleted.'],
};

/** What a change does, as a heading. */
export const changeKindText = (kind: ChangeResult['kind']): string => KINDS[kind][0];

/** What a change does with tags. */
export const tagTexts = ({ add, remove, rename }: TagEdits = NO_TAGS): readonly string[] => [
  ...(add.length > 0 ? [`Add tags: ${list(add)}`] : []),
  ...(remove.length > 0 ? [`Remove tags: ${list(remove)}`] : []),
  ...rename.map(({ from, to }) => `Rename tag ${from} to ${to}`),
];

const NO_TAGS: TagEdits = { add: [], remove: [], rename: [] };

/** What became of many changes, as one line. */
export function changesText(changes: readonly ChangeResult[]): string {
  const counts = STATES.flatMap(([state, what]) => {
    const count = changes.filter((change) => change.state === state).length;
    return count === 0 ? [] : [`${count} ${what}`];
  });
  const text = `${changes.length} changes for Readwise: ${counts.join(', ')}.`;
  return changes.every(({ state }) => state === 'sent') ? text : `${text} See the sync status.`;
}

const STATES = [
  ['sent', 'done'],
  ['waiting', 'waiting'],
  ['conflict', 'changed in Readwise, too'],
  ['refused', 'not sent'],
] as const;

/** Which notes left their places because of what was sent; empty when none did. */
export function removedText({ trashed, archived, kept }: NoteCounts): string {
  const removed = changesOf({ trashed, archived, kept });
  return removed.length === 0 ? '' : `${list(removed)}.`;
}
