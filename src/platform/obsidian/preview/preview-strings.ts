import { HEARD, MESSAGES, SPEECH } from '../language/current-language';
import { naming } from '../language/sayings';
import { notes } from '../strings';

const { diff, plan, changes, progress, settings } = MESSAGES;

const more = naming(diff.more, 'count');

/** What a comparison of two texts says. */
export const DIFF = {
  ...diff,
  /** What was counted, in one line. */
  counts: (parts: readonly string[]): string => SPEECH.list(parts),
  more: (value: number): string => more(diff.lines(value)),
};

/** What a person is shown before anything is written. */
export const PREVIEW = {
  ...plan,
  asking: settings.token.checking,
  failed: changes.failed,
  problem: (message: string): string => SPEECH.fill(plan.problem, { message: HEARD(message) }),
  held: (reason: string): string => SPEECH.fill(plan.held, { reason: HEARD(reason) }),
  from: naming(plan.from, 'path'),
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
