import * as z from 'zod';
import { instantSchema } from '../query';

/** The bodies of v3-documents.md. */

export const DOCUMENT_CATEGORIES = ['article', 'email', 'rss', 'highlight', 'note', 'pdf', 'epub', 'tweet', 'video'] as const;

/** A date-time in the body, kept as `YYYY-MM-DD` as the list shows it. */
const dateSchema = instantSchema.transform((at) => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length));

const fields = {
  title: z.string(),
  author: z.string(),
  summary: z.string(),
  published_date: dateSchema,
  image_url: z.string(),
  location: z.enum(['new', 'later', 'archive', 'feed']),
  category: z.enum(DOCUMENT_CATEGORIES),
  tags: z.array(z.string()),
};

/** Document UPDATE. */
export const updateSchema = z.object(fields).partial();

/** Document CREATE. */
export const saveSchema = z
  .object({
    ...z.object(fields).partial().shape,
    url: z.url(),
    html: z.string().optional(),
    should_clean_html: z.boolean().optional(),
    saved_using: z.string().optional(),
    notes: z.string().optional(),
  })
  .refine((body) => body.should_clean_html === undefined || body.html !== undefined, {
    path: ['should_clean_html'],
    message: 'only valid when html is given',
  });

export type SaveBody = z.infer<typeof saveSchema>;
