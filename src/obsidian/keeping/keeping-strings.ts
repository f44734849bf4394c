import { number, plural } from '../english';
import { notes } from '../strings';

const doneOf = (done: number, total: number): string => `${number(done)} of ${number(total)}`;

/** What the plugin says about checking the library and leaving it. */
export const KEEPING_COMMANDS = {
  check: 'Check library…',
  leave: 'Remove sync marks…',
  leaveNote: 'Remove sync marks from this note…',
};

export const KEEPING = {
  heading: 'Maintenance',
  busy: 'A sync is running. Try again when it is done.',
  check: {
    name: 'Check library',
    desc: 'Looks for duplicate notes, damaged sync marks and similar problems, and says what to do.',
    act: 'Check…',
  },
  leave: {
    name: 'Remove sync marks',
    desc: 'Turns your notes into plain Markdown that no sync changes any more. Your text stays as it is.',
    act: 'Remove…',
  },
};

export const CHECK = {
  title: 'Check library',
  reading: (count: number): string => `Reading the library: ${number(count)}`,
  failed: 'The check could not be finished.',
  inOrder: (count: number): string => `${notes(count)} checked. Everything is in order.`,
  found: (checked: number, found: number): string =>
    `${notes(checked)} checked, ${plural(found, 'finding')}. Nothing was changed.`,
  incomplete:
    'No sync has finished on this device yet, so it cannot tell which notes are missing or belong to no item.',
  unread: (count: number): string =>
    `${notes(count)} could not be read and ${count === 1 ? 'was' : 'were'} not checked:`,
  otherNote: (path: string): string => `the other note: ${path}`,
  close: 'Close',
};

export const LEAVE = {
  title: 'Remove sync marks',
  looking: (done: number, total: number): string => `Looking through the vault: ${doneOf(done, total)}`,
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
    'On this device these notes are not made again: a sync that misses them stops and asks, or they count as deleted. A device that never synced them makes new ones beside these. This cannot be undone.',
  warningNote:
    'No sync changes this note any more. It counts as a note that you deleted: this device does not make it again. This cannot be undone.',
  warningSome:
    'No sync changes these notes any more. They count as notes that you deleted: this device does not make them again. This cannot be undone.',
  forget: 'Also forget what this device knows of the library',
  forgetWarning: 'A sync after this makes new notes of everything, beside these. ',
  remove: (count: number): string => `Remove marks from ${notes(count)}`,
  removing: (done: number, total: number): string => `Removing marks: ${doneOf(done, total)}`,
  done: (count: number): string => `${notes(count)} changed into plain Markdown.`,
  left: (count: number): string =>
    `${notes(count)} ${count === 1 ? 'was' : 'were'} not reached. Do the same again to continue.`,
  failures: (count: number): string => `${notes(count)} could not be changed:`,
  failed: 'The marks could not be removed.',
  cancel: 'Cancel',
};
