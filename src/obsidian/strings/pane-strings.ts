import { type RunKind, SECOND_NOTE } from '../../model/report';
import { number, plural } from '../../messages/english';
import { items, notes } from './strings';
import { clockTime, localTime } from './times';

/** The status pane. */
export const PANE = {
  title: 'Readwise',
  more: 'More actions',
  needsYou: 'Needs you',
  retry: 'Retry',
  menu: {
    check: 'Check notes',
    moveIn: 'Move in notes…',
    base: 'Create base',
    fetchAll: 'Fetch everything again',
    settings: 'Settings',
  },
};

/** Before everything is fetched again. */
export const FETCH_ALL = {
  title: 'Fetch everything again?',
  cost: (count: number, minutes: number): string =>
    `All ${items(count)} are fetched again. That takes about ${plural(minutes, 'minute')}: Readwise limits requests.`,
  notes: 'Your notes keep what you wrote.',
  fetch: 'Fetch everything',
  cancel: 'Cancel',
};

/** `moment`: ISO 8601 or milliseconds. */
export const CONNECTION = {
  title: 'Sync status',
  neverSet: 'Not set up yet.',
  setUp: 'Set up',
  never: 'Not synced yet',
  upToDate: 'Up to date',
  at: (moment: string): string => `synced at ${clockTime(moment)}`,
  synced: (moment: string): string => `Synced at ${clockTime(moment)}`,
  next: (moment: number): string => `next at ${clockTime(moment)}`,
  onOpen: 'next when the vault opens',
  line: (parts: readonly string[]): string => parts.join(' · '),
  noToken: 'There is no access token on this device.',
  badSettings: 'The settings have a mistake. Nothing syncs until you fix it.',
  failed: (moment: string, why: string): string => `${clockTime(moment)}: ${why}`,
  success: (moment: string): string => `Last complete sync: ${clockTime(moment)}`,
  noSuccess: 'No sync on this device was complete yet',
  paused: (moment: number): string =>
    `Readwise limits requests until ${clockTime(moment)}. A sync before then may bring only a part.`,
  settings: 'Open settings',
  /** For the command line. */
  last: (moment: string, how: string): string => `Last sync: ${localTime(moment)}. ${how}`,
};

export const DATABASE = {
  newOne:
    'If that does not help, begin with a new one. Your notes stay, and the next sync fetches everything again. Waiting changes stay, unless their database doesn’t answer either.',
  begin: 'Begin with a new database',
  closed: 'The state is closed',
  deleted: 'The database was deleted',
};

export const CONFLICTS = {
  title: (count: number): string => `Conflicts (${number(count)})`,
  header: 'top of the note',
  part: (text: string): string => `“${text}”`,
  property: (name: string): string => `property “${name}”`,
  name: (note: string, part: string): string => `${note} · ${part}`,
  mineLabel: 'In your note',
  theirsLabel: 'In Readwise',
  mine: 'Keep mine',
  theirs: 'Use Readwise’s',
  both: 'Keep both',
  settled: {
    mine: 'Your text was kept.',
    theirs: 'Your text was replaced with Readwise’s.',
    both: 'Both texts were kept.',
  },
  undo: 'Undo',
  undone: 'The note is as it was before.',
  notUndone: 'The note has changed since, so it was left as it is.',
  gone: 'This conflict is no longer in the note.',
};

export const FAILURES = {
  title: (count: number): string => `Not updated (${number(count)})`,
  retry: PANE.retry,
  retryOf: (name: string): string => `Retry ${name}`,
  retryAll: 'Retry all',
  record: (id: string): string => `${/^\d+$/.test(id) ? 'Highlight' : 'Document'} ${id}`,
};

/** Follows the time of a run. */
const RUN_KINDS: Readonly<Record<RunKind, string>> = {
  sync: '',
  render: ', settings applied',
  adopt: ', notes moved in',
  undo: '',
};

const CHANGED_ON_BOTH_SIDES = 'Changed on both sides';

export const RUNS = {
  title: 'History',
  line: (kind: RunKind, moment: string, what: string): string => `${moment}${RUN_KINDS[kind]}: ${what}`,
  failures: 'What failed',
  conflict: (block: string): string =>
    block === SECOND_NOTE ? 'Two notes of the same item' : CHANGED_ON_BOTH_SIDES,
};

export const DELETED = {
  title: 'Deleted notes',
  explanation: 'No sync writes these notes. Restore one to have it again.',
  withoutId: 'its id was removed',
  restore: 'Restore',
  restoreOf: (name: string): string => `Restore ${name}`,
};

/** Notes that are no longer synced. */
export const NOT_SYNCED = { title: (count: number): string => `No longer synced (${number(count)})` };

/** Looking through all notes for what is not in order. */
export const CHECK = {
  title: 'Check',
  explanation: 'Looks through all notes, and changes nothing.',
  start: PANE.menu.check,
  cancel: 'Stop checking',
  reading: (count: number): string => `Checking: ${items(count)}`,
  inOrder: (count: number): string => `${notes(count)} checked. Everything is in order.`,
  found: (checked: number, found: number): string =>
    `${notes(checked)} checked, ${plural(found, 'finding')}. Nothing was changed.`,
  incomplete:
    'No sync was complete on this device yet. So it cannot tell which notes are missing or have no item.',
  unread: (count: number): string => `Could not be read (${number(count)})`,
};

const SYNC_BRINGS = 'still to fetch; the next syncs bring them.';

export const DEVICE = {
  title: 'This device',
  holds: (itemCount: number, noteCount: number): string =>
    `${items(itemCount)} known, including deleted and excluded ones. ${notes(noteCount)} in the vault.`,
  due: (count: number): string => `${notes(count)} still to be written.`,
  texts: (count: number): string => `${plural(count, 'full text')} ${SYNC_BRINGS}`,
  files: (count: number): string => `Files of ${notes(count)} ${SYNC_BRINGS}`,
  nothingYet: 'Nothing was synced on this device yet.',
  pending: 'Perhaps deleted in Reader. Their notes stay until a later sync is sure:',
  absent: (moment: string): string => `not found on ${localTime(moment)}`,
  notAsked: 'the next sync asks for it',
};

export const REPORT = {
  copy: 'Copy debug info',
  /** Only where the project has a page for it. */
  report: 'Report a problem',
  copied: 'Debug info copied.',
  copiedForPage: 'Debug info copied. Paste it into the report.',
  /** The lines of the debug info. */
  counts: (items: number, notes: number, due: number): string =>
    `Items: ${String(items)}, notes: ${String(notes)}, notes due: ${String(due)}`,
  failures: (failing: number, held: number): string =>
    `Failures: ${String(failing)}, held notes: ${String(held)}`,
  lastSync: (ended: string): string => `Last sync: ${ended}`,
  never: 'never',
  lastErrors: 'Last errors:',
  unknownSystem: 'unknown system',
};

/** Two texts in boxes. */
export const TWO_TEXTS = { empty: '(empty)' };
