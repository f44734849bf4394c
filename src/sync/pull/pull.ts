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

/** What a pull needs to know of a page, whichever endpoint it came from. */
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
  /** Start from nothing instead of from the watermark. */
  readonly full: boolean;
  /** Called before the first page of a pull from nothing. */
  readonly onFullStart?: () => Promise<void>;
  readonly fetchPages: (options: {
    readonly since: string | null;
    readonly cursor: string | null;
  }) => AsyncIterable<Page>;
  /** Takes a page into the replica as one transaction with the given changes. */
  readonly take: (page: Page, changes: PullChanges) => Promise<readonly ItemRecord[]>;
  /** Writes the notes of the items that a page made due; runs while the next page is on its way. */
  readonly write: (due: readonly ItemRecord[]) => Promise<void>;
  /** How many highlights or records a page brought, for the person who waits. */
  readonly received: (page: Page) => number;
  readonly onPage: (page: Page, state: PullState) => void;
}

export interface PullResult {
  readonly state: PullState;
  /**
   * Whether it went on with a pull that an earlier run began: then there may be news since, and one more is
   * due.
   */
  readonly resumed: boolean;
}

/** In place of the moment from which a pull is due once more: all that there is. */
export const ALL = '';

/**
 * Pulls one endpoint to its end, page by page. Every page is committed with the cursor behind it, so that a
 * pull that stops anywhere is continued by the next run. The watermark itself is committed by the caller,
 * last of all.
 */
export async function pull<Page extends PulledPage>(options: PullOptions<Page>): Promise<PullResult> {
  const saved = options.full ? null : await readOne(options.state, keys.pull(options.endpoint), readPull);
  if (saved?.complete === true) return { state: saved, resumed: true };
  const begun = saved ?? (await newPull(options));
  if (begun.since === null && begun.cursor === null) await options.onFullStart?.();
  try {
    return { state: await follow(options, begun), resumed: saved !== null };
  } catch (error) {
    // The service forgot the cursor: the pull begins again, once, from where it began.
    if (!(error instanceof CursorRejectedError) || begun.cursor === null) throw error;
    return { state: await follow(options, { ...begun, cursor: null, received: undefined }), resumed: true };
  }
}

async function newPull<Page extends PulledPage>({
  state,
  endpoint,
  full,
}: PullOptions<Page>): Promise<PullState> {
  const [watermark, again] = (await state.getMany([keys.watermark(endpoint), keys.again(endpoint)])).map(
    readText,
  );
  const since = full || again === ALL ? null : (watermark ?? null);
  return { since, cursor: null, startedAt: null, complete: false, count: null };
}

async function follow<Page extends PulledPage>(
  options: PullOptions<Page>,
  begun: PullState,
): Promise<PullState> {
  let current = begun;
  let stored = begun.cursor !== null;
  let writing = Promise.resolve();
  // A failed write must not surface as unhandled while the next page is awaited; it is awaited before the
  // page after that.
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
        // A pull with nothing new leaves no trace.
        if (!changed && !stored && next.complete && next.since !== null) return [];
        stored = true;
        return [{ put: keys.pull(options.endpoint), value: next }];
      };
      const due = await options.take(page, changes);
      options.onPage(page, next);
      await writing;
      writing = settled(options.write(due));
    }
  } finally {
    // What is being written ends with the run, not after it.
    await Promise.allSettled([writing]);
  }
  await writing;
  return current;
}

/**
 * The changes that end a pull: its watermark is the service's time at its first response less 120 s, so that
 * whatever was updated while it ran is seen again. Without that time the watermark stays where it was; one
 * from the future goes back. Nothing is written when there was nothing new and the old watermark is younger
 * than a day.
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
  // Only the same pull once more can bring a record that told no id; if that does not, neither will a third.
  const since = pulled.since ?? ALL;
  // After one that was resumed there is another round anyway.
  if (pulled.hasNameless === true && (resumed || readText(again) !== since))
    return [...ended, { put: keys.again(endpoint), value: since }];
  const behind = setBack(pulled);
  if (behind !== null) return [...ended, { put: keys.watermark(endpoint), value: behind }];
  const next = pulled.startedAt === null ? null : overlapping(pulled.startedAt);
  const previous = readText(old);
  // The watermark moves on from a moment, but all that there is would be due for good.
  const settled: readonly StateChange[] =
    readText(again) === ALL && since === ALL ? [{ remove: keys.again(endpoint) }] : [];
  const moves =
    next !== null &&
    (previous === null || next > previous) &&
    (stored !== undefined || isOld(previous, next));
  return [...ended, ...settled, ...(moves ? [{ put: keys.watermark(endpoint), value: next }] : [])];
}

/**
 * The watermark in the place of one that lies in the future, because the service's time was ahead when it was
 * made: as far back as that can have been, for what changed since. Null where it is none, or where it is
 * today's time that cannot be right.
 */
export function setBack({ since, startedAt }: PullState): string | null {
  const ahead = since === null || startedAt === null ? 0 : Date.parse(since) - Date.parse(startedAt);
  return since !== null && ahead > 0 && ahead <= FARTHEST_AHEAD_MS
    ? new Date(Date.parse(since) - FARTHEST_AHEAD_MS).toISOString()
    : null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const isOld = (previous: string | null, next: string): boolean =>
  previous === null || Date.parse(next) - Date.parse(previous) > DAY_MS;
