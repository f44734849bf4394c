import { number, plural } from '../../messages/english';

const changes = (count: number): string => plural(count, 'change');

/** Changes that were asked for here, in the status pane. */
export const OUTBOX = {
  notSent: (count: number): string => `Not sent (${number(count)})`,
  waiting: (count: number): string => `Waiting to be sent (${number(count)})`,
  byHand: (count: number): string => `Changed in your notes (${number(count)})`,
  byHandExplanation: 'Readwise doesn’t have these changes. Nothing is sent until you choose it.',
  sendAll: 'Send all now',
  sent: 'Sent. The next sync updates the note.',
  changes: 'What changes',
  now: 'In Readwise',
  then: 'Yours',
  since: 'Changed in Readwise since',
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

/** The window that settles a conflict by another value. */
export const SETTLE = {
  title: 'Edit change',
  theirs: (value: string): string => `In Readwise: ${value === '' ? '(empty)' : value}`,
  send: 'Send',
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
  looking: 'Looking through your notes…',
  off: 'Turned off.',
  settings: 'Open settings',
  none: 'Nothing to send.',
  text: 'Only what you tick is sent. Readwise doesn’t keep old values.',
  which: (path: string, field: string): string => `${path}, ${field}`,
  changed: (count: number): string => `Changed in your notes (${number(count)})`,
  ambiguous: (count: number): string => `Nothing is sent from these (${number(count)})`,
  unknownTemplate: (count: number): string => `Written with another template (${number(count)})`,
  unlike: (count: number): string => `Would look different (${number(count)})`,
  send: (count: number): string => (count === 0 ? 'Send' : `Send ${number(count)}`),
  sure: (count: number): string => `Send ${changes(count)}?`,
  refused: (count: number): string => `${changes(count)} couldn’t be sent.`,
};
