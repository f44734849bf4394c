import * as z from 'zod/mini';
import { instantSchema } from '../query';

/** The bodies of v3-documents.md. */

export const DOCUMENT_CATEGORIES = [
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

/** A date-time in the body, kept as `YYYY-MM-DD` as the list shows it. */
const dateSchema = z.pipe(
  instantSchema,
  z.transform((at) => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)),
);

const fields = {
  title: z.optional(z.string()),
  author: z.optional(z.string()),
  summary: z.optional(z.string()),
  published_date: z.optional(dateSchema),
  image_url: z.optional(z.string()),
  location: z.optional(z.enum(['new', 'later', 'archive', 'feed'])),
  category: z.optional(z.enum(DOCUMENT_CATEGORIES)),
  tags: z.optional(z.array(z.string())),
};

/** Document UPDATE. */
export const updateSchema = z.object(fields);

/** Document CREATE. */
export const saveSchema = z
  .object({
    ...fields,
    /** Any text: who has no address makes one up. */
    url: z.string().check(z.trim(), z.minLength(1, 'may not be blank')),
    html: z.optional(z.string()),
    should_clean_html: z.optional(z.boolean()),
    saved_using: z.optional(z.string()),
    notes: z.optional(z.string()),
  })
  .check(
    z.refine((body) => body.should_clean_html === undefined || body.html !== undefined, {
      path: ['should_clean_html'],
      error: 'only valid when html is given',
    }),
  );

export type SaveBody = z.infer<typeof saveSchema>;
