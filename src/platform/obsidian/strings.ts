import { HEARD, MESSAGES, SPEECH } from './language/current-language';

/** What the plugin says to a person, as functions where it has values. The words are in languages/. */

const { general, progress, result, hold, undoing } = MESSAGES;

export const counted = (value: number): string => SPEECH.number(value);

export const notes = (value: number): string => SPEECH.plural(general.notes, value);
export const items = (value: number): string => SPEECH.plural(general.items, value);
export const highlights = (value: number): string => SPEECH.plural(general.highlights, value);

/** At the end of a list that is not shown whole. */
export const MORE = (value: number): string => SPEECH.plural(general.more, value);

export const COMMANDS = MESSAGES.commands;

const countdown = (seconds: number): number => Math.max(1, Math.ceil(seconds));

export const PROGRESS = {
  ...progress,
  line: (what: string): string => SPEECH.fill(general.readwise, { message: what }),
  goingOn: (parts: readonly string[]): string => SPEECH.fill(progress.goingOn, { parts: SPEECH.list(parts) }),
  highlights,
  documents: (received: number): string => SPEECH.plural(progress.documents, received),
  writing: (done: number): string => SPEECH.plural(progress.writing, done),
  failed: (failed: number): string => SPEECH.plural(progress.failed, failed),
  waiting: (seconds: number): string => SPEECH.plural(progress.waiting, countdown(seconds)),
  retrying: (seconds: number): string => SPEECH.plural(progress.retrying, countdown(seconds)),
  checking: (what: keyof typeof progress.checking): string => progress.checking[what],
  texts: (done: number, total: number): string => SPEECH.fill(progress.texts, { done, total }),
  attachments: (done: number): string => SPEECH.plural(progress.attachments, done),
};

export const RESULT = {
  ...result,
  done: (changes: readonly string[]): string => SPEECH.fill(result.done, { changes: SPEECH.list(changes) }),
  created: (value: number): string => SPEECH.plural(result.created, value),
  updated: (value: number): string => SPEECH.plural(result.updated, value),
  renamed: (value: number): string => SPEECH.plural(result.renamed, value),
  trashed: (value: number): string => SPEECH.plural(result.trashed, value),
  archived: (value: number): string => SPEECH.plural(result.archived, value),
  kept: (value: number): string => SPEECH.plural(result.kept, value),
  conflicts: (value: number): string => SPEECH.plural(result.conflicts, value),
  failures: (value: number): string => SPEECH.plural(result.failures, value),
  failure: (name: string, problem: string): string => SPEECH.fill(general.problem, { name, problem: HEARD(problem) }),
  brokenTemplates: (value: number, problems: string): string => SPEECH.plural(result.brokenTemplates, value, { problems: HEARD(problems) }),
  stopped: (message: string): string => SPEECH.fill(result.stopped, { message: HEARD(message) }),
  badSettings: (problems: string): string => SPEECH.fill(result.badSettings, { problems: HEARD(problems) }),
  needsPerson: (message: string): string => SPEECH.fill(general.readwise, { message: HEARD(message) }),
  hold: (value: number): string => SPEECH.plural(result.hold, value),
  refused: (message: string): string => SPEECH.fill(result.refused, { message: HEARD(message) }),
  crashed: (message: string): string => SPEECH.fill(result.crashed, { message: HEARD(message) }),
};

/** What a person is told when something was undone. */
export const UNDONE = {
  nothing: undoing.nothingDone,
  cancelled: undoing.cancelled,
  done: (kind: keyof typeof undoing.done, changes: readonly string[]): string => SPEECH.fill(undoing.done[kind], { changes: SPEECH.list(changes) }),
  notDone: (value: number): string => SPEECH.plural(undoing.notDone, value),
};

type Place = keyof typeof hold.places;

export const HOLD = {
  ...hold,
  reason: HEARD,
  explanation: ([place = 'trash', ...others]: readonly Place[]): string => hold.explanations[others.length > 0 ? 'both' : place],
  confirm: (going: number, staying: number): string => {
    if (going === 0) return SPEECH.plural(hold.keep, staying);
    return staying === 0 ? SPEECH.plural(hold.remove, going) : SPEECH.plural(hold.removeAndKeep, going, { kept: staying });
  },
};

export const RESTORE = MESSAGES.restore;
