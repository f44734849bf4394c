/** What the bytes of a file are, whatever name or header they came with. */
export interface FileType {
  readonly ending: 'png' | 'jpg' | 'gif' | 'webp' | 'avif' | 'pdf' | 'epub';
  readonly kind: 'image' | 'document';
}

const image = (ending: FileType['ending']): FileType => ({ ending, kind: 'image' });
const LONGEST_HEAD = 128;
const AVIF = /^.{4}ftyp(?:avi[fs]|.{4}(?:.{4}){0,8}?avi[fs])/s;

/** Byte for byte, as text. */
const headOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, LONGEST_HEAD));

/**
 * Null for what is none of the kinds that may come into a vault. SVG is not among them: it can carry scripts
 * and load from elsewhere, so it stays on the web.
 */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  const head = headOf(bytes);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return image('png');
  if (head.startsWith('\xff\xd8\xff')) return image('jpg');
  if (/^GIF8[79]a/.test(head)) return image('gif');
  if (/^RIFF.{4}WEBP/s.test(head)) return image('webp');
  if (AVIF.test(head)) return image('avif');
  // Whoever reads one passes over blanks before it.
  if (/^(?:\xef\xbb\xbf)?\s{0,16}%PDF-/.test(head)) return { ending: 'pdf', kind: 'document' };
  // The format asks for this entry to be the first, and to stand there as it is; many packers put its times
  // in between.
  if (
    head.startsWith('PK\x03\x04') &&
    head.startsWith('mimetype', 30) &&
    head.includes('application/epub+zip')
  )
    return { ending: 'epub', kind: 'document' };
  return null;
}

/**
 * An attachment is called `<mark of its content>-<mark of where it came from>.<ending>`, so that its name
 * says what is in it, no matter who fetched it, and a look at the names tells whether something is there
 * already. The marks are the first 16 digits of SHA-256.
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

/** Null for a name that is not one of ours. */
export function readAttachmentName(name: string): AttachmentName | null {
  const [, content, source] = NAME.exec(name) ?? [];
  return content === undefined || source === undefined ? null : { content, source };
}

/** Names of attachments that stand in a text, each once. */
export const attachmentNamesIn = (text: string): readonly string[] => [...new Set(text.match(NAMES) ?? [])];
