import * as v from 'valibot';
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
const dateSchema = v.pipe(
  instantSchema,
  v.transform((at) => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)),
);

const fields = {
  title: v.optional(v.string()),
  author: v.optional(v.string()),
  summary: v.optional(v.string()),
  published_date: v.optional(dateSchema),
  image_url: v.optional(v.string()),
  location: v.optional(v.picklist(['new', 'later', 'archive', 'feed'])),
  category: v.optional(v.picklist(DOCUMENT_CATEGORIES)),
  tags: v.optional(v.array(v.string())),
};

/** Document UPDATE. */
export const updateSchema = v.object(fields);

/** Document CREATE. */
export const saveSchema = v.pipe(
  v.object({
    ...fields,
    url: v.pipe(v.string(), v.trim(), v.url()),
    html: v.optional(v.string()),
    should_clean_html: v.optional(v.boolean()),
    saved_using: v.optional(v.string()),
    notes: v.optional(v.string()),
  }),
  v.forward(
    v.check(
      (body) => body.should_clean_html === undefined || body.html !== undefined,
      'only valid when html is given',
    ),
    ['should_clean_html'],
  ),
);

export type SaveBody = v.InferOutput<typeof saveSchema>;
