import type { ItemRecord } from '../../core/library/record';
import type { StateChange } from '../../ports';
import { prefixes } from '../state/keys';

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

/** The key of such a mark. In the order of keys, what was never tried comes first, and of that the newest item. */
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
