import { HEARD, MESSAGES, SPEECH } from './language/current-language';
import { counting, naming } from './language/sayings';
import { notes } from './strings';

const { diff, plan, changes, progress, settings } = MESSAGES;

const lines = counting(diff.lines);
const more = naming(diff.more, 'count');

/** What a comparison of two texts says. */
export const DIFF = {
  ...diff,
  addedLines: counting(diff.addedLines),
  removedLines: counting(diff.removedLines),
  /** What was counted, in one line. */
  counts: (parts: readonly string[]): string => SPEECH.list(parts),
  folded: counting(diff.folded),
  more: (value: number): string => more(lines(value)),
  untold: counting(diff.untold),
};

const { groups } = plan;

/** What a person is shown before anything is written. */
export const PREVIEW = {
  ...plan,
  asking: settings.token.checking,
  looking: counting(plan.looking),
  failed: changes.failed,
  problem: (message: string): string => SPEECH.fill(plan.problem, { message: HEARD(message) }),
  leftOut: counting(plan.leftOut),
  held: (reason: string): string => SPEECH.fill(plan.held, { reason: HEARD(reason) }),
  groups: {
    create: counting(groups.create),
    update: counting(groups.update),
    rename: counting(groups.rename),
    keep: counting(groups.keep),
    archive: counting(groups.archive),
    trash: counting(groups.trash),
    held: counting(groups.held),
  },
  from: naming(plan.from, 'path'),
  conflicts: counting(plan.conflicts),
  showFor: naming(plan.showFor, 'path'),
  hideFor: naming(plan.hideFor, 'path'),
  more: (value: number): string => more(notes(value)),
  apply: (chosen: number, all: number): string => SPEECH.fill(plan.apply, { chosen, all }),
  cancel: progress.cancel,
  close: changes.close,
};

/** The same dialog, opened from the settings. */
export const CHANGES_PREVIEW = { explanation: plan.ofSettings };

/** Why a note is in the plan. */
export const PREVIEW_REASONS = MESSAGES.planReasons;
