import * as z from 'zod/mini';
import { isOperational } from './errors';
import { templateMistakeSchema } from './template-mistake';

/**
 * Reasons and problems as codes with parameters; `messages.ts` turns them into sentences. The large schemas are
 * lazy: made when they are first used, because the app waits for all that is made while a plugin loads.
 */

/** Why an action is planned; an action may have several reasons. */
export const REASONS = [
  'new',
  'changed',
  'renamed-by-service',
  'created-by-settings',
  'renamed-by-settings',
  'changed-by-settings',
  'unchanged',
  /** The note was left, marked or archived, and its item is synced again. */
  'back',
  'deleted-by-person',
  'made-plain',
  'restored-by-person',
  /** Undo took its note away, and the item has not changed since. */
  'undone',
  /** The next four: what was deleted at the service. */
  'deleted',
  'document-deleted',
  'no-highlights',
  'highlight-deleted',
  'out-of-scope',
  'no-own-note',
  /** The item has another note: its book and its document had one each. */
  'joined',
  /** The note holds text of the user's. */
  'edited',
  /** The note stays, and its status says why it is not updated any more. */
  'marked',
  'kept-by-person',
  'held',
] as const;
export type Reason = (typeof REASONS)[number];

export type GoneReason = Extract<Reason, 'deleted' | 'document-deleted' | 'no-highlights'>;
/** Why a note has to go. */
export type RemovalReason =
  GoneReason | Extract<Reason, 'highlight-deleted' | 'out-of-scope' | 'no-own-note' | 'joined'>;

const endpoint = z.enum(['highlights', 'documents']);

/** A record that the service sent in an unexpected shape; `problem` says what is wrong. */
const oddRecord = { endpoint, id: z.string(), bookId: z.optional(z.string()), problem: z.string() };

export const holdReasonSchema = z.lazy(() =>
  z.discriminatedUnion('code', [
    z.object({ code: z.literal('more-than-allowed'), wanted: z.number(), allowed: z.number() }),
    z.object({ code: z.literal('held-before'), wanted: z.number() }),
    z.object({ code: z.literal('too-many-at-once'), wanted: z.number(), notes: z.number() }),
    z.object({ code: z.literal('too-many-in-a-week'), removed: z.number(), notes: z.number() }),
  ]),
);
export type HoldReason = z.infer<typeof holdReasonSchema>;

const frontMatterMistake = z.enum([
  'colon',
  'not-closed',
  'tab',
  'twice',
  'indentation',
  'too-deep',
  'no-properties',
  'other',
]);
export type FrontMatterMistake = z.infer<typeof frontMatterMistake>;

/** An error of this program: it costs only what it happened in, and should be reported. */
export const bugSchema = z.object({
  code: z.literal('bug'),
  name: z.string(),
  message: z.string(),
  /** The first line of its stack, without folders. */
  at: z.string(),
});
export type Bug = z.infer<typeof bugSchema>;

const serviceProblem = z.object({
  code: z.literal('service'),
  why: z.enum([
    /** 401 or 403: the token is missing, wrong or revoked. Never tried again. */
    'token-refused',
    /** The service asks for a longer pause than a run waits, or for too many pauses. */
    'rate-limited',
    'offline',
    'no-connection',
    'no-answer',
    'failed',
    'incomplete',
    'web-page',
    'redirect',
    'too-large',
    'not-found',
    'odd',
    'endless',
    /** 400 and similar: the service understood the request and refused it. */
    'rejected',
    /** The cursor has expired: the pull must begin again from its watermark. */
    'cursor-rejected',
    /** A value that the specification does not allow; found before sending. */
    'limit-exceeded',
    'cancelled',
  ]),
  /** `fetching highlights, page 1`; for reports of problems. */
  doing: z.string(),
  /** What the service or the network said. */
  detail: z.optional(z.string()),
  status: z.optional(z.number()),
  /** Of a pause. */
  seconds: z.optional(z.number()),
  /** Of a value that is not allowed; may have a place in a list (`highlights.2.text`). */
  field: z.optional(z.string()),
  /** Follows the field: `must not be empty`. */
  problem: z.optional(z.string()),
});
/** The service did not do what it was asked for. */
export type ServiceProblem = z.infer<typeof serviceProblem>;
export type ServiceFault = ServiceProblem['why'];

const templateMissing = z.object({
  code: z.literal('template-missing'),
  template: z.string(),
  /** What the template is set for: a rule, or a use such as `book`. */
  namedBy: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('rule') }),
    z.object({ kind: z.literal('use'), use: z.string() }),
  ]),
  /** What there is, where a built-in style was meant. */
  styles: z.optional(z.array(z.string())),
});
const templateMistake = z.object({
  code: z.literal('template-mistake'),
  template: z.string(),
  line: z.number(),
  column: z.number(),
  mistake: templateMistakeSchema,
});
const templateProblems = z.lazy(() =>
  z.array(z.discriminatedUnion('code', [templateMissing, templateMistake])),
);

export const problemSchema = z.lazy(() =>
  z.discriminatedUnion('code', [
    /** A message of the host or a library. */
    z.object({ code: z.literal('error'), message: z.string() }),
    bugSchema,
    serviceProblem,
    z.object({ code: z.literal('unreadable-record'), ...oddRecord }),
    z.object({ code: z.literal('incomplete-record'), ...oddRecord, updatedAt: z.optional(z.string()) }),
    /** A v3 highlight or note in no note, because the service does not list what it belongs to. */
    z.object({
      code: z.literal('parent-not-listed'),
      kind: z.enum(['highlight', 'note']),
      id: z.string(),
      parent: z.string(),
      updatedAt: z.optional(z.string()),
    }),
    z.object({
      code: z.literal('unreadable-list'),
      list: z.enum(['book-list', 'highlight-list']),
      problem: z.string(),
    }),
    z.object({ code: z.literal('no-full-text') }),
    z.object({ code: z.literal('no-file') }),
    z.object({ code: z.literal('no-address') }),
    z.object({ code: z.literal('other-file-type'), wanted: z.enum(['image', 'document']) }),
    z.object({ code: z.literal('answered-with-status'), status: z.number() }),
    z.object({ code: z.literal('names-taken'), paths: z.array(z.string()) }),
    z.object({ code: z.literal('archive-taken'), path: z.string(), taken: z.array(z.string()) }),
    /** No note has this name, and yet none can be made. */
    z.object({ code: z.literal('cannot-write'), path: z.string() }),
    z.object({ code: z.literal('changed-meanwhile') }),
    /** Only a placeholder of the note is on this device. */
    z.object({ code: z.literal('note-not-here'), path: z.string() }),
    /** A run was interrupted while it wrote the note, or could not write it; its old text is kept. */
    z.object({ code: z.literal('not-put-back'), path: z.string(), message: z.string() }),
    z.object({ code: z.literal('cannot-remove'), path: z.string(), message: z.string() }),
    z.object({
      code: z.literal('cannot-restore'),
      why: z.enum(['unknown', 'gone', 'no-highlights', 'out-of-scope', 'left-out', 'no-own-note']),
    }),
    z.object({ code: z.literal('item-lost') }),
    z.object({ code: z.literal('nothing-to-refresh') }),
    z.object({ code: z.literal('place-taken') }),
    z.object({ code: z.literal('item-taken') }),
    z.object({ code: z.literal('note-lost') }),
    z.object({ code: z.literal('belongs-to-item') }),
    z.object({ code: z.literal('has-note'), path: z.string() }),
    templateMissing,
    templateMistake,
    /** The notes that use the template wait. */
    z.object({ code: z.literal('template-broken'), problems: templateProblems }),
    /** One item cannot be rendered with it, as where a value names a partial that is not there. */
    z.object({ code: z.literal('template-failed'), template: z.string(), reason: z.string() }),
    z.object({ code: z.literal('templates-unusable'), problems: templateProblems }),
    z.object({ code: z.literal('other-account'), asked: z.number() }),
    z.object({
      code: z.literal('vault-incomplete'),
      missing: z.number(),
      known: z.number(),
      example: z.string(),
    }),
    /** The first notes would stand beside those that another plugin made of the same items. */
    z.object({ code: z.literal('other-notes'), notes: z.number(), example: z.string() }),
    /** A merge of git left its marks in the note, which is left alone until a person has finished it. */
    z.object({ code: z.literal('git-conflict'), path: z.string(), line: z.number() }),
    /** Only the properties of the note are left alone. */
    z.object({ code: z.literal('front-matter-broken'), line: z.number(), mistake: frontMatterMistake }),
    /** The person had the property before the service had a value for it. */
    z.object({ code: z.literal('property-kept'), property: z.string() }),
    /** The app's database does not answer. Nothing in it was given up. */
    z.object({ code: z.literal('database-lost') }),
    /** The device's state was replaced. */
    z.object({ code: z.literal('state-damaged') }),
    /** Waiting changes could not be read: the file or database that has them. */
    z.object({ code: z.literal('outbox-damaged'), setAside: z.string() }),
  ]),
);
export type Problem = z.infer<typeof problemSchema>;
export type TemplateFault = Extract<Problem, { code: 'template-missing' | 'template-mistake' }>;

export class ProblemError extends Error {
  override readonly name: string = 'ProblemError';
  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(problem.code, options);
  }
}

/** What is reported of an error; of a bug also its place in the program. */
export function problemOf(error: Error): Problem {
  if (error instanceof ProblemError) return error.problem;
  return isOperational(error) ? { code: 'error', message: error.message } : bugOf(error);
}

/** What a person can report of an unexpected error. */
export function bugOf(error: unknown): Bug {
  if (!(error instanceof Error)) return { code: 'bug', name: 'Error', message: String(error), at: '' };
  const { name, message, stack = '' } = error;
  const line = stack.split('\n').find((each) => /^\s*at /.test(each)) ?? '';
  const at = line
    .trim()
    .replace(/\(.*[\\/]/, '(')
    .replace(/^at .*[\\/]/, 'at ');
  return { code: 'bug', name, message, at };
}
