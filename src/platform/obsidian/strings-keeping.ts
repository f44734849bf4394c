import type { Edit, Fault, Repair, RepairResult } from '../../core/check/finding';
import { counted, notes } from './strings';

const anchors = (value: number): string => (value === 1 ? '1 anchor' : `${counted(value)} anchors`);
const findings = (value: number): string => (value === 1 ? '1 finding' : `${counted(value)} findings`);

/** What the plugin says about keeping the library in order, leaving it, and taking settings along. */
export const KEEPING_COMMANDS = {
  check: 'Check library…',
  leave: 'Remove sync marks…',
  leaveNote: 'Remove sync marks from this note…',
  exportSettings: 'Export settings…',
  importSettings: 'Import settings…',
};

export const KEEPING = {
  heading: 'Keeping in order',
  busy: 'A sync is running. Try again when it has ended.',
  check: { name: 'Check library', desc: 'Looks for notes that stand twice, damaged marks and the like, and offers to mend them.', act: 'Check…' },
  leave: { name: 'Remove sync marks', desc: 'Turns your notes into plain Markdown that no sync changes any more. Your words stay as they are.', act: 'Remove…' },
  exportSettings: { name: 'Export settings', desc: 'As a text for another vault or another device, without the access token.', act: 'Export…' },
  importSettings: { name: 'Import settings', desc: 'You see what would change before it does.', act: 'Import…' },
  progress: (done: number, total: number): string => `${counted(done)} of ${counted(total)}`,
};

export const CHECK = {
  title: 'Check library',
  reading: (items: number): string => `Reading the library: ${counted(items)}`,
  checking: (done: number, total: number): string => `Checking notes: ${counted(done)} of ${counted(total)}`,
  repairing: (done: number, total: number): string => `Mending: ${counted(done)} of ${counted(total)}`,
  failed: 'The check could not be finished.',
  inOrder: (checked: number): string => `${notes(checked)} checked. Everything is in order.`,
  found: (checked: number, found: number): string => `${notes(checked)} checked, ${findings(found)}. Nothing is changed before you tick it and choose to mend it.`,
  incomplete: 'No sync has gone through on this device yet, so it cannot tell which notes are missing or belong to nothing.',
  unread: (value: number): string => `${notes(value)} could not be read, and nothing can be said about them:`,
  all: (value: number): string => `Select all ${counted(value)}`,
  choose: (path: string): string => `What to do with ${path}`,
  show: 'Show change',
  hide: 'Hide change',
  change: (path: string): string => `Change of ${path}`,
  other: (path: string): string => `The other note: ${path}`,
  noteGone: 'This note is not there any more.',
  repair: (value: number): string => (value === 0 ? 'Mend' : `Mend ${counted(value)}`),
  close: 'Close',
  stop: 'Stop',
  sync: 'Sync now',
  done: (value: number): string => `${counted(value)} mended. The next sync writes what is still to be written.`,
  notDone: (value: number): string => `${counted(value)} not mended:`,
  stopped: (value: number): string => `Stopped; ${counted(value)} were not come to.`,
};

export const OUTCOMES: Readonly<Record<Exclude<RepairResult['outcome'], 'done' | 'unchanged' | 'failed'>, string>> = {
  'changed-meanwhile': 'somebody wrote into it meanwhile',
  missing: 'it is not there any more',
};

interface FaultWords {
  readonly title: string;
  readonly why: string;
}

export const FAULT_WORDS: Readonly<Record<Fault, FaultWords>> = {
  'conflict-copy': { title: 'Conflict copies', why: 'A file sync made a second note when two devices wrote at once. Only one of them is kept up to date.' },
  'second-note': { title: 'Two notes of the same item', why: 'Only one of them is kept up to date. A note that holds nothing of yours can go to the trash; otherwise one of them becomes a plain note of yours.' },
  'identity-lost': { title: 'Notes without their id', why: 'A sync takes them for deleted, because the property that says what they belong to is gone.' },
  'id-malformed': { title: 'Ids that cannot be ids', why: 'The property that says what the note belongs to holds something else.' },
  'id-of-another': { title: 'Notes with the id of another item', why: 'A note can belong to one item only; here a second one is named.' },
  'trailer-lost': { title: 'Notes without their mark', why: 'The hidden comment at the end says what the last sync wrote. The next sync makes it again: what equals the service counts as unchanged, all else as yours. Highlights that you deleted come back.' },
  'trailer-damaged': { title: 'Damaged marks', why: 'The hidden comment at the end was cut or written into. It is taken out, your words in it stay, and the next sync makes it again. Highlights that you deleted come back.' },
  'trailer-foreign': { title: 'Marks of another note', why: 'The hidden comment at the end belongs to another note. It is taken out, and the next sync makes this note’s own.' },
  'trailer-doubled': { title: 'Marks that stand twice', why: 'The one that knows this note best stays, at the end.' },
  'trailer-misplaced': { title: 'Marks in the wrong place', why: 'Something stands behind the hidden comment. The comment goes to the end again.' },
  'anchor-twice': { title: 'Highlights that stand twice in a note', why: 'Links can lead to one place only. The copies lose their anchors and are plain text of yours; no word of them changes.' },
  'anchor-unknown': { title: 'Highlights that the mark does not know', why: 'The next sync takes them in.' },
  'anchor-foreign': { title: 'Anchors of other notes', why: 'A text with an anchor was put here that is not one of this note’s highlights. It loses the anchor; no word of it changes.' },
  'block-missing': { title: 'Highlights that were taken out', why: 'They stand in the note no longer. If you deleted them, they stay deleted.' },
  'note-missing': { title: 'Items without a note', why: 'They should have a note, and there is none. If you deleted it, leave it so.' },
  'item-unknown': { title: 'Notes of unknown items', why: 'This device knows no such item; it may be of another account. Nothing keeps these notes up to date.' },
  'part-alone': { title: 'Parts that belong to nothing', why: 'The highlight or document that the note was made of is gone.' },
  'item-gone': { title: 'Notes of items that are gone', why: 'What they were made of is gone at Readwise. They were kept, and nothing is done to them any more.' },
};

const PLAIN = 'Make it a plain note of yours';

const EDIT_WORDS: Readonly<Record<Edit['edit'], string>> = {
  'trailer-out': 'Take the mark out; the next sync makes it again',
  'trailer-last': 'Move the mark to the end',
  'copies-off': 'Take the anchors off the copies',
  'anchors-off': 'Take the anchors off',
  'blocks-stay-deleted': 'Leave them deleted, for good',
  'blocks-back': 'Bring them back with the next sync',
  'property-off': 'Take the property out',
  'identity-on': 'Put the right id in',
  'marks-off': PLAIN,
};

/** `path`: of the finding; a repair may be of the other note. */
export function repairWords(repair: Repair, path: string): string {
  switch (repair.kind) {
    case 'edit':
      return repair.path === path ? EDIT_WORDS[repair.edit.edit] : `Make the other one a plain note: ${repair.path}`;
    case 'trash':
      return repair.twin === null ? 'Move it to the trash: it holds nothing of yours' : 'Move it to the trash: it is the same as the other';
    case 'renew':
      return 'Have it written again by the next sync';
    case 'ask-again':
      return 'Have it made again by the next sync';
  }
}

export const LEAVE = {
  title: 'Remove sync marks',
  looking: (done: number, total: number): string => `Looking through the vault: ${counted(done)} of ${counted(total)}`,
  none: 'No note has marks of a sync.',
  what: (value: number): string => `${notes(value)} will be plain Markdown: without the hidden comment at the end, the ids in the properties, and the anchors of highlights. All that you see in them stays as it is.`,
  anchors: (value: number, kept: number): string => `${anchors(value)} found. Something in the vault links to ${counted(kept)} of them; those stay.`,
  keepAnchors: 'Keep all anchors',
  off: 'Syncing by itself is then switched off.',
  warning: 'There is no way back: a sync after this would make all notes anew, beside these.',
  warningNote: 'No sync changes this note any more. It counts as one that you deleted: on this device it is not made again.',
  forget: 'Forget what this device knows of the library, too',
  remove: (value: number): string => `Remove marks from ${notes(value)}`,
  cancel: 'Cancel',
  removing: (done: number, total: number): string => `Removing marks: ${counted(done)} of ${counted(total)}`,
  done: (value: number): string => `${notes(value)} changed into plain Markdown.`,
  left: (value: number): string => `${notes(value)} were not come to. Do the same again to go on.`,
  failures: (value: number): string => `${notes(value)} could not be changed:`,
  failed: 'The marks could not be removed.',
};

export const TRANSFER = {
  exportTitle: 'Export settings',
  exportDesc: 'The access token is never part of it.',
  withTemplates: 'With the template files of this vault',
  save: 'Save in the vault',
  copy: 'Copy',
  fileName: 'Florilegium settings',
  saved: (path: string): string => `Saved as ${path}.`,
  copied: 'Settings copied.',
  importTitle: 'Import settings',
  paste: 'Paste exported settings here, or choose a file.',
  text: 'Exported settings',
  choose: 'Choose a file…',
  whichFile: 'Which file?',
  noFiles: 'There is no JSON file in this vault.',
  problems: 'Nothing can be imported, because of:',
  same: 'These settings are the same as yours.',
  changes: (value: number): string => (value === 1 ? '1 setting changes:' : `${counted(value)} settings change:`),
  change: (before: string, after: string): string => `${before === '' ? '–' : before} → ${after === '' ? '–' : after}`,
  templates: (value: number): string => (value === 1 ? '1 template file comes with them. A file of yours is never overwritten.' : `${counted(value)} template files come with them. Files of yours are never overwritten.`),
  apply: 'Import',
  cancel: 'Cancel',
  done: 'Settings imported.',
  taken: (paths: string): string => `These templates were not written, because other files have their names: ${paths}`,
};
