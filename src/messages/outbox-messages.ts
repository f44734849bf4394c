import type { NoteCounts } from '../model/report';
import { list } from './english';
import { bugText, capitalized, passesByItself, problemMessage, serviceText, TOKEN_REFUSED } from './messages';
import { changesOf } from './result-messages';
import {
  isDeletion,
  writtenTexts,
  type ChangeResult,
  type Decided,
  type LeftOutHighlights,
  type OutboxReason,
  type TagEdits,
} from '../model/outbox';

/** Why a change waits, was refused, or cannot be asked for, and what to do. */
export function outboxReasonText(reason: OutboxReason): string {
  switch (reason.code) {
    case 'unreachable':
      return reason.problem.code === 'service' ? serviceText(reason.problem) : problemMessage(reason.problem);
    case 'token-refused':
      return TOKEN_REFUSED;
    case 'rejected':
      return `Readwise rejected it (${reason.detail}). Change it and try again.`;
    case 'not-tried':
      return '';
    case 'token-of-another-account':
      return 'It is for the Readwise account of your notes, but the token belongs to another one. Enter the token of that account, or discard the change. If you switch the vault to the new account, the change is refused and kept.';
    case 'asked-for-pause':
      return 'Readwise limits requests.';
    case 'behind-another':
      return 'It waits for an earlier change.';
    case 'bug':
      return bugText(reason);
    case 'gone':
      return 'Readwise no longer has it.';
    case 'other-account':
      return 'You asked for this in the Readwise account that this vault had before.';
    case 'limit':
      return `${capitalized(placedName(reason.field))} ${reason.problem}. Change it and try again.`;
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
      return `This would empty the ${inSentence(reason.field)} in Readwise. Confirm that if you want it.`;
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

/** Above the paths of notes with a highlight's note that would come back otherwise. */
export const UNLIKE =
  'The note of a highlight would come back from Readwise in another form. To send tags and links, switch on “My own notes as markdown”. Otherwise make the change in Readwise:';

/** What a person can do about a change that was not sent. The app makes a button of it, the terminal a command. */
export type ChangeStep = 'send-mine' | 'keep-theirs' | 'retry' | 'edit' | 'discard';

/** How the time of the next try is shown; null where nothing sends by itself, as in the terminal. */
type TimeOf = ((milliseconds: number) => string) | null;

/** What was asked for, what became of it, and what to do. */
export const changeMessage = (change: ChangeResult, timeOf: TimeOf) => ({
  title: changeTitle(change),
  text: stateText(change, timeOf),
  steps: stepsOf(change),
});

function stateText(change: ChangeResult, timeOf: TimeOf): string {
  const { state, kind, reason = { code: 'not-tried' } } = change;
  if (state === 'sent') return sentText(change);
  if (state === 'conflict')
    return isDeletion(kind) ? 'It was changed in Readwise since.' : 'This was changed in Readwise, too.';
  const why = outboxReasonText(reason);
  if (reason.code === 'gone' || reason.code === 'other-account') return `${why} ${whatToDiscard(change)}`;
  return isSentByItself(change) ? `${why} ${whenSent(change, timeOf)}`.trim() : why;
}

/** What becomes of a change that can never be sent. */
function whatToDiscard({ kind, mine = {} }: ChangeResult): string {
  if (kind === 'save-document') return 'Copy the address, or discard the change.';
  return kind === 'create-highlights' || writtenTexts(mine).length > 0
    ? 'Copy your text, or discard the change.'
    : 'Discard the change.';
}

function whenSent({ nextTry }: ChangeResult, timeOf: TimeOf): string {
  return nextTry === undefined || timeOf === null
    ? 'The next sync sends it.'
    : `It is sent at ${timeOf(nextTry)}.`;
}

/** Where nobody has to do anything first. */
function isSentByItself({ state, reason = { code: 'not-tried' } }: ChangeResult): boolean {
  if (state !== 'waiting') return false;
  if (reason.code === 'unreachable')
    return reason.problem.code === 'service' && passesByItself(reason.problem);
  return reason.code === 'not-tried' || reason.code === 'asked-for-pause';
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
  return `${title}: ${change.state === 'waiting' ? 'not sent yet' : 'not sent'}. ${text}`;
}

/** What was done in Readwise. */
export function sentText(change: ChangeResult): string {
  const { kind, fields, wasThere, mine = {}, leftOut } = change;
  if (wasThere === true) return 'Already in Reader. It stays there as it is.';
  const became = becameTexts(change);
  if (became.length > 0) return became.join(' ');
  const [field] = fields;
  if (field === undefined || fields.length > 1) {
    const done = KINDS[kind][1];
    return leftOut === undefined ? done : `${done} ${leftOutText(leftOut)}`;
  }
  if (isPlace(kind, field)) return `Moved to ${placeName(mine[field] ?? '')}.`;
  return `${fieldName(field)} changed.`;
}

/** That new highlights come into no note. */
export function leftOutText({ count, of }: LeftOutHighlights): string {
  if (count < of) return `Your settings leave ${count} of them out of your notes.`;
  return `Your settings leave ${of === 1 ? 'it' : 'them'} out of your notes.`;
}

/** What a change does, as a heading. */
export function changeTitle({ kind, fields, mine = {} }: ChangeResult): string {
  const [field] = fields;
  if (!isEdit(kind) || field === undefined || fields.length > 1) return KINDS[kind][0];
  if (isPlace(kind, field)) return `Move to ${placeName(mine[field] ?? '')}`;
  return `Change ${inSentence(field)}`;
}

const isEdit = (kind: ChangeResult['kind']): boolean => kind === 'edit-item' || kind === 'edit-highlight';

/** Highlights have places in their book, too. */
const isPlace = (kind: ChangeResult['kind'], field: string): boolean =>
  kind === 'edit-item' && field === 'location';

/** What a person decided not to send. */
export function decidedText({ kind, decision, name, fields, wasSent }: Decided): string {
  const of = name === '' ? '' : ` “${name}”`;
  if (wasSent) return `Too late: this has reached Readwise already, and stays there:${of}.`;
  if (decision === 'discard') return `Given up, so it is not sent: ${KINDS[kind][2]}${of}.`;
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

/** As a sentence or a heading has it. */
export const placeName = (location: string): string =>
  Object.entries(PLACES).find(([place]) => place === location)?.[1] ?? capitalized(location);

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

/** Each kind as a heading, as what was done, and as a noun before a name. */
const KINDS: Readonly<Record<ChangeResult['kind'], readonly [title: string, done: string, noun: string]>> = {
  'create-highlights': ['Save highlight', 'Highlight saved.', 'the new highlight'],
  'edit-highlight': ['Change highlight', 'Highlight changed.', 'the change to'],
  'delete-highlight': ['Delete highlight', 'Highlight deleted.', 'the deletion of'],
  'edit-item': ['Change details', 'Details changed.', 'the change to'],
  'save-document': ['Save to Reader', 'Saved to Reader.', 'the saving of'],
  'delete-document': ['Delete document', 'Document deleted.', 'the deletion of'],
};

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
