import * as z from 'zod/mini';
import { HIGHLIGHT_COLORS } from '../model/model';
import { ReadwiseError } from './readwise-error';
import { NUMERIC_ID, WORD_ID } from './wire-fields';
import type { Query } from './client';

/**
 * Schemas for bodies and queries, with the limits of the specification and names in camel case. Most
 * are lazy: made when they are first used, because the app waits for all that is made while a plugin loads.
 */

/** The most characters that the service takes, by what they are of. */
export const LIMITS = {
  text: 8191,
  note: 8191,
  title: 511,
  author: 1024,
  imageUrl: 2047,
  sourceUrl: 2047,
  highlightUrl: 4095,
  highlightTag: 127,
  bookTag: 512,
  /** Our own limit, which catches mistakes; the specification has none. */
  documentUrl: 4095,
} as const;

/** The length of a text in characters, not UTF-16 units, as the service counts. */
export const characterCount = (text: string): number => [...text].length;

/** Text with a limit in characters. */
function characters(limit: number) {
  return z.string().check(
    z.refine((value) => value.length <= limit || characterCount(value) <= limit, {
      error: ({ input }) =>
        `may have at most ${String(limit)} characters, but has ${String(characterCount(String(input)))}`,
    }),
  );
}

/** The same, but not blank. */
const someCharacters = (limit: number) =>
  characters(limit).check(z.refine((value) => value.trim() !== '', 'must not be empty'));

const isoDate = z.string().check(
  z.regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/,
    {
      error: ({ input }) =>
        `must be an ISO 8601 date, like 2026-01-31 or 2026-01-31T09:00:00Z, but is ${shown(input)}`,
    },
  ),
);

export const numericId = z.string().check(z.regex(NUMERIC_ID, 'must be a numeric id'));

export const wordId = z.string().check(z.regex(WORD_ID, 'must be an id of letters, digits and dashes'));

const pageSize = z.optional(z.int().check(z.gte(1), z.lte(1000)));

const newHighlight = z.lazy(() =>
  z
    .strictObject({
      text: someCharacters(LIMITS.text),
      title: z.optional(characters(LIMITS.title)),
      author: z.optional(characters(LIMITS.author)),
      imageUrl: z.optional(characters(LIMITS.imageUrl)),
      sourceUrl: z.optional(characters(LIMITS.sourceUrl)),
      sourceType: z.optional(
        z.string().check(z.regex(/^\S{3,64}$/u, 'must be from 3 to 64 characters with no spaces')),
      ),
      category: z.optional(z.enum(['books', 'articles', 'tweets', 'podcasts'])),
      note: z.optional(characters(LIMITS.note)),
      location: z.optional(z.int()),
      locationType: z.optional(z.enum(['page', 'location', 'none', 'order', 'offset', 'time_offset'])),
      highlightedAt: z.optional(isoDate),
      highlightUrl: z.optional(characters(LIMITS.highlightUrl)),
    })
    .check(
      z.refine(({ locationType = 'order', location }) => locationType === 'order' || location !== undefined, {
        path: ['location'],
        error: 'is required by every locationType but "order"',
      }),
    ),
);

export const newHighlights = z.lazy(() =>
  z.strictObject({
    highlights: z.readonly(z.array(newHighlight).check(z.minLength(1))),
  }),
);

export const highlightChange = z.lazy(() =>
  z
    .strictObject({
      text: z.optional(someCharacters(LIMITS.text)),
      note: z.optional(characters(LIMITS.note)),
      location: z.optional(z.string()),
      url: z.optional(characters(LIMITS.highlightUrl)),
      color: z.optional(z.enum(HIGHLIGHT_COLORS)),
    })
    .check(
      z.refine(
        (change) => Object.values(change).some((value) => value !== undefined),
        'needs at least one field to change',
      ),
    ),
);

export const tagName = {
  highlights: z.strictObject({ name: someCharacters(LIMITS.highlightTag) }),
  books: z.strictObject({ name: someCharacters(LIMITS.bookTag) }),
};

export const exportQuery = z.strictObject({
  updatedAfter: z.optional(isoDate),
  ids: z.optional(z.readonly(z.array(numericId).check(z.minLength(1), z.maxLength(100)))),
  includeDeleted: z.optional(z.boolean()),
});

const listFields = { pageSize, updatedAfter: z.optional(isoDate) };
export const highlightFilter = z.strictObject(listFields);
export const bookFilter = z.strictObject({ ...listFields, source: z.optional(z.string()) });

export const tagFilter = z.strictObject({ pageSize });

export const documentCategory = z.optional(
  z.enum(['article', 'email', 'rss', 'highlight', 'note', 'pdf', 'epub', 'tweet', 'video']),
);

export const documentFilter = z.strictObject({
  updatedAfter: z.optional(isoDate),
  category: documentCategory,
  withHtmlContent: z.optional(z.boolean()),
});

export const documentChange = z.strictObject({
  title: z.optional(z.string()),
  author: z.optional(z.string()),
  summary: z.optional(z.string()),
  publishedDate: z.optional(isoDate),
  imageUrl: z.optional(z.string()),
  location: z.optional(z.enum(['new', 'later', 'archive', 'feed'])),
  category: documentCategory,
  tags: z.optional(z.readonly(z.array(z.string()))),
});

const WEB_ADDRESS = /^https?:\/\/[^\s/]+\S*$/i;

export const newDocument = z.lazy(() =>
  z
    .strictObject({
      ...documentChange.shape,
      url: someCharacters(LIMITS.documentUrl),
      html: z.optional(z.string()),
      shouldCleanHtml: z.optional(z.boolean()),
      savedUsing: z.optional(z.string()),
      notes: z.optional(z.string()),
    })
    .check(
      z.refine(({ shouldCleanHtml, html }) => shouldCleanHtml === undefined || html !== undefined, {
        path: ['shouldCleanHtml'],
        error: 'is only allowed together with html',
      }),
    )
    .check(({ value: { url, html }, issues }) => {
      // With the page itself, the service loads nothing, and any text will do.
      if (html !== undefined || WEB_ADDRESS.test(url)) return;
      const message = `must be like https://example.com/page, but is ${url}`;
      issues.push({ code: 'custom', path: ['url'], input: url, message });
    }),
);

/** Validates a value. Throws `limit-exceeded` for the first broken rule. */
export function checked<Value>(schema: z.ZodMiniType<Value>, value: unknown, doing: string): Value {
  const result = schema.safeParse(value, { error: problemOf });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.') ?? '';
  const field = path === '' ? 'the value' : path;
  const problem = issue?.message ?? 'is not allowed';
  throw new ReadwiseError('limit-exceeded', doing, { field, problem });
}

/** The broken rule, to follow the name of the field. */
function problemOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing';
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value')
    return `must be one of ${issue.values.map(String).join(', ')}, but is ${shown(issue.input)}`;
  if (issue.code === 'unrecognized_keys')
    return `has a field that the service does not take: ${issue.keys.join(', ')}`;
  if (issue.code === 'too_small')
    return `must be at least ${String(issue.minimum)}, but is ${shown(issue.input)}`;
  if (issue.code === 'too_big')
    return `may be at most ${String(issue.maximum)}, but is ${shown(issue.input)}`;
  return 'is not allowed';
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a whole number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
};

/** A value for a message; a list by its length. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return String(value.length);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : typeof value;
}

/** A query from fields; undefined ones are left out. */
export function toQuery(fields: Readonly<Record<string, string | number | boolean | undefined>>): Query {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
}

/** A body with snake case names: `highlightedAt` becomes `highlighted_at`. */
export function toBody(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    named.map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
}
