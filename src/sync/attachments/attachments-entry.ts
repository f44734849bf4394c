import { MARK_DIGITS } from '../../core/attachments/attachment-name';
import { textVersion } from '../../core/full-text/text-block';
import type { Document } from '../../core/library/model';
import { sha256Digits } from '../../sha256';
import { isObject } from '../../core/is-object';

/** What is known of an attachment that was asked for. */
export type FileEntry =
  | { readonly kind: 'here'; readonly name: string }
  /** About to be written: should it be found under that name, it may be half of itself. */
  | { readonly kind: 'writing'; readonly name: string }
  | {
      readonly kind: 'failed';
      readonly tries: number;
      /** Of the next try, in days since the epoch. */
      readonly day: number;
      readonly problem: string;
      /** The most bytes that it might have had, where it had more. */
      readonly limit: number | null;
      /** A file of that name may be half of itself. */
      readonly torn: string | null;
    };

/** Anything of another shape counts as absent. */
export function readFileEntry(value: unknown): FileEntry | null {
  if (!isObject(value)) return null;
  const { kind, name, tries, day, problem, limit, torn } = value;
  if ((kind === 'here' || kind === 'writing') && typeof name === 'string') return { kind, name };
  if (
    kind !== 'failed' ||
    typeof tries !== 'number' ||
    typeof day !== 'number' ||
    typeof problem !== 'string'
  )
    return null;
  return {
    kind,
    tries,
    day,
    problem,
    limit: typeof limit === 'number' ? limit : null,
    torn: typeof torn === 'string' ? torn : null,
  };
}

/** The name of a file that an interrupted sync may have left half written. */
export function tornBy(entry: FileEntry | null): string | null {
  if (entry?.kind === 'failed') return entry.torn;
  return entry?.kind === 'writing' ? entry.name : null;
}

/** Mark of a source, or of a file's content. */
export const markOf = (content: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  sha256Digits(content, MARK_DIGITS);

const OWN_FILE = 'reader-file:';

/** Where a document's own file comes from: its address is another each time, so it is named by what it belongs to. */
export const sourceOfFile = (document: Document): string =>
  `${OWN_FILE}${document.id}:${textVersion(document)}`;

/** The document whose own file that is; null for a web address. */
export const documentOfSource = (source: string): string | null =>
  source.startsWith(OWN_FILE) ? (source.split(':')[1] ?? '') : null;
