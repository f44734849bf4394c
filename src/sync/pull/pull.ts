import type { Quarantined } from '../../model/model';
import type { StateChange, StateStore } from '../../model/ports';
import { isReadwiseError } from '../../readwise/readwise-error';
import { FARTHEST_AHEAD_MS } from '../../readwise/answer';
import type { DueItem } from '../../store/replica';
import { keys, type Stream } from '../../store/keys';
import { withOverlap, readOne } from '../../store/read-state';
import { placeInQueue } from '../../store/queue';
import type { PullChanges } from '../../store/replica';
import { readPull, type PullState } from '../../store/stored';

export type Endpoint = Extract<Stream, 'highlights' | 'documents'>;

/** The fields of a page that both endpoints share. */
export interface PulledPage {
  readonly serverDate: string | null;
  readonly nextCursor: string | null;
  readonly count: number | null;
  readonly quarantined: readonly Quarantined[];
  readonly incomplete: readonly Quarantined[];
}

export interface PullOptions<Page extends PulledPage> {
  readonly endpoint: Endpoint;
  readonly state: StateStore;
  /** Pull everything instead of changes since the watermark. */
  readonly full: boolean;
  /** Called before the first page of a full pull. */
  readonly onFullStart?: () => Promise<void>;
  readonly fetchPages: (options: {
    readonly since: string | null;
    readonly cursor: string | null;
  }) => AsyncIterable<Page>;
  /** Stores a page in the replica, in one transaction with the given changes. */
  readonly take: (page: Page, changes: PullChanges) => Promise<readonly DueItem[]>;
  /** Further changes to commit with the last page. */
  readonly onEnd?: (pulled: Pulled) => readonly StateChange[];
  /** Writes the notes of the items that a page made due, while the next page is loading. */
  readonly write: (due: readonly DueItem[]) => Promise<void>;
  /** Number of highlights or records on a page, for progress. */
  readonly received: (page: Page) => number;
  readonly onPage: (page: Page, received: number) => void;
}

/** A pull that reached its last page. Its watermark is committed. */
export interface Pulled {
  /** Null: everything was requested. */
  readonly since: string | null;
  /** The service's time at the first response; null if it gave none. */
  readonly startedAt: string | null;
  /** The service's count on the last page. */
  readonly count: number | null;
  readonly received: number;
  /** Whether it had several pages, so that records may have moved between them. */
  readonly isPaged: boolean;
  /** Whether it continued a pull that an earlier run did not finish. */
  readonly isResumed: boolean;
}

/** The `repeatedFrom` of a pull of everything. */
const EVERYTHING = '';

/** How far a pull has come. */
interface Walk extends Omit<Pulled, 'count'> {
  /** Null before the first page and after the last. */
  readonly cursor: string | null;
  readonly hasNameless: boolean;
}

/**
 * Pulls one endpoint page by page. Its watermark is committed with the last page, when every page is in the
 * replica with its due marks, so it depends on nothing else. A pull that was interrupted continues after its
 * last page, and what changed since it began is pulled after it.
 */
export async function pull<Page extends PulledPage>(options: PullOptions<Page>): Promise<Pulled> {
  const pulled = await pullOnce(options, options.full);
  if (!pulled.isResumed) return pulled;
  const news = await pullOnce(options, false);
  return { ...news, isResumed: true, ...(pulled.since === null ? { since: null, count: pulled.count } : {}) };
}

async function pullOnce<Page extends PulledPage>(options: PullOptions<Page>, full: boolean): Promise<Pulled> {
  const stored = await readOne(options.state, keys.pull(options.endpoint), readPull);
  const walk = beginWalk(stored, full);
  if (walk.since === null && walk.cursor === null) await options.onFullStart?.();
  try {
    return await followPages(options, stored, walk);
  } catch (error) {
    if (!isReadwiseError(error, 'cursor-rejected') || walk.cursor === null) throw error;
    // The service forgot the cursor: the pull starts over once, from the same time.
    return followPages(options, stored, { ...newWalk(walk.since), isResumed: true });
  }
}

function beginWalk({ watermark, full: wantsFull, open }: PullState, full: boolean): Walk {
  if (open !== undefined && !full) return { ...open, isPaged: true, isResumed: true };
  return newWalk(full || wantsFull === true ? null : watermark);
}

const newWalk = (since: string | null): Walk => ({
  since,
  cursor: null,
  startedAt: null,
  received: 0,
  isPaged: false,
  hasNameless: false,
  isResumed: false,
});

async function followPages<Page extends PulledPage>(
  options: PullOptions<Page>,
  stored: PullState,
  begun: Walk,
): Promise<Pulled> {
  const { since, cursor } = begun;
  let walk = begun;
  let count: number | null = null;
  let isStored = cursor !== null;
  let writing = Promise.resolve();
  try {
    for await (const page of options.fetchPages({ since, cursor })) {
      walk = afterPage(walk, page, options.received(page));
      count = page.count;
      const pulled = { ...walk, count };
      const changes: PullChanges = (changed) => {
        const next =
          pulled.cursor === null ? afterPull(stored, pulled, options.endpoint) : afterPart(stored, pulled);
        // Pages with nothing new write no state: after an interruption they are requested again.
        if (!changed && !isStored && since !== null && !isWorthStoring(stored, next, pulled)) return [];
        isStored = true;
        const ended = pulled.cursor === null ? (options.onEnd?.(pulled) ?? []) : [];
        return [{ put: keys.pull(options.endpoint), value: next }, ...ended];
      };
      const due = await options.take(page, changes);
      options.onPage(page, walk.received);
      await writing;
      writing = settled(options.write(due));
    }
  } finally {
    // Writing must end with the run, not after it.
    await Promise.allSettled([writing]);
  }
  await writing;
  return { ...walk, count };
}

/** Prevents an unhandled rejection of a write that is awaited after the next page. */
function settled(promise: Promise<void>): Promise<void> {
  promise.catch(() => undefined);
  return promise;
}

const afterPage = (walk: Walk, page: PulledPage, received: number): Walk => ({
  ...walk,
  cursor: page.nextCursor,
  startedAt: walk.cursor === null ? page.serverDate : walk.startedAt,
  received: walk.received + received,
  isPaged: walk.isPaged || page.nextCursor !== null,
  hasNameless: walk.hasNameless || page.quarantined.some((record) => placeInQueue(record) === null),
});

/** The state after a page other than the last. */
function afterPart(stored: PullState, { since, cursor, startedAt, received, hasNameless }: Walk): PullState {
  return { ...stored, open: { since, cursor: cursor ?? '', startedAt, received, hasNameless } };
}

/**
 * The state after the last page. The watermark becomes the service's time at the first response minus 120 s, so
 * changes during the pull are seen again. Without that time it stays; one in the future is set back.
 */
function afterPull(stored: PullState, walk: Walk, endpoint: Endpoint): PullState {
  const { since, startedAt, isPaged } = walk;
  const known: PullState = { watermark: stored.watermark };
  if (endpoint === 'highlights' && stored.lookAgainFrom !== undefined)
    known.lookAgainFrom = stored.lookAgainFrom;
  else if (endpoint === 'highlights' && isPaged && startedAt !== null) known.lookAgainFrom = startedAt;
  // A record without an id may be readable when the pull is repeated once; a third pull would not help.
  const isRepeated = !walk.isResumed && stored.repeatedFrom === (since ?? EVERYTHING);
  if (walk.hasNameless && !isRepeated) {
    known.repeatedFrom = since ?? EVERYTHING;
    if (since === null) known.full = true;
    return known;
  }
  if (since !== null && stored.full === true) known.full = true;
  const watermark = nextWatermark(stored.watermark, walk);
  if (watermark === stored.watermark && since !== null) known.repeatedFrom = stored.repeatedFrom;
  return { ...known, watermark };
}

/** The watermark after a list was read from `since` to its end; earlier than `previous` only as a correction. */
export function nextWatermark(
  previous: string | null,
  read: { readonly since: string | null; readonly startedAt: string | null },
): string | null {
  const corrected = correctedWatermark(read);
  if (corrected !== null) return corrected;
  const next = read.startedAt === null ? null : withOverlap(read.startedAt);
  return next === null || (previous !== null && next <= previous) ? previous : next;
}

/**
 * The watermark to use instead of one in the future, which was set when the service's clock was ahead: set back by
 * the largest possible error. Null if the watermark is right, or if the service's present time cannot be.
 */
function correctedWatermark({ since, startedAt }: Pick<Walk, 'since' | 'startedAt'>): string | null {
  if (since === null || startedAt === null) return null;
  const ahead = Date.parse(since) - Date.parse(startedAt);
  if (!(ahead > 0 && ahead <= FARTHEST_AHEAD_MS)) return null;
  return new Date(Date.parse(since) - FARTHEST_AHEAD_MS).toISOString();
}

/**
 * Whether a pull with nothing new changes the state: once a day, and if it had several pages, which would otherwise
 * be fetched again by each sync.
 */
function isWorthStoring(stored: PullState, next: PullState, { isPaged, cursor }: Walk): boolean {
  if (cursor !== null) return false;
  return (
    isPaged || next.repeatedFrom !== stored.repeatedFrom || isWorthMoving(stored.watermark, next.watermark)
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a watermark has to move although nothing is new: forward once a day, backward always. */
export function isWorthMoving(previous: string | null, next: string | null): boolean {
  if (previous === null || next === null) return previous !== next;
  return next < previous || Date.parse(next) - Date.parse(previous) > DAY_MS;
}
