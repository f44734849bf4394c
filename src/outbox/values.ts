import type { Document, DocumentHighlight, Highlight } from '../model/model';
import type { Values } from '../model/outbox';

/** The values that changes are compared by, from the replica and from the service alike. */

type SharedHighlight = Pick<Highlight, 'text' | 'note' | 'color' | 'url' | 'location' | 'tags'>;

export const highlightValues = ({ text, note, color, url, location, tags }: SharedHighlight): Values => ({
  fields: { text, note, color, url, location: location === null ? '' : String(location) },
  tags,
});

export const documentHighlightValues = ({ text, note, url, tags }: DocumentHighlight): Values => ({
  fields: { text, note, url },
  tags,
});

export function documentValues(document: Document): Values {
  const { title, author, summary, imageUrl, location, category, note, publishedDate, tags } = document;
  return {
    fields: {
      title,
      author,
      summary,
      imageUrl,
      location,
      category,
      note,
      publishedDate: publishedDate ?? '',
    },
    tags,
  };
}

export const bookValues = ({ tags }: { readonly tags: readonly string[] }): Values => ({ fields: {}, tags });
