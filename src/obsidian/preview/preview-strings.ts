import { list, number, plural } from '../english';
import { notes } from '../strings';

const lines = (count: number): string => plural(count, 'line');

/** What a comparison of two texts says. */
export const DIFF = {
  same: 'You will see no change in the note.',
  added: 'Added:',
  removed: 'Removed:',
  addedLines: (count: number): string => `${lines(count)} added`,
  removedLines: (count: number): string => `${lines(count)} removed`,
  folded: (count: number): string => `${lines(count)} unchanged`,
  untold: (count: number): string =>
    `${plural(count, 'more changed line is', 'more changed lines are')} not shown`,
  /** What was counted, in one line. */
  counts: list,
  more: (count: number): string => `Show more (${lines(count)})`,
};

const EXPLANATION =
  'Nothing is written to your notes until you apply it. Notes that you leave out are written by the next sync.';

/** What a person is shown before anything is written. */
export const PREVIEW = {
  command: 'Preview sync',
  title: 'Preview of the next sync',
  explanation: EXPLANATION,
  asking: 'Asking Readwise…',
  looking: (count: number): string => `Checking ${notes(count)}…`,
  cancelled: 'The preview was cancelled. Nothing was written.',
  none: 'There is nothing to do. Your notes are up to date.',
  failed: 'The changes could not be determined.',
  problem: (message: string): string => `Not everything could be checked. ${message}`,
  leftOut: (count: number): string =>
    count === 1
      ? '1 note belongs to an item that you no longer sync. You are asked about it when you apply.'
      : `${number(count)} notes belong to items that you no longer sync. You are asked about them when you apply.`,
  held: (reason: string): string => `${reason} They stay where they are unless you tick them here.`,
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
  lookingInto: 'Loading…',
  nothing: 'This note no longer needs a change.',
  more: (count: number): string => `Show more (${notes(count)})`,
  applyAll: 'Apply all',
  apply: (chosen: number, all: number): string => `Apply ${number(chosen)} of ${number(all)}`,
  cancel: 'Cancel',
  close: 'Close',
};

/** The same dialog, opened from the settings. */
export const CHANGES_PREVIEW = { explanation: EXPLANATION };
