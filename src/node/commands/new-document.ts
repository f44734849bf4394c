import type { Change } from '../../model/outbox';
import { isReadwiseError } from '../../readwise/errors';
import { checked, newDocument } from '../../readwise/requests';
import { Refused } from './sending';

/** The options of `save`, by the names of the fields. */
export interface DocumentFields {
  readonly title?: string;
  readonly author?: string;
  readonly summary?: string;
  readonly publishedDate?: string;
  readonly imageUrl?: string;
  readonly location?: string;
  readonly tags?: readonly string[];
  readonly note?: string;
}

/** Throws `Refused` for a field that the service would refuse. */
export function newDocumentOf(url: string, fields: DocumentFields, html: string | undefined): Change {
  const { title, author, summary, publishedDate, imageUrl, location, tags, note } = fields;
  const wanted = { url, title, author, summary, publishedDate, imageUrl, location, tags, notes: note };
  const page = html === undefined ? {} : { html, shouldCleanHtml: true };
  try {
    const document = checked(newDocument, { ...wanted, ...page }, 'checking a document');
    return {
      kind: 'save-document',
      document: { ...document, tags: tags === undefined ? undefined : [...tags] },
    };
  } catch (error) {
    if (!isReadwiseError(error, 'limit-exceeded')) throw error;
    const { field = '', problem = '' } = error.details;
    throw Refused.because(url, [field], { code: 'limit', field, problem });
  }
}
