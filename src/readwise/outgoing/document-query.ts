import * as z from 'zod/mini';
import { isoDate, wordIdText } from './rules';

const LOCATIONS = ['new', 'later', 'shortlist', 'archive', 'feed'] as const;
/** v3-documents.md: what a document can be. */
export const CATEGORIES = ['article', 'email', 'rss', 'highlight', 'note', 'pdf', 'epub', 'tweet', 'video'] as const;

/** v3-documents.md, "Document LIST": the query without its cursor. */
export const documentFilterSchema = z.strictObject({
  id: z.optional(wordIdText),
  updatedAfter: z.optional(isoDate),
  location: z.optional(z.enum(LOCATIONS)),
  category: z.optional(z.enum(CATEGORIES)),
  /** Keys of tags that a document must all have; `['']` asks for documents without any. */
  tags: z.optional(z.readonly(z.array(z.string()).check(z.maxLength(5)))),
  withHtmlContent: z.optional(z.boolean()),
  withRawSourceUrl: z.optional(z.boolean()),
});

export type DocumentFilter = Readonly<z.infer<typeof documentFilterSchema>>;
