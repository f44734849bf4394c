import { number, plural } from './english';

const changes = (count: number): string => plural(count, 'change');

/** Changes that were asked for here, in the status pane. */
export const OUTBOX = {
  notSent: (count: number): string => `Not sent (${number(count)})`,
  waiting: (count: number): string => `Waiting to be sent (${number(count)})`,
  byHand: (count: number): string => `Changed in your notes (${number(count)})`,
  byHandExplanation: 'Readwise doesn’t have these changes. Nothing is sent until you choose it.',
  sendAll: 'Send all now',
  entry: (kind: string, name: string): string => `${kind}: ${name}`,
  nextTry: (moment: string): string => `Next try at ${moment}.`,
  nextSync: 'The next sync tries again.',
  conflict: 'This was changed in Readwise, too.',
  sent: 'Sent. The next sync updates the note.',
  changes: 'What changes',
  now: 'In Readwise',
  then: 'Yours',
  since: 'Changed in Readwise since',
  addTags: (tags: string): string => `Add tags: ${tags}`,
  removeTags: (tags: string): string => `Remove tags: ${tags}`,
  renameTag: (from: string, to: string): string => `Rename tag ${from} to ${to}`,
  send: 'Send now',
  edit: 'Edit…',
  discard: 'Discard…',
  copy: 'Copy text',
  copied: 'Text copied.',
  mine: 'Send mine',
  theirs: 'Keep Readwise’s',
  deleteAnyway: 'Delete anyway',
  keep: 'Don’t delete',
};

/** The window that edits a waiting change, or the value that settles a conflict. */
export const EDIT_CHANGE = {
  title: 'Edit change',
  theirs: (value: string): string => `At Readwise: ${value === '' ? '(empty)' : value}`,
  tags: 'Separate several with commas.',
  send: 'Send',
  empty: 'Send it empty',
  cancel: 'Cancel',
};

export const DISCARD = {
  title: 'Discard this change?',
  explanation: 'It is taken out of the outbox and not sent again. What has reached Readwise stays there.',
  discard: 'Discard',
  cancel: 'Cancel',
};

/** Sending what was changed by hand in notes. */
export const SEND_CHANGES = {
  title: 'Send my changes',
  failed: 'The changes could not be determined.',
  looking: 'Looking through your notes…',
  off: 'Sending changes from notes is switched off. Choose in the settings, under Advanced, which of them are offered here.',
  settings: 'Settings',
  none: 'Nothing that you changed by hand in your notes can be sent, or all of it is at Readwise already.',
  found: (count: number): string =>
    `${changes(count)} found. Only what you tick is sent. Readwise does not keep the old values.`,
  all: 'Select all',
  which: (path: string, field: string): string => `${path}, ${field}`,
  diff: (path: string, field: string): string => `Change of ${field} in ${path}`,
  send: (count: number): string => `Send ${changes(count)}`,
  sure: (count: number): string =>
    `These are ${number(count)} changes. Select the button once more to send them all.`,
  refused: (count: number): string => `${changes(count)} could not be sent:`,
  close: 'Close',
};

/** Names of fields of highlights and items. */
const FIELDS: Readonly<Record<string, string>> = {
  text: 'Text',
  note: 'Note',
  color: 'Colour',
  url: 'Address',
  location: 'Location',
  title: 'Title',
  author: 'Author',
  summary: 'Summary',
  publishedDate: 'Published',
  imageUrl: 'Cover',
  category: 'Category',
  tags: 'Tags',
  addTags: 'Tags to add',
  removeTags: 'Tags to remove',
};

export const fieldName = (field: string): string => FIELDS[field] ?? field;
