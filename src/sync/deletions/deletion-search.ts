/**
 * Searches for deleted records by the service's counts alone. With `updatedAfter=T` the service counts
 * records newer than T; the known ones newer than T less that count are missing. So each request halves the
 * range in which something is missing. This does not prove a deletion: the search yields ids to look up.
 */

export interface HeldRecord {
  readonly id: string;
  /** Last change according to the service; null: unknown. */
  readonly updatedAt: string | null;
}

/** Known records, oldest first. */
export interface UpdateOrder {
  readonly ids: readonly string[];
  /** Milliseconds since the epoch, one per id; minus infinity if unknown. */
  readonly times: readonly number[];
  /** Ascending positions where a time fits strictly between two neighbouring records. */
  readonly cuts: readonly number[];
}

/** Ids of which `missing` are deleted. */
export interface CandidateGroup {
  readonly ids: readonly string[];
  readonly missing: number;
}

/** Positions from `from` to before `to`, of which `missing` are deleted. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly missing: number;
}

export interface DeletionSearch {
  readonly order: UpdateOrder;
  /** Ascending; only those with missing records. */
  readonly ranges: readonly Range[];
}

type SearchStep =
  | { readonly kind: 'count'; readonly updatedAfter: string; readonly cut: number }
  | { readonly kind: 'look up'; readonly groups: readonly CandidateGroup[] }
  /** Continuing would cost more requests than listing everything. */
  | { readonly kind: 'crawl' };

/** The service's timestamps are finer than ours: within this gap no time fits between two. */
const NARROWEST_GAP_MS = 2;
const SECOND_MS = 1000;
/** This few are looked up one by one. */
const FEW = 2;

export function inOrderOfUpdates(records: readonly HeldRecord[]): UpdateOrder {
  const sorted = records
    .map(({ id, updatedAt }) => ({ id, time: updatedAt === null ? -Infinity : Date.parse(updatedAt) }))
    .sort((left, right) => (left.time === right.time ? 0 : left.time - right.time));
  const times = sorted.map(({ time }) => time);
  const cuts = times.flatMap((time, index) =>
    index > 0 && time - (times[index - 1] ?? time) >= NARROWEST_GAP_MS ? [index] : [],
  );
  return { ids: sorted.map(({ id }) => id), times, cuts };
}

/** A time strictly between the records on both sides of a cut, at a whole second if possible. */
function timeOfCut({ times }: UpdateOrder, cut: number): string {
  const older = times[cut - 1] ?? -Infinity;
  const newer = times[cut] ?? Infinity;
  const middle = older === -Infinity ? newer - SECOND_MS : Math.floor((older + newer) / 2);
  const whole = Math.floor(middle / SECOND_MS) * SECOND_MS;
  return new Date(whole > older ? whole : middle).toISOString();
}

/** The cut nearest to a position, strictly between `from` and `to`; null if there is none. */
function nearestCut(
  { cuts }: UpdateOrder,
  { from, to, near }: { readonly from: number; readonly to: number; readonly near: number },
): number | null {
  const next = firstAtLeast(cuts, near);
  const neighbours = [cuts[next - 1], cuts[next]];
  const [one, other] = neighbours.filter((cut) => cut !== undefined && cut > from && cut < to);
  if (one === undefined) return null;
  return other === undefined || near - one <= other - near ? one : other;
}

export function beginSearch(order: UpdateOrder, missing: number): DeletionSearch {
  return { order, ranges: missing > 0 ? [{ from: 0, to: order.ids.length, missing }] : [] };
}

/** The next request. `crawlPages`: requests needed to list everything. */
export function nextStep(search: DeletionSearch, crawlPages: number): SearchStep {
  const { order, ranges } = search;
  const missing = ranges.reduce((sum, range) => sum + range.missing, 0);
  const cost = ranges.reduce((sum, range) => sum + costOf(order, range), 0);
  if (cost > crawlPages + missing) return { kind: 'crawl' };
  for (const range of ranges) {
    const cut = cutIn(order, range);
    if (cut !== null) return { kind: 'count', cut, updatedAfter: timeOfCut(order, cut) };
  }
  const groups = ranges.map(({ from, to, missing: count }) => {
    return { ids: order.ids.slice(from, to), missing: count };
  });
  return { kind: 'look up', groups };
}

/** Applies the count of records newer than a cut. Null: it contradicts earlier counts. */
export function withCount(
  search: DeletionSearch,
  { cut, count }: { readonly cut: number; readonly count: number },
): DeletionSearch | null {
  const { order, ranges } = search;
  const index = ranges.findIndex(({ from, to }) => from < cut && cut < to);
  const range = ranges[index];
  if (range === undefined) return null;
  const missingBeyond = ranges.slice(index + 1).reduce((sum, { missing }) => sum + missing, 0);
  const newer = { from: cut, to: range.to, missing: order.ids.length - cut - count - missingBeyond };
  const older = { from: range.from, to: cut, missing: range.missing - newer.missing };
  if (![older, newer].every(({ from, to, missing }) => missing >= 0 && missing <= to - from)) return null;
  const halves = [older, newer].filter(({ missing }) => missing > 0);
  return { order, ranges: [...ranges.slice(0, index), ...halves, ...ranges.slice(index + 1)] };
}

/** The cut to count at; null if the ids should be looked up. */
function cutIn(order: UpdateOrder, { from, to, missing }: Range): number | null {
  if (to - from === missing || to - from <= FEW) return null;
  return nearestCut(order, { from, to, near: Math.floor((from + to) / 2) });
}

/** Estimated requests for a range. */
function costOf(order: UpdateOrder, range: Range): number {
  const size = range.to - range.from;
  return cutIn(order, range) === null ? size : range.missing * (Math.log2(size / range.missing) + 2);
}

function firstAtLeast(ascending: readonly number[], least: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((ascending[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
