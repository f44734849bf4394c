import { MESSAGES } from '../language/current-language';
import { doneOf, naming } from '../language/sayings';
import { notes } from '../strings';

const { changes, check, keeping, leaving, progress, settings, transfer } = MESSAGES;

/** The name of something that asks before it does anything. */
const asking = naming(progress.goingOn, 'parts');

/** What the plugin says about keeping the library in order, leaving it, and taking settings along. */
export const KEEPING_COMMANDS = {
  check: asking(check.title),
  leave: asking(leaving.title),
  leaveNote: keeping.leaveNote,
  exportSettings: asking(transfer.exportTitle),
  importSettings: asking(transfer.importTitle),
};

export const KEEPING = {
  heading: keeping.heading,
  busy: keeping.busy,
  check: {
    name: check.title,
    desc: 'Looks for notes that stand twice, damaged notes and the like, and says what to do.',
    act: asking(settings.token.check),
  },
  leave: { name: leaving.title, ...keeping.leave },
  exportSettings: { name: transfer.exportTitle, ...keeping.exportSettings },
  importSettings: { name: transfer.importTitle, desc: keeping.importSettings, act: asking(transfer.apply) },
};

export const CHECK = {
  title: check.title,
  reading: naming(check.reading, 'count'),
  failed: check.failed,
  inOrder: check.inOrder,
  incomplete: check.incomplete,
  unread: check.unread,
  close: changes.close,
  found: (checked: number, found: number): string =>
    `${notes(checked)} checked, ${found === 1 ? '1 finding' : `${String(found)} findings`}. Nothing was changed.`,
  otherNote: (path: string): string => `the other note: ${path}`,
};

export const LEAVE = {
  ...leaving,
  looking: doneOf(leaving.looking),
  cancel: progress.cancel,
  removing: doneOf(leaving.removing),
  warning:
    'This cannot be undone. On this device these notes are not made again: a sync that misses them stops and asks, or they count as deleted. A device that never synced them makes all anew, beside these.',
  warningNote:
    'This cannot be undone. No sync changes this note any more. It counts as one that you deleted: on this device it is not made again.',
  warningSome:
    'This cannot be undone. No sync changes these notes any more. They count as ones that you deleted: on this device they are not made again.',
};

const orDash = (text: string): string => (text === '' ? '–' : text);

export const TRANSFER = {
  ...transfer,
  copy: MESSAGES.report.copy,
  saved: naming(transfer.saved, 'path'),
  change: (before: string, after: string): string => `${orDash(before)} → ${orDash(after)}`,
  cancel: progress.cancel,
  /** Imported, but for these. */
  taken: naming(transfer.taken, 'paths'),
};
