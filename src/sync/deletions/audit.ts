import {
  cutsToCheck,
  isVerificationDue,
  inOrderOfUpdates,
  momentOfCut,
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
  /** Takes a page into the replica as one transaction with the changes, and writes what is due by it. */
  readonly take: (page: DocumentPage, changes: readonly StateChange[]) => Promise<void>;
}

/** Records on a page of the live service. */
const USUAL_PAGE = 100;

/** A list of everything that came to its end. */
interface EndedCrawl {
  /** The service's count with its last page. */
  readonly count: number | null;
  /** It was made because the service had counted fewer than are held. */
  readonly isForFewer: boolean;
}

/**
 * Finds deleted documents, of which the v3 list does not tell. A count that is not what is held, or a whole
 * crawl, raises suspicion; only two look-ups by id, far enough apart, confirm. A count that lies costs
 * requests, never a note. One object for each run.
 */
export class DeletionAudit {
  private readonly verification: Verification;
  private pageSize = USUAL_PAGE;

  constructor(private readonly options: AuditOptions) {
    this.verification = new Verification(options);
  }

  /** To be told of every page of the list, from which it learns how large a page is. */
  noticePage(page: DocumentPage): void {
    const records = idsOnPage(page).length;
    if (page.nextCursor !== null && records > 0) this.pageSize = records;
  }

  /** `pulled`: this run's pull of the documents. */
  async run(pulled: PullState): Promise<void> {
    const { state } = this.options;
    if (pulled.since === null) return this.endCrawl(pulled, { count: pulled.count, isForFewer: false });
    const held = await someHeldId(state, await candidatesOf(state));
    // A run that brings candidates' cases to an end leaves the counting to the next.
    if (
      held !== null &&
      (await this.verification.verifyDueCandidates(pulled.startedAt, { kind: 'known', id: held })) ===
        'verified'
    )
      return;
    const { countsTrusted, verifiedAt } = await readCounters(state);
    return countsTrusted && !isVerificationDue(verifiedAt, pulled.startedAt)
      ? this.count(pulled)
      : this.rollOn(pulled);
  }

  /** One request when nothing was deleted. */
  private async count(pulled: PullState): Promise<void> {
    const page = await oneDocumentPage(this.options.client);
    this.noticePage(page);
    const control = controlOn(page);
    if (control !== null) await this.verification.verifyDueCandidates(pulled.startedAt, control);
    const candidates = await candidatesOf(this.options.state);
    // Those that nobody has looked up yet may explain any difference.
    if (candidates.some(({ absentAt }) => absentAt === null)) return;
    const missing = page.count === null ? null : (await this.heldCount()) - page.count;
    if (missing === 0) return;
    if (missing === null || control === null) return this.trustCounts(false);
    if (missing > 0 && (await this.search(missing, control)) !== 'failed') return;
    if (missing < 0 && page.count !== null && (await this.heldAfterCatchingUp(pulled)) >= page.count) return;
    await this.crawlAll(pulled, missing > 0);
  }

  /**
   * Looks for so many deleted records by counts. `failed`: the counts led nowhere. `waits`: who is candidate
   * is to be looked up later.
   */
  private async search(missing: number, control: ControlRecord): Promise<'found' | 'waits' | 'failed'> {
    const order = inOrderOfUpdates(await heldRecords(this.options.state));
    const groups = await locate(this.options.client, {
      order,
      missing,
      crawlPages: this.pagesOf(order.ids.length - missing),
    });
    if (groups === null) return 'failed';
    const { absent, open } = await this.verification.verify(groups, control);
    if (open.length > 0) return 'waits';
    return absent.size === missing ? 'found' : 'failed';
  }

  private async crawlAll(pulled: PullState, isForFewer: boolean): Promise<void> {
    const { count } = await this.options.crawl();
    await this.endCrawl(pulled, { count, isForFewer });
  }

  /** Where counts cannot be trusted, everything is listed instead, one page with each sync. */
  private async rollOn(pulled: PullState): Promise<void> {
    const { client, state, take } = this.options;
    const rolling = await readOne(state, keys.rollingCrawl, readRollingCrawl);
    if (rolling === null) await beginCrawl(state);
    let page: DocumentPage;
    try {
      page = await oneDocumentPage(client, { cursor: rolling?.cursor });
    } catch (error) {
      // The service forgot the cursor between two syncs: then it has to go in one.
      if (!(error instanceof CursorRejectedError)) throw error;
      return this.crawlAll(pulled, false);
    }
    this.noticePage(page);
    const isLast = page.nextCursor === null;
    await take(page, [
      isLast ? { remove: keys.rollingCrawl } : { put: keys.rollingCrawl, value: { cursor: page.nextCursor } },
    ]);
    const control = controlOn(page);
    if (isLast) await this.endCrawl(pulled, { count: page.count, isForFewer: false });
    else if (control?.kind === 'known')
      await this.verification.verifyDueCandidates(pulled.startedAt, control);
  }

  /**
   * What a crawl did not meet is candidate and looked up; then the counts are measured against what is held.
   */
  private async endCrawl(pulled: PullState, { count, isForFewer }: EndedCrawl): Promise<void> {
    const { state } = this.options;
    const known = new Set((await candidatesOf(state)).map(({ id }) => id));
    await endCrawl(state);
    const held = await someHeldId(state, await candidatesOf(state));
    const control: ControlRecord = held === null ? { kind: 'nothing held' } : { kind: 'known', id: held };
    await this.verification.verifyDueCandidates(pulled.startedAt, control);
    const candidates = await candidatesOf(state);
    const { countsTrusted } = await readCounters(state);
    const isFalseAlarm = isForFewer && candidates.every(({ id }) => known.has(id));
    const isOpen = candidates.some(({ absentAt }) => absentAt === null);
    const trusted = isOpen
      ? countsTrusted
      : !isFalseAlarm && (await this.isCountRight(pulled, { count, control }));
    await this.trustCounts(trusted, pulled.startedAt);
  }

  /**
   * Measures the service's counts against what is held after a crawl; once more if there was news meanwhile.
   */
  private async isCountRight(
    pulled: PullState,
    { count, control }: { readonly count: number | null; readonly control: ControlRecord },
  ): Promise<boolean> {
    const held = await this.heldCount();
    if (count === held && (await this.areStampsRight())) return true;
    // A list of one page is of one moment: there is nothing that could have come between.
    if (this.pagesOf(held) <= 1) return false;
    const heldNow = await this.heldAfterCatchingUp(pulled);
    const again = await oneDocumentPage(this.options.client);
    if (again.count === null || again.count > heldNow) return false;
    return again.count === heldNow
      ? this.areStampsRight()
      : (await this.search(heldNow - again.count, control)) === 'found';
  }

  /** Whether counts by `updatedAfter` can be relied on for a search, as far as three of them tell. */
  private async areStampsRight(): Promise<boolean> {
    const held = await this.heldCount();
    if (!searchMayPay(held, this.pagesOf(held))) return true;
    const order = inOrderOfUpdates(await heldRecords(this.options.state));
    for (const cut of cutsToCheck(order)) {
      const { count } = await oneDocumentPage(this.options.client, { updatedAfter: momentOfCut(order, cut) });
      if (count !== order.ids.length - cut) return false;
    }
    return true;
  }

  /** Held without the candidates, after taking in what came since this run's pull. */
  private async heldAfterCatchingUp({ startedAt }: PullState): Promise<number> {
    const { client, take } = this.options;
    if (startedAt !== null)
      for await (const page of pullDocuments(client, { updatedAfter: overlapping(startedAt) }))
        await take(page, []);
    return this.heldCount();
  }

  /** How many the service should count: what is held without the candidates. */
  private async heldCount(): Promise<number> {
    const { state } = this.options;
    return (await readCounters(state)).held - (await candidatesOf(state)).length;
  }

  /** `verifiedAt`: the service's time, where a crawl came to its end. */
  private async trustCounts(countsTrusted: boolean, verifiedAt?: string | null): Promise<void> {
    const counters = await readCounters(this.options.state);
    const next: DocumentIds = {
      ...counters,
      countsTrusted,
      verifiedAt: verifiedAt === undefined ? counters.verifiedAt : verifiedAt,
    };
    await this.options.state.commit([{ put: keys.documentIds, value: next }]);
  }

  /** Requests that it takes to list so many records. */
  private pagesOf(records: number): number {
    return Math.ceil(records / this.pageSize);
  }
}

/**
 * A record that the first page of everything shows to be there; null where the page is empty and yet not all
 * there is.
 */
function controlOn(page: DocumentPage): ControlRecord | null {
  const id = idsOnPage(page)[0];
  if (id !== undefined) return { kind: 'known', id };
  return page.nextCursor === null ? { kind: 'nothing held' } : null;
}

/**
 * Finds out by counts among which of the held records so many are missing. Null: to list everything is
 * cheaper, or the counts contradict each other.
 */
async function locate(
  client: ReadwiseClient,
  {
    order,
    missing,
    crawlPages,
  }: { readonly order: UpdateOrder; readonly missing: number; readonly crawlPages: number },
): Promise<readonly CandidateGroup[] | null> {
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
