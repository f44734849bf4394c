import * as z from 'zod/mini';
import { CATEGORIES } from './document-query';
import { isoDate, reportBrokenRule, someCharacters } from './rules';

const SETTABLE_LOCATIONS = ['new', 'later', 'archive', 'feed'] as const;

/** The specification names no limit for an address; this one keeps a mistake from being sent. */
const LONGEST_ADDRESS = 4095;

const common = {
  title: z.optional(z.string()),
  author: z.optional(z.string()),
  summary: z.optional(z.string()),
  publishedDate: z.optional(isoDate),
  imageUrl: z.optional(z.string()),
  location: z.optional(z.enum(SETTABLE_LOCATIONS)),
  category: z.optional(z.enum(CATEGORIES)),
  tags: z.optional(z.readonly(z.array(z.string()))),
};

/** v3-documents.md, "Document CREATE": the body. */
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
    z.superRefine((document, context) => {
      if (document.shouldCleanHtml === undefined || document.html !== undefined) return;
      reportBrokenRule(context, { path: ['shouldCleanHtml'], limit: 'with html', actual: 'without html', problem: 'is only allowed together with html' });
    }),
  );

/** v3-documents.md, "Document UPDATE": the body. */
export const documentChangeSchema = z.strictObject(common);

export type NewDocument = Readonly<z.infer<typeof newDocumentSchema>>;
export type DocumentChange = Readonly<z.infer<typeof documentChangeSchema>>;
