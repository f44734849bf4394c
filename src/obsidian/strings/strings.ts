import { type RunKind, SECOND_NOTE } from '../../model/report';
import { list, number, plural } from './english';

export const notes = (count: number): string => plural(count, 'note');
export const items = (count: number): string => plural(count, 'item');
export const highlights = (count: number): string => plural(count, 'highlight');

/** Last line of a shortened list. */
export const MORE = (count: number): string => `and ${number(count)} more`;

/** As in "Walden: the disk is full". */
export const withColon = (name: string, text: string): string => `${name}: ${text}`;

export const withComma = (first: string, second: string): string => `${first}, ${second}`;

export const COMMANDS = {
  sync: 'Sync now',
  preview: 'Preview sync',
  undo: 'Undo last sync',
  render: 'Render notes again',
  status: 'Open sync status',
  setUp: 'Set up Readwise sync',
  sendChanges: 'Send my changes…',
  check: 'Check library…',
  adopt: 'Adopt notes of another plugin…',
  review: 'Write daily review',
  day: 'Add today’s highlights to the daily note',
  base: 'Create a base of the library',
  restoreNote: 'Restore a deleted note…',
  refresh: 'Refresh this note',
  openReadwise: 'Open in Readwise',
  openReader: 'Open in Reader',
  copyHighlightLink: 'Copy link to highlight',
  editItem: 'Edit item…',
  archive: 'Archive in Reader',
  moveToInbox: 'Move to inbox in Reader',
  moveToLater: 'Move to later in Reader',
  moveToFeed: 'Move to feed in Reader',
  deleteDocument: 'Delete document at Readwise…',
  save: 'Save to Reader…',
  // Buttons in the sync status view and on notices.
  fetchAll: 'Fetch everything again',
  relink: 'Use this account for this vault',
  'accept-missing': 'Accept missing notes',
};

/** Menu entries that are not commands. */
export const MENUS = {
  entry: 'Readwise',
  copyLinks: (count: number): string => (count === 1 ? 'Copy link' : `Copy ${plural(count, 'link')}`),
  restoreHighlights: (noteCount: number): string =>
    `Restore deleted highlights in ${noteCount === 1 ? 'this note' : 'these notes'}`,
  unmark: 'Remove sync marks from this note…',
  highlightInReadwise: 'Open highlight in Readwise',
  highlightInReader: 'Open highlight in Reader',
  copied: 'Link copied.',
};

/** Notes in the editor. */
export const EDITOR = {
  trailer: 'Sync marks of this note. Select to show them.',
};

export const PROGRESS = {
  failed: (count: number): string => `${number(count)} failed`,
  line: (what: string): string => `Readwise: ${what}`,
  cancelling: 'stopping…',
  cancel: 'Cancel',
  details: 'Details',
  statusHint: 'Show sync progress',
};

export const RESULT = {
  alreadyRunning: 'A sync is already running.',
  isQueued: 'A sync is running. Your request starts when it is done.',
  nothingNew: 'Readwise: everything is up to date.',
  done: (changes: readonly string[]): string => `Readwise: ${list(changes)}.`,
  created: (count: number): string => `${notes(count)} created`,
  updated: (count: number): string => `${notes(count)} updated`,
  renamed: (count: number): string => `${notes(count)} renamed`,
  trashed: (count: number): string => `${notes(count)} moved to the trash`,
  archived: (count: number): string => `${notes(count)} moved to the archive`,
  kept: (count: number): string => `${notes(count)} kept and marked as deleted`,
  conflicts: (count: number): string => `${notes(count)} changed on both sides (your text was kept)`,
  failures: (count: number): string => `${items(count)} failed and will be tried again.`,
  failure: (name: string, problem: string): string => `${name} (${problem})`,
  brokenTemplates: (count: number, problems: string): string =>
    `${plural(count, 'template')} cannot be used. ${problems}`,
  cancelled: 'Readwise: the sync was cancelled. The next one continues where it stopped.',
  isOff: 'Florilegium was turned off in the meantime, so nothing was done. Turn it on and try again.',
  noToken: 'Readwise: there is no access token on this device. Add one in the settings.',
  tokenRefused: 'Readwise refused the access token. Enter a new one in the settings.',
  stopped: (message: string): string =>
    `Readwise: the sync stopped early. Nothing was lost, and the next one continues where it stopped. ${message}`,
  badSettings: (problems: string): string =>
    `Readwise: nothing was synced because of a problem in the settings. ${problems}`,
  needsUser: (message: string): string => `Readwise: ${message}`,
  hold: (count: number): string =>
    `Readwise: ${notes(count)} would be removed. Nothing has been removed yet; please decide.`,
  review: 'Review',
  openSettings: 'Open settings',
  refused: (message: string): string => `Readwise: that could not be done. ${message}`,
  crashed: (message: string): string => `Florilegium stopped because of a bug: ${message}. Please report it.`,
};

const UNDONE_RUNS: Readonly<Record<RunKind, string>> = {
  sync: 'the last sync was undone',
  render: 'the rendering was undone',
  adopt: 'the adoption was undone',
  undo: 'the last change was undone',
};

export const UNDONE = {
  notDone: (count: number): string => `${notes(count)} could not be restored. Undo again to retry.`,
  nothing: 'Readwise: nothing could be undone. Your notes are unchanged.',
  cancelled: 'Readwise: the undo was cancelled. Undo again to continue.',
  done: (kind: RunKind, changes: readonly string[]): string =>
    `Readwise: ${UNDONE_RUNS[kind]}: ${list(changes)}.`,
};

type Place = keyof typeof PLACES;

const PLACES = { trash: 'the trash', archive: 'the archive' };

export const HOLD = {
  title: 'Remove these notes?',
  explanation: ([place = 'trash', ...others]: readonly Place[]): string => {
    const where = others.length > 0 ? 'the trash or the archive, as shown beside each' : PLACES[place];
    return `These items were deleted in Readwise. Ticked notes go to ${where}. The others stay and are marked as deleted, and you are not asked about them again.`;
  },
  all: 'Select all',
  places: PLACES,
  confirm: (going: number, staying: number): string => {
    if (going === 0) return `Keep ${notes(staying)}`;
    return staying === 0 ? `Remove ${notes(going)}` : `Remove ${notes(going)}, keep ${number(staying)}`;
  },
  keepAll: 'Keep all',
  later: 'Decide later',
  none: 'Readwise: no notes are held back.',
};

export const RESTORE = {
  which: 'Which note do you want to restore?',
  none: 'Readwise: there are no deleted notes to restore.',
};

export const STATUS = {
  title: 'Sync status',
  viewTitle: 'Readwise sync status',
  show: 'Show sync status',
  settings: 'Settings',
  sync: 'Sync now',
  preview: 'Preview sync',
  cancel: 'Cancel sync',
  copyDebugInfo: 'Copy debug info',
  debugInfoCopied: 'Debug info copied.',
  more: 'History and details',
};

export const CONNECTION = {
  title: 'Connection',
  noToken: 'There is no access token on this device. Add one in the settings.',
  badSettings: 'The settings file has a problem. Nothing syncs until you fix it in the settings.',
  last: (moment: string, how: string): string => `Last sync: ${moment}. ${how}`,
  success: (moment: string): string => `Last successful sync: ${moment}.`,
  noSuccess: 'No sync on this device was successful yet.',
  failure: (moment: string, how: string): string => `Last failure: ${moment}. ${how}`,
  never: 'No sync has finished on this device yet.',
  next: (moment: string): string => `Next sync: ${moment}.`,
  paused: (moment: string): string =>
    `Readwise asked the plugin to wait until ${moment}. A sync before then may fetch only part of what is new.`,
  onOpen: 'The next sync starts when the vault opens.',
  onRequest: 'A sync starts only when you ask for it.',
  progress: 'Sync progress',
};

const SYNC_BRINGS = 'still to fetch; the next syncs bring them.';

export const DEVICE = {
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

export const DATABASE = {
  title: 'Database',
  newOne:
    'If that does not help, begin with a new database: the next sync fetches everything again, and your notes stay as they are. Changes that wait to be sent are taken from the old database once it answers.',
  retry: 'Try again',
  begin: 'Begin with a new database',
};

/** Follows the time of a run. */
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
    account: 'the token belongs to another account',
    vault: 'notes are missing from the vault',
    cancelled: 'cancelled',
  },
  facts: (requests: number, seconds: number): string =>
    `${plural(requests, 'request')}, ${number(seconds)} s.`,
  failures: 'What failed',
  conflicts: CHANGED_ON_BOTH_SIDES,
  conflict: (block: string): string =>
    block === SECOND_NOTE ? 'Two notes of the same item' : CHANGED_ON_BOTH_SIDES,
  failure: withColon,
  more: (count: number): string => `Show ${number(count)} older`,
};

export const FAILURES = {
  title: 'Failures',
  explanation: 'The next sync tries each of these again.',
  retry: 'Retry',
  retryOf: (name: string): string => `Retry ${name}`,
  retryAll: 'Retry all',
  record: (id: string): string => `Record ${id}`,
  /** Advice for an error code of the system. */
  advice: {
    full: 'The disk is full. Free some space.',
    forbidden: 'The file cannot be written. Check whether it is read-only, or open in another program.',
    long: 'The name is too long for this disk. Shorten it in the settings, under Names.',
    busy: 'Another program is using the file. Close it there.',
    odd: 'If this keeps happening, use “Copy debug info” and report it.',
  },
};

export const CONFLICTS = {
  title: 'Conflicts',
  explanation:
    'You and Readwise both changed these texts. The note has your text, with Readwise’s text in a box below it.',
  header: 'Top of the note',
  group: withComma,
  changes: 'Your text compared with Readwise’s',
  legend: 'Removed text is yours, added text is Readwise’s.',
  mine: 'Keep mine',
  theirs: 'Take theirs',
  both: 'Keep both',
  tooltips: {
    mine: 'Keep mine: removes the box',
    theirs: 'Take theirs: replaces your text with Readwise’s',
    both: 'Keep both: keeps Readwise’s text below yours, as your own',
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
  explanation: (count: number): string => `${notes(count)} would be removed. Nothing has been removed yet.`,
  list: 'Notes that would be removed',
  review: 'Review',
};

export const PENDING = {
  title: 'Deletions to verify',
  explanation:
    'These documents seem to be deleted in Readwise. Their notes stay until a later sync has verified that.',
  absent: (moment: string): string => `not found on ${moment}`,
  notAsked: 'the next sync asks for it',
};

export const MISSING = {
  title: 'Notes without sync',
  explanation: 'No sync writes these notes. “Restore a deleted note…” creates them again.',
  deleted: (count: number): string => `${notes(count)} deleted by you`,
  withoutIds: (count: number): string => `${notes(count)} without ids, because they were removed`,
};
