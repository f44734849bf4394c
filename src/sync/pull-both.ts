import { wantsDocuments } from '../model/item';
import { hasNoAnswer } from '../readwise/readwise-error';
import type { DocumentPage, HighlightPage } from '../readwise/pages';
import { pullDocuments, pullHighlights } from '../readwise/fetch-pages';
import { keys } from '../store/keys';
import { knownUpTo } from '../store/read-state';
import { readPull } from '../store/stored';
import { perItem } from './context/contained';
import type { Fetching } from './run';
import type { SyncStats } from './context/sync-stats';
import type { DeletionAudit } from './deletions/audit';
import { beginCrawl } from './deletions/audit-register';
import { listedUpTo } from './pull/lists';
import { movedBooks } from './pull/lists';
import { pull, type Endpoint, type Pulled, type PulledPage } from './pull/pull';
import { reportOddRecords } from './pull/take-page';

/** How a pull ended. After `no-answer`, this sync sends the endpoint no more requests. */
export type PullEnd =
  | { readonly kind: 'pulled'; readonly pulled: Pulled }
  | { readonly kind: 'failed' | 'no-answer' | 'not-wanted' };

export type PullEnds = Readonly<Record<Endpoint, PullEnd>>;

/** Runs both pulls side by side, each against its own budget. A failure of one does not affect the other. */
export async function pullBoth(run: Fetching, audit: DeletionAudit): Promise<PullEnds> {
  const { full = false, settings } = run.options;
  const unknown = await unknownBefore(run);
  run.writer.setV2({ kind: 'under way', neverPulled: unknown });
  const pulls = await Promise.allSettled([
    endOf(run.stats, () => pullAllHighlights(run, full)),
    wantsDocuments(settings.scope)
      ? endOf(run.stats, () => pullAllDocuments(run, audit, full))
      : ({ kind: 'not-wanted' } as const),
  ]);
  const [highlights, documents] = pulls;
  if (highlights.status === 'rejected') throw asError(highlights.reason);
  if (documents.status === 'rejected') throw asError(documents.reason);
  const ends = { highlights: highlights.value, documents: documents.value };
  await setV2Known(run, ends, unknown);
  run.now = startOf(ends.highlights) ?? startOf(ends.documents);
  return ends;
}

/**
 * If its pull failed, v2 counts as known up to its watermark, so that documents do not wait for an endpoint that is
 * down; only newer unpaired highlights of Reader are left out.
 */
async function setV2Known(run: Fetching, ends: PullEnds, unknown: readonly Endpoint[]): Promise<void> {
  const neverPulled = unknown.filter((endpoint) => ends[endpoint].kind !== 'pulled');
  const isPulled = ends.highlights.kind === 'pulled';
  const upTo = isPulled ? startOf(ends.highlights) : await knownUpTo(run.deps.state);
  if (isPulled || upTo !== null)
    run.writer.setV2({
      kind: 'complete',
      upTo,
      neverPulled,
      isV3Complete: ends.documents.kind === 'pulled',
    });
}

/** The wanted endpoints that no earlier sync has pulled to the end. */
async function unknownBefore({ deps, options }: Fetching): Promise<readonly Endpoint[]> {
  const wanted: readonly Endpoint[] = wantsDocuments(options.settings.scope)
    ? ['highlights', 'documents']
    : ['highlights'];
  const stored = await deps.state.getMany(wanted.map(keys.pull));
  return wanted.filter((_, index) => readPull(stored[index]).watermark === null);
}

const startOf = (end: PullEnd): string | null => (end.kind === 'pulled' ? end.pulled.startedAt : null);

async function endOf(stats: SyncStats, pulling: () => Promise<Pulled>): Promise<PullEnd> {
  const result = await perItem(pulling);
  if (result.ok) return { kind: 'pulled', pulled: result.value };
  stats.failStep(result.error);
  return { kind: hasNoAnswer(result.error) ? 'no-answer' : 'failed' };
}

async function pullAllHighlights(run: Fetching, full: boolean): Promise<Pulled> {
  const { client, deps, replica, writer } = run;
  return pull<HighlightPage>({
    endpoint: 'highlights',
    state: deps.state,
    full,
    fetchPages: ({ since, cursor }) => pullHighlights(client, { updatedAfter: since ?? undefined, cursor }),
    take: async (page, changes) => {
      const moved = await movedBooks(deps.state, page);
      return replica.takeHighlights(page, (changed) => [...moved, ...changes(changed)]);
    },
    onEnd: listedUpTo,
    write: (due) => writer.writePage(due),
    received: ({ books }) => books.reduce((sum, book) => sum + book.highlights.length, 0),
    // The export does not say whether it counts books or highlights, so its count is no total.
    onPage: (page, received) => reportPage(run, 'highlights', { page, received, total: null }),
  });
}

async function pullAllDocuments(run: Fetching, audit: DeletionAudit, full: boolean): Promise<Pulled> {
  const { client, deps, replica, writer } = run;
  return pull<DocumentPage>({
    endpoint: 'documents',
    state: deps.state,
    full,
    onFullStart: () => beginCrawl(deps.state),
    fetchPages: ({ since, cursor }) => pullDocuments(client, { updatedAfter: since ?? undefined, cursor }),
    take: (page, changes) => replica.takeDocuments(page, changes),
    write: (due) => writer.writePage(due),
    received: ({ documents, highlights, notes }) => documents.length + highlights.length + notes.length,
    onPage: (page, received) => {
      audit.noticePage(page);
      reportPage(run, 'documents', { page, received, total: page.count });
    },
  });
}

function reportPage(
  { deps, stats }: Fetching,
  endpoint: Endpoint,
  {
    page,
    received,
    total,
  }: { readonly page: PulledPage; readonly received: number; readonly total: number | null },
): void {
  reportOddRecords(stats, page);
  deps.reporter.progress({ step: 'pulling', endpoint, received, total });
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
