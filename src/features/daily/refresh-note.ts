import { documentCalls } from '../../readwise/document-calls';
import type { SyncReport } from '../../model/report';
import type { Settings } from '../../model/settings';
import type { NoteIdentity } from '../../model/ports';
import { pagesOf } from '../../readwise/page-walk';
import { pullHighlights } from '../../readwise/fetch-pages';
import { checkAccount } from '../../sync/account-check';
import { openClient } from '../../sync/open-client';
import { openRun } from '../../sync/open-run';
import { renderedRun } from '../../sync/run-report';
import { fetchWanted } from '../../sync/pull/fetch-wanted';
import { takeBooks, takeDocuments } from '../../sync/pull/take-page';
import type { Fetching, Run } from '../../sync/run';
import { runSync } from '../../sync/run-sync';
import type { SyncDependencies } from '../../sync/context/sync-options';
import { noteKeysOfIds } from '../../store/note-places';
import { wantedAtOnce, type PlaceInQueue } from '../../store/queue';
import { knownUpTo } from '../../store/read-state';
import { WriteLater } from '../../sync/write/write-later';

export interface RefreshOptions {
  readonly settings: Settings;
  readonly token: string;
  /** The ids in the note's properties. */
  readonly identity: NoteIdentity;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches one item again and writes its notes, even if nothing changed. Removes nothing and keeps the
 * watermarks. Must not run during a sync. Operational errors are in the report.
 */
export async function refreshNote(deps: SyncDependencies, options: RefreshOptions): Promise<SyncReport> {
  const { identity, ...others } = options;
  const upTo = await knownUpTo(deps.state);
  // Before the first pull, there is no time since which to ask for changes.
  if (upTo === null) return runSync(deps, others);
  const client = await openClient(deps, others);
  return renderedRun(deps, { settings: options.settings, client }, async (rendered) => {
    await checkAccount({ deps, options: others, client });
    const run = await openRun(deps, rendered, others);
    const fetching: Fetching = { ...run, client, writer: new WriteLater(), now: null };
    await writeItem(run, { identity, upTo: await fetchItem(fetching, { identity, since: upTo }) });
  });
}

interface ItemToFetch {
  readonly identity: NoteIdentity;
  /** The replica knows all highlights changed before this time. */
  readonly since: string;
}

/** Returns the time up to which the item's highlights are now known. */
async function fetchItem(
  run: Fetching,
  { identity: { bookId, documentId }, since }: ItemToFetch,
): Promise<string> {
  const { client } = run;
  if (bookId !== null) await fetchOne(run, { kind: 'book', id: bookId });
  else {
    // A document without highlights may have a book by now, which is then among the changes.
    for await (const page of pullHighlights(client, { updatedAfter: since })) await takeBooks(run, page, []);
  }
  const upTo = run.now ?? since;
  if (documentId === null) return upTo;
  await fetchOne(run, { kind: 'document', id: documentId });
  for (const category of ['highlight', 'note'] as const) {
    for await (const page of pagesOf(client, documentCalls.list({ updatedAfter: since, category })))
      await takeDocuments(run, page, []);
  }
  return upTo;
}

async function fetchOne(run: Fetching, place: PlaceInQueue): Promise<void> {
  const [failed] = await fetchWanted(run, await wantedAtOnce(run.deps.state, [place]));
  if (failed !== undefined) throw failed.error;
}

interface ItemToWrite {
  readonly identity: NoteIdentity;
  /** The item's highlights are known up to this time. */
  readonly upTo: string;
}

async function writeItem(
  { deps, replica, stats, writer }: Run,
  { identity: { bookId, documentId }, upTo }: ItemToWrite,
): Promise<void> {
  const id = documentId ?? bookId ?? '';
  const [itemKey] = await noteKeysOfIds(deps.state, [id]);
  if (itemKey === undefined || itemKey === null)
    return stats.fail({ id, path: null, problem: { code: 'nothing-to-refresh' } });
  writer.setV2({ kind: 'complete', upTo });
  await writer.write(await replica.makeDue([itemKey], []));
}
