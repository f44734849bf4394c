import * as v from 'valibot';
import { CATEGORIES } from './document-query';
import { isoDate, listOf, oneOf, ruled, someCharacters } from './rules';

const SETTABLE_LOCATIONS = ['new', 'later', 'archive', 'feed'] as const;

/** The specification names no limit for an address; this one keeps a mistake from being sent. */
const LONGEST_ADDRESS = 4095;

const common = {
  title: v.optional(v.string()),
  author: v.optional(v.string()),
  summary: v.optional(v.string()),
  publishedDate: v.optional(isoDate),
  imageUrl: v.optional(v.string()),
  location: v.optional(oneOf(SETTABLE_LOCATIONS)),
  category: v.optional(oneOf(CATEGORIES)),
  tags: v.optional(listOf(v.string())),
};

/** v3-documents.md, "Document CREATE": the body. */
export const newDocumentSchema = v.pipe(
  v.strictObject({
    url: someCharacters(LONGEST_ADDRESS),
    html: v.optional(v.string()),
    shouldCleanHtml: v.optional(v.boolean()),
    ...common,
    savedUsing: v.optional(v.string()),
    notes: v.optional(v.string()),
  }),
  v.forward(
    ruled(({ shouldCleanHtml, html }) =>
      shouldCleanHtml === undefined || html !== undefined ? null : { limit: 'with html', actual: 'without html', problem: 'is only allowed together with html' },
    ),
    ['shouldCleanHtml'],
  ),
);

/** v3-documents.md, "Document UPDATE": the body. */
export const documentChangeSchema = v.strictObject(common);

export type NewDocument = Readonly<v.InferOutput<typeof newDocumentSchema>>;
export type DocumentChange = Readonly<v.InferOutput<typeof documentChangeSchema>>;
