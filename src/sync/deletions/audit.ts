import {
  beginSearch,
  inOrderOfUpdates,
  nextStep,
  withCount,
  type CandidateGroup,
  type UpdateOrder,
} from './deletion-search';
import type { StateStore } from '../../model/ports';
import { isReadwiseError } from '../../readwise/readwise-error';
import type { DocumentPage } from '../../readwise/pages';
import { idsOnPage, oneDocumentPage, pullDocuments } from '../../readwise/fetch-pages';
import { Verification, type ControlRecord } from './verify-candidates';
import { beginCrawl, endCrawl, heldRecords, readCounters, someHeldId, candidatesOf } from './audit-register';
import { keys } from '../../store/keys';
import { withOverlap, readOne } from '../../store/read-state';
import { readCrawl, type Crawl, type DocumentIds } from '../../store/stored';
import type { Pulled } from '../pull/pull';
import { takeDocuments } from '../pull/take-page';
import type { Fetching } from '../run';
import type { ReadwiseClient } from '../../readwise/client';

/** Page size of the live service. */
const USUAL_PAGE = 100;
/** Pages of a crawl in one sync: two minutes at the service's rate. */
const PAGES_PER_SYNC = 40;

/** A crawl that reached the end of the list. */
interface EndedCrawl extends Pick<Crawl, 'isSuspected' | 'startedAt'> {
  /** The service's count on the last page. */
  readonly count: number | null;
}

/** Ids that a crawl did not find. */
interface Unlisted {
  readonly unlisted: readonly string[];
  readonly crawl: EndedCrawl;
  readonly control: ControlRecord;
}

/**
 * Finds deleted documents, which the v3 list does not report. An unexpected count, or a crawl of the whole list,
 * finds candidates; only two checks, far enough apart, confirm them. A few are looked up by id; many are checked
 * by a crawl, if that takes fewer requests. A wrong count costs requests, never a note: what a crawl cannot
 * explain is expected from then on, and the next crawl waits longer. One object per run.
 */
export class DeletionAudit {
  private readonly state: StateStore;
  private readonly verification: Verification;
  private pageSize = USUAL_PAGE;

  constructor(private readonly fetching: Fetching) {
    this.state = fetching.deps.state;
    this.verification = new Verification(fetching);
  }

  /** Call with every page of the list; learns the page size. */
  noticePage(page: DocumentPage): void {
    const records = idsOnPage(page).length;
    if (page.nextCursor !== null && records > 0) this.pageSize = records;
  }

  async run(pulled: Pulled): Promise<void> {
    const { state } = this;
    const { since, count } = pulled;
    if (since === null) {
      // It is not known when a resumed pull began.
      const startedAt = pulled.isResumed ? null : pulled.startedAt;
      return this.endCrawl(pulled, { count, isSuspected: false, startedAt });
    }
    const page = await this.firstPage();
    const control = controlOn(page);
    const verified = control === null ? 'one by one' : await this.verifyDue(pulled, control);
    const isSuspected = !(await this.isCountExplained(pulled, { count: page.count, control }));
    const open = await readOne(state, keys.crawl, readCrawl);
    if (open !== null) return this.crawl(pulled, open);
    const isDue = isCrawlDue(await readCounters(state), { isSuspected, now: pulled.startedAt });
    if (!isDue && verified === 'one by one') return;
    await beginCrawl(state);
    await this.crawl(pulled, { cursor: null, isSuspected, startedAt: pulled.startedAt });
  }

  /** Compares the count of the newest page with what is known, and looks for the cause of a difference. */
  private async isCountExplained(
    pulled: Pulled,
    { count, control }: { readonly count: number | null; readonly control: ControlRecord | null },
  ): Promise<boolean> {
    // Candidates that were never looked up may explain any difference.
    if (await this.hasOpenCandidates()) return true;
    const missing = await this.missingIn(count);
    if (missing === 0) return true;
    if (missing === null || control === null) return false;
    if (missing > 0) return (await this.search(missing, control)) !== 'failed';
    await this.pullAgain(pulled);
    return ((await this.missingIn(count)) ?? 0) >= 0;
  }

  /** Looks up the candidates that are due. `by crawl`: listing everything takes fewer requests. */
  private async verifyDue({ startedAt }: Pulled, control: ControlRecord): Promise<'one by one' | 'by crawl'> {
    const due = await this.verification.dueCandidates(startedAt, control);
    const pages = this.pagesOf(await this.expectedCount());
    if (control.kind === 'known' && isListCheaper(due.length, pages)) return 'by crawl';
    await this.verification.verifyAll(due, control);
    return 'one by one';
  }

  /** If there are many, the crawl that did not find them counts as their look-up, unless it was incomplete. */
  private async verifyUnlisted(pulled: Pulled, { unlisted, crawl, control }: Unlisted): Promise<void> {
    const { startedAt } = pulled;
    if (startedAt !== null && control.kind === 'known' && isListCheaper(unlisted.length, 0)) {
      // What changed during the crawl may have moved to a page that was listed already.
      await this.pullAgain(pulled);
      const left = new Set((await candidatesOf(this.state)).map(({ id }) => id));
      const ids = unlisted.filter((id) => left.has(id));
      const isWhole = ((await this.missingIn(crawl.count)) ?? 0) >= 0;
      const times = { from: crawl.startedAt, to: startedAt };
      if (isWhole && (await this.verification.takeUnlisted(ids, times, control))) return;
    }
    const due = await this.verification.dueCandidates(startedAt, control);
    await this.verification.verifyAll(due, control);
  }

  /** The newest records. Those added since this run's pull are stored, or they would hide deletions. */
  private async firstPage(): Promise<DocumentPage> {
    const page = await oneDocumentPage(this.fetching.client);
    this.noticePage(page);
    const records = [...page.documents, ...page.highlights, ...page.notes];
    const known = await this.state.getMany(records.map(({ id }) => keys.documentId(id)));
    if (known.some((entry) => entry === undefined)) await takeDocuments(this.fetching, page, []);
    return page;
  }

  /** Searches by counts. `waits`: candidates are looked up later; `failed`: the counts did not help. */
  private async search(missing: number, control: ControlRecord): Promise<'found' | 'waits' | 'failed'> {
    const { state } = this;
    const { client } = this.fetching;
    // A difference that no crawl could explain may be anywhere in the list.
    if ((await readCounters(state)).difference !== 0) return 'failed';
    const order = inOrderOfUpdates(await heldRecords(state));
    const crawlPages = this.pagesOf(order.ids.length - missing);
    if (isListCheaper(missing, crawlPages)) return 'failed';
    const groups = await findCandidateGroups(client, { order, missing, crawlPages });
    if (groups === null) return 'failed';
    const { absent, open } = await this.verification.verify(groups, control);
    if (open.length > 0) return 'waits';
    return absent.size === missing ? 'found' : 'failed';
  }

  /** Lists everything, or as much as one sync may; the next sync continues. */
  private async crawl(pulled: Pulled, crawl: Crawl): Promise<void> {
    try {
      await this.followPages(pulled, crawl, PAGES_PER_SYNC);
    } catch (error) {
      if (!isReadwiseError(error, 'cursor-rejected')) throw error;
      // The service forgot the cursor between two syncs, so everything has to be listed in one.
      await this.followPages(pulled, { ...crawl, cursor: null, startedAt: pulled.startedAt }, Infinity);
    }
  }

  private async followPages(pulled: Pulled, crawl: Crawl, most: number): Promise<void> {
    let left = most;
    for await (const page of pullDocuments(this.fetching.client, { cursor: crawl.cursor })) {
      this.noticePage(page);
      const { nextCursor, count } = page;
      await takeDocuments(this.fetching, page, [
        nextCursor === null
          ? { remove: keys.crawl }
          : { put: keys.crawl, value: { ...crawl, cursor: nextCursor } satisfies Crawl },
      ]);
      if (nextCursor === null) return this.endCrawl(pulled, { ...crawl, count });
      left -= 1;
      if (left === 0) return;
    }
  }

  /** Looks up what a crawl did not find, and stores the difference that remains. */
  private async endCrawl(pulled: Pulled, crawl: EndedCrawl): Promise<void> {
    const { state } = this;
    const { count, isSuspected } = crawl;
    const known = new Set((await candidatesOf(state)).map(({ id }) => id));
    const unlisted = await endCrawl(state);
    const id = await someHeldId(state, await candidatesOf(state));
    const control: ControlRecord = id === null ? { kind: 'nothing held' } : { kind: 'known', id };
    await this.verifyUnlisted(pulled, { unlisted, crawl, control });
    const hasFound = (await candidatesOf(state)).some((candidate) => !known.has(candidate.id));
    const left = await this.unexplained(pulled, { count, control });
    const counters = await readCounters(state);
    const isFruitless = isSuspected && !hasFound;
    // Records may have changed between pages. A difference that two crawls leave is an error of the count.
    const isSure = (await this.isOnePage()) || left === counters.unexplained;
    const next: DocumentIds = {
      ...counters,
      difference: isSure ? counters.difference + left : counters.difference,
      unexplained: isSure ? 0 : left,
      fruitless: isFruitless ? counters.fruitless + 1 : 0,
      crawledAt: pulled.startedAt,
    };
    await state.commit([{ put: keys.documentIds, value: next }]);
  }

  /** How many more records than expected the service's count lacks after a crawl. */
  private async unexplained(
    pulled: Pulled,
    { count, control }: { readonly count: number | null; readonly control: ControlRecord },
  ): Promise<number> {
    if (await this.hasOpenCandidates()) return 0;
    const missing = await this.missingIn(count);
    if (missing === null || missing === 0) return 0;
    if (await this.isOnePage()) return missing;
    await this.pullAgain(pulled);
    const left = await this.missingIn((await this.firstPage()).count);
    if (left === null || left <= 0) return left ?? 0;
    // Records may have been deleted during the crawl.
    return (await this.search(left, control)) === 'failed' ? left : 0;
  }

  /** A list of one page is a snapshot: nothing can have changed meanwhile. */
  private async isOnePage(): Promise<boolean> {
    return this.pagesOf(await this.expectedCount()) <= 1;
  }

  private async hasOpenCandidates(): Promise<boolean> {
    return (await candidatesOf(this.state)).some(({ absentAt }) => absentAt === null);
  }

  /** Pulls what changed since this run's pull. */
  private async pullAgain({ startedAt }: Pick<Pulled, 'startedAt'>): Promise<void> {
    if (startedAt === null) return;
    for await (const page of pullDocuments(this.fetching.client, { updatedAfter: withOverlap(startedAt) }))
      await takeDocuments(this.fetching, page, []);
  }

  /** How many fewer records the service counts than expected; null if it gives no count. */
  private async missingIn(count: number | null): Promise<number | null> {
    if (count === null) return null;
    const { difference } = await readCounters(this.state);
    return (await this.expectedCount()) - difference - count;
  }

  /** Known records, not counting candidates. */
  private async expectedCount(): Promise<number> {
    return (await readCounters(this.state)).held - (await candidatesOf(this.state)).length;
  }

  /** Requests needed to list this many records. */
  private pagesOf(records: number): number {
    return Math.ceil(records / this.pageSize);
  }
}

const HOUR_MS = 60 * 60 * 1000;
const LONGEST_WAIT_MS = 30 * 24 * HOUR_MS;
const FIRST_WAIT_MS = 12 * HOUR_MS;

/**
 * Whether to list everything: after a month, or because of a count that nothing explains; in that case the wait
 * doubles with each crawl that did not explain it either. `now` is the service's time.
 */
function isCrawlDue(
  { crawledAt, fruitless }: DocumentIds,
  { isSuspected, now }: { readonly isSuspected: boolean; readonly now: string | null },
): boolean {
  if (isSuspected && fruitless === 0) return true;
  if (now === null) return false;
  if (crawledAt === null) return true;
  const wait = isSuspected ? FIRST_WAIT_MS * 2 ** (fruitless - 1) : LONGEST_WAIT_MS;
  return Date.parse(now) - Date.parse(crawledAt) > Math.min(wait, LONGEST_WAIT_MS);
}

/** Up to this many look-ups, listing everything is not considered. */
const FEW_LOOK_UPS = 10;

/** Whether listing everything takes clearly fewer requests than looking up this many records one by one. */
const isListCheaper = (lookUps: number, pages: number): boolean => lookUps > pages + FEW_LOOK_UPS;

/** A record that the first page shows to exist; null if that page is empty but not the last. */
function controlOn(page: DocumentPage): ControlRecord | null {
  const id = idsOnPage(page)[0];
  if (id !== undefined) return { kind: 'known', id };
  return page.nextCursor === null ? { kind: 'nothing held' } : null;
}

/** Narrows down by counts which records are missing; null if it is better to list everything. */
async function findCandidateGroups(
  client: ReadwiseClient,
  options: { readonly order: UpdateOrder; readonly missing: number; readonly crawlPages: number },
): Promise<readonly CandidateGroup[] | null> {
  const { order, missing, crawlPages } = options;
  let search = missing > order.ids.length ? null : beginSearch(order, missing);
  while (search !== null) {
    const step = nextStep(search, crawlPages);
    switch (step.kind) {
      case 'look up':
        return step.groups;
      case 'crawl':
        return null;
      case 'count': {
        const { count } = await oneDocumentPage(client, { updatedAfter: step.updatedAfter });
        search = count === null ? null : withCount(search, { cut: step.cut, count });
      }
    }
  }
  return null;
}
