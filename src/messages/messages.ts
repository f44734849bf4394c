import type { ProgressState, Pulling, Wait, Writing } from '../model/progress';
import { problemOf, type HoldReason, type Problem, type Reason } from '../model/problem';

/** What the engine returns as values, in English: the one place for both hosts. */

const REASONS: Readonly<Record<Reason, string>> = {
  new: 'new in Readwise',
  changed: 'changed in Readwise',
  'title-changed': 'its title changed',
  'created-by-settings': 'your settings or a template ask for it',
  'renamed-by-settings': 'your settings name it so',
  'changed-by-settings': 'your settings or a template changed',
  unchanged: 'nothing new',
  back: 'it is back in Readwise',
  'deleted-by-person': 'you deleted its note',
  'restored-by-person': 'you asked for it again',
  deleted: 'deleted in Readwise',
  'document-deleted': 'deleted in Reader',
  'no-highlights': 'no highlight is left in Readwise',
  'highlight-deleted': 'its highlight was deleted in Readwise',
  'out-of-scope': 'left out by your settings',
  'no-own-note': 'your settings want no note of its own',
  edited: 'it holds your words',
  marked: 'kept and marked',
  'kept-by-person': 'kept because you said so',
  held: 'held back',
};

export const reasonText = (reason: Reason): string => REASONS[reason];

export function holdText(reason: HoldReason): string {
  switch (reason.code) {
    case 'more-than-allowed':
      return `${notes(reason.wanted)} would be removed, and only ${reason.allowed} were allowed.`;
    case 'held-before': {
      const them = reason.wanted === 1 ? 'it' : 'them';
      return `${notes(reason.wanted)} would be removed. An earlier sync held ${them} back, and nobody has confirmed ${them} yet.`;
    }
    case 'too-many-at-once':
      return `${reason.wanted} of ${reason.notes} notes would be removed at once.`;
    case 'too-many-in-a-week':
      return `${reason.removed} notes would have been removed within a week, of ${reason.notes}.`;
  }
}

export function problemMessage(problem: Problem): string {
  switch (problem.code) {
    case 'error':
      return problem.message;
    case 'unreadable-record':
      return `While reading ${recordName(problem)}: the service sent something odd (${problem.problem}). It is left out, the others are in; the next sync asks for it again.`;
    case 'incomplete-record':
      return `While reading ${recordName(problem)}: the service sent something odd (${problem.problem}). This field is left empty until the service sends another value; the rest is in.`;
    case 'unreadable-list':
      return `While looking for changed ${problem.list}: the service listed something odd (${problem.problem}). What changed there is looked for again at the next sync.`;
    case 'no-full-text':
      return 'The service did not give the full text of this document. It is asked for it again, at first with the next sync and then every few days; the rest of the note is up to date.';
    case 'no-file':
      return 'The service gives no file of it away';
    case 'no-address':
      return 'It is no address';
    case 'other-file-type':
      return problem.wanted === 'image'
        ? 'It is no image of a kind that is kept'
        : 'It is neither PDF nor EPUB';
    case 'answered-with-status':
      return `The answer was ${problem.status}`;
    case 'names-taken':
      return `Could not create the note: other files already have the name ${problem.paths.join(' or ')}. Rename one of them.`;
    case 'archive-taken':
      return `Could not archive ${problem.path}: ${problem.taken.join(' and ')} are both taken by other files. Rename one of them.`;
    case 'cannot-write':
      return `Could not write “${problem.path}”: something else has that name, perhaps in other capital letters. Rename it, or choose another name.`;
    case 'went-away':
      return `The note ${problem.path} went away while it was being updated.`;
    case 'of-another-item':
      return `The note ${problem.path} is another item's now.`;
    case 'cannot-remove':
      return `Could not move ${problem.path} out of the way: ${problem.message}`;
    case 'cannot-restore':
      return `Could not bring back what was deleted: ${OBSTACLES[problem.why]}.`;
    case 'item-lost':
      return 'Its item is not in the library any more.';
    case 'nothing-to-refresh':
      return 'the service has nothing that this note could be of';
    case 'place-taken':
      return 'Another file has its place. Rename that file, then undo again.';
    case 'item-taken':
      return 'Another note was taken for the same item.';
    case 'note-lost':
      return 'The note is not there any more.';
    case 'belongs-to-item':
      return 'The note belongs to an item already.';
    case 'has-note':
      return `Its item has a note already: ${problem.path}`;
    case 'template-missing':
      return `The template for ${notesNamedBy(problem.namedBy)}, ${problem.template}, is not in the vault. Choose another in the settings, or put it back.`;
    case 'template-mistake':
      return `${problem.template}, line ${problem.line}, column ${problem.column}: ${problem.message}`;
    case 'template-replaced':
      return `${problemMessages(problem.problems)} Until that is put right, notes are written with the last good version of the template.`;
    case 'templates-unusable':
      return problemMessages(problem.problems);
    case 'other-account':
      return `The notes of this vault seem to belong to another Readwise account: of ${problem.asked} that were looked up, the token's account has none. Nothing was changed. Use the token of the account that they came from, or another vault; or, if this vault is to follow the new account from now on, say so.`;
    case 'vault-incomplete':
      return `${problem.missing} of the ${problem.known} notes that were written here are not in the vault now, such as “${problem.example}”. They were left as they are. If a cloud is still bringing them, or their folder is not mounted, see to that and sync again; if you deleted them, say so by accepting that they are missing.`;
  }
}

/** What is told of an error that something outside may cause. */
export const errorText = (error: Error): string => problemMessage(problemOf(error));

export const problemMessages = (problems: readonly Problem[]): string =>
  problems.map(problemMessage).join(' ');

const OBSTACLES = {
  unknown: 'the service has told of no such item',
  gone: 'it is gone at the service, too',
  'out-of-scope': 'the settings leave it out',
} as const;

type OddRecord = Extract<Problem, { code: 'unreadable-record' | 'incomplete-record' }>;

function recordName({ endpoint, id, bookId }: OddRecord): string {
  if (endpoint === 'documents') return `document ${id}`;
  return bookId === undefined ? `book ${id}` : `highlight ${id} of book ${bookId}`;
}

function notesNamedBy(namedBy: Extract<Problem, { code: 'template-missing' }>['namedBy']): string {
  switch (namedBy.kind) {
    case 'rule':
      return 'notes that a rule is for';
    case 'category':
      return `notes of the category ${namedBy.category}`;
    case 'use':
      return namedBy.use === 'fullText' ? 'full texts' : `${namedBy.use} notes`;
  }
}

const notes = (count: number): string => `${count} ${count === 1 ? 'note' : 'notes'}`;

const NUMBERS = new Intl.NumberFormat('en');
const count = (value: number): string => NUMBERS.format(value);

const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

/**
 * One line such as `1,204 highlights, 300 of 9,000 Reader entries, 512 notes written… waiting 7 s for the
 * rate limit`.
 */
export function progressText(state: ProgressState, now: number): string {
  const wait = waitText(state.wait, now);
  const work = workText(state);
  if (wait === null) return work ?? 'starting…';
  return work === null ? wait : `${work} ${wait}`;
}

function waitText(wait: Wait | null, now: number): string | null {
  if (wait === null || wait.until <= now) return null;
  const seconds = count(Math.ceil((wait.until - now) / 1000));
  return wait.why === 'limit'
    ? `waiting ${seconds} s for the rate limit`
    : `a request failed, trying again in ${seconds} s`;
}

function workText(state: ProgressState): string | null {
  const { latest } = state;
  if (latest?.step === 'texts')
    return `fetching full texts, ${count(latest.done)} of ${count(latest.total)}…`;
  if (latest?.step === 'attachments') return `fetching attachments, ${count(latest.done)}…`;
  if (latest?.step === 'checking') return `checking ${latest.what}…`;
  const parts = workParts(state);
  return parts.length === 0 ? null : `${parts.join(', ')}…`;
}

/**
 * Pulls and writing take turns, so that a line with all of them does not jump. What brought nothing yet is
 * left out.
 */
function workParts({ highlights, documents, writing }: ProgressState): readonly string[] {
  const parts: string[] = [];
  if (highlights !== null && highlights.received > 0) parts.push(counted(highlights.received, 'highlight'));
  if (documents !== null && documents.received > 0) parts.push(documentsText(documents));
  if (writing !== null && writing.done > 0) parts.push(`${notesText(writing)} written`);
  if (writing !== null && writing.failed > 0) parts.push(`${count(writing.failed)} failed`);
  return parts;
}

function documentsText({ received, total }: Pulling): string {
  const entries = received === 1 && total === null ? 'entry' : 'entries';
  // A total that was passed already counted something else.
  const known =
    total !== null && total >= received ? `${count(received)} of ${count(total)}` : count(received);
  return `${known} Reader ${entries}`;
}

function notesText({ done, total }: Writing): string {
  return total === undefined || total < done
    ? counted(done, 'note')
    : `${count(done)} of ${counted(total, 'note')}`;
}
