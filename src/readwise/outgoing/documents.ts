import * as z from 'zod';
import { isoDate, reportBrokenRule, someCharacters, wordIdText } from './rules';

const SETTABLE_LOCATIONS = ['new', 'later', 'archive', 'feed'] as const;
const LOCATIONS = ['new', 'later', 'shortlist', 'archive', 'feed'] as const;
const CATEGORIES = ['article', 'email', 'rss', 'highlight', 'note', 'pdf', 'epub', 'tweet', 'video'] as const;

/** The specification names no limit for an address; this one keeps a mistake from being sent. */
const LONGEST_ADDRESS = 4095;

const common = {
  title: z.string().optional(),
  author: z.string().optional(),
  summary: z.string().optional(),
  publishedDate: isoDate.optional(),
  imageUrl: z.string().optional(),
  location: z.enum(SETTABLE_LOCATIONS).optional(),
  category: z.enum(CATEGORIES).optional(),
  tags: z.array(z.string()).readonly().optional(),
};

/** v3-documents.md, "Document CREATE": the body. */
export const newDocumentSchema = z
  .strictObject({
    url: someCharacters(LONGEST_ADDRESS),
    html: z.string().optional(),
    shouldCleanHtml: z.boolean().optional(),
    ...common,
    savedUsing: z.string().optional(),
    notes: z.string().optional(),
  })
  .superRefine((document, context) => {
    if (document.shouldCleanHtml === undefined || document.html !== undefined) return;
    reportBrokenRule(context, { path: ['shouldCleanHtml'], limit: 'with html', actual: 'without html', problem: 'is only allowed together with html' });
  });

/** v3-documents.md, "Document UPDATE": the body. */
export const documentChangeSchema = z.strictObject(common);

/** v3-documents.md, "Document LIST": the query without its cursor. */
export const documentFilterSchema = z.strictObject({
  id: wordIdText.optional(),
  updatedAfter: isoDate.optional(),
  location: z.enum(LOCATIONS).optional(),
  category: z.enum(CATEGORIES).optional(),
  /** Keys of tags that a document must all have; `['']` asks for documents without any. */
  tags: z.array(z.string()).max(5).readonly().optional(),
  withHtmlContent: z.boolean().optional(),
  withRawSourceUrl: z.boolean().optional(),
});

export type NewDocument = Readonly<z.infer<typeof newDocumentSchema>>;
export type DocumentChange = Readonly<z.infer<typeof documentChangeSchema>>;
export type DocumentFilter = Readonly<z.infer<typeof documentFilterSchema>>;
