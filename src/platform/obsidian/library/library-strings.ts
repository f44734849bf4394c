import { MOST_FETCHED } from '../../../core/attachments/retry-day';
import { SECOND_NOTE } from '../../../core/report';
import { HEARD, MESSAGES, SPEECH } from '../language/current-language';
import { naming } from '../language/sayings';
import type { Counting } from '../language/spoken';
import { items, notes, PROGRESS } from '../strings';

const {
  commands,
  connection,
  conflicts,
  devices,
  failures,
  faults,
  held,
  library,
  log,
  plan,
  result,
  rules,
  runs,
} = MESSAGES;

/** Something said of something, as in "Walden: the disk is full". */
export const saidOf = (name: string, text: string): string => SPEECH.fill(library.colon, { name, text });

/** Two things about the same, the second of which tells more. */
export const paired = (first: string, second: string): string => SPEECH.fill(library.pair, { first, second });

const fetched =
  (message: Counting) =>
  (count: number): string =>
    message(count, { most: MOST_FETCHED });

/** What the library view says. */
export const LIBRARY = {
  ...library,
  sync: commands.sync,
  preview: plan.command,
  cancel: commands.cancelSync,
};

export const CONNECTION = {
  ...connection,
  last: (moment: string, how: string): string => SPEECH.fill(connection.last, { moment, how }),
  next: naming(connection.next, 'moment'),
  paused: naming(connection.paused, 'moment'),
};

export const DEVICES = {
  ...devices,
  holds: (itemCount: number, noteCount: number): string =>
    SPEECH.fill(devices.holds, { items: items(itemCount), notes: notes(noteCount) }),
  texts: fetched(devices.texts),
  files: fetched(devices.files),
  highlights: naming(devices.highlights, 'moment'),
  documents: naming(devices.documents, 'moment'),
  lastSync: (name: string, day: string): string => SPEECH.fill(devices.lastSync, { name, day }),
  own: naming(devices.own, 'name'),
  forget: naming(devices.forget, 'name'),
};

export const RUNS = {
  ...runs,
  line: (kind: keyof typeof runs.lines, moment: string, what: string): string =>
    SPEECH.fill(runs.lines[kind], { moment, what }),
  failed: naming(runs.failed, 'why'),
  failedNotes: PROGRESS.failed,
  /** What is said of a conflict, by its block. */
  conflict: (block: string): string => (block === SECOND_NOTE ? faults['second-note'].title : runs.conflicts),
  facts: (requestCount: number, seconds: string): string => runs.facts(requestCount, { seconds }),
  failure: (name: string, problem: string): string => saidOf(name, HEARD(problem)),
};

export const FAILURES = {
  ...failures,
  retryOf: naming(failures.retryOf, 'name'),
  record: naming(failures.record, 'id'),
};

export const CONFLICTS = {
  ...conflicts,
  group: paired,
  undo: rules.undo,
};

export const HELD = {
  ...held,
  review: result.review,
};

export const LOG = {
  ...log,
  entry: naming(log.entry, 'what'),
  made: saidOf,
  more: (links: string, value: number): string => log.more(value, { links }),
};
