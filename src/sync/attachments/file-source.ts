import { MARK_DIGITS } from '../../notes/attachments/attachment-file';
import { textVersion } from '../../notes/full-text/text-block';
import type { Document } from '../../model/model';
import { sha256Digits } from '../../model/sha256';

/** Hash of a source, or of a file's content. */
export const markOf = (content: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  sha256Digits(content, MARK_DIGITS);

const OWN_FILE = 'reader-file:';

/** The source of a document's own file. Named by the document, because its address changes each time. */
export const sourceOfFile = (document: Document): string =>
  `${OWN_FILE}${document.id}:${textVersion(document)}`;

/** The document that the file belongs to; null for a web address. */
export const documentOfSource = (source: string): string | null =>
  source.startsWith(OWN_FILE) ? (source.split(':')[1] ?? '') : null;
