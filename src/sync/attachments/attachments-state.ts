import { MARK_DIGITS } from '../../notes/attachments/attachment-file';
import { textVersion } from '../../notes/full-text/text-block';
import type { Document } from '../../model/model';
import { sha256Digits } from '../../model/sha256';
import { isObject } from '../../model/collections';
import type { ItemRecord } from '../../model/record';
import type { StateChange } from '../../model/ports';
import { prefixes } from '../../store/keys';

/** The stored state of an attachment that was requested. */
export type FileEntry =
  | { readonly kind: 'here'; readonly name: string }
  /** Being written: a file of that name may be incomplete. */
  | { readonly kind: 'writing'; readonly name: string }
  | {
      readonly kind: 'failed';
      readonly tries: number;
      /** Day of the next try, in days since the epoch. */
      readonly day: number;
      /** The size limit that it exceeded, if any. */
      readonly limit: number | null;
      /** A file of that name may be incomplete. */
      readonly torn: string | null;
    };

/** Anything of another shape counts as absent. */
export function readFileEntry(value: unknown): FileEntry | null {
  if (!isObject(value)) return null;
  const { kind, name, tries, day, limit, torn } = value;
  if ((kind === 'here' || kind === 'writing') && typeof name === 'string') return { kind, name };
  if (kind !== 'failed' || typeof tries !== 'number' || typeof day !== 'number') return null;
  return {
    kind,
    tries,
    day,
    limit: typeof limit === 'number' ? limit : null,
    torn: typeof torn === 'string' ? torn : null,
  };
}

/** The name of a file that may be incomplete. */
export function tornBy(entry: FileEntry | null): string | null {
  if (entry?.kind === 'failed') return entry.torn;
  return entry?.kind === 'writing' ? entry.name : null;
}

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

/** Attachments of an item to fetch on a day or later. */
export interface WantedFiles {
  readonly key: string;
  readonly day: number;
  readonly rank: string;
  readonly itemKey: string;
  readonly sources: readonly string[];
}

const LAST_SECOND = 9_999_999_999;
const KEY = /^fetch\/(\d+)\/(\d+)\/(.+)$/;

const prefixOf = (day: number): string => `${prefixes.wantedFiles}${String(day).padStart(6, '0')}/`;

/** Prefix of attachments that were never tried. */
export const NEVER_TRIED = prefixOf(0);

/** Key of a mark. In key order, attachments never tried come first, and of those the newest items. */
const keyOf = ({ day, rank, itemKey }: Pick<WantedFiles, 'day' | 'rank' | 'itemKey'>): string =>
  `${prefixOf(day)}${rank}/${itemKey}`;

export function fetchMark(record: ItemRecord, day: number, sources: readonly string[]): StateChange {
  return { put: keyOf({ day, rank: rankOf(record), itemKey: record.key }), value: sources };
}

export const keyOfDay = (wanted: WantedFiles, day: number): string => keyOf({ ...wanted, day });

/** The sources stored in a mark. */
export const sourcesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((source) => typeof source === 'string') : [];

export function readWanted(key: string, value: unknown): WantedFiles | null {
  const [, day, rank, itemKey] = KEY.exec(key) ?? [];
  if (day === undefined || rank === undefined || itemKey === undefined) return null;
  return { key, day: Number(day), rank, itemKey, sources: sourcesIn(value) };
}

function rankOf({ document, highlights }: ItemRecord): string {
  const moments = [
    document?.savedAt ?? document?.createdAt ?? null,
    ...highlights.map(({ highlightedAt, createdAt }) => highlightedAt ?? createdAt),
  ];
  const newest = moments.reduce((last, moment) => Math.max(last, Date.parse(moment ?? '') || 0), 0);
  return String(Math.max(0, LAST_SECOND - Math.floor(newest / 1000))).padStart(10, '0');
}
