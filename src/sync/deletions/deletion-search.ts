/**
 * The search for what was deleted among what is held, by the service's counts alone. With `updatedAfter=T`
 * the service counts what is newer than T; what is held and newer than T, less that count, is how many of the
 * newer ones are gone. So each question halves the stretch of time in which something is missing. Nothing
 * here proves a deletion: the search ends in ids to be looked up.
 */

export interface HeldRecord {
  readonly id: string;
  /** When the service last said that it changed; null: not known. */
  readonly updatedAt: string | null;
}

/** What is held, oldest first. */
export interface UpdateOrder {
  readonly ids: readonly string[];
  /** Milliseconds since the epoch, one for each id; minus infinity where it is not known. */
  readonly moments: readonly number[];
  /** Positions before which a moment can be put that lies strictly between two stamps, in ascending order. */
  readonly cuts: readonly number[];
}

/** Ids of which so many are gone. */
export interface CandidateGroup {
  readonly ids: readonly string[];
  readonly missing: number;
}

/** Positions `from` up to but not including `to`, among which so many are gone. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly missing: number;
}

export interface DeletionSearch {
  readonly order: UpdateOrder;
  /** In ascending order; only those where something is missing. */
  readonly stretches: readonly Stretch[];
}

type SearchStep =
  | { readonly kind: 'count'; readonly updatedAfter: string; readonly cut: number }
  | { readonly kind: 'look up'; readonly groups: readonly CandidateGroup[] }
  /** To go on would cost more requests than to list everything. */
  | { readonly kind: 'crawl' };

/**
 * The service's stamps are finer than ours: nearer than this, a moment between two cannot be told from
 * either.
 */
const NARROWEST_GAP_MS = 2;
const SECOND_MS = 1000;
/** So few are looked up one by one sooner than halved once more. */
const FEW = 2;

export function inOrderOfUpdates(records: readonly HeldRecord[]): UpdateOrder {
  const sorted = records
    .map(({ id, updatedAt }) => ({ id, moment: updatedAt === null ? -Infinity : Date.parse(updatedAt) }))
    .sort((left, right) => (left.moment === right.moment ? 0 : left.moment - right.moment));
  const moments = sorted.map(({ moment }) => moment);
  const cuts = moments.flatMap((moment, index) =>
    index > 0 && moment - (moments[index - 1] ?? moment) >= NARROWEST_GAP_MS ? [index] : [],
  );
  return { ids: sorted.map(({ id }) => id), moments, cuts };
}

/** A moment strictly between the stamps on both sides of a cut; at a whole second where one lies there. */
export function momentOfCut({ moments }: UpdateOrder, cut: number): string {
  const [older, newer] = [moments[cut - 1] ?? -Infinity, moments[cut] ?? Infinity];
  const middle = older === -Infinity ? newer - SECOND_MS : Math.floor((older + newer) / 2);
  const whole = Math.floor(middle / SECOND_MS) * SECOND_MS;
  return new Date(whole > older ? whole : middle).toISOString();
}

/** The cut nearest to a position, of those strictly between `from` and `to`; null where there is none. */
function nearestCut(
  { cuts }: UpdateOrder,
  { from, to, near }: { readonly from: number; readonly to: number; readonly near: number },
): number | null {
  const next = firstAtLeast(cuts, near);
  const candidates = [cuts[next - 1], cuts[next]].filter(
    (cut) => cut !== undefined && cut > from && cut < to,
  );
  const [one, other] = [candidates[0], candidates[1]];
  if (one === undefined) return null;
  return other === undefined || near - one <= other - near ? one : other;
}

export function beginSearch(order: UpdateOrder, missing: number): DeletionSearch {
  return { order, stretches: missing > 0 ? [{ from: 0, to: order.ids.length, missing }] : [] };
}

/** What to ask next. `crawlPages`: requests that it takes to list everything. */
export function nextStep(search: DeletionSearch, crawlPages: number): SearchStep {
  const { order, stretches } = search;
  const missing = stretches.reduce((sum, stretch) => sum + stretch.missing, 0);
  const cost = stretches.reduce((sum, stretch) => sum + costOf(order, stretch), 0);
  if (cost > crawlPages + missing) return { kind: 'crawl' };
  for (const stretch of stretches) {
    const cut = cutIn(order, stretch);
    if (cut !== null) return { kind: 'count', cut, updatedAfter: momentOfCut(order, cut) };
  }
  return {
    kind: 'look up',
    groups: stretches.map(({ from, to, missing: gone }) => ({
      ids: order.ids.slice(from, to),
      missing: gone,
    })),
  };
}

/** Takes in the service's count of what is newer than a cut. Null: it contradicts what it counted before. */
export function withCount(
  search: DeletionSearch,
  { cut, count }: { readonly cut: number; readonly count: number },
): DeletionSearch | null {
  const { order, stretches } = search;
  const index = stretches.findIndex(({ from, to }) => from < cut && cut < to);
  const stretch = stretches[index];
  if (stretch === undefined) return null;
  const missingBeyond = stretches.slice(index + 1).reduce((sum, { missing }) => sum + missing, 0);
  const newer = { from: cut, to: stretch.to, missing: order.ids.length - cut - count - missingBeyond };
  const older = { from: stretch.from, to: cut, missing: stretch.missing - newer.missing };
  if (![older, newer].every(({ from, to, missing }) => missing >= 0 && missing <= to - from)) return null;
  const halves = [older, newer].filter(({ missing }) => missing > 0);
  return { order, stretches: [...stretches.slice(0, index), ...halves, ...stretches.slice(index + 1)] };
}

/** Whether a search for a single deletion can ever be cheaper than to list everything. */
export const searchMayPay = (held: number, crawlPages: number): boolean =>
  Math.log2(Math.max(1, held)) + 2 < crawlPages + 1;

/** The cut to ask about; null where its ids are to be looked up. */
function cutIn(order: UpdateOrder, { from, to, missing }: Stretch): number | null {
  if (to - from === missing || to - from <= FEW) return null;
  return nearestCut(order, { from, to, near: Math.floor((from + to) / 2) });
}

/** Requests that a stretch is likely to cost. */
function costOf(order: UpdateOrder, stretch: Stretch): number {
  const size = stretch.to - stretch.from;
  return cutIn(order, stretch) === null ? size : stretch.missing * (Math.log2(size / stretch.missing) + 2);
}

/** Index of the first value that is not less than `least`. */
function firstAtLeast(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((ascending[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

const VERIFIED_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Whether counts have been believed so long that everything is to be listed again. Both are times of the
 * service.
 */
export const isVerificationDue = (verifiedAt: string | null, now: string | null): boolean =>
  now !== null && (verifiedAt === null || Date.parse(now) - Date.parse(verifiedAt) > VERIFIED_FOR_MS);

/**
 * Where counts are checked against what is held before a search relies on them: at three places, evenly
 * spread.
 */
export function cutsToCheck(order: UpdateOrder): readonly number[] {
  const size = order.ids.length;
  const cuts = [1, 2, 3].map((quarter) =>
    nearestCut(order, { from: 0, to: size, near: Math.floor((size * quarter) / 4) }),
  );
  return [...new Set(cuts.filter((cut) => cut !== null))];
}
