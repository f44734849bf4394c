import type { Edit, Fault, Repair, RepairResult } from '../../../core/check/finding';
import { number, plural } from '../english';
import { notes } from '../strings';

const doneOf = (done: number, total: number): string => `${number(done)} of ${number(total)}`;

/** What the plugin says about checking the library, leaving it, and taking settings along. */
export const KEEPING_COMMANDS = {
  check: 'Check library…',
  leave: 'Remove sync marks…',
  leaveNote: 'Remove sync marks from this note…',
  exportSettings: 'Export settings…',
  importSettings: 'Import settings…',
};

export const KEEPING = {
  heading: 'Maintenance',
  busy: 'A sync is running. Try again when it is done.',
  check: {
    name: 'Check library',
    desc: 'Looks for duplicate notes, damaged sync marks and similar problems, and offers to mend them.',
    act: 'Check…',
  },
  leave: {
    name: 'Remove sync marks',
    desc: 'Turns your notes into plain Markdown that no sync changes any more. Your text stays as it is.',
    act: 'Remove…',
  },
  exportSettings: {
    name: 'Export settings',
    desc: 'As a text for another vault or another device, without the access token.',
    act: 'Export…',
  },
  importSettings: {
    name: 'Import settings',
    desc: 'You see what would change before it does.',
    act: 'Import…',
  },
};

export const CHECK = {
  title: 'Check library',
  reading: (count: number): string => `Reading the library: ${number(count)}`,
  checking: (done: number, total: number): string => `Checking notes: ${doneOf(done, total)}`,
  repairing: (done: number, total: number): string => `Mending: ${doneOf(done, total)}`,
  failed: 'The check could not be finished.',
  inOrder: (count: number): string => `${notes(count)} checked. Everything is in order.`,
  found: (checked: number, found: number): string =>
    `${notes(checked)} checked, ${plural(found, 'finding')}. Nothing is changed before you tick it and choose to mend it.`,
  incomplete:
    'No sync has finished on this device yet, so it cannot tell which notes are missing or belong to no item.',
  unread: (count: number): string =>
    `${notes(count)} could not be read and ${count === 1 ? 'was' : 'were'} not checked:`,
  all: (count: number): string => `Select all ${number(count)}`,
  choose: (path: string): string => `What to do with ${path}`,
  show: 'Show change',
  hide: 'Hide change',
  showOf: (path: string): string => `Show change: ${path}`,
  hideOf: (path: string): string => `Hide change: ${path}`,
  change: (path: string): string => `Change of ${path}`,
  other: (path: string): string => `The other note: ${path}`,
  noteGone: 'This note is not there any more.',
  repair: (count: number): string => (count === 0 ? 'Mend' : `Mend ${number(count)}`),
  done: (count: number): string =>
    `${number(count)} mended. The next sync writes what is still to be written.`,
  notDone: (count: number): string => `${number(count)} not mended:`,
  close: 'Close',
  sync: 'Sync now',
};

export const OUTCOMES: Readonly<
  Record<Exclude<RepairResult['outcome'], 'done' | 'unchanged' | 'failed'>, string>
> = {
  'changed-meanwhile': 'something changed meanwhile',
  missing: 'it is not there any more',
};

interface FaultWords {
  readonly title: string;
  readonly why: string;
}

export const FAULT_WORDS: Readonly<Record<Fault, FaultWords>> = {
  'conflict-copy': {
    title: 'Conflict copies',
    why: 'A file sync made a second note when two devices wrote at once, or the note was copied. Only one of them is kept up to date.',
  },
  'second-note': {
    title: 'Two notes of the same item',
    why: 'Only one of them is kept up to date. A note without text of yours can go to the trash; otherwise one of them becomes a plain note.',
  },
  'identity-lost': {
    title: 'Notes without their id',
    why: 'The property that names their item is missing, so a sync takes them for deleted.',
  },
  'id-malformed': {
    title: 'Invalid ids',
    why: 'The property that names the note’s item does not hold an id.',
  },
  'id-of-another': {
    title: 'Notes with the id of another item',
    why: 'A note can belong to one item only, but this one names two.',
  },
  'trailer-lost': {
    title: 'Notes without their mark',
    why: 'The hidden comment at the end says what the last sync wrote. The next sync makes it again: text that equals the one in Readwise counts as unchanged, all other text as yours. Highlights that you deleted come back.',
  },
  'trailer-damaged': {
    title: 'Damaged marks',
    why: 'The hidden comment at the end was cut or edited. It is removed, your words in it stay, and the next sync makes it again. Highlights that you deleted come back.',
  },
  'trailer-foreign': {
    title: 'Marks of another note',
    why: 'The hidden comment at the end belongs to another note. It is removed, and the next sync makes this note’s own.',
  },
  'trailer-doubled': {
    title: 'Duplicate marks',
    why: 'The note has more than one hidden comment. The one that fits best stays, at the end.',
  },
  'trailer-misplaced': {
    title: 'Marks in the wrong place',
    why: 'There is text below the hidden comment. The comment moves to the end again.',
  },
  doubled: {
    title: 'Duplicate properties or lines',
    why: 'A file sync that merges texts left them. The next sync removes the copies; what is yours stays.',
  },
  'anchor-twice': {
    title: 'Duplicate highlights in a note',
    why: 'Links can lead to one place only. Exact copies are removed; others lose their anchors and become plain text of yours.',
  },
  'anchor-unknown': {
    title: 'Highlights that the mark does not know',
    why: 'The next sync adds them to the mark.',
  },
  'anchor-foreign': {
    title: 'Anchors of other notes',
    why: 'This text has the anchor of a highlight that is not in this note’s item. It loses the anchor; no word of it changes.',
  },
  'block-missing': {
    title: 'Highlights missing from a note',
    why: 'They are no longer in the note. If you deleted them, they stay deleted.',
  },
  'note-missing': {
    title: 'Items without a note',
    why: 'These items should have a note. If you deleted it, you can leave it so.',
  },
  'item-unknown': {
    title: 'Notes of unknown items',
    why: 'This device does not know their items; they may be of another account. These notes are not kept up to date.',
  },
  'part-alone': {
    title: 'Notes of deleted highlights or documents',
    why: 'The highlight or document that the note was made from was deleted.',
  },
  'item-gone': {
    title: 'Notes of deleted items',
    why: 'These items were deleted in Readwise. Their notes were kept and are not kept up to date.',
  },
};

const EDITS: Readonly<Record<Edit['edit'], string>> = {
  'trailer-out': 'Take the mark out; the next sync makes it again',
  'trailer-last': 'Move the mark to the end',
  'copies-off': 'Take out the copies, or their anchors where they say more',
  'anchors-off': 'Take the anchors off',
  'blocks-stay-deleted': 'Leave them deleted, for good',
  'blocks-back': 'Bring them back with the next sync',
  'property-off': 'Take the property out',
  'identity-on': 'Put the right id in',
  'marks-off': 'Make it a plain note of yours',
};

/** `path`: of the finding; a repair may be of the other note. */
export function repairWords(repair: Repair, path: string): string {
  switch (repair.kind) {
    case 'edit':
      return repair.path === path
        ? EDITS[repair.edit.edit]
        : `Make the other one a plain note: ${repair.path}`;
    case 'trash':
      return repair.twin === null
        ? 'Move it to the trash: it holds nothing of yours'
        : 'Move it to the trash: it is the same as the other';
    case 'renew':
      return 'Have it written again by the next sync';
    case 'ask-again':
      return 'Have it made again by the next sync';
  }
}

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
    'On this device these notes are not made again: a sync that misses them stops and asks, or they count as deleted. A device that never synced them makes new ones beside these. You can take this back with “Undo last sync”.',
  warningNote:
    'No sync changes this note any more. It counts as a note that you deleted: this device does not make it again.',
  warningSome:
    'No sync changes these notes any more. They count as notes that you deleted: this device does not make them again.',
  forget: 'Also forget what this device knows of the library',
  forgetWarning:
    'A sync after this makes new notes of everything, beside these. This cannot be undone, because this device forgets the library.',
  remove: (count: number): string => `Remove marks from ${notes(count)}`,
  removing: (done: number, total: number): string => `Removing marks: ${doneOf(done, total)}`,
  done: (count: number): string => `${notes(count)} changed into plain Markdown.`,
  left: (count: number): string =>
    `${notes(count)} ${count === 1 ? 'was' : 'were'} not reached. Do the same again to continue.`,
  failures: (count: number): string => `${notes(count)} could not be changed:`,
  failed: 'The marks could not be removed.',
  cancel: 'Cancel',
};
