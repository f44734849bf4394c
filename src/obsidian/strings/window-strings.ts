import type { Doubt, LeftReason } from '../../features/adopt/adoption';
import type { Obstacle } from '../../features/undo/undo-plan';
import type { RunKind } from '../../model/report';
import { list, localTime, number, plural } from './english';
import { highlights, items, notes, withComma } from './strings';

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

export const PREVIEW = {
  title: 'Preview of the next sync',
  explanation: 'Nothing is written to your notes until you apply it.',
  loading: 'Asking Readwise…',
  checking: (count: number): string => `Checking ${notes(count)}…`,
  cancelled: 'The preview was cancelled. Nothing was written.',
  none: 'There is nothing to do. Your notes are up to date.',
  failed: 'The changes could not be determined.',
  problem: (message: string): string => `Not everything could be checked. ${message}`,
  leftOut: (count: number): string =>
    count === 1
      ? '1 note belongs to an item that you no longer sync. You are asked about it when you apply.'
      : `${number(count)} notes belong to items that you no longer sync. You are asked about them when you apply.`,
  held: (reason: string): string => `${reason} They stay where they are until you decide about them.`,
  filter: 'Filter notes',
  filterHint: 'Filter by name or folder…',
  noMatch: 'No note matches.',
  groups: {
    create: (count: number): string => `Create ${notes(count)}`,
    update: (count: number): string => `Update ${notes(count)}`,
    rename: (count: number): string => `Move or rename ${notes(count)}`,
    keep: (count: number): string => `Mark ${notes(count)} as deleted in Readwise`,
    archive: (count: number): string => `Move ${notes(count)} to the archive`,
    trash: (count: number): string => `Move ${notes(count)} to the trash`,
    held: (count: number): string => `Held back: ${notes(count)} would be removed`,
  },
  from: (path: string): string => `now ${path}`,
  conflicts: (count: number): string =>
    count === 1
      ? 'You and Readwise changed the same text: yours is kept'
      : `You and Readwise changed the same ${number(count)} texts: yours are kept`,
  show: 'Show changes',
  hide: 'Hide changes',
  showFor: (path: string): string => `Show changes in ${path}`,
  hideFor: (path: string): string => `Hide changes in ${path}`,
  loadingChanges: 'Loading…',
  nothing: 'This note no longer needs a change.',
  more: (count: number): string => `Show more (${notes(count)})`,
  apply: 'Apply',
  cancel: 'Cancel',
  close: 'Close',
};

const UNDONE_RUNS: Readonly<Record<RunKind, (at: string) => string>> = {
  sync: (at) => `This reverts what the sync of ${at} changed in your notes.`,
  render: (at) => `This reverts the rendering of your notes on ${at}.`,
  adopt: (at) => `This reverts the adoption of ${at}: the notes become as the other plugin left them.`,
  undo: (at) => `This reverts the change of ${at}.`,
};

export const UNDO = {
  title: (kind: RunKind): string => (kind === 'sync' ? 'Undo the last sync?' : 'Undo the last change?'),
  what: (kind: RunKind, at: string): string => UNDONE_RUNS[kind](localTime(at)),
  cutShort: 'This reverts what the last run changed in your notes before it was interrupted.',
  keeps:
    'Notes that changed since then stay as they are. Nothing changes in Readwise. A note is updated again when its item changes there, or when you render notes again.',
  partial: 'Some changes were not recorded and cannot be undone.',
  counts: {
    text: (count: number): string => `${notes(count)} restored`,
    moved: (count: number): string => `${notes(count)} moved back`,
    trash: (count: number): string => `${notes(count)} made by that sync moved to the trash`,
    recreate: (count: number): string => `${notes(count)} created again`,
  },
  details: {
    text: 'restored',
    moved: 'moved back',
    trash: 'to the trash',
    recreate: 'created again',
  },
  stays: (count: number): string =>
    count === 1 ? '1 note stays as it is' : `${notes(count)} stay as they are`,
  why: {
    edited: 'changed since',
    moved: 'moved or deleted since',
    'place-taken': 'another file is at its old path',
    'has-note': 'its item has another note now',
    unreadable: 'it cannot be read now',
  } satisfies Readonly<Record<Obstacle, string>>,
  nothing: 'Readwise: there is no sync to undo.',
  nothingLeft: 'Nothing can be undone.',
  list: 'Notes that will be restored',
  confirm: 'Undo',
  close: 'Close',
};

export const UNMARK = {
  title: 'Remove sync marks',
  checking: (done: number, total: number): string => `Looking through the vault: ${doneOf(done, total)}`,
  none: 'No note has sync marks.',
  what: (count: number): string =>
    `${notes(count)} will be plain Markdown: without the hidden comment at the end, the ids in the properties, and the anchors of highlights. All visible text stays as it is.`,
  anchors: (count: number): string => `${plural(count, 'anchor')} found.`,
  keptAnchors: (count: number): string =>
    count === 1
      ? 'Something in the vault links to 1 of them; that one stays.'
      : `Something in the vault links to ${number(count)} of them; those stay.`,
  keepAnchors: 'Keep all anchors',
  off: 'Automatic syncs will be turned off.',
  warning:
    'This device does not create these notes again: its next sync asks about the missing notes, or treats them as deleted by you. A device that never synced them creates new notes beside these. This cannot be undone.',
  warningNote:
    'No sync changes this note any more. This device treats it as deleted by you and does not create it again. This cannot be undone.',
  warningSome:
    'No sync changes these notes any more. This device treats them as deleted by you and does not create them again. This cannot be undone.',
  forget: 'Also forget what this device knows of the library',
  forgetOutbox: (count: number): string =>
    `${plural(count, 'change')} in the outbox ${count === 1 ? 'is' : 'are'} dropped with it and never sent. See the sync status first.`,
  forgetWarning: 'The next sync creates new notes for everything, beside these.',
  remove: (count: number): string => `Remove marks from ${notes(count)}`,
  removing: (done: number, total: number): string => `Removing marks: ${doneOf(done, total)}`,
  done: (count: number): string => `${notes(count)} changed into plain Markdown.`,
  left: (count: number): string =>
    `${notes(count)} ${count === 1 ? 'was' : 'were'} not reached. Remove sync marks again to continue.`,
  failures: (count: number): string => `${notes(count)} could not be changed:`,
  failed: 'The marks could not be removed.',
  cancel: 'Cancel',
};

export const ADOPT = {
  title: 'Adopt notes of another plugin',
  failed: 'The adoption could not be finished.',
  intro:
    'Florilegium can take over notes that have your highlights, whatever plugin made them. They stay where they are, with their names, your text and your links. You see what will be done before anything changes.',
  noLibrary:
    'This device does not know your library yet. You can fetch it first, without writing a note. Adopt before your first sync, so that you do not get everything twice.',
  fetch: 'Fetch library',
  fetching: 'Fetching your library…',
  received: (count: number): string => `Fetching your library: ${plural(count, 'record')} so far`,
  fetchFailed: (reason: string): string => `The library could not be fetched. ${reason}`,
  where: 'Where to look',
  whereDesc: 'Only notes in this folder are checked.',
  wholeVault: 'The whole vault',
  find: 'Look for notes',
  checking: (done: number, total: number): string => `Checking notes: ${number(done)} of ${number(total)}`,
  none: (count: number): string =>
    `${notes(count)} checked. None has highlights of yours and can be adopted.`,
  found: (looked: number, found: number): string =>
    `${notes(looked)} checked, ${number(found)} can be adopted. Nothing changes until you choose to adopt.`,
  all: (count: number): string =>
    count === 1 ? 'The certain match' : `All ${number(count)} certain matches`,
  list: 'Notes that can be adopted',
  left: (count: number): string => `${plural(count, 'note')} left as ${count === 1 ? 'it is' : 'they are'}`,
  adopt: (count: number): string => (count === 0 ? 'Adopt' : `Adopt ${notes(count)}`),
  tickSome: 'Tick at least one note to adopt it.',
  adopting: (done: number, total: number): string => `Adopting: ${number(done)} of ${number(total)}`,
  done: (count: number): string => `${notes(count)} adopted.`,
  willCome: (count: number): string => `The next sync adds or completes ${highlights(count)}.`,
  replaced: (count: number): string => `${notes(count)} made by Florilegium moved to the trash.`,
  stopped: 'Adopting was stopped. Notes adopted so far stay adopted; you can adopt the others later.',
  notDone: (count: number): string => `${notes(count)} not adopted:`,
  close: 'Close',
  sync: 'Sync now',
};

export const ADOPTION = {
  found: (count: number): string => `${highlights(count)} found`,
  edited: (count: number): string =>
    count === 1
      ? '1 of them differs from Readwise and stays as it is'
      : `${number(count)} of them differ from Readwise and stay as they are`,
  unmarkable: (count: number): string =>
    `${highlights(count)} left alone because no anchor can be added to ${count === 1 ? 'it' : 'them'}`,
  missing: (count: number): string => `${highlights(count)} added or completed by the next sync`,
  item: (title: string, author: string): string => (author === '' ? title : withComma(title, author)),
};

export function doubtText(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'few':
      return 'It has few of the highlights, or much besides: tick it only if this is your note on this item.';
    case 'replaces':
      return `Florilegium already made a note for this item, which you never edited: ${doubt.path}. It will be moved to the trash.`;
  }
}

export const LEFT: Readonly<Record<LeftReason, string>> = {
  several: 'has highlights of several items',
  unknown: 'not found in your library',
  mention: 'only links to an item',
  'left out': 'its item is excluded by your settings, or deleted in Readwise',
  'other note': 'another note is the one of its item',
  'has a note': 'its item has another note with text of yours',
  'full text': 'the text of a document, not its highlights',
  closed: 'it cannot be read now',
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
    about: (count: number): string => `about ${notes(count)}`,
    later: 'You can change this later.',
    start: 'Start syncing',
  },
  openNote: 'Open one',
};

/** `obsidian://` links and the command line. */
export const OUTSIDE = {
  unknownLink: 'Florilegium: this link is not supported.',
  notFound: (id: string): string => `Florilegium: this vault has no note for ${id}.`,
  opened: (path: string): string => `Opened ${path}.`,
  cli: {
    sync: 'Sync with Readwise and report what changed',
    status: 'Show the sync status of this device, without asking Readwise',
    open: 'Open the note of a book, document or highlight',
    json: 'Answer in JSON',
    id: 'Id of a book, document or highlight in Readwise',
    noId: 'Name what to open: id=<id>',
    noReport: 'The sync did not finish. See the notice in Obsidian.',
  },
  counts: {
    items: (count: number): string => `${items(count)} known, including deleted and excluded ones`,
    due: (count: number): string => `${items(count)} still to be written`,
    retries: (count: number): string => `${items(count)} failed and will be tried again`,
    held: (count: number): string => `${notes(count)} held back`,
    deleted: (count: number): string => `${notes(count)} deleted by you`,
  },
};

/** The base, the daily review and highlights in daily notes. */
export const VIEWS = {
  working: 'Looking through your highlights…',
  missing: (count: number): string => `${highlights(count)} left out: not in the vault.`,
  nothing: {
    review: 'Today’s review has no highlights.',
    day: 'No highlight in the vault was made today.',
  },
};
