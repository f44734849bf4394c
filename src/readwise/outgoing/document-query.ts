import { fields, flag, isoDate, listOf, oneOf, optional, text, wordIdText, type ValueOf } from './rules';

const LOCATIONS = ['new', 'later', 'shortlist', 'archive', 'feed'] as const;
/** v3-documents.md: what a document can be. */
export const CATEGORIES = [
  'article',
  'email',
  'rss',
  'highlight',
  'note',
  'pdf',
  'epub',
  'tweet',
  'video',
] as const;

/** v3-documents.md, "Document LIST": the query without its cursor. */
export const documentFilterRule = fields({
  id: optional(wordIdText),
  updatedAfter: optional(isoDate),
  location: optional(oneOf(LOCATIONS)),
  category: optional(oneOf(CATEGORIES)),
  /** Keys of tags that a document must all have; `['']` asks for documents without any. */
  tags: optional(listOf(text, { most: 5 })),
  withHtmlContent: optional(flag),
  withRawSourceUrl: optional(flag),
});

export type DocumentFilter = ValueOf<typeof documentFilterRule>;
