import { number, plural } from '../../messages/english';
import type { NextStep } from '../../messages/result-messages';

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
  fetchAll: 'Fetch everything again',
};

/** Buttons in the sync status and on notices. */
export const NEXT_STEPS: Readonly<Record<NextStep, string>> = {
  'review-hold': 'Review',
  relink: 'Use this account for this vault',
  'accept-missing': 'Accept missing notes',
  'move-in': 'Move them in…',
  'leave-others': 'Leave them and sync',
  'open-settings': 'Open settings',
  'open-template': 'Open template',
  'show-status': 'Show sync status',
  'review-conflicts': 'Review',
  'restore-undone': 'Bring back',
  undo: 'Undo…',
  render: 'Apply again',
  'choose-left-out': 'Review',
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
  leftOut: (count: number): string =>
    count === 1
      ? '1 note is no longer synced. Nothing was done to it.'
      : `${notes(count)} are no longer synced. Nothing was done to them.`,
  isOff: 'Florilegium was turned off in the meantime, so nothing was done. Turn it on and try again.',
  noToken: 'There is no access token on this device. Add one in the settings.',
  settingsPlace: 'Open Obsidian’s settings, then select Florilegium.',
  badSettings: (problems: string): string =>
    `The settings have a mistake, so nothing was synced. ${problems}`,
  refused: (message: string): string => `Couldn’t do that. ${message}`,
  crashed: (message: string): string => `Florilegium stopped because of a bug: ${message}. Please report it.`,
};

export const UNDONE = { title: (count: number): string => `Undone (${number(count)})` };
