import { MARK_DIGITS } from '../../notes/attachments/attachment-file';
import { textVersion } from '../../notes/full-text/text-block';
import type { Document } from '../../model/model';
import { sha256Digits } from '../../model/sha256';
import { isObject } from '../../model/collections';
import type { ItemRecord } from '../../model/record';
import type { StateChange } from '../../model/ports';
import { prefixes } from '../../store/keys';

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
      /** The most bytes that it might have had, where it had more. */
      readonly limit: number | null;
      /** A file of that name may be half of itself. */
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

/** The name of a file that an interrupted sync may have left half written. */
export function tornBy(entry: FileEntry | null): string | null {
  if (entry?.kind === 'failed') return entry.torn;
  return entry?.kind === 'writing' ? entry.name : null;
}

/** Mark of a source, or of a file's content. */
export const markOf = (content: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  sha256Digits(content, MARK_DIGITS);

const OWN_FILE = 'reader-file:';

/**
 * Where a document's own file comes from: its address is another each time, so it is named by what it belongs
 * to.
 */
export const sourceOfFile = (document: Document): string =>
  `${OWN_FILE}${document.id}:${textVersion(document)}`;

/** The document whose own file that is; null for a web address. */
export const documentOfSource = (source: string): string | null =>
  source.startsWith(OWN_FILE) ? (source.split(':')[1] ?? '') : null;

/** Attachments of an item that are to be fetched on a day or later. */
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

/** Of what was never tried. */
export const NEVER_TRIED = prefixOf(0);

/**
 * The key of such a mark. In the order of keys, what was never tried comes first, and of that the newest
 * item.
 */
const keyOf = ({ day, rank, itemKey }: Pick<WantedFiles, 'day' | 'rank' | 'itemKey'>): string =>
  `${prefixOf(day)}${rank}/${itemKey}`;

export function fetchMark({
  day,
  record,
  sources,
}: {
  readonly day: number;
  readonly record: ItemRecord;
  readonly sources: readonly string[];
}): StateChange {
  return { put: keyOf({ day, rank: rankOf(record), itemKey: record.key }), value: sources };
}

/** The key of the same item's mark for another day. */
export const keyOfDay = (wanted: WantedFiles, day: number): string => keyOf({ ...wanted, day });

/** What stands behind such a key. */
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
