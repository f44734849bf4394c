/** The type of a file by its content, whatever its name or headers. */
export interface FileType {
  readonly ending: 'png' | 'jpg' | 'gif' | 'webp' | 'avif' | 'pdf' | 'epub';
  readonly kind: 'image' | 'document';
}

const image = (ending: FileType['ending']): FileType => ({ ending, kind: 'image' });
const LONGEST_HEAD = 128;
const AVIF = /^.{4}ftyp(?:avi[fs]|.{4}(?:.{4}){0,8}?avi[fs])/s;

/** One character for each byte. */
const headOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, LONGEST_HEAD));

/**
 * Null for types not allowed in a vault. SVG can carry scripts and load remote content, so it stays on the
 * web.
 */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  const head = headOf(bytes);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return image('png');
  if (head.startsWith('\xff\xd8\xff')) return image('jpg');
  if (/^GIF8[79]a/.test(head)) return image('gif');
  if (/^RIFF.{4}WEBP/s.test(head)) return image('webp');
  if (AVIF.test(head)) return image('avif');
  // Readers of PDF skip blanks before the header.
  if (/^(?:\xef\xbb\xbf)?\s{0,16}%PDF-/.test(head)) return { ending: 'pdf', kind: 'document' };
  // EPUB requires this entry first and uncompressed; many packers add time stamps in between.
  if (
    head.startsWith('PK\x03\x04') &&
    head.startsWith('mimetype', 30) &&
    head.includes('application/epub+zip')
  )
    return { ending: 'epub', kind: 'document' };
  return null;
}

/**
 * An attachment is called `<content mark>-<source mark>.<ending>`, so that each device gives it the same name
 * and finds existing ones by name. A mark is the first 16 digits of SHA-256.
 */
export interface AttachmentName {
  readonly content: string;
  readonly source: string;
}

export const MARK_DIGITS = 16;

const NAME = /^([0-9a-f]{16})-([0-9a-f]{16})\.(?:png|jpg|gif|webp|avif|pdf|epub)$/;
const NAMES = /\b[0-9a-f]{16}-[0-9a-f]{16}\.(?:png|jpg|gif|webp|avif|pdf|epub)(?!\w)/g;

export const attachmentName = ({
  content,
  source,
  ending,
}: AttachmentName & { readonly ending: string }): string => `${content}-${source}.${ending}`;

/** Null for a name that is not ours. */
export function readAttachmentName(name: string): AttachmentName | null {
  const [, content, source] = NAME.exec(name) ?? [];
  return content === undefined || source === undefined ? null : { content, source };
}

/** Distinct attachment names in a text. */
export const attachmentNamesIn = (text: string): readonly string[] => [...new Set(text.match(NAMES) ?? [])];
