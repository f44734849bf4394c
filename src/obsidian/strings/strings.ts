import type { RunKind } from '../../model/report';
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
  status: 'Open sync status',
  save: 'Save to Reader…',
  review: 'Add daily review',
  day: 'Add today’s highlights',
  refresh: 'Refresh this note',
  open: 'Open in Readwise or Reader',
  edit: 'Edit in Readwise…',
  move: 'Move in Reader…',
  copyLink: 'Copy link to highlight',
  remove: 'Delete in Readwise…',
  sendHighlight: 'Send selection as highlight…',
  sendChanges: 'Send my changes…',
  // Buttons in the sync status view and on notices.
  fetchAll: 'Fetch everything again',
  relink: 'Use this account for this vault',
  'accept-missing': 'Accept missing notes',
  'leave-others': 'Leave them and sync',
  moveIn: 'Move them in…',
};

/** The menu of synced notes. */
export const MENUS = {
  entry: 'Readwise',
  open: 'Open',
  refresh: 'Refresh',
  edit: 'Edit…',
  move: 'Move…',
  copyLink: 'Copy link',
  remove: 'Delete…',
  more: 'More…',
  openHighlight: 'Open highlight',
  editHighlight: 'Edit highlight…',
  removeHighlight: 'Delete highlight…',
  copyLinks: (count: number): string => `Copy ${plural(count, 'link')}`,
  copied: (count: number): string => (count === 1 ? 'Link copied.' : `${plural(count, 'link')} copied.`),
  restoreHighlights: 'Restore deleted highlights',
  makePlain: 'Make this note plain…',
  whereTo: 'Move where in Reader?',
  unknown: 'This device doesn’t know it yet. Sync first, then try again.',
};

/** Beside a name that completes a template. */
export const FIELD_KINDS = { item: 'Item', highlight: 'Highlight', helper: 'Helper' };

export const PROGRESS = {
  failed: (count: number): string => `${number(count)} failed`,
  syncing: 'Syncing',
  readwise: 'Readwise',
  name: 'Progress',
  cancelling: 'Stopping…',
  cancel: 'Cancel',
  details: 'Details',
  statusHint: 'Show sync progress',
};

export const RESULT = {
  /** A notice that nobody asked for. */
  unasked: (text: string): string => (text.startsWith('Readwise') ? text : `Readwise: ${text}`),
  alreadyRunning: 'A sync is already running.',
  isQueued: 'A sync is running. Your request starts when it is done.',
  nothingNew: 'Up to date.',
  done: (changes: readonly string[]): string => `${list(changes)}.`,
  created: (count: number): string => `${notes(count)} created`,
  updated: (count: number): string => `${notes(count)} updated`,
  renamed: (count: number): string => `${notes(count)} renamed`,
  trashed: (count: number): string => `${notes(count)} moved to the trash`,
  archived: (count: number): string => `${notes(count)} moved to the archive`,
  kept: (count: number): string => `${notes(count)} kept and marked`,
  conflicts: (count: number): string => `${notes(count)} changed on both sides (your text was kept)`,
  failures: (count: number): string => `${items(count)} failed and will be tried again.`,
  failure: (name: string, problem: string): string => `${name} (${problem})`,
  brokenTemplates: (count: number, problems: string): string =>
    `${plural(count, 'template')} cannot be used. ${problems}`,
  leftOut: (count: number): string =>
    count === 1
      ? '1 note is no longer synced. Nothing was done to it.'
      : `${notes(count)} are no longer synced. Nothing was done to them.`,
  cancelled: 'The sync was canceled. The next one continues where it stopped.',
  isOff: 'Florilegium was turned off in the meantime, so nothing was done. Turn it on and try again.',
  noToken: 'There is no access token on this device. Add one in the settings.',
  tokenRefused: 'Readwise refused the access token. Enter a new one in the settings.',
  stopped: (message: string): string =>
    `${message} The sync stopped early. Nothing was lost, and the next one continues where it stopped.`.trim(),
  badSettings: (problems: string): string =>
    `The settings have a mistake, so nothing was synced. ${problems}`,
  hold: (count: number): string => `${notes(count)} would be removed. Nothing was removed yet: you decide.`,
  review: 'Review',
  showStatus: 'Show sync status',
  openSettings: 'Open settings',
  refused: (message: string): string => `Couldn’t do that. ${message}`,
  crashed: (message: string): string => `Florilegium stopped because of a bug: ${message}. Please report it.`,
};

const UNDONE_RUNS: Readonly<Record<RunKind, string>> = {
  sync: 'The last sync was undone',
  render: 'The rendering was undone',
  adopt: 'The move was undone',
  undo: 'The last change was undone',
};

export const UNDONE = {
  notDone: (count: number): string => `${notes(count)} could not be restored. Undo again to retry.`,
  nothing: 'Nothing could be undone. Your notes are unchanged.',
  cancelled: 'The undo was canceled. Undo again to continue.',
  title: (count: number): string => `Undone (${number(count)})`,
  bringBack: 'Bring back',
  apply: 'Apply',
  done: (kind: RunKind, changes: readonly string[]): string => `${UNDONE_RUNS[kind]}: ${list(changes)}.`,
};
