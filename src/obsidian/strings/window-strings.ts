import type { LeftReason } from '../../features/adopt/adoption';
import type { Obstacle } from '../../features/undo/undo-plan';
import type { RunKind } from '../../model/report';
import { list, number, plural } from '../../messages/english';
import { clockTime } from './times';
import { highlights, notes } from './strings';

const doneOf = (done: number, total: number): string => `${number(done)} of ${number(total)}`;

export const WORK = { busy: 'A sync is running. Try again when it is done.' };

const lines = (count: number): string => plural(count, 'line');

export const DIFF = {
  same: 'You will see no change in the note.',
  added: 'Added:',
  removed: 'Removed:',
  addedLines: (count: number): string => `${lines(count)} added`,
  removedLines: (count: number): string => `${lines(count)} removed`,
  folded: (count: number): string => `${lines(count)} unchanged`,
  untold: (count: number): string =>
    `${plural(count, 'more changed line is', 'more changed lines are')} not shown`,
  counts: list,
  more: (count: number): string => `Show more (${lines(count)})`,
};

/** Lists of notes to decide on. */
export const LIST = {
  all: 'Select all',
  filter: 'Filter notes',
  filterHint: 'Filter…',
  noMatch: 'No note matches.',
  changes: 'Changes',
  changesOf: (path: string): string => `Changes in ${path}`,
  loading: 'Loading…',
  unchanged: 'This note no longer needs a change.',
  more: (count: number): string => `Show more (${notes(count)})`,
  failed: 'Couldn’t finish this. Nothing else was changed.',
  cancel: 'Cancel',
  close: 'Close',
};

const numbered =
  (verb: string, place = '') =>
  (count: number): string =>
    [verb, count === 0 ? '' : number(count), place].filter((part) => part !== '').join(' ');

const headed =
  (title: string) =>
  (count: number): string =>
    `${title} (${number(count)})`;

export const PREVIEW = {
  title: 'Preview',
  explanation: 'Nothing is written until you apply.',
  loading: 'Checking…',
  cancelled: 'The preview was canceled. Nothing was written.',
  none: 'Up to date. Nothing to do.',
  created: headed('New'),
  updated: headed('Updated'),
  moved: headed('Moved'),
  removed: headed('Would be removed'),
  leftOut: headed('No longer synced'),
  from: (path: string): string => `from ${path}`,
  conflicts: (count: number): string =>
    count === 1
      ? 'you and Readwise changed the same text: yours is kept'
      : `you and Readwise changed the same ${number(count)} texts: yours are kept`,
  unticked: 'Notes you don’t tick stay, and you are asked about them again.',
  askedLater: 'You are asked about these after you apply.',
  apply: (count: number, removed: number): string => {
    if (removed === 0) return numbered('Apply')(count);
    return count === 0 ? numbered('Remove')(removed) : `Apply ${number(count)}, remove ${number(removed)}`;
  },
};

/** Notes that a sync would remove. */
export const REMOVALS = {
  title: 'Review removals',
  text: 'Kept notes are marked as deleted and you are not asked again. Notes you don’t tick are asked about next time.',
  trash: numbered('Move', 'to trash'),
  archive: numbered('Archive'),
  /** To both places, as each row says. */
  remove: numbered('Remove'),
  keep: numbered('Keep'),
  toArchive: 'to the archive',
  none: 'No notes would be removed.',
};

/** Notes that are no longer synced. */
export const LEFT_OUT = {
  title: 'Review notes',
  text: 'Your settings leave these out. Notes you edited never go to the trash.',
  reason: 'left out by your settings',
  leave: numbered('Leave'),
  always: 'Do this from now on',
  none: 'You have decided about all of them.',
};

const UNDONE_RUNS: Readonly<Record<RunKind, (at: string) => string>> = {
  sync: (at) => `Takes back the sync of ${at}.`,
  render: (at) => `Takes back what your settings changed at ${at}.`,
  adopt: (at) => `Takes back the moving in of ${at}. The notes become as the other plugin left them.`,
  undo: (at) => `Takes back the undo of ${at}.`,
};

export const UNDO = {
  title: 'Undo',
  loading: 'Looking at what changed…',
  what: (kind: RunKind, at: string): string => UNDONE_RUNS[kind](clockTime(at)),
  cutShort: 'Takes back what the last sync changed before it was interrupted.',
  keeps: 'Nothing changes in Readwise. Another device that syncs this vault may write these changes again.',
  partial: 'Some changes were not recorded and can’t be undone.',
  going: headed('To the trash'),
  steps: headed('To undo'),
  details: {
    text: 'restored',
    moved: 'moved back',
    trash: 'to trash',
    recreate: 'created again',
  },
  stays: headed('Stay as they are'),
  why: {
    edited: 'changed since',
    moved: 'moved or deleted since',
    sent: 'has what was sent to Readwise',
    'place-taken': 'another file is at its old path',
    'has-note': 'its item has another note now',
    unreadable: 'can’t be read now',
  } satisfies Readonly<Record<Obstacle, string>>,
  sent: headed('Sent to Readwise since, not undone'),
  takeBack: 'Change it back in Readwise',
  deleteSent: 'Delete it in Readwise',
  ofSent: (text: string, name: string): string => `${text}: ${name}`,
  none: 'There is nothing to undo.',
  undo: numbered('Undo'),
};

export const MAKE_PLAIN = {
  title: 'Make plain notes',
  checking: (done: number, total: number): string => `Looking through the vault: ${doneOf(done, total)}`,
  none: 'All notes are plain.',
  text: 'Removes ids, block ids and the hidden comment. Your text stays. Can’t be undone.',
  synced: headed('Synced notes'),
  linked: (count: number): string =>
    count === 1
      ? '1 block id stays: a note links to it.'
      : `${number(count)} block ids stay: notes link to them.`,
  keepBlockIds: 'Keep block ids',
  syncsOff: 'Automatic syncs will be turned off.',
  forget: 'Forget my library on this device',
  forgetting: 'The next sync asks whether to move these in or to make new ones beside them.',
  dropped: (count: number): string => `${plural(count, 'waiting change')} will be dropped.`,
  make: (count: number): string => (count === 0 ? 'Make plain' : `Make ${number(count)} plain`),
  making: (done: number, total: number): string => `Making plain notes: ${doneOf(done, total)}`,
  done: (count: number): string => `${notes(count)} made plain.`,
  left: (count: number): string => `${notes(count)} not reached. Make plain notes again to go on.`,
  failed: headed('Not made plain'),
};

export const FORGET_DEVICE = {
  title: 'Remove what this device stored?',
  lost: 'This removes the copy of your library, the token, undo and the history of this vault.',
  again: 'The next sync fetches everything again, and also makes notes again that you deleted.',
  unsent: (count: number): string => `${plural(count, 'change')} not sent yet will be lost:`,
  more: (count: number): string => `and ${number(count)} more`,
  unread: 'Changes that wait to be sent can’t be read. They are lost, too.',
  stays: 'Notes, settings and other devices stay as they are.',
  remove: 'Remove',
  cancel: 'Cancel',
  done: 'Removed. You can turn Florilegium off now.',
  inUse: 'A database is still in use. Restart Obsidian, and remove it again.',
};

export const MOVE_IN = {
  title: 'Move in notes',
  intro: 'Notes of another plugin stay where they are, with your text and links.',
  where: 'Look in',
  wholeVault: 'Whole vault',
  find: 'Find notes',
  fetching: (count: number): string => `Fetching your library: ${number(count)}`,
  checking: (done: number, total: number): string => `Checking notes: ${doneOf(done, total)}`,
  none: 'No notes from another Readwise plugin here.',
  found: (count: number): string => `${notes(count)} checked. Nothing changes until you move notes in.`,
  sure: headed('Found'),
  unsure: headed('Not certain'),
  left: headed('Left alone'),
  failed: headed('Not moved in'),
  moveIn: numbered('Move in'),
  moving: (done: number, total: number): string => `Moving in: ${doneOf(done, total)}`,
  done: (count: number): string => `${notes(count)} moved in.`,
  willCome: (count: number): string => `The next sync adds or updates ${highlights(count)}.`,
  replaced: (count: number): string => `${notes(count)} made by Florilegium moved to the trash.`,
  stopped: 'It was stopped. You can move in the others later.',
  sync: 'Sync now',
  highlights,
  edited: (count: number): string =>
    plural(count, 'differs from Readwise and stays', 'differ from Readwise and stay'),
  unclear: (count: number): string =>
    plural(count, 'of these gets Readwise’s text below it', 'of these get Readwise’s text below them'),
  unmarkable: (count: number): string => `${number(count)} can’t have a block id`,
  missing: (count: number): string => `${number(count)} to come with the next sync`,
  few: 'few highlights, or much other text',
  replaces: (path: string): string => `another note has this item and goes to the trash: ${path}`,
  hasNote: (path: string): string =>
    `to move this one in, put your text into it and delete the other: ${path}`,
  why: {
    several: 'has highlights of several items',
    unknown: 'not in your library',
    mention: 'only links to an item',
    'left out': 'left out by your settings, or deleted in Readwise',
    'other note': 'another note is the one of its item',
    'has a note': 'its item has another note with text of yours',
    'full text': 'the text of a document, not its highlights',
    closed: 'can’t be read now',
  } satisfies Readonly<Record<LeftReason, string>>,
};

export const START = {
  title: 'Set up Readwise sync',
  offer: 'Florilegium can bring your Readwise highlights into this vault.',
  begin: 'Start here',
  notNow: 'Not now',
  back: 'Back',
  next: 'Next',
  step: (step: number, of: number): string => `Step ${number(step)} of ${number(of)}`,
  connect: {
    heading: 'Connect to Readwise',
    desc: 'Turns your highlights and Reader documents into notes. What you write in them stays.',
  },
  notes: {
    heading: 'Your notes',
    folder: { name: 'Folder', desc: 'New notes go here. You can move them.' },
    style: { name: 'Style', desc: 'How notes look. You can change it later.' },
    own: 'Your own templates',
    others: 'You have notes from another Readwise plugin.',
    moveIn: 'Move them in…',
    preview: 'Preview',
  },
  scope: {
    heading: 'What to sync',
    highlighted: 'Only what I highlighted',
    all: 'All saved documents, too',
    later: 'You can change this later.',
    start: 'Start syncing',
  },
  openNote: 'Open one',
};

/** `obsidian://` links and the command line. */
/** The base, the daily review and highlights in daily notes. */
export const VIEWS = {
  working: 'Looking through your highlights…',
  missing: (count: number): string => `${highlights(count)} left out: not in the vault.`,
  nothing: {
    review: 'Today’s review has no highlights.',
    day: 'No highlight in the vault was made today.',
  },
};
