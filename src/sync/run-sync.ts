import type { SyncReport } from '../model/report';
import { Replica, type DueItem } from '../store/replica';
import { checkAccount } from './account-check';
import { AttachmentCache } from './attachments/attachment-cache';
import { fetchAttachments } from './attachments/attachments-fetch';
import { contained, perItem } from './context/contained';
import { timeOf, type Run } from './run';
import type { SyncDependencies, SyncOptions } from './context/sync-options';
import type { SyncStats } from './context/sync-stats';
import { DeletionAudit } from './deletions/audit';
import { applyDeletions } from './deletions/deletions';
import { NotesCheck } from './notes-check';
import { openClient } from './open-client';
import { loadUserDecisions } from './plan/user-decisions';
import { fetchTexts } from './pull/full-texts';
import { MOST_FETCHED } from './pull/full-texts';
import { walkTexts } from './pull/text-pages';
import { listChanges, LISTS } from './pull/lists';
import { lookAgain } from './pull/lists';
import type { Pulled } from './pull/pull';
import { pullBoth, takeBooks, takeDocuments, type PullEnd } from './pull-both';
import { refetchBooks, refetchDocuments, reportOrphans, reportUnreadable } from './pull/refetch';
import { renderedRun } from './run-report';
import { NoteWriter, type NoteRemoval } from './write/note-writer';

/** Runs one sync. Throws only bugs outside of its steps; all else is in the report. */
export async function runSync(
  host: SyncDependencies,
  { token, ...options }: SyncOptions,
): Promise<SyncReport> {
  const client = await openClient(host, { ...options, token });
  return renderedRun(host, { ...options, client }, async (rendered) => {
    await checkAccount({ deps: host, options: { ...options, token }, client });
    const { rendering, stats } = rendered;
    const notesCheck = await beginNotesCheck(host, options, stats);
    const deps = notesCheck === null ? host : { ...host, vault: notesCheck.through(host.vault) };
    const replica = new Replica(deps.state);
    if (rendering.changed) await replica.markAllDue(rendering.changes);
    const decisions = await loadUserDecisions({ ...deps, replica, stats }, options);
    const cache = AttachmentCache.of(deps, options.settings);
    const parts = { deps, options, client, replica, decisions, cache, ...rendered };
    const writer = new NoteWriter(parts);
    if (notesCheck?.isMuchMissing === true) await writer.checkVault();
    await syncAll({ ...parts, writer, now: null }, notesCheck);
  });
}

/** Null if it could not begin: then changed notes are looked for by the next sync. */
async function beginNotesCheck(
  host: SyncDependencies,
  options: Run['options'],
  stats: SyncStats,
): Promise<NotesCheck | null> {
  const begun = await perItem(() => NotesCheck.begin(host, options));
  if (begun.ok) return begun.value;
  stats.failStep(begun.error);
  return null;
}

/** The steps of a sync. Each commits what it found together with what that makes necessary, and fails alone. */
async function syncAll(run: Run, notesCheck: NotesCheck | null): Promise<void> {
  const { deps, options, stats, writer } = run;
  const audit = new DeletionAudit({ ...run, ...deps, take: takeDocuments.bind(null, run) });
  const { highlights, documents } = await pullBoth(run, audit);
  if (highlights.kind !== 'no-answer') await askV2(run);
  if (documents.kind !== 'no-answer' && documents.kind !== 'not-wanted') await askAgainForDocuments(run);
  await reportUnreadable({ ...deps, stats });
  if (notesCheck !== null && haveEnded(highlights, documents))
    await contained(stats, () => notesCheck.makeChangedDue(run.replica));
  if (documents.kind === 'pulled') await findDeletions(run, audit, documents.pulled);
  let removals: readonly NoteRemoval[] = [];
  await contained(stats, async () => {
    removals = await writer.writeAllDue();
  });
  if (haveEnded(highlights, documents)) await contained(stats, () => remove(run, removals));
  if (options.dryRun) return;
  if (documents.kind !== 'no-answer') await contained(stats, () => fetchAllTexts(run));
  await contained(stats, () => fetchAllAttachments(run));
  if (notesCheck !== null) await contained(stats, () => notesCheck.end());
}

/** Finds changes that the export omits, and asks for their books. */
async function askV2(run: Run): Promise<void> {
  const { client, deps, stats } = run;
  const { state } = deps;
  deps.reporter.progress({ step: 'checking', what: 'changed metadata' });
  for (const list of LISTS) {
    await contained(stats, () => listChanges(list, { client, state, stats }));
  }
  const take = takeBooks.bind(null, run);
  await contained(stats, () => lookAgain({ client, state, take }));
  await contained(stats, () => refetchBooks({ client, state, now: timeOf(run), take }));
}

const askAgainForDocuments = (run: Run): Promise<boolean> =>
  contained(run.stats, () =>
    refetchDocuments({ ...run, ...run.deps, now: timeOf(run), take: takeDocuments.bind(null, run) }),
  );

/** A full crawl or a wrong count finds candidates; only two empty look-ups confirm a deletion. */
async function findDeletions({ deps, stats }: Run, audit: DeletionAudit, pulled: Pulled): Promise<void> {
  deps.reporter.progress({ step: 'checking', what: 'deleted documents' });
  await contained(stats, () => audit.run(pulled));
  await contained(stats, () => reportOrphans({ ...deps, stats }));
}

/** A pull that did not end proves no deletion. */
const haveEnded = (highlights: PullEnd, documents: PullEnd): boolean =>
  highlights.kind === 'pulled' && (documents.kind === 'pulled' || documents.kind === 'not-wanted');

/** Removes the notes of deleted items. */
async function remove(run: Run, removals: readonly NoteRemoval[]): Promise<void> {
  const now = run.now === null ? null : Date.parse(run.now);
  const { dryRun, maxDelete, decision } = run.options;
  await applyDeletions(removals, { ...run, ...run.deps, dryRun, maxDelete, decision, now });
}

/** Fetches full texts, after all notes are written. */
async function fetchAllTexts(run: Run): Promise<void> {
  const { deps, options, writer } = run;
  const fetching = {
    ...run,
    ...deps,
    now: timeOf(run),
    convert: deps.convertHtml,
    write: (due: readonly DueItem[]) => writer.write(due),
    signal: options.signal,
  };
  await walkTexts(fetching);
  await fetchTexts(fetching, MOST_FETCHED);
}

/** Fetches images and files from the web, last. */
async function fetchAllAttachments(run: Run): Promise<void> {
  const { deps, options, cache, writer } = run;
  const { downloader } = deps.attachments ?? {};
  if (cache === null || downloader === undefined) return;
  await fetchAttachments({
    ...run,
    ...deps,
    downloader,
    cache,
    now: timeOf(run),
    trustedOrigin: options.settings.baseUrl,
    write: (due) => writer.write(due),
    signal: options.signal,
  });
}
