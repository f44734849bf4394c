import type { NewDocument } from './document-shelf';
import type { Library } from './library';
import type { DocumentRecord } from './records';
import type { SaveBody } from './routes/document-schemas';

/** Document CREATE: an address that is known already is left as it is. */
export function saveDocument(
  library: Library,
  body: SaveBody,
): { readonly document: DocumentRecord; readonly outcome: 'created' | 'known' } {
  const known = library.documents.withSourceUrl(body.url);
  if (known !== null) return { document: known, outcome: 'known' };
  return { document: library.addDocument(asDocument(body)), outcome: 'created' };
}

function asDocument(body: SaveBody): NewDocument {
  const parsed = body.should_clean_html === true ? titleOf(body.html ?? '') : undefined;
  return {
    title: body.title ?? parsed ?? body.url,
    author: body.author ?? '',
    summary: body.summary ?? '',
    imageUrl: body.image_url ?? '',
    category: body.category ?? guessedCategory(body.url),
    location: body.location ?? 'new',
    source: body.saved_using ?? 'api',
    sourceUrl: body.url,
    siteName: addressIn(body.url)?.hostname ?? '',
    htmlContent: body.html ?? '',
    notes: body.notes ?? '',
    publishedDate: body.published_date ?? null,
    tags: body.tags ?? [],
  };
}

function titleOf(html: string): string | undefined {
  return /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim();
}

const addressIn = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

function guessedCategory(url: string): string {
  const { hostname = '', pathname = '' } = addressIn(url) ?? {};
  if (/(^|\.)(youtube\.com|youtu\.be|vimeo\.com)$/.test(hostname)) return 'video';
  if (/(^|\.)(twitter|x)\.com$/.test(hostname)) return 'tweet';
  if (/\.pdf$/i.test(pathname)) return 'pdf';
  if (/\.epub$/i.test(pathname)) return 'epub';
  return 'article';
}
