import * as z from 'zod/mini';
import { isoDate, someCharacters, wordId } from './outgoing';

/** What may be sent to v3, as v3-documents.md has it. */

/** The specification names no limit for an address; this one keeps a mistake from being sent. */
const LONGEST_ADDRESS = 4095;

const category = z.optional(
  z.enum(['article', 'email', 'rss', 'highlight', 'note', 'pdf', 'epub', 'tweet', 'video']),
);

/** "Document LIST": the query without its cursor. */
export const documentFilterSchema = z.strictObject({
  id: z.optional(wordId),
  updatedAfter: z.optional(isoDate),
  location: z.optional(z.enum(['new', 'later', 'shortlist', 'archive', 'feed'])),
  category,
  /** Keys of tags that a document must all have; `['']` asks for documents without any. */
  tags: z.optional(z.readonly(z.array(z.string()).check(z.maxLength(5)))),
  withHtmlContent: z.optional(z.boolean()),
  withRawSourceUrl: z.optional(z.boolean()),
});

const common = {
  title: z.optional(z.string()),
  author: z.optional(z.string()),
  summary: z.optional(z.string()),
  publishedDate: z.optional(isoDate),
  imageUrl: z.optional(z.string()),
  location: z.optional(z.enum(['new', 'later', 'archive', 'feed'])),
  category,
  tags: z.optional(z.readonly(z.array(z.string()))),
};

/** "Document CREATE": the body. */
export const newDocumentSchema = z
  .strictObject({
    url: someCharacters(LONGEST_ADDRESS),
    html: z.optional(z.string()),
    shouldCleanHtml: z.optional(z.boolean()),
    ...common,
    savedUsing: z.optional(z.string()),
    notes: z.optional(z.string()),
  })
  .check(
    z.refine(({ shouldCleanHtml, html }) => shouldCleanHtml === undefined || html !== undefined, {
      path: ['shouldCleanHtml'],
      error: 'is only allowed together with html',
    }),
  );

/** "Document UPDATE": the body. */
export const documentChangeSchema = z.strictObject(common);

export type DocumentFilter = z.infer<typeof documentFilterSchema>;
export type NewDocument = z.infer<typeof newDocumentSchema>;
export type DocumentChange = z.infer<typeof documentChangeSchema>;
