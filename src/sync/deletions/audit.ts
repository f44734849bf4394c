import {
  cutsToCheck,
  isRetryDue,
  isVerificationDue,
  inOrderOfUpdates,
  timeOfCut,
  searchMayPay,
  beginSearch,
  nextStep,
  withCount,
  type CandidateGroup,
  type UpdateOrder,
} from './deletion-search';
import type { StateChange } from '../../model/ports';
import { isReadwiseError } from '../../readwise/errors';
import type { DocumentPage } from '../../readwise/pages';
import { idsOnPage, oneDocumentPage, pullDocuments } from '../../readwise/pull';
import { Verification, type VerificationOptions, type ControlRecord } from './verify-candidates';
import { beginCrawl, endCrawl, heldRecords, readCounters, someHeldId, candidatesOf } from './audit-register';
import { keys } from '../../store/keys';
import { overlapping, readOne } from '../../store/read-state';
import { readRollingCrawl, type DocumentIds } from '../../store/stored';
import type { Pulled } from '../pull/pull';
import type { ReadwiseClient } from '../../readwise/client';

export interface AuditOptions extends VerificationOptions {
  /** Pulls everything again into the replica. */
  readonly crawl: () => Promise<Pulled>;
  /** Stores a page in one transaction with the changes, and writes the notes that it made due. */
  readonly take: (page: DocumentPage, changes: readonly StateChange[]) => Promise<void>;
}

/** Page size of the live service. */
const USUAL_PAGE = 100;

/** A full list that reached its end. */
interface EndedCrawl {
  /** The service's count on the last page. */
  readonly count: number | null;
  /** Whether it was made because the service counted fewer records than are known. */
  readonly isForFewer: boolean;
}

/** Of the service's counts. `unknown`: changes during the crawl may explain a difference. */
type Verdict = 'right' | 'wrong' | 'unknown';

/**
 * Finds deleted documents, which the v3 list does not report. A wrong count or a full crawl finds candidates;
 * only two look-ups by id, far enough apart, confirm. A wrong count costs requests, never a note. One object
 * per run.
 */
export class DeletionAudit {
  private readonly verification: Verification;
  private pageSize = USUAL_PAGE;

  constructor(private readonly options: AuditOptions) {
    this.verification = new Verification(options);
  }

  /** Call with every page of the list; learns the page size. */
  noticePage(page: DocumentPage): void {
    const records = idsOnPage(page).length;
    if (page.nextCursor !== null && records > 0) this.pageSize = records;
  }

  async run(pulled: Pulled): Promise<void> {
    const { state } = this.options;
    if (pulled.since === null) return this.endCrawl(pulled, { count: pulled.count, isForFewer: false });
    const { timesWrong, verifiedAt } = await readCounters(state);
    if (isRetryDue(timesWrong, verifiedAt, pulled.startedAt)) return this.crawlAll(pulled, false);
    const listsAll = timesWrong > 0 || isVerificationDue(verifiedAt, pulled.startedAt);
    const page = listsAll ? await this.nextPageOfAll(pulled) : await this.firstPage();
    if (page !== null) await this.compareCount(pulled, page);
  }

  /** The newest records. Those that came after this run's pull are stored, or they would hide deletions. */
  private async firstPage(): Promise<DocumentPage> {
    const { client, state, take } = this.options;
    const page = await oneDocumentPage(client);
    this.noticePage(page);
    const records = [...page.documents, ...page.highlights, ...page.notes];
    const known = await state.getMany(records.map(({ id }) => keys.documentId(id)));
    if (known.some((entry) => entry === undefined)) await take(page, []);
    return page;
  }

  /** Compares the count of a list answer, which every page of the list carries. */
  private async compareCount(pulled: Pulled, page: DocumentPage): Promise<void> {
    const control = controlOn(page);
    if (control !== null) await this.verification.verifyDueCandidates(pulled.startedAt, control);
    const candidates = await candidatesOf(this.options.state);
    // Candidates that were never looked up may explain any difference.
    if (candidates.some(({ absentAt }) => absentAt === null)) return;
    const missing = page.count === null ? null : (await this.expectedCount()) - page.count;
    const { timesWrong } = await readCounters(this.options.state);
    if (timesWrong > 0) {
      if (missing === 0 && (await this.areDatedCountsRight())) await this.trustCountsAgain();
      return;
    }
    if (missing === 0) return;
    if (missing === null || control === null) return this.judgeCounts('wrong');
    if (missing > 0 && (await this.search(missing, control)) !== 'failed') return;
    if (missing < 0 && page.count !== null) {
      await this.pullAgain(pulled);
      if ((await this.expectedCount()) >= page.count) return;
    }
    await this.crawlAll(pulled, missing > 0);
  }

  /** Searches by counts. `waits`: look candidates up later; `failed`: the counts were no help. */
  private async search(missing: number, control: ControlRecord): Promise<'found' | 'waits' | 'failed'> {
    const order = inOrderOfUpdates(await heldRecords(this.options.state));
    const crawlPages = this.pagesOf(order.ids.length - missing);
    const groups = await findCandidateGroups(this.options.client, { order, missing, crawlPages });
    if (groups === null) return 'failed';
    const { absent, open } = await this.verification.verify(groups, control);
    if (open.length > 0) return 'waits';
    return absent.size === missing ? 'found' : 'failed';
  }

  private async crawlAll(pulled: Pulled, isForFewer: boolean): Promise<void> {
    const { count } = await this.options.crawl();
    await this.endCrawl(pulled, { count, isForFewer });
  }

  /**
   * The next page of the whole list, which is listed again after a month, or while counts are not trusted:
   * one page in every second sync. The syncs between ask for the first page, which alone shows whether records
   * were added since the pull and hide a deletion from the count. Null when the list ended with the page.
   */
  private async nextPageOfAll(pulled: Pulled): Promise<DocumentPage | null> {
    const { client, state, take } = this.options;
    const rolling = await readOne(state, keys.rollingCrawl, readRollingCrawl);
    if (rolling?.hasRested === false) {
      await state.commit([{ put: keys.rollingCrawl, value: { ...rolling, hasRested: true } }]);
      return this.firstPage();
    }
    if (rolling === null) await beginCrawl(state);
    let page: DocumentPage;
    try {
      page = await oneDocumentPage(client, { cursor: rolling?.cursor });
    } catch (error) {
      // The service forgot the cursor between two syncs: list everything now.
      if (!isReadwiseError(error, 'cursor-rejected')) throw error;
      await this.crawlAll(pulled, false);
      return null;
    }
    const isLast = page.nextCursor === null;
    this.noticePage(page);
    const next: StateChange = isLast
      ? { remove: keys.rollingCrawl }
      : { put: keys.rollingCrawl, value: { cursor: page.nextCursor, hasRested: false } };
    await take(page, [next]);
    if (!isLast) return page;
    await this.endCrawl(pulled, { count: page.count, isForFewer: false });
    return null;
  }

  /** Looks up what a crawl did not find; then checks the service's count. */
  private async endCrawl(pulled: Pulled, { count, isForFewer }: EndedCrawl): Promise<void> {
    const { state } = this.options;
    const known = new Set((await candidatesOf(state)).map(({ id }) => id));
    await endCrawl(state);
    const id = await someHeldId(state, await candidatesOf(state));
    const control: ControlRecord = id === null ? { kind: 'nothing held' } : { kind: 'known', id };
    await this.verification.verifyDueCandidates(pulled.startedAt, control);
    const candidates = await candidatesOf(state);
    if (candidates.some(({ absentAt }) => absentAt === null))
      return this.judgeCounts('unknown', pulled.startedAt);
    const isFalseAlarm = isForFewer && candidates.every(({ id }) => known.has(id));
    const verdict = isFalseAlarm ? 'wrong' : await this.verdictOnCount(pulled, { count, control });
    await this.judgeCounts(verdict, pulled.startedAt);
  }

  /** Checks the service's count after a crawl; once more if records may have changed during it. */
  private async verdictOnCount(
    pulled: Pulled,
    { count, control }: { readonly count: number | null; readonly control: ControlRecord },
  ): Promise<Verdict> {
    const expected = await this.expectedCount();
    if (count === expected && (await this.areDatedCountsRight())) return 'right';
    // A list of one page is a snapshot: nothing can have changed meanwhile.
    if (this.pagesOf(expected) <= 1) return 'wrong';
    await this.pullAgain(pulled);
    const again = await this.firstPage();
    const expectedNow = await this.expectedCount();
    if (again.count === null || again.count > expectedNow) return 'wrong';
    if (again.count === expectedNow) return (await this.areDatedCountsRight()) ? 'right' : 'wrong';
    // Records were deleted during the crawl, or the count is wrong: the next sync will tell.
    const searched = await this.search(expectedNow - again.count, control);
    return searched === 'found' ? 'right' : 'unknown';
  }

  /** Whether counts by `updatedAfter` are right in a sample of three, so that a search can use them. */
  private async areDatedCountsRight(): Promise<boolean> {
    const expected = await this.expectedCount();
    if (!searchMayPay(expected, this.pagesOf(expected))) return true;
    const order = inOrderOfUpdates(await heldRecords(this.options.state));
    for (const cut of cutsToCheck(order)) {
      const { count } = await oneDocumentPage(this.options.client, { updatedAfter: timeOfCut(order, cut) });
      if (count !== order.ids.length - cut) return false;
    }
    return true;
  }

  /** Pulls what changed since this run's pull. */
  private async pullAgain({ startedAt }: Pulled): Promise<void> {
    const { client, take } = this.options;
    if (startedAt === null) return;
    for await (const page of pullDocuments(client, { updatedAfter: overlapping(startedAt) }))
      await take(page, []);
  }

  /** The expected count: known records without candidates. */
  private async expectedCount(): Promise<number> {
    const { state } = this.options;
    return (await readCounters(state)).held - (await candidatesOf(state)).length;
  }

  /** `verifiedAt`: the service's time, if a crawl reached its end. */
  private async judgeCounts(verdict: Verdict, verifiedAt?: string | null): Promise<void> {
    const counters = await readCounters(this.options.state);
    const timesWrong = { right: 0, wrong: counters.timesWrong + 1, unknown: counters.timesWrong }[verdict];
    const next: DocumentIds = { ...counters, timesWrong };
    if (verifiedAt !== undefined) next.verifiedAt = verifiedAt;
    await this.options.state.commit([{ put: keys.documentIds, value: next }]);
  }

  /** Gives up listing everything for want of counts: the next verification must begin with the first page. */
  private async trustCountsAgain(): Promise<void> {
    await this.options.state.commit([{ remove: keys.rollingCrawl }]);
    await this.judgeCounts('right');
  }

  /** Requests needed to list so many records. */
  private pagesOf(records: number): number {
    return Math.ceil(records / this.pageSize);
  }
}

/** A record that the first page shows to exist; null if that page is empty but not the last. */
function controlOn(page: DocumentPage): ControlRecord | null {
  const id = idsOnPage(page)[0];
  if (id !== undefined) return { kind: 'known', id };
  return page.nextCursor === null ? { kind: 'nothing held' } : null;
}

/** Narrows down by counts which records are missing; null if listing everything is better. */
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
