import type { ProgressState, Pulling, Wait, WaitReason, Writing } from '../model/progress';
import {
  problemOf,
  type Bug,
  type FrontMatterMistake,
  type HoldReason,
  type Problem,
  type Reason,
  type ServiceFault,
  type ServiceProblem,
} from '../model/problem';
import { number, plural } from './english';
import { templateMistakeText } from './template-messages';

/** The English text of what the engine returns as codes, for app and terminal. */

const REASONS: Readonly<Record<Reason, string>> = {
  new: 'new in Readwise',
  changed: 'changed in Readwise',
  'renamed-by-service': 'its title or place changed in Readwise',
  'created-by-settings': 'required by your settings or a template',
  'renamed-by-settings': 'renamed by your settings',
  'changed-by-settings': 'your settings or a template changed',
  unchanged: 'nothing new',
  back: 'it is synced again',
  'deleted-by-person': 'you deleted its note',
  'made-plain': 'you made its note plain',
  'restored-by-person': 'you asked for it again',
  undone: 'as you left it with undo',
  deleted: 'deleted in Readwise',
  'document-deleted': 'deleted in Reader',
  'no-highlights': 'no highlights left',
  'highlight-deleted': 'its highlight was deleted in Readwise',
  'out-of-scope': 'left out by your settings',
  'no-own-note': 'your settings no longer ask for a separate note',
  joined: 'Readwise has joined a book and a document that had a note each',
  edited: 'you edited it',
  marked: 'kept and marked',
  'kept-by-person': 'you chose to keep it',
  held: 'held back',
};

export const reasonText = (reason: Reason): string => REASONS[reason];

export const heldTitle = (count: number): string => `${plural(count, 'note')} would be removed`;

export function holdText(reason: HoldReason): string {
  switch (reason.code) {
    case 'more-than-allowed':
      return `${heldTitle(reason.wanted)}, and only ${reason.allowed} were allowed.`;
    case 'held-before': {
      const them = reason.wanted === 1 ? 'it' : 'them';
      return `${heldTitle(reason.wanted)}. You have not decided about ${them} yet.`;
    }
    case 'too-many-at-once':
      return `${number(reason.wanted)} of ${plural(reason.notes, 'note')} would be removed at once.`;
    case 'too-many-in-a-week':
      return `${number(reason.removed)} of ${plural(reason.notes, 'note')} would have been removed within a week.`;
  }
}

export function problemMessage(problem: Problem): string {
  switch (problem.code) {
    case 'error':
      return withAdvice(problem.message);
    case 'bug':
      return bugText(problem);
    case 'service':
      return passesByItself(problem) ? `${serviceText(problem)} ${GOES_ON}` : serviceText(problem);
    case 'unreadable-record':
      return `Readwise sent something odd for this ${recordKind(problem)} (${problem.problem}). It was left out; the next sync asks for it again. If this keeps happening, please report it.`;
    case 'incomplete-record':
      return `Readwise sent something odd for this ${recordKind(problem)} (${problem.problem}). That field stays empty until Readwise sends another value. If this keeps happening, please report it.`;
    case 'parent-not-listed': {
      const parent = problem.kind === 'highlight' ? 'document' : 'highlight';
      return `A ${problem.kind} is left out, because Reader does not list its ${parent}. Look for it in Reader: https://read.readwise.io/read/${problem.id}`;
    }
    case 'unreadable-list':
      return `Readwise sent something odd in its list of ${problem.list === 'book-list' ? 'books' : 'highlights'} (${problem.problem}). The next sync looks for changes there again.`;
    case 'no-full-text':
      return 'Readwise did not send the full text of this document. The rest of the note is up to date. The next sync asks again, and later ones every few days.';
    case 'no-file':
      return 'Readwise does not offer this file';
    case 'no-address':
      return 'The address is not valid';
    case 'other-file-type':
      return problem.wanted === 'image'
        ? 'The file is not an image of a supported kind'
        : 'The file is neither PDF nor EPUB';
    case 'answered-with-status':
      return `The server answered with status ${problem.status}`;
    case 'names-taken':
      return `Could not create the note: other files already have the name ${problem.paths.join(' or ')}. Rename one of them.`;
    case 'archive-taken':
      return `Could not archive ${problem.path}: ${problem.taken.join(' and ')} are both taken by other files. Rename one of them.`;
    case 'cannot-write':
      return `Could not write “${problem.path}”: another file has that name, perhaps in different case. Rename one of them.`;
    case 'changed-meanwhile':
      return 'The note changed while it was being updated, so it was left as it is. Try again.';
    case 'note-not-here':
      return `“${problem.path}” is not on this device yet, only in the cloud. Open it or have its folder downloaded, and sync again.`;
    case 'not-put-back':
      return `Could not put back “${problem.path}”, which was left half written. ${withAdvice(problem.message)} The next sync tries that again before it writes anything.`;
    case 'cannot-remove':
      return `Could not move ${problem.path}: ${withAdvice(problem.message)}`;
    case 'cannot-restore':
      return `Could not restore the note: ${OBSTACLES[problem.why]}.`;
    case 'item-lost':
      return 'Its item is no longer in the library.';
    case 'nothing-to-refresh':
      return 'Readwise has no item that matches this note.';
    case 'place-taken':
      return 'Another file has its path. Rename that file, then undo again.';
    case 'item-taken':
      return 'Another note is already used for the same item.';
    case 'note-lost':
      return 'The note no longer exists.';
    case 'belongs-to-item':
      return 'The note already belongs to an item.';
    case 'has-note':
      return `Its item already has a note: ${problem.path}`;
    case 'template-missing':
      if (problem.styles !== undefined)
        return `There is no style ${problem.template}, which the settings name for ${notesNamedBy(problem.namedBy)}. Choose one of ${problem.styles.join(', ')}, or a template file.`;
      return `The template for ${notesNamedBy(problem.namedBy)}, ${problem.template}, is not in the vault. Restore it, or choose another in the settings.`;
    case 'template-mistake':
      return `${problem.template}, ${placedMistake(problem)}`;
    case 'template-broken':
      return `${problemMessages(problem.problems)} Notes that use this template wait until you correct it.`;
    case 'template-failed':
      return `The template “${problem.template}” could not be rendered: ${problem.reason}. Correct the template and sync again.`;
    case 'templates-unusable':
      return problemMessages(problem.problems);
    case 'other-account':
      return `The notes of this vault seem to belong to another Readwise account. The token’s account has none of the ${problem.asked} items that were looked up. Nothing was changed. Use the token of the old account, or another vault. Or let this vault follow the new account from now on.`;
    case 'git-conflict':
      return `The note has git conflict markers from line ${problem.line} on, so it was left alone. Resolve the conflict; the next sync updates the note.`;
    case 'vault-incomplete':
      return `${problem.missing} of the ${problem.known} notes written here are missing, such as “${problem.example}”. Nothing was changed. If they are still downloading, or their disk is not mounted, wait and sync again. If you deleted them, accept that they are missing.`;
    case 'other-notes': {
      const [are, them] = problem.notes === 1 ? ['is', 'it'] : ['are', 'them'];
      return `${plural(problem.notes, 'note')} of another plugin ${are} about items that would get a note now, such as “${problem.example}”. No note was written. Move ${them} in, or leave ${them} and get new notes as well.`;
    }
    case 'front-matter-broken':
      return `${mistakeText(problem)} Fix it in source mode; until then only the text is updated.`;
    case 'property-kept':
      return `The property “${problem.property}” was yours before Readwise had a value for it. Yours stays. To keep both, rename yours.`;
    case 'database-lost':
      return 'The app’s database doesn’t answer. Restart Obsidian.';
    case 'state-damaged':
      return 'This device’s copy of your library was damaged, so everything is fetched again. Your notes and waiting changes are as they were.';
    case 'outbox-damaged':
      return `Some changes that waited to be sent to Readwise could not be read. They are kept in ${problem.setAside}. See which ones still wait, and ask for the others again.`;
  }
}

const GET_TOKEN = 'Get yours at https://readwise.io/access_token and enter it again.';
export const TOKEN_REFUSED = `Readwise refused the access token. ${GET_TOKEN}`;
export const GOES_ON = 'The next sync goes on from here.';
const OFFLINE = 'You’re offline.';
const IF_IT_STAYS = 'If this keeps happening, please report it.';

const PASSING: ReadonlySet<ServiceFault> = new Set([
  'offline',
  'no-answer',
  'failed',
  'incomplete',
  'cancelled',
]);

/** Nobody has to do anything about it. */
export const passesByItself = ({ why }: ServiceProblem): boolean => PASSING.has(why);

const ELSEWHERE: ReadonlySet<ServiceFault> = new Set(['web-page', 'redirect', 'too-large', 'not-found']);

/** Something else answers at the server address. */
export const isWrongAddress = ({ why }: ServiceProblem): boolean => ELSEWHERE.has(why);

/** What kept the service from answering, and what to do where that does not pass by itself. */
export function serviceText({
  why,
  detail = '',
  seconds = 0,
  field = '',
  problem = '',
}: ServiceProblem): string {
  switch (why) {
    case 'token-refused':
      return detail === ''
        ? TOKEN_REFUSED
        : `Readwise refused the access token (${detail.replace(/\.$/, '')}). ${GET_TOKEN}`;
    case 'rate-limited':
      return `Readwise limits requests. Sync again in ${duration(seconds)}. Other tools with the same token count, too.`;
    case 'offline':
      return OFFLINE;
    case 'no-connection':
      return `${capitalized(detail)}. Check the network and the server address.`;
    case 'no-answer':
      return 'Readwise did not answer in time.';
    case 'failed':
      return `Readwise answered with an error (${detail}).`;
    case 'incomplete':
      return 'The answer from Readwise was cut off.';
    case 'web-page':
      return 'A web page answered instead of Readwise. Check the server address, and whether this network asks you to sign in.';
    case 'redirect':
      return 'The server redirects to another address. Check the server address.';
    case 'too-large':
      return 'The answer is too large to be from Readwise. Check the server address.';
    case 'not-found':
      return 'There is no Readwise at the server address (404). Check the address. If it is right, update Florilegium.';
    case 'odd':
      return `Readwise sent something odd: ${detail} ${IF_IT_STAYS}`;
    case 'endless':
      return `The answer from Readwise does not end. ${IF_IT_STAYS}`;
    case 'rejected':
      return `Readwise rejected the request (${detail}). ${IF_IT_STAYS}`;
    case 'cursor-rejected':
      return 'Readwise no longer knows where this download stopped. The next sync starts this part again.';
    case 'limit-exceeded':
      return `${field} ${problem}. Nothing was sent. Change it and try again.`;
    case 'cancelled':
      return 'It was stopped.';
  }
}

function duration(seconds: number): string {
  if (seconds < 120) return plural(Math.ceil(seconds), 'second');
  if (seconds < 7200) return plural(Math.ceil(seconds / 60), 'minute');
  return plural(Math.ceil(seconds / 3600), 'hour');
}

/** Errors of the disk, known by the system's code, and what helps. */
const DISK: readonly (readonly [RegExp, string])[] = [
  [/ENOSPC|QuotaExceeded|no space left/i, 'The disk is full. Free some space.'],
  [
    /EACCES|EPERM|EROFS|permission denied/i,
    'The file cannot be written. Check whether it is read-only, or open in another program.',
  ],
  [/ENAMETOOLONG|name too long/i, 'The name is too long for this disk. Shorten it in the settings.'],
  [/EBUSY|EMFILE|resource busy/i, 'Another program is using the file. Close it there.'],
];

function withAdvice(message: string): string {
  const advice = DISK.find(([pattern]) => pattern.test(message))?.[1];
  return advice === undefined ? message : `${message.replace(/\.$/, '')}. ${advice}`;
}

const MISTAKES: Readonly<Record<FrontMatterMistake, string>> = {
  colon: 'There is one colon too many. Put a value that has a colon into quotes.',
  'not-closed': 'A quote or bracket is not closed. Close it, or put the value into quotes.',
  tab: 'A tab is used to indent. Use spaces.',
  twice: 'A property is there twice. Remove one.',
  indentation: 'The indentation is wrong. Align the line with those like it.',
  'too-deep': 'Lists or properties are nested too deep here. Use fewer levels.',
  'no-properties': 'Properties have the form “name: value”, each on a line of its own.',
  other: 'This is not valid YAML.',
};

/** Where the properties of a note are broken, why, and what to do. */
export const mistakeText = ({
  line,
  mistake,
}: Pick<Extract<Problem, { code: 'front-matter-broken' }>, 'line' | 'mistake'>): string =>
  `The properties cannot be read. Line ${line}: ${MISTAKES[mistake]}`;

/** What stopped one thing only, for a person to report. */
export const bugText = ({ name, message, at }: Bug): string =>
  `A bug: ${[`${name}: ${message}`, at].filter((part) => part !== '').join(' ')}. Please report this. The next sync tries again.`;

/** The message of an expected error. */
export const errorText = (error: Error): string => problemMessage(problemOf(error));

/** Each file with mistakes is named once. */
function problemMessages(problems: readonly Problem[]): string {
  let named = '';
  const texts: string[] = [];
  for (const problem of problems) {
    const isNamed = problem.code === 'template-mistake' && problem.template === named;
    texts.push(isNamed ? capitalized(placedMistake(problem)) : problemMessage(problem));
    if (problem.code === 'template-mistake') named = problem.template;
  }
  return texts.join(' ');
}

/** Without the file. */
export const placedMistake = ({ line, column, mistake }: TemplateMistake): string =>
  `line ${line}, column ${column}: ${templateMistakeText(mistake)}`;

type TemplateMistake = Extract<Problem, { code: 'template-mistake' }>;

const OBSTACLES = {
  unknown: 'there is no such item in your library',
  gone: 'it was deleted in Readwise, too',
  'no-highlights': 'its book has no highlights left in Readwise',
  'out-of-scope': 'your settings leave it out',
  'left-out': 'a rule leaves it out',
  'no-own-note': 'your settings ask for no separate note',
} as const;

type UnreadableRecord = Extract<Problem, { code: 'unreadable-record' | 'incomplete-record' }>;

export function recordKind({ endpoint, bookId }: UnreadableRecord): string {
  if (endpoint === 'documents') return 'document';
  return bookId === undefined ? 'book' : 'highlight';
}

function notesNamedBy(namedBy: Extract<Problem, { code: 'template-missing' }>['namedBy']): string {
  switch (namedBy.kind) {
    case 'rule':
      return 'notes of a rule';
    case 'use':
      return namedBy.use === 'fullText' ? 'full texts' : `${namedBy.use} notes`;
  }
}

/**
 * One line, such as `Syncing: 1,204 highlights, 300 of 9,000 Reader entries, 512 notes written…`. Why it waits
 * comes first. `label`: what goes on.
 */
export function progressText(state: ProgressState, now: number, label = ''): string {
  const wait = waitText(state.wait, now);
  const work = workText(state);
  if (wait !== null) return work === null ? wait : `${wait} ${capitalized(work)}`;
  return label === '' ? (work ?? STARTING) : `${label}: ${work ?? STARTING}`;
}

const STARTING = 'starting…';

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const CHECKING = {
  metadata: 'checking changed metadata…',
  deletions: 'checking deleted documents…',
} as const;

const WAITS: Readonly<Record<WaitReason, string>> = {
  limit: 'Readwise limits requests.',
  offline: OFFLINE,
  failure: 'A request failed.',
};

function waitText(wait: Wait | null, now: number): string | null {
  if (wait === null || wait.until <= now) return null;
  return `${WAITS[wait.why]} Continuing in ${number(Math.ceil((wait.until - now) / 1000))} s.`;
}

function workText(state: ProgressState): string | null {
  const { latest } = state;
  if (latest?.step === 'texts')
    return `fetching full texts, ${number(latest.done)} of ${number(latest.total)}…`;
  if (latest?.step === 'attachments') return `fetching attachments, ${number(latest.done)}…`;
  if (latest?.step === 'sending')
    return `sending ${latest.total > 1 ? `${number(latest.done + 1)} of ` : ''}${plural(latest.total, 'change')}…`;
  if (latest?.step === 'checking') return CHECKING[latest.what];
  const parts = workParts(state);
  return parts.length === 0 ? null : `${parts.join(', ')}…`;
}

/**
 * The number with a total, where there is one that is not reached yet. Else, because pulls and writing take turns,
 * all that brought anything.
 */
function workParts(state: ProgressState): readonly string[] {
  const { documents, writing } = state;
  const hasTotal = documents !== null && documents.total !== null && documents.received < documents.total;
  const parts = hasTotal ? [documentsText(documents)] : allParts(state);
  const failed = writing?.failed ?? 0;
  return failed > 0 ? [...parts, `${number(failed)} failed`] : parts;
}

function allParts({ highlights, documents, writing }: ProgressState): readonly string[] {
  const parts: string[] = [];
  if (highlights !== null && highlights.received > 0) parts.push(plural(highlights.received, 'highlight'));
  if (documents !== null && documents.received > 0) parts.push(documentsText(documents));
  if (writing !== null && writing.done > 0)
    parts.push(`${notesText(writing)} ${writing.isCheck === true ? 'checked' : 'written'}`);
  return parts;
}

function documentsText({ received, total }: Pulling): string {
  const entries = received === 1 && total === null ? 'entry' : 'entries';
  // A total that is already exceeded counted something else.
  const known =
    total !== null && total >= received ? `${number(received)} of ${number(total)}` : number(received);
  return `${known} Reader ${entries}`;
}

function notesText({ done, total }: Writing): string {
  return total === undefined || total < done
    ? plural(done, 'note')
    : `${number(done)} of ${plural(total, 'note')}`;
}
