import type { Quarantined } from '../../model/model';
import type { StateChange, StateStore } from '../../model/ports';
import type { ItemRecord } from '../../model/record';
import { CursorRejectedError } from '../../readwise/errors';
import { FARTHEST_AHEAD_MS } from '../../readwise/retry-timing';
import { keys } from '../../store/keys';
import { isNameless } from './quarantine';
import type { PullChanges } from '../../store/replica';
import { readPull, readText, type PullState } from '../../store/stored';
import { overlapping, readOne } from '../../store/read-state';

export type Endpoint = 'highlights' | 'documents';

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
  readonly take: (page: Page, changes: PullChanges) => Promise<readonly ItemRecord[]>;
  /** Writes the notes of the items that a page made due, while the next page is loading. */
  readonly write: (due: readonly ItemRecord[]) => Promise<void>;
  /** Number of highlights or records on a page, for progress. */
  readonly received: (page: Page) => number;
  readonly onPage: (page: Page, state: PullState) => void;
}

export interface PullResult {
  readonly state: PullState;
  /** Whether it continued a pull of an earlier run: then another pull must follow, for changes since. */
  readonly resumed: boolean;
}

/** Value of `keys.again` when everything has to be pulled once more. */
export const ALL = '';

/** Pulls one endpoint page by page, resumably. The caller commits the watermark, last of all. */
export async function pull<Page extends PulledPage>(options: PullOptions<Page>): Promise<PullResult> {
  const saved = options.full ? null : await readOne(options.state, keys.pull(options.endpoint), readPull);
  if (saved?.complete === true) return { state: saved, resumed: true };
  const begun = saved ?? (await newPull(options));
  if (begun.since === null && begun.cursor === null) await options.onFullStart?.();
  try {
    return { state: await followPages(options, begun), resumed: saved !== null };
  } catch (error) {
    // The service forgot the cursor: restart the pull once, from the same watermark.
    if (!(error instanceof CursorRejectedError) || begun.cursor === null) throw error;
    const restarted = { ...begun, cursor: null, received: undefined };
    return { state: await followPages(options, restarted), resumed: true };
  }
}

async function newPull<Page extends PulledPage>(options: PullOptions<Page>): Promise<PullState> {
  const { state, endpoint, full } = options;
  const stored = await state.getMany([keys.watermark(endpoint), keys.again(endpoint)]);
  const [watermark, again] = stored.map(readText);
  const since = full || again === ALL ? null : (watermark ?? null);
  return { since, cursor: null, startedAt: null, complete: false, count: null };
}

async function followPages<Page extends PulledPage>(
  options: PullOptions<Page>,
  begun: PullState,
): Promise<PullState> {
  let current = begun;
  let stored = begun.cursor !== null;
  let writing = Promise.resolve();
  // Prevents an unhandled rejection; the write is awaited after the next page.
  const settled = (promise: Promise<void>): Promise<void> => {
    promise.catch(() => undefined);
    return promise;
  };
  try {
    for await (const page of options.fetchPages({ since: begun.since, cursor: begun.cursor })) {
      current = {
        ...current,
        cursor: page.nextCursor,
        startedAt: current.cursor === null ? page.serverDate : current.startedAt,
        complete: page.nextCursor === null,
        count: page.count,
        received: (current.received ?? 0) + options.received(page),
        ...(page.quarantined.some(isNameless) ? { hasNameless: true } : {}),
        ...(page.nextCursor !== null ? { isPaged: true } : {}),
      };
      const next = current;
      const changes: PullChanges = (changed) => {
        // Pages with nothing new write no state: after an interruption they are asked for again.
        if (!changed && !stored && next.since !== null) return [];
        stored = true;
        return [{ put: keys.pull(options.endpoint), value: next }];
      };
      const due = await options.take(page, changes);
      options.onPage(page, next);
      await writing;
      writing = settled(options.write(due));
    }
  } finally {
    // Writing must end with the run, not after it.
    await Promise.allSettled([writing]);
  }
  await writing;
  return current;
}

/**
 * The changes that end a pull. The watermark becomes the service's time at the first response less 120 s, so
 * changes during the pull are seen again. Without that time it stays; one from the future is set back. A pull
 * with nothing new moves it once a day, or if it had several pages, which would come again with each sync.
 */
export async function watermarkChanges(options: {
  readonly state: StateStore;
  readonly endpoint: Endpoint;
  readonly pull: PullResult;
}): Promise<readonly StateChange[]> {
  const { state, endpoint } = options;
  const { state: pulled, resumed } = options.pull;
  const [stored, old, again] = await state.getMany([
    keys.pull(endpoint),
    keys.watermark(endpoint),
    keys.again(endpoint),
  ]);
  const ended: readonly StateChange[] = stored === undefined ? [] : [{ remove: keys.pull(endpoint) }];
  // A record without an id may come when the same pull is repeated once; a third pull would not help.
  const since = pulled.since ?? ALL;
  // After a resumed pull there is another round anyway.
  if (pulled.hasNameless === true && (resumed || readText(again) !== since))
    return [...ended, { put: keys.again(endpoint), value: since }];
  const corrected = correctedWatermark(pulled);
  if (corrected !== null) return [...ended, { put: keys.watermark(endpoint), value: corrected }];
  const next = pulled.startedAt === null ? null : overlapping(pulled.startedAt);
  const previous = readText(old);
  // A full pull keeps no watermark to compare, so it would be repeated for ever.
  const settled: readonly StateChange[] =
    readText(again) === ALL && since === ALL ? [{ remove: keys.again(endpoint) }] : [];
  if (next === null || (previous !== null && next <= previous)) return [...ended, ...settled];
  const mayStay = stored === undefined && pulled.isPaged !== true && !isOld(previous, next);
  if (mayStay) return [...ended, ...settled];
  return [...ended, ...settled, { put: keys.watermark(endpoint), value: next }];
}

/**
 * The watermark to use instead of one in the future, set when the service's clock was ahead: back by the
 * largest error possible. Null if the watermark is right, or if today's time cannot be.
 */
export function correctedWatermark({ since, startedAt }: PullState): string | null {
  if (since === null || startedAt === null) return null;
  const ahead = Date.parse(since) - Date.parse(startedAt);
  if (!(ahead > 0 && ahead <= FARTHEST_AHEAD_MS)) return null;
  return new Date(Date.parse(since) - FARTHEST_AHEAD_MS).toISOString();
}

const DAY_MS = 24 * 60 * 60 * 1000;

const isOld = (previous: string | null, next: string): boolean =>
  previous === null || Date.parse(next) - Date.parse(previous) > DAY_MS;
