import { plural } from '../../src/messages/english';
import { oneLine } from '../../src/messages/report-messages';

/** Why a command does not begin, what it asks before, and what it says besides its results. */

export const SETUP = {
  noVault: (folder: string): string => `There is no vault folder ${folder}. Check --vault`,
  notRead: (file: string): string => `Could not read ${file}`,
  notAccessed: (path: string): string => `Could not access ${path}`,
  /** `problem` of a settings file. */
  settings: (file: string, problem: string): string => `Settings file ${file}: ${problem}`,
  noSuchFile: 'there is no such file',
  unreadable: (code: string): string => `it cannot be read (${code})`,
  notJson: (file: string, { line, column }: Place, why: string): string =>
    `Settings file ${file}, line ${String(line)}, column ${String(column)}: it is not valid JSON (${why})`,
  baseUrl: (problem: string): string => `--base-url: ${problem}`,
  vaultWants: (origin: string): string => `This vault wants to use ${origin}${notSent(origin)}`,
  fileWants: (file: string, origin: string): string =>
    `The settings file ${file} lies in a vault and wants to use ${origin}${notSent(origin)}`,
};

interface Place {
  readonly line: number;
  readonly column: number;
}

const notSent = (origin: string): string =>
  `. Your token was not sent there. If you set this up, run the command once with --base-url ${origin}`;

export const TOKEN = {
  none: 'No token. Set READWISE_TOKEN, or give --token-file FILE (- reads it from standard input). Your token is at https://readwise.io/access_token',
  ofInput: 'standard input',
  ofFile: (file: string): string => `the token file ${file}`,
  notRead: (file: string): string => `Could not read the token file ${file}`,
  open: (file: string): string =>
    `The token file ${file} can be read by other users. Protect it with: chmod 600 ${file}`,
  empty: (origin: string): string => `No token in ${origin}`,
  odd: (origin: string): string =>
    `${origin} does not hold a token: a token is one word of letters and digits`,
  valid: (baseUrl: string): string => `The token is valid for ${baseUrl}.`,
};

export const CONFIRM = {
  addYes: (why: string): string => `${why} To go on, add --yes.`,
  nothing: 'Nothing was done.',
  ask: 'Go on? [y/N] ',
  deletion: (name: string): string => `This deletes “${oneLine(name)}” in Readwise for good.`,
  manyChanges: (count: number): string =>
    `You made ${String(count)} changes by hand in notes. send --dry-run shows them.`,
};

export const LIBRARY = {
  running: 'A sync is running now. So far:',
  notFetched:
    'This device has not fetched the library yet. Run florilegium sync --dry-run first, which writes no notes.',
  neverSynced:
    'This vault has not been synced on this device yet, so there is nothing to render. Run florilegium sync first.',
  restorable: 'florilegium status lists the notes that can be restored.',
  localChanges: (count: number): string =>
    `${plural(count, 'change')} that you made by hand in notes can be sent to Readwise: florilegium send`,
};

const SHAPES =
  'Give a highlight such as {"text": "…", "title": "…"}, a list of these, or {"highlights": […]}';

/** Of what is asked of the service. */
export const REFUSED = {
  noInput: 'Give --text TEXT, or JSON on standard input',
  otherShape: `Standard input: ${SHAPES}`,
  notJson: `Standard input is not valid JSON. ${SHAPES}`,
  twoInputs: 'Standard input cannot hold both the token and the highlights',
  /** `which`: author and address of each. */
  severalBooks: (title: string, which: readonly string[]): string =>
    `${String(which.length)} books have the title “${title}”. Say which with --author or --source-url: ${which.map((name) => name || '(without author)').join('; ')}`,
  oddTag: (tag: string): string =>
    `A tag of a new highlight is one word of letters, digits, - and _. “${tag}” is not. Change it and try again.`,
  noEdit: 'Say what to change, such as --note TEXT or --add-tag NAME',
  otherField: (field: string, kind: string, allowed: readonly string[]): string =>
    `Other programs cannot change the ${field} of a ${kind}. They can change: ${allowed.join(', ')}.`,
  oddPlace: (location: string): string =>
    `The location of a highlight is a whole number, but is ${location}. Change it and try again.`,
  noChange: (id: string): string => `No change with the id “${id}” waits. See florilegium status.`,
  noConflict: (id: string): string =>
    `The change “${id}” is in no conflict. To give it up: send --discard ${id}`,
  twice: (id: string): string =>
    `The change “${id}” is named twice. Give it once, with --mine, --theirs, --discard or --retry.`,
  whileSyncing: (why: string): string => `${why} Nothing was stored or sent: ask for it again then.`,
};

export const PROGRAM_ENDS = {
  bug: (stack: string): string => `Internal error. Please report it:\n${stack}`,
  noOutput: (code: string): string => `The output could not be written (${code}).`,
  stopping: 'Stopping after the current note. Press Ctrl-C again to stop at once.',
};
