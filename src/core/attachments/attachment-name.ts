/**
 * An attachment is called `<mark of its content>-<mark of where it came from>.<ending>`, so that its name says what is in it, no
 * matter who fetched it, and a look at the names tells whether something is there already. The marks are the first 16 digits of
 * SHA-256.
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
