import * as v from 'valibot';
import { isoDate, listOf, oneOf, wordIdText } from './rules';

const LOCATIONS = ['new', 'later', 'shortlist', 'archive', 'feed'] as const;
/** v3-documents.md: what a document can be. */
export const CATEGORIES = ['article', 'email', 'rss', 'highlight', 'note', 'pdf', 'epub', 'tweet', 'video'] as const;

/** v3-documents.md, "Document LIST": the query without its cursor. */
export const documentFilterSchema = v.strictObject({
  id: v.optional(wordIdText),
  updatedAfter: v.optional(isoDate),
  location: v.optional(oneOf(LOCATIONS)),
  category: v.optional(oneOf(CATEGORIES)),
  /** Keys of tags that a document must all have; `['']` asks for documents without any. */
  tags: v.optional(listOf(v.string(), { most: 5 })),
  withHtmlContent: v.optional(v.boolean()),
  withRawSourceUrl: v.optional(v.boolean()),
});

export type DocumentFilter = Readonly<v.InferOutput<typeof documentFilterSchema>>;
