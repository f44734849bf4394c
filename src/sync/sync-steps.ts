import { dayOf } from '../notes/attachments/retry-day';
import type { StateChange } from '../model/ports';
import { wantsDocuments } from '../model/item';
import type { ItemRecord } from '../model/record';
import type { Problem } from '../model/problem';
import type { ReadwiseClient } from '../readwise/client';
import type { DocumentPage, HighlightPage } from '../readwise/pages';
import { pullDocuments, pullHighlights } from '../readwise/pull';
import { DeletionAudit } from './deletions/audit';
import { beginCrawl } from './deletions/audit-register';
import { applyDeletions } from './deletions/deletions';
import { fetchAttachments } from './attachments/attachments-fetch';
import { AttachmentCache } from './attachments/attachment-cache';
import { fetchTexts } from './pull/full-texts';
import { NoteWriter, type NoteRemoval } from './write/note-writer';
import { ParentlessRecords } from './pull/parentless';
import { pull, watermarkChanges, type Endpoint, type PulledPage, type PullResult } from './pull/pull';
import { mayHaveMoved, movedBooksChanges, withMovedBooks } from './pull/moved-books';
import { isNameless, quarantineKey, retryQuarantined } from './pull/quarantine';
import type { Rendering } from './templates/prepare-rendering';
import type { Replica } from '../store/replica';
import type { UserDecisions } from './plan/user-decisions';
import type { SyncDependencies, SyncOptions } from './context/sync-options';
import { sweep, sweepTurn, sweptUpTo, type SweepKind } from './pull/sweep';
import { overlapping } from '../store/read-state';
import type { PullState } from '../store/stored';
import type { SyncStats } from './context/sync-stats';

export interface SyncStepsOptions {
  readonly deps: SyncDependencies;
  readonly options: SyncOptions;
  readonly stats: SyncStats;
  readonly client: ReadwiseClient;
  readonly replica: Replica;
  readonly decisions: UserDecisions;
  readonly rendering: Rendering;
}

export interface Pulled {
  readonly highlights: PullResult;
  /** Null when the scope has no documents, so that none were asked for. */
  readonly documents: PullResult | null;
}

/** The steps of a sync, called in the order of `runSync`. */
export class SyncSteps {
  private readonly writer: NoteWriter;
  private readonly cache: AttachmentCache | null;
  private serviceTime: string | null = null;
  private readonly audit: DeletionAudit;
  private readonly parentless: ParentlessRecords;
  private sweepChanges: readonly StateChange[] = [];
  private hasNews = false;
  /** A book may have moved between pages, and the next pull must look for it. */
  private mayHaveMoved = false;
  /** Bad records already reported: one may come with several pages. */
  private readonly reported = new Set<string>();

  constructor(private readonly run: SyncStepsOptions) {
    const { deps, replica } = run;
    this.cache = AttachmentCache.of(deps, run.options.settings);
    this.writer = new NoteWriter({ ...run, cache: this.cache });
    this.parentless = new ParentlessRecords({ ...deps, replica });
    this.audit = new DeletionAudit({
      ...deps,
      client: run.client,
      replica,
      crawl: async () => (await this.pullDocuments(true)).state,
      take: (page, changes) => this.takeAuditPage(page, changes),
    });
  }

  /** Runs both pulls side by side, each against its own budget. */
  async pullBoth(full: boolean): Promise<Pulled> {
    this.writer.setV2({ kind: 'under way' });
    const [highlights, documents] = await Promise.allSettled([
      this.pullHighlights(full),
      wantsDocuments(this.run.options.settings.scope) ? this.pullDocuments(full) : null,
    ]);
    if (highlights.status === 'rejected') throw asError(highlights.reason);
    if (documents.status === 'rejected') throw asError(documents.reason);
    // A resumed pull lacks the changes of v2 since it began; the next round has them.
    if (!highlights.value.resumed)
      this.writer.setV2({ kind: 'complete', upTo: highlights.value.state.startedAt });
    return { highlights: highlights.value, documents: documents.value };
  }

  /** Writes every note that is still due, and returns the notes to remove. */
  writeDue(): Promise<readonly NoteRemoval[]> {
    return this.writer.writeAllDue();
  }

  /** Finds changes that the export omits: a quiet sync makes one sweep, any other both. */
  async sweep({ highlights }: Pulled): Promise<void> {
    if (highlights.state.since === null) return;
    const { client, deps, replica } = this.run;
    deps.reporter.progress({ step: 'checking', what: 'changed metadata' });
    const quietKind = sweepTurn(highlights.state.startedAt);
    const kinds: readonly SweepKind[] = this.hasNews ? ['books', 'highlights'] : [quietKind];
    const bookIds = new Set<string>();
    for (const kind of kinds) {
      const result = await sweep(kind, { client, state: deps.state });
      result.bookIds.forEach((id) => bookIds.add(id));
      this.sweepChanges = [...this.sweepChanges, ...result.changes];
      for (const { id, problem } of result.quarantined)
        this.run.stats.fail({ id, path: null, problem: { code: 'unreadable-list', list: kind, problem } });
    }
    if (bookIds.size === 0) return;
    this.hasNews = true;
    for await (const page of pullHighlights(client, { ids: [...bookIds] })) {
      const due = await replica.takeHighlights(page, () => []);
      this.reportBadRecords(page);
      // A record without any id may be of any book, so this sweep is repeated.
      if (page.quarantined.some(isNameless)) this.sweepChanges = [];
      await this.writer.write(due);
    }
  }

  /** Asks again for records that earlier runs could not read. */
  async retryQuarantined(): Promise<void> {
    const { client, deps, replica } = this.run;
    const quarantined = await retryQuarantined({
      ...deps,
      client,
      replica,
      fresh: this.reported,
      write: (due) => this.write(due),
    });
    this.reportBadRecords({ quarantined, incomplete: [] });
  }

  /** A full crawl or a wrong count finds candidates; only two empty look-ups confirm a deletion. */
  async findDeletedDocuments({ documents }: Pulled): Promise<void> {
    if (documents === null) return;
    this.run.deps.reporter.progress({ step: 'checking', what: 'deleted documents' });
    await this.audit.run(documents.state);
  }

  /** Reports highlights and notes of Reader that are in no note, because their parent is not listed. */
  async reportParentless({ documents }: Pulled): Promise<void> {
    if (documents === null) return;
    const isFull = documents.state.since === null || documents.resumed;
    for (const failure of await this.parentless.find({ isFull })) this.run.stats.fail(failure);
  }

  /** Removes the notes of deleted items. */
  async remove({ highlights }: Pulled, removals: readonly NoteRemoval[]): Promise<void> {
    const { deps, options, replica, stats, decisions } = this.run;
    const { startedAt } = highlights.state;
    const now = startedAt === null ? null : Date.parse(startedAt);
    await applyDeletions(removals, { ...deps, ...options, now, replica, stats, decisions });
  }

  /** Last of all: every page is in the replica, and every due note is written or still due. */
  async commitWatermarks({ highlights, documents }: Pulled): Promise<void> {
    const { state } = this.run.deps;
    this.serviceTime = highlights.state.startedAt;
    const pulled = [...(await watermarkChanges({ state, endpoint: 'highlights', pull: highlights }))];
    if (documents !== null)
      pulled.push(...(await watermarkChanges({ state, endpoint: 'documents', pull: documents })));
    const swept = sweptUpTo(highlights.state) ?? this.sweepChanges;
    this.sweepChanges = [];
    // A quiet sync writes no state, so its sweep is repeated from the same time.
    if (pulled.length > 0 || this.hasNews)
      await state.commit([...pulled, ...swept, ...(await movedBooksChanges(state, this.mayHaveMoved))]);
  }

  /** Fetches full texts, after all notes are written. */
  async fetchTexts(): Promise<void> {
    const { client, deps, options, replica, stats } = this.run;
    if (options.dryRun) return;
    await fetchTexts({
      ...deps,
      client,
      replica,
      stats,
      today: this.today,
      convert: deps.convertHtml,
      write: (due) => this.writer.write(due),
      signal: options.signal,
    });
  }

  /** Fetches images and files from the web, last. */
  async fetchAttachments(): Promise<void> {
    const { client, deps, options, replica, stats } = this.run;
    const { downloader } = deps.attachments ?? {};
    if (options.dryRun || this.cache === null || downloader === undefined) return;
    await fetchAttachments({
      ...deps,
      client,
      downloader,
      cache: this.cache,
      replica,
      stats,
      today: this.today,
      trustedOrigin: options.settings.baseUrl,
      write: (due) => this.writer.write(due),
      signal: options.signal,
    });
  }

  /** Days since the epoch, by the service's clock if it is known. */
  private get today(): number {
    return dayOf(this.serviceTime === null ? this.run.deps.clock.now() : Date.parse(this.serviceTime));
  }

  private async pullHighlights(full: boolean): Promise<PullResult> {
    const { client, deps, replica } = this.run;
    const looksForMoved = await mayHaveMoved(deps.state);
    const result = await pull<HighlightPage>({
      endpoint: 'highlights',
      state: deps.state,
      full,
      fetchPages: ({ since, cursor }) => {
        const pages = pullHighlights(client, { updatedAfter: since ?? undefined, cursor });
        return looksForMoved && since !== null ? withMovedBooks(client, deps.state, pages) : pages;
      },
      take: (page, changes) => replica.takeHighlights(page, changes),
      write: (due) => this.write(due),
      received: ({ books }) => books.reduce((sum, book) => sum + book.highlights.length, 0),
      // The export counts books or highlights, it does not say which, so that is no total.
      onPage: (page, state) => this.reportPage('highlights', { ...page, count: null }, state),
    });
    const { isPaged = false, startedAt } = result.state;
    this.mayHaveMoved = isPaged && (startedAt === null || (await this.pullMovedBooks(startedAt)));
    return result;
  }

  /** Pulls books that moved between pages since that time. Returns whether one may have moved again. */
  private async pullMovedBooks(startedAt: string): Promise<boolean> {
    const { client, deps, replica } = this.run;
    let isPaged = false;
    const pages = pullHighlights(client, { updatedAfter: overlapping(startedAt) });
    for await (const page of withMovedBooks(client, deps.state, pages)) {
      isPaged ||= page.nextCursor !== null;
      const due = await replica.takeHighlights(page, () => []);
      this.reportBadRecords(page);
      await this.write(due);
    }
    return isPaged;
  }

  private pullDocuments(full: boolean): Promise<PullResult> {
    const { client, deps } = this.run;
    return pull<DocumentPage>({
      endpoint: 'documents',
      state: deps.state,
      full,
      onFullStart: () => beginCrawl(deps.state),
      fetchPages: ({ since, cursor }) => pullDocuments(client, { updatedAfter: since ?? undefined, cursor }),
      take: (page, changes) => this.parentless.take(page, changes),
      write: (due) => this.write(due),
      received: countRecords,
      onPage: (page, state) => {
        this.audit.noticePage(page);
        this.reportPage('documents', page, state);
      },
    });
  }

  private async takeAuditPage(page: DocumentPage, changes: readonly StateChange[]): Promise<void> {
    const due = await this.run.replica.takeDocuments(page, () => changes);
    this.reportBadRecords(page);
    await this.write(due);
  }

  private async write(due: readonly ItemRecord[]): Promise<void> {
    if (due.length > 0) this.hasNews = true;
    await this.writer.write(due);
  }

  private reportPage(endpoint: Endpoint, page: PulledPage, state: PullState): void {
    this.reportBadRecords(page);
    const received = state.received ?? 0;
    this.run.deps.reporter.progress({ step: 'pulling', endpoint, received, total: page.count });
  }

  /** Reports records that could not be read, or only in part. The rest of their page was stored. */
  private reportBadRecords({
    quarantined,
    incomplete,
  }: Pick<PulledPage, 'quarantined' | 'incomplete'>): void {
    for (const record of quarantined)
      this.reportOnce(quarantineKey(record), record.id, { code: 'unreadable-record', ...record });
    for (const record of incomplete)
      this.reportOnce(JSON.stringify(record), record.id, { code: 'incomplete-record', ...record });
  }

  private reportOnce(key: string, id: string, problem: Problem): void {
    if (!this.reported.has(key)) this.run.stats.fail({ id, path: null, problem });
    this.reported.add(key);
  }
}

const countRecords = ({ documents, highlights, notes }: DocumentPage): number =>
  documents.length + highlights.length + notes.length;

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
