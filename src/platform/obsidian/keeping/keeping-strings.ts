import type { Fault, Repair, RepairResult } from '../../../core/check/finding';
import { MESSAGES, SPEECH } from '../language/current-language';
import { doneOf, naming } from '../language/sayings';
import { notes } from '../strings';
import { saidOf } from '../library/library-strings';

const { changes, check, checkOutcomes, commands, faults, keeping, leaving, progress, repairs, settings } =
  MESSAGES;

/** The name of something that asks before it does anything. */
const asking = naming(progress.goingOn, 'parts');

/** What the plugin says about keeping the library in order, and leaving it. */
export const KEEPING_COMMANDS = {
  check: asking(check.title),
  leave: asking(leaving.title),
  leaveNote: keeping.leaveNote,
};

export const KEEPING = {
  heading: keeping.heading,
  busy: keeping.busy,
  check: { name: check.title, desc: keeping.check, act: asking(settings.token.check) },
  leave: { name: leaving.title, ...keeping.leave },
};

const mendSome = naming(check.mendSome, 'count');

export const CHECK = {
  ...check,
  reading: naming(check.reading, 'count'),
  checking: doneOf(check.checking),
  repairing: doneOf(check.repairing),
  found: (checked: number, found: number): string => check.found(found, { notes: notes(checked) }),
  all: naming(check.all, 'count'),
  choose: naming(check.choose, 'path'),
  showOf: (path: string): string => saidOf(check.show, path),
  hideOf: (path: string): string => saidOf(check.hide, path),
  change: naming(check.change, 'path'),
  other: naming(check.other, 'path'),
  repair: (value: number): string => (value === 0 ? check.mend : mendSome(value)),
  close: changes.close,
  sync: commands.sync,
  done: naming(check.done, 'count'),
  notDone: naming(check.notDone, 'count'),
};

export const OUTCOMES: Readonly<
  Record<Exclude<RepairResult['outcome'], 'done' | 'unchanged' | 'failed'>, string>
> = checkOutcomes;

interface FaultWords {
  readonly title: string;
  readonly why: string;
}

export const FAULT_WORDS: Readonly<Record<Fault, FaultWords>> = faults;

/** `path`: of the finding; a repair may be of the other note. */
export function repairWords(repair: Repair, path: string): string {
  switch (repair.kind) {
    case 'edit':
      return repair.path === path
        ? repairs.edits[repair.edit.edit]
        : SPEECH.fill(repairs.otherPlain, { path: repair.path });
    case 'trash':
      return repair.twin === null ? repairs.trashEmpty : repairs.trashTwin;
    case 'renew':
      return repairs.renew;
    case 'ask-again':
      return repairs.askAgain;
  }
}

export const LEAVE = {
  ...leaving,
  looking: doneOf(leaving.looking),
  cancel: progress.cancel,
  removing: doneOf(leaving.removing),
};
