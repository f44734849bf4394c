import type { RunKind } from '../model/report';
import { list, number, plural } from './english';

/** What the plugin says about a sync, wherever it says it. */

export const notes = (count: number): string => plural(count, 'note');
export const items = (count: number): string => plural(count, 'item');
export const highlights = (count: number): string => plural(count, 'highlight');

/** At the end of a list that is not shown whole. */
export const MORE = (count: number): string => `and ${number(count)} more`;

export const COMMANDS = {
  sync: 'Sync now',
  fetchAll: 'Fetch everything again',
  cancelSync: 'Cancel sync',
  relink: 'Use this account for this vault',
  'accept-missing': 'Accept missing notes',
  reviewHeld: 'Review held deletions',
  restoreHighlights: 'Restore deleted highlights in this note',
  restoreNote: 'Restore a deleted note…',
  render: 'Render notes again',
};

export const PROGRESS = {
  failed: (count: number): string => `${number(count)} failed`,
  line: (what: string): string => `Readwise: ${what}`,
  cancelling: 'stopping…',
  cancel: 'Cancel',
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
  needsPerson: (message: string): string => `Readwise: ${message}`,
  hold: (count: number): string =>
    `Readwise: ${notes(count)} would be removed. Nothing has been removed yet; please decide.`,
  review: 'Review',
  refused: (message: string): string => `Readwise: that could not be done. ${message}`,
  crashed: (message: string): string => `Florilegium stopped because of a bug: ${message}. Please report it.`,
};

const UNDONE_RUNS: Readonly<Record<RunKind, string>> = {
  sync: 'the last sync was undone',
  render: 'the rendering was undone',
  adopt: 'the adoption was undone',
  undo: 'what was done last was undone',
};

/** What a person is told when something was undone. */
export const UNDONE = {
  notDone: (count: number): string => `${notes(count)} could not be put back. Undo once more to try again.`,
  nothing: 'Readwise: nothing of it could be undone. Your notes are as they were.',
  cancelled: 'Readwise: undoing was cancelled. Undo once more to continue.',
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
