import type { NoteCounts } from '../model/report';
import { bugText, problemMessage, TOKEN_REFUSED } from './messages';
import { isDeletion, type ChangeResult, type Decided, type OutboxReason } from '../model/outbox';

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
      return 'It was not sent yet.';
    case 'token-of-another-account':
      return 'It is for the Readwise account of your notes, but the token belongs to another one. Enter the token of that account, or discard the change. If you switch the vault to the new account, the change is refused and kept.';
    case 'asked-for-pause':
      return 'Readwise limits requests. The change is sent after that.';
    case 'behind-another':
      return 'Waiting for an earlier change.';
    case 'bug':
      return bugText(reason);
    case 'gone':
      return 'Readwise no longer has it. Copy your text, or discard the change.';
    case 'other-account':
      return 'You asked for this in the Readwise account that this vault had before. Copy your text, or discard the change.';
    case 'limit':
      return `${fieldName(reason.field)} ${reason.problem}. Change it and try again.`;
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
      return `This would empty ${fieldName(reason.field)} in Readwise. Confirm that if you want it.`;
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

/** What became of a change, as one line. */
export function changeText(change: ChangeResult): string {
  const what = KINDS[change.kind];
  switch (change.state) {
    case 'sent':
      if (change.wasThere === true) return `${what}: it was in Readwise already, and stays as it is there.`;
      return [`${what}: done.`, ...becameTexts(change)].join(' ');
    case 'waiting':
      return `${what}: waits. ${change.reason === undefined ? '' : outboxReasonText(change.reason)}`.trim();
    case 'conflict':
      return isDeletion(change.kind)
        ? `${what}: not done. It was changed in Readwise since. Choose in the sync status.`
        : `${what}: not sent. This was changed in Readwise, too. Choose in the sync status.`;
    case 'refused':
      return `${what}: not sent. ${change.reason === undefined ? '' : outboxReasonText(change.reason)}`.trim();
  }
}

/** What a person decided not to send. */
export function decidedText({ kind, decision, name, fields, wasSent }: Decided): string {
  const of = name === '' ? '' : ` “${name}”`;
  if (wasSent) return `${KINDS[kind]}${of}: it has reached Readwise already, and stays there.`;
  if (decision === 'discard') return `${KINDS[kind]}${of}: given up. It is not sent.`;
  if (isDeletion(kind)) return `Not deleted in Readwise:${of}.`;
  return `Readwise’s ${fields.map(fieldName).join(', ')} ${fields.length === 1 ? 'stays' : 'stay'}:${of}.`;
}

/** What the service made of values that it did not take as they were. */
function becameTexts({ became = {}, mine = {} }: ChangeResult): readonly string[] {
  return Object.entries(became).map(([field, value]) =>
    field === 'location'
      ? `It is in ${placeName(value)} now, because ${placeName(mine[field] ?? '')} is not switched on in Reader.`
      : `Readwise stored “${value}” as ${fieldName(field)}.`,
  );
}

const PLACES: Readonly<Record<string, string>> = {
  new: 'the inbox',
  archive: 'the archive',
  feed: 'the feed',
};

const placeName = (location: string): string => PLACES[location] ?? `“${location}”`;

const FIELDS: Readonly<Record<string, string>> = { publishedDate: 'published date', imageUrl: 'cover' };

const fieldName = (field: string): string => FIELDS[field] ?? field;

const KINDS: Readonly<Record<ChangeResult['kind'], string>> = {
  'create-highlights': 'New highlight',
  'edit-highlight': 'Edited highlight',
  'delete-highlight': 'Deletion of a highlight',
  'edit-item': 'Edited item',
  'save-document': 'Saved document',
  'delete-document': 'Deletion of a document',
};

/** What a change does, as a heading. */
export const changeKindText = (kind: ChangeResult['kind']): string => KINDS[kind];

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
  const removed = [
    [trashed, 'moved to the trash'],
    [archived, 'moved to the archive'],
    [kept, 'kept and marked'],
  ] as const;
  return removed
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${count === 1 ? 'note' : 'notes'} ${what}.`)
    .join(' ');
}
