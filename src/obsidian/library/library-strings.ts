import { MOST_FETCHED } from '../../notes/attachments/retry-day';
import { type RunKind, SECOND_NOTE } from '../../model/report';
import { number, plural } from '../english';
import { items, notes, PROGRESS } from '../strings';

/** Something said of something, as in "Walden: the disk is full". */
export const saidOf = (name: string, text: string): string => `${name}: ${text}`;

/** Two things about the same, the second of which tells more. */
export const paired = (first: string, second: string): string => `${first}, ${second}`;

/** What the library view says. */
export const LIBRARY = {
  title: 'Library',
  viewTitle: 'Readwise library',
  open: 'Open library',
  show: 'Show in library',
  settings: 'Settings',
  sync: 'Sync now',
  preview: 'Preview sync',
  cancel: 'Cancel sync',
};

export const CONNECTION = {
  title: 'Connection',
  token: 'An access token is stored on this device.',
  noToken: 'There is no access token on this device. Add one in the settings.',
  badSettings: 'The settings file has a problem. Nothing syncs until you fix it in the settings.',
  last: (moment: string, how: string): string => `Last sync: ${moment}. ${how}`,
  never: 'No sync has finished on this device yet.',
  next: (moment: string): string => `Next sync: ${moment}.`,
  paused: (moment: string): string =>
    `Readwise asked for a pause until ${moment}. A sync before then brings only part of what is new, or nothing.`,
  onOpen: 'The next sync starts when the vault opens.',
  onRequest: 'A sync starts only when you ask for it.',
  progress: 'Sync progress',
  waits: {
    highlights: (seconds: number): string =>
      `Highlights: waiting ${number(seconds)} s for the rate limit of Readwise.`,
    documents: (seconds: number): string =>
      `Documents: waiting ${number(seconds)} s for the rate limit of Readwise.`,
  },
};

const SYNC_BRINGS = `still to be fetched; each sync brings up to ${String(MOST_FETCHED)}.`;

export const HOLDINGS = {
  title: 'This device',
  holds: (itemCount: number, noteCount: number): string =>
    `This device knows ${items(itemCount)}, including deleted and excluded ones, with ${notes(noteCount)} in the vault.`,
  due: (count: number): string => `${notes(count)} still to be written.`,
  texts: (count: number): string => `${plural(count, 'full text')} ${SYNC_BRINGS}`,
  files: (count: number): string => `Attachments of ${notes(count)} ${SYNC_BRINGS}`,
  highlights: (moment: string): string => `Highlights are up to date as of ${moment}.`,
  documents: (moment: string): string => `Documents are up to date as of ${moment}.`,
  nothingYet: 'Nothing was synced on this device yet.',
};

/** What stands between the moment of a run and what it did. */
const RUN_KINDS: Readonly<Record<RunKind, string>> = {
  sync: '',
  render: ', notes rendered again',
  adopt: ', notes adopted',
  undo: ', undone',
};

const CHANGED_ON_BOTH_SIDES = 'Changed on both sides';

export const RUNS = {
  title: 'Last syncs',
  none: 'No sync on this device has changed anything yet.',
  line: (kind: RunKind, moment: string, what: string): string => `${moment}${RUN_KINDS[kind]}: ${what}`,
  nothing: 'nothing changed',
  held: 'deletions held back for you to decide',
  failed: (why: string): string => `failed: ${why}`,
  failedNotes: PROGRESS.failed,
  causes: {
    settings: 'a problem in the settings',
    token: 'Readwise refused the access token',
    service: 'Readwise gave no usable answer',
    device: 'this device could not read or save something',
    account: 'the token is of another account',
    vault: 'notes are missing from the vault',
    cancelled: 'cancelled',
  },
  facts: (requests: number, seconds: number): string =>
    `${plural(requests, 'request')}, ${number(seconds)} s.`,
  failures: 'What failed',
  conflicts: CHANGED_ON_BOTH_SIDES,
  /** What is said of a conflict, by its block. */
  conflict: (block: string): string =>
    block === SECOND_NOTE ? 'Two notes of the same item' : CHANGED_ON_BOTH_SIDES,
  failure: saidOf,
  more: (count: number): string => `Show ${number(count)} older`,
};

export const FAILURES = {
  title: 'Failures',
  none: 'Nothing failed.',
  explanation: 'The next sync tries each of these again.',
  retry: 'Retry',
  retryOf: (name: string): string => `Retry ${name}`,
  retryAll: 'Retry all',
  record: (id: string): string => `Record ${id}`,
  /** What a person can do, by what the disk says. */
  advice: {
    full: 'The disk is full. Free some space.',
    forbidden: 'The file cannot be written. Check whether it is read-only, or open in another program.',
    long: 'The name is too long for this disk. Shorten it in the settings, under Names.',
    busy: 'Another program is using the file. Close it there.',
    odd: 'If it stays like this, report it, with what “Copy debug info” copies.',
  },
};

export const CONFLICTS = {
  title: 'Conflicts',
  none: 'There are no conflicts.',
  explanation:
    'You and Readwise both changed these texts. The note has your text, with Readwise’s text in a box below it.',
  header: 'Top of the note',
  group: paired,
  changes: 'Your text compared with Readwise’s',
  legend: 'Removed text is yours, added text is Readwise’s.',
  mine: 'Keep mine',
  theirs: 'Take theirs',
  both: 'Keep both',
  does: {
    mine: 'Keep mine: removes the box',
    theirs: 'Take theirs: replaces your text with Readwise’s',
    both: 'Keep both: keeps Readwise’s text as a text of your own below yours',
  },
  settled: {
    mine: 'Your text was kept, and the box is gone.',
    theirs: 'Your text was replaced with Readwise’s.',
    both: 'Both texts were kept, and the box is gone.',
  },
  undo: 'Undo',
  undone: 'The note is as it was before.',
  notUndone: 'The note has changed since, so it was left as it is.',
  gone: 'This conflict is no longer in the note.',
};

export const HELD = {
  title: 'Held deletions',
  none: 'No notes are held back.',
  explanation: (count: number): string => `${notes(count)} would be removed. Nothing has been removed yet.`,
  list: 'Notes that would be removed',
  review: 'Review',
};
