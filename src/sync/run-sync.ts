import type { SyncReport } from '../model/report';
import { Replica } from '../store/replica';
import { OverlayStateStore } from '../store/state-stores';
import { checkAccount } from './account-check';
import { fetchAttachments } from './attachments/attachments-fetch';
import { contained, perItem } from './context/contained';
import { openRun } from './open-run';
import type { Fetching, RunOptions, SyncRun } from './run';
import type { SyncDependencies, SyncOptions } from './context/sync-options';
import type { SyncStats } from './context/sync-stats';
import { dryRun, openOverlays, type DryRun } from './dry-run';
import { DeletionAudit } from './deletions/audit';
import { removeNotes } from './deletions/remove-notes';
import { NotesCheck } from './notes-check';
import { openClient } from './open-client';
import { keys } from '../store/keys';
import { countKeys, currentHold } from '../store/read-state';
import { itemsLeftBehind } from './plan/undone-notes';
import { inspectVault } from './plan/vault-health';
import { fetchTexts, reportFailedTexts, wantAllTexts } from './pull/full-texts';
import { walkTexts } from './pull/text-pages';
import { listChanges, LISTS, lookAgain } from './pull/lists';
import type { Pulled } from './pull/pull';
import { pullBoth, type PullEnds } from './pull-both';
import { refetchBooks, refetchDocuments, reportOrphans, reportUnreadable } from './pull/refetch';
import { renderedRun } from './run-report';
import type { ItemRemovals } from './write/note-writer';
import { WriteLater } from './write/write-later';

/** Runs one sync. Throws only bugs outside its steps; all else is in the report. */
export async function runSync(
  host: SyncDependencies,
  { token, ...options }: SyncOptions,
): Promise<SyncReport> {
  const client = await openClient(host, { ...options, token });
  return renderedRun(host, { ...options, client }, async (rendered) => {
    await checkAccount({ deps: host, options: { ...options, token }, client });
    const notesCheck = await beginNotesCheck(host, options, rendered.stats);
    await checkVault(host, options, notesCheck);
    const deps = watched(host, notesCheck);
    const run: SyncRun = { ...(await openRun(deps, rendered, options)), client, now: null };
    if (options.full) await contained(run.stats, () => wantAllTexts(host.state, run.rendering.decide));
    const ends = await fetchAll(run);
    await writeAll(run, { ends, notesCheck });
    if (ends.documents.kind !== 'no-answer') await contained(run.stats, () => fetchAllTexts(run));
    await contained(run.stats, () => fetchAttachments(run));
    if (notesCheck !== null) await contained(run.stats, () => notesCheck.end());
  });
}

/**
 * Fetches, and plans what a sync would write now. Leaves no trace but what was fetched: all notes are written at
 * the end, to overlays of vault and state.
 */
export async function planSync(host: SyncDependencies, { token, ...options }: SyncOptions): Promise<DryRun> {
  const client = await openClient(host, { ...options, token });
  const overlays = openOverlays(host);
  const planned = await dryRun(overlays, { ...options, client }, async (rendered) => {
    const checked = { ...host, outbox: new OverlayStateStore(host.outbox) };
    await checkAccount({ deps: checked, options: { ...options, token }, client });
    const notesCheck = await beginNotesCheck(overlays, options, rendered.stats);
    await checkVault(overlays, options, notesCheck);
    const writer = new WriteLater();
    const replica = new Replica(host.state);
    const fetching: Fetching = {
      deps: host,
      options,
      client,
      replica,
      writer,
      stats: rendered.stats,
      now: null,
    };
    const ends = await fetchAll(fetching);
    // Only now, so that what the fetch made due is planned for that reason.
    const planned = await openRun(watched(overlays, notesCheck), rendered, { ...options, isCheck: true });
    const run: SyncRun = { ...planned, client, now: fetching.now };
    run.writer.setV2(writer.v2);
    await writeAll(run, { ends, notesCheck });
  });
  const textsToFetch = await countKeys(overlays.state, keys.wanted('text', ''));
  if (textsToFetch === 0) return planned;
  return { ...planned, report: { ...planned.report, textsToFetch } };
}

/**
 * Stops at a vault that is only partly there: before anything is fetched, and before a restore could mistake every
 * missing note for one that the person deleted.
 */
async function checkVault(
  host: SyncDependencies,
  options: RunOptions,
  notesCheck: NotesCheck | null,
): Promise<void> {
  if (notesCheck?.missesMany === false) return;
  await inspectVault({ deps: host, options });
}

/** The host, with the marks kept of what a run writes. */
const watched = (host: SyncDependencies, notesCheck: NotesCheck | null): SyncDependencies =>
  notesCheck === null ? host : { ...host, vault: notesCheck.through(host.vault) };

/** Null if it could not begin: then the next sync looks for changed notes. */
async function beginNotesCheck(
  host: SyncDependencies,
  options: RunOptions,
  stats: SyncStats,
): Promise<NotesCheck | null> {
  const begun = await perItem(() => NotesCheck.begin(host, options));
  if (begun.ok) return begun.value;
  stats.failStep(begun.error);
  return null;
}

/**
 * From the service into the replica. Each step commits what it found together with its consequences, and fails
 * alone.
 */
async function fetchAll(run: Fetching): Promise<PullEnds> {
  const { stats } = run;
  const audit = new DeletionAudit(run);
  const ends = await pullBoth(run, audit);
  const { highlights, documents } = ends;
  if (highlights.kind !== 'no-answer') await askV2(run);
  if (documents.kind !== 'no-answer' && documents.kind !== 'not-wanted')
    await contained(stats, () => refetchDocuments(run));
  await reportUnreadable(run);
  if (documents.kind === 'pulled') await findDeletions(run, audit, documents.pulled);
  return ends;
}

/** From the replica into the vault: what is still due, and last what has to leave its place. */
async function writeAll(
  run: SyncRun,
  { ends, notesCheck }: { readonly ends: PullEnds; readonly notesCheck: NotesCheck | null },
): Promise<void> {
  const { stats, writer } = run;
  if (notesCheck !== null && haveEnded(ends))
    await contained(stats, () => notesCheck.makeChangedDue(run.replica));
  let removals: readonly ItemRemovals[] = [];
  await contained(stats, async () => {
    removals = await writer.writeAllDue();
    await writer.write(await run.replica.makeDue(await itemsLeftBehind(run.deps), []));
  });
  const now = run.now === null ? null : Date.parse(run.now);
  if (haveEnded(ends)) await contained(stats, () => removeNotes(run, removals, now));
}

/** Finds changes that the export omits, and fetches their books. */
async function askV2(run: Fetching): Promise<void> {
  const { deps, stats } = run;
  deps.reporter.progress({ step: 'checking', what: 'metadata' });
  for (const list of LISTS) await contained(stats, () => listChanges(run, list));
  await contained(stats, () => lookAgain(run));
  await contained(stats, () => refetchBooks(run));
}

/** A full crawl or a wrong count finds candidates; only two look-ups without a result confirm a deletion. */
async function findDeletions(run: Fetching, audit: DeletionAudit, pulled: Pulled): Promise<void> {
  const { deps, stats } = run;
  deps.reporter.progress({ step: 'checking', what: 'deletions' });
  await contained(stats, async () => {
    if (!(await isHoldDecided(run))) await audit.run(pulled);
  });
  await contained(stats, () => reportOrphans(run));
}

/**
 * Whether a person decided about a hold and is waiting: then the next sync looks for deletions. What is on hold is
 * confirmed and needs no new check: an item that came back was updated, so this sync's pull has brought it and its
 * note is not removed. One that came back without an update would be counted by the next sync and get its note
 * again; nobody wrote in the one that is in the trash.
 */
async function isHoldDecided({ deps, options: { decision, maxDelete = null } }: Fetching): Promise<boolean> {
  if (decision !== undefined) return true;
  const hold = await currentHold(deps.state);
  return hold !== null && maxDelete !== null && hold.notes.length <= maxDelete;
}

/** A pull that did not finish proves no deletion. */
const haveEnded = ({ highlights, documents }: PullEnds): boolean =>
  highlights.kind === 'pulled' && (documents.kind === 'pulled' || documents.kind === 'not-wanted');

/** Fetches full texts, after all notes are written. */
async function fetchAllTexts(run: SyncRun): Promise<void> {
  await reportFailedTexts(run);
  await walkTexts(run);
  await fetchTexts(run);
}
