import * as z from 'zod/mini';

/**
 * Reasons and problems as codes with parameters; `messages.ts` turns them into sentences. The large schemas are
 * lazy: made when they are first used, because the app waits for all that is made while a plugin loads.
 */

/** Why an action is planned; an action may have several reasons. */
export type Reason =
  | 'new'
  | 'changed'
  | 'title-changed'
  | 'created-by-settings'
  | 'renamed-by-settings'
  | 'changed-by-settings'
  | 'unchanged'
  /** The item was deleted and is at the service again. */
  | 'back'
  | 'deleted-by-person'
  | 'restored-by-person'
  /** The next four: what was deleted at the service. */
  | 'deleted'
  | 'document-deleted'
  | 'no-highlights'
  | 'highlight-deleted'
  | 'out-of-scope'
  | 'no-own-note'
  /** The note holds text of the user's. */
  | 'edited'
  /** The note stays and is marked as deleted. */
  | 'marked'
  | 'kept-by-person'
  | 'held';

export type GoneReason = Extract<Reason, 'deleted' | 'document-deleted' | 'no-highlights'>;

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
  'no-properties',
  'other',
]);
export type FrontMatterMistake = z.infer<typeof frontMatterMistake>;

const templateMissing = z.object({
  code: z.literal('template-missing'),
  template: z.string(),
  /** What the template is set for: a rule, a category, or a use such as `book`. */
  namedBy: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('rule') }),
    z.object({ kind: z.literal('category'), category: z.string() }),
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
  message: z.string(),
});
const templateProblems = z.lazy(() =>
  z.array(z.discriminatedUnion('code', [templateMissing, templateMistake])),
);

export const problemSchema = z.lazy(() =>
  z.discriminatedUnion('code', [
    /** A message of the host, the service or a library. */
    z.object({ code: z.literal('error'), message: z.string() }),
    z.object({ code: z.literal('unreadable-record'), ...oddRecord }),
    z.object({ code: z.literal('incomplete-record'), ...oddRecord }),
    /** A v3 highlight or note in no note, because the service does not list what it belongs to. */
    z.object({
      code: z.literal('parent-not-listed'),
      kind: z.enum(['highlight', 'note']),
      id: z.string(),
      parent: z.string(),
    }),
    z.object({
      code: z.literal('unreadable-list'),
      list: z.enum(['books', 'highlights']),
      problem: z.string(),
    }),
    z.object({ code: z.literal('no-full-text') }),
    z.object({ code: z.literal('text-not-converted') }),
    z.object({ code: z.literal('no-file') }),
    z.object({ code: z.literal('no-address') }),
    z.object({ code: z.literal('other-file-type'), wanted: z.enum(['image', 'document']) }),
    z.object({ code: z.literal('answered-with-status'), status: z.number() }),
    z.object({ code: z.literal('names-taken'), paths: z.array(z.string()) }),
    z.object({ code: z.literal('archive-taken'), path: z.string(), taken: z.array(z.string()) }),
    /** No note has this name, and yet none can be made. */
    z.object({ code: z.literal('cannot-write'), path: z.string() }),
    z.object({ code: z.literal('went-away'), path: z.string() }),
    z.object({ code: z.literal('of-another-item'), path: z.string() }),
    z.object({ code: z.literal('cannot-remove'), path: z.string(), message: z.string() }),
    z.object({ code: z.literal('cannot-restore'), why: z.enum(['unknown', 'gone', 'out-of-scope']) }),
    z.object({ code: z.literal('item-lost') }),
    z.object({ code: z.literal('nothing-to-refresh') }),
    z.object({ code: z.literal('place-taken') }),
    z.object({ code: z.literal('item-taken') }),
    z.object({ code: z.literal('note-lost') }),
    z.object({ code: z.literal('belongs-to-item') }),
    z.object({ code: z.literal('has-note'), path: z.string() }),
    templateMissing,
    templateMistake,
    /** Notes are written with the last good version of the template. */
    z.object({ code: z.literal('template-replaced'), problems: templateProblems }),
    z.object({ code: z.literal('templates-unusable'), problems: templateProblems }),
    z.object({ code: z.literal('other-account'), asked: z.number() }),
    z.object({
      code: z.literal('vault-incomplete'),
      missing: z.number(),
      known: z.number(),
      example: z.string(),
    }),
    /** Only the properties of the note are left alone. */
    z.object({ code: z.literal('front-matter-broken'), line: z.number(), mistake: frontMatterMistake }),
    /** The device's state was replaced; `setAside` is where the old one lies, null where it was removed. */
    z.object({ code: z.literal('state-damaged'), setAside: z.nullable(z.string()) }),
  ]),
);
export type Problem = z.infer<typeof problemSchema>;
export type TemplateFault = Extract<Problem, { code: 'template-missing' | 'template-mistake' }>;

export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

export const problemOf = (error: Error): Problem =>
  error instanceof ProblemError ? error.problem : { code: 'error', message: error.message };
