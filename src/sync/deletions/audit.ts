import {
  cutsToCheck,
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
import { CursorRejectedError } from '../../readwise/errors';
import type { DocumentPage } from '../../readwise/pages';
import { idsOnPage, oneDocumentPage, pullDocuments } from '../../readwise/pull';
import { Verification, type VerificationOptions, type ControlRecord } from './verify-candidates';
import { beginCrawl, endCrawl, heldRecords, readCounters, someHeldId, candidatesOf } from './audit-register';
import { keys } from '../../store/keys';
import { overlapping, readOne } from '../../store/read-state';
import { readRollingCrawl, type DocumentIds, type PullState } from '../../store/stored';
import type { ReadwiseClient } from '../../readwise/client';

export interface AuditOptions extends VerificationOptions {
  /** Pulls everything again into the replica. */
  readonly crawl: () => Promise<PullState>;
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

  async run(pulled: PullState): Promise<void> {
    const { state } = this.options;
    if (pulled.since === null) return this.endCrawl(pulled, { count: pulled.count, isForFewer: false });
    const id = await someHeldId(state, await candidatesOf(state));
    if (id !== null) await this.verification.verifyDueCandidates(pulled.startedAt, { kind: 'known', id });
    const { countsTrusted, verifiedAt } = await readCounters(state);
    const listsAll = !countsTrusted || isVerificationDue(verifiedAt, pulled.startedAt);
    const page = listsAll ? await this.nextPageOfAll(pulled) : await oneDocumentPage(this.options.client);
    if (page === null) return;
    this.noticePage(page);
    await this.compareCount(pulled, page);
  }

  /** Compares the count of a list answer, which every page of the list carries. */
  private async compareCount(pulled: PullState, page: DocumentPage): Promise<void> {
    const control = controlOn(page);
    if (control !== null) await this.verification.verifyDueCandidates(pulled.startedAt, control);
    const candidates = await candidatesOf(this.options.state);
    // Candidates that were never looked up may explain any difference.
    if (candidates.some(({ absentAt }) => absentAt === null)) return;
    const missing = page.count === null ? null : (await this.expectedCount()) - page.count;
    const { countsTrusted } = await readCounters(this.options.state);
    if (!countsTrusted) {
      if (missing === 0 && (await this.areDatedCountsRight())) await this.trustCounts(true);
      return;
    }
    if (missing === 0) return;
    if (missing === null || control === null) return this.trustCounts(false);
    if (missing > 0 && (await this.search(missing, control)) !== 'failed') return;
    if (missing < 0 && page.count !== null && (await this.expectedCountAfterPull(pulled)) >= page.count)
      return;
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

  private async crawlAll(pulled: PullState, isForFewer: boolean): Promise<void> {
    const { count } = await this.options.crawl();
    await this.endCrawl(pulled, { count, isForFewer });
  }

  /**
   * The next page of the whole list, which is listed again one page per sync: after a month, or while counts
   * are not trusted. Null when the list ended with it.
   */
  private async nextPageOfAll(pulled: PullState): Promise<DocumentPage | null> {
    const { client, state, take } = this.options;
    const rolling = await readOne(state, keys.rollingCrawl, readRollingCrawl);
    if (rolling === null) await beginCrawl(state);
    let page: DocumentPage;
    try {
      page = await oneDocumentPage(client, { cursor: rolling?.cursor });
    } catch (error) {
      // The service forgot the cursor between two syncs: list everything now.
      if (!(error instanceof CursorRejectedError)) throw error;
      await this.crawlAll(pulled, false);
      return null;
    }
    const isLast = page.nextCursor === null;
    await take(page, [
      isLast ? { remove: keys.rollingCrawl } : { put: keys.rollingCrawl, value: { cursor: page.nextCursor } },
    ]);
    if (!isLast) return page;
    await this.endCrawl(pulled, { count: page.count, isForFewer: false });
    return null;
  }

  /** Looks up what a crawl did not find; then checks the service's count. */
  private async endCrawl(pulled: PullState, { count, isForFewer }: EndedCrawl): Promise<void> {
    const { state } = this.options;
    const known = new Set((await candidatesOf(state)).map(({ id }) => id));
    await endCrawl(state);
    const id = await someHeldId(state, await candidatesOf(state));
    const control: ControlRecord = id === null ? { kind: 'nothing held' } : { kind: 'known', id };
    await this.verification.verifyDueCandidates(pulled.startedAt, control);
    const candidates = await candidatesOf(state);
    const { countsTrusted } = await readCounters(state);
    const isFalseAlarm = isForFewer && candidates.every(({ id }) => known.has(id));
    const hasUnverified = candidates.some(({ absentAt }) => absentAt === null);
    if (hasUnverified) return this.trustCounts(countsTrusted, pulled.startedAt);
    const isRight = !isFalseAlarm && (await this.isCountRight(pulled, { count, control }));
    await this.trustCounts(isRight, pulled.startedAt);
  }

  /** Whether the service's count after a crawl is right; checked again if records may have changed. */
  private async isCountRight(
    pulled: PullState,
    { count, control }: { readonly count: number | null; readonly control: ControlRecord },
  ): Promise<boolean> {
    const expected = await this.expectedCount();
    if (count === expected && (await this.areDatedCountsRight())) return true;
    // A list of one page is a snapshot: nothing can have changed meanwhile.
    if (this.pagesOf(expected) <= 1) return false;
    const expectedNow = await this.expectedCountAfterPull(pulled);
    const again = await oneDocumentPage(this.options.client);
    if (again.count === null || again.count > expectedNow) return false;
    if (again.count === expectedNow) return this.areDatedCountsRight();
    return (await this.search(expectedNow - again.count, control)) === 'found';
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

  /** The expected count, after pulling what changed since this run's pull. */
  private async expectedCountAfterPull({ startedAt }: PullState): Promise<number> {
    const { client, take } = this.options;
    if (startedAt === null) return this.expectedCount();
    for await (const page of pullDocuments(client, { updatedAfter: overlapping(startedAt) }))
      await take(page, []);
    return this.expectedCount();
  }

  /** The expected count: known records without candidates. */
  private async expectedCount(): Promise<number> {
    const { state } = this.options;
    return (await readCounters(state)).held - (await candidatesOf(state)).length;
  }

  /** `verifiedAt`: the service's time, if a crawl reached its end. */
  private async trustCounts(countsTrusted: boolean, verifiedAt?: string | null): Promise<void> {
    const counters = await readCounters(this.options.state);
    const next: DocumentIds = { ...counters, countsTrusted };
    if (verifiedAt !== undefined) next.verifiedAt = verifiedAt;
    await this.options.state.commit([{ put: keys.documentIds, value: next }]);
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
