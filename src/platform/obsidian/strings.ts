import { HEARD, MESSAGES, SPEECH } from './language/current-language';

/** What the plugin says to a person, as functions where it has values. The words are in languages/. */

const { general, progress, result, hold, undoing } = MESSAGES;

export const { notes, items, highlights } = general;

/** At the end of a list that is not shown whole. */
export const MORE = general.more;

export const COMMANDS = MESSAGES.commands;

export const PROGRESS = {
  ...progress,
  line: (what: string): string => SPEECH.fill(general.readwise, { message: what }),
};

export const RESULT = {
  ...result,
  done: (changes: readonly string[]): string => SPEECH.fill(result.done, { changes: SPEECH.list(changes) }),
  failure: (name: string, problem: string): string =>
    SPEECH.fill(general.problem, { name, problem: HEARD(problem) }),
  brokenTemplates: (value: number, problems: string): string =>
    result.brokenTemplates(value, { problems: HEARD(problems) }),
  stopped: (message: string): string => SPEECH.fill(result.stopped, { message: HEARD(message) }),
  badSettings: (problems: string): string => SPEECH.fill(result.badSettings, { problems: HEARD(problems) }),
  needsPerson: (message: string): string => SPEECH.fill(general.readwise, { message: HEARD(message) }),
  refused: (message: string): string => SPEECH.fill(result.refused, { message: HEARD(message) }),
  crashed: (message: string): string => SPEECH.fill(result.crashed, { message: HEARD(message) }),
};

/** What a person is told when something was undone. */
export const UNDONE = {
  notDone: undoing.notDone,
  nothing: undoing.nothingDone,
  cancelled: undoing.cancelled,
  done: (kind: keyof typeof undoing.done, changes: readonly string[]): string =>
    SPEECH.fill(undoing.done[kind], { changes: SPEECH.list(changes) }),
};

type Place = keyof typeof hold.places;

export const HOLD = {
  ...hold,
  reason: HEARD,
  explanation: ([place = 'trash', ...others]: readonly Place[]): string =>
    hold.explanations[others.length > 0 ? 'both' : place],
  confirm: (going: number, staying: number): string => {
    if (going === 0) return hold.keep(staying);
    return staying === 0 ? hold.remove(going) : hold.removeAndKeep(going, { kept: staying });
  },
};

export const RESTORE = MESSAGES.restore;
