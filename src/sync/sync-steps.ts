import type { Quarantined } from '../core/model';
import type { StateChange } from '../ports';
import type { LibraryClient } from '../readwise/library-client';
import type { DocumentPage, HighlightPage } from '../readwise/pages';
import { pullDocuments, pullHighlights } from '../readwise/pull';
import { beginCrawl, calibrate, convict, crawlNumber, endCrawl, isSuspicious } from './audit';
import { applyDeletions } from './deletions';
import type { FindTemplate } from './load-templates';
import { NoteWriter, type GoneItem } from './note-writer';
import { pull, watermarkChanges, type Endpoint, type PulledPage, type PullResult } from './pull';
import type { Replica } from './replica';
import type { SyncDependencies, SyncOptions } from './sync-options';
import { sweep, sweepTurn, sweptUpTo, type SweepKind } from './sweep';
import type { Tally } from './tally';

export interface SyncStepsOptions {
  readonly deps: SyncDependencies;
  readonly options: SyncOptions;
  readonly tally: Tally;
  readonly client: LibraryClient;
  readonly replica: Replica;
  readonly templates: FindTemplate;
}

export type PulledBoth = Readonly<Record<Endpoint, PullResult>>;

/** The steps of a sync, to be called in the order that `runSync` gives. */
export class SyncSteps {
  private readonly writer: NoteWriter;
  private readonly received: Record<Endpoint, number> = { highlights: 0, documents: 0 };
  private sweepChanges: readonly StateChange[] = [];
  private broughtAnything = false;

  constructor(private readonly run: SyncStepsOptions) {
    const { deps, options, tally, replica, templates } = run;
    const context = { vault: deps.vault, templates, folder: options.settings.folder, scope: options.settings.scope };
    this.writer = new NoteWriter({ context, state: deps.state, replica, reporter: deps.reporter, tally, dryRun: options.dryRun, signal: options.signal });
  }

  /** Both pulls side by side, each against its own budget. */
  async pullBoth(full: boolean): Promise<PulledBoth> {
    this.writer.learn({ kind: 'under way' });
    const [highlights, documents] = await Promise.allSettled([this.pullHighlights(full), this.pullDocuments(full)]);
    if (highlights.status === 'rejected') throw asError(highlights.reason);
    if (documents.status === 'rejected') throw asError(documents.reason);
    // A pull that an earlier run began does not have what v2 was told since; the next round's will.
    if (!highlights.value.resumed) this.writer.learn({ kind: 'complete', upTo: highlights.value.state.startedAt });
    return { highlights: highlights.value, documents: documents.value };
  }

  /** Every note that is still due, from this run or an earlier one. Returns what is gone at the service. */
  writeDue(): Promise<readonly GoneItem[]> {
    return this.writer.writeAllDue();
  }

  /** What the export does not tell. A quiet sync makes one of the two sweeps, one that brought anything makes both. */
  async sweep({ highlights }: PulledBoth): Promise<void> {
    if (highlights.state.since === null) return;
    const { client, deps, replica } = this.run;
    deps.reporter.progress({ step: 'checking', what: 'changed metadata' });
    const kinds: readonly SweepKind[] = this.broughtAnything ? ['books', 'highlights'] : [sweepTurn(highlights.state.startedAt)];
    const bookIds = new Set<string>();
    for (const kind of kinds) {
      const result = await sweep(kind, { client, state: deps.state, replica });
      result.bookIds.forEach((id) => bookIds.add(id));
      this.sweepChanges = [...this.sweepChanges, ...result.changes];
    }
    if (bookIds.size > 0) this.broughtAnything = true;
    for await (const page of bookIds.size === 0 ? [] : pullHighlights(client, { ids: [...bookIds] })) {
      const { due } = await replica.takeHighlights(page, () => []);
      this.quarantined(page.quarantined);
      await this.writer.write(due);
    }
  }

  /** A whole crawl, or a count that is off, raises suspicion; only an empty answer to a look-up convicts. */
  async findDeletedDocuments({ documents }: PulledBoth): Promise<void> {
    const { client, deps, replica } = this.run;
    deps.reporter.progress({ step: 'checking', what: 'deleted documents' });
    let crawled = documents.state.since === null ? documents : null;
    if (crawled === null && (await isSuspicious(client, deps.state))) crawled = await this.pullDocuments(true);
    if (crawled !== null) await endCrawl(deps.state, await crawlNumber(deps.state));
    await convict({ client, state: deps.state, replica });
    if (crawled !== null) await calibrate(deps.state, crawled.state.count);
  }

  /** Takes out what is gone, and gives the names that come free to the notes that should have had them. */
  async remove(gone: readonly GoneItem[]): Promise<void> {
    const { deps, options, replica, tally } = this.run;
    const left = await applyDeletions(gone, { vault: deps.vault, state: deps.state, clock: deps.clock, replica, tally, dryRun: options.dryRun, maxDelete: options.maxDelete });
    if (left.length > 0) {
      await replica.freeNames(left);
      await this.writer.writeAllDue();
    }
    await this.writer.writeBlocked();
  }

  /**
   * Last of all: every page is in the replica, and every due note is written, on the retry list, or (in a dry run, behind a hold)
   * still marked as due.
   */
  async commitWatermarks({ highlights, documents }: PulledBoth): Promise<void> {
    const { state } = this.run.deps;
    const pulled = [
      ...(await watermarkChanges({ state, endpoint: 'highlights', pull: highlights.state })),
      ...(await watermarkChanges({ state, endpoint: 'documents', pull: documents.state })),
    ];
    const swept = highlights.state.since === null ? sweptUpTo(highlights.state) : this.sweepChanges;
    this.sweepChanges = [];
    // A quiet sync leaves no trace, so its sweep is made again from the same time on.
    if (pulled.length > 0 || this.broughtAnything) await state.commit([...pulled, ...swept]);
  }

  private pullHighlights(full: boolean): Promise<PullResult> {
    const { client, deps, replica } = this.run;
    return pull<HighlightPage>({
      endpoint: 'highlights',
      state: deps.state,
      full,
      fetchPages: ({ since, cursor }) => pullHighlights(client, { updatedAfter: since ?? undefined, cursor }),
      take: (page, { changes }) => replica.takeHighlights(page, changes),
      write: (due) => this.write(due),
      // The export's count may be of books or of highlights: no total to go by.
      onPage: (page) => this.progress('highlights', { ...page, count: null }, page.books.reduce((sum, book) => sum + book.highlights.length, 0)),
    });
  }

  private pullDocuments(full: boolean): Promise<PullResult> {
    const { client, deps, replica } = this.run;
    return pull<DocumentPage>({
      endpoint: 'documents',
      state: deps.state,
      full,
      onFullStart: () => beginCrawl(deps.state),
      fetchPages: ({ since, cursor }) => pullDocuments(client, { updatedAfter: since ?? undefined, cursor }),
      take: async (page, { isFull, changes }) => replica.takeDocuments(page, { crawl: isFull ? await crawlNumber(deps.state) : null, pull: changes }),
      write: (due) => this.write(due),
      onPage: (page) => this.progress('documents', page, page.documents.length + page.highlights.length + page.notes.length),
    });
  }

  private write(due: readonly string[]): Promise<void> {
    if (due.length > 0) this.broughtAnything = true;
    return this.writer.write(due);
  }

  private progress(endpoint: Endpoint, page: PulledPage & { readonly quarantined: readonly Quarantined[] }, records: number): void {
    this.received[endpoint] += records;
    this.quarantined(page.quarantined);
    this.run.deps.reporter.progress({ step: 'pulling', endpoint, received: this.received[endpoint], total: page.count });
  }

  /** A bad record is reported by name; the rest of its page went in. */
  private quarantined(records: readonly Quarantined[]): void {
    for (const { id, problem } of records) this.run.tally.fail({ id, path: null, message: problem });
  }
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
