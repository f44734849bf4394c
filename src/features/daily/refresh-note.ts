import { documentCalls } from '../../readwise/document-calls';
import type { SyncReport } from '../../model/report';
import type { Settings } from '../../model/settings';
import type { NoteIdentity } from '../../model/ports';
import { pagesOf } from '../../readwise/page-walk';
import type { ReadwiseClient } from '../../readwise/client';
import { pullHighlights } from '../../readwise/pull';
import { checkAccount } from '../../sync/account-check';
import { NoteWriter } from '../../sync/write/note-writer';
import { openClient } from '../../sync/open-client';
import type { Rendering } from '../../sync/templates/prepare-rendering';
import { Replica } from '../../store/replica';
import { renderedRun } from '../../sync/run-report';
import { runSync } from '../../sync/run-sync';
import { UserDecisions } from '../../sync/plan/user-decisions';
import type { SyncDependencies } from '../../sync/context/sync-options';
import type { SyncStats } from '../../sync/context/sync-stats';
import { namedNotes } from '../../store/note-places';
import { knownUpTo } from '../../store/read-state';

export interface RefreshOptions {
  readonly settings: Settings;
  readonly token: string;
  /** The ids in the note's properties. */
  readonly identity: NoteIdentity;
  readonly signal?: AbortSignal | undefined;
}

interface Refresh {
  readonly deps: SyncDependencies;
  readonly options: RefreshOptions;
  readonly stats: SyncStats;
  readonly client: ReadwiseClient;
  readonly rendering: Rendering;
  /** The replica knows all highlights changed before this time. */
  readonly upTo: string;
}

const WHOLE_SYNC = { full: false, maxDelete: null };

/**
 * Fetches one item again and writes its notes, even if nothing changed. Removes nothing and keeps the
 * watermarks. Must not run beside a sync. Operational errors are in the report.
 */
export async function refreshNote(deps: SyncDependencies, options: RefreshOptions): Promise<SyncReport> {
  const upTo = await knownUpTo(deps.state);
  // Before the first pull no changes can be asked for.
  if (upTo === null) return runSync(deps, { ...options, ...WHOLE_SYNC });
  const client = await openClient(deps, options);
  return renderedRun(deps, { settings: options.settings, client }, (run) =>
    refresh({ deps, options, client, upTo, ...run }),
  );
}

async function refresh({ deps, options, stats, client, rendering, upTo }: Refresh): Promise<void> {
  const { state } = deps;
  const { identity } = options;
  await checkAccount({ deps, options: { ...options, ...WHOLE_SYNC }, client });
  const replica = new Replica(state);
  if (rendering.changed) await replica.markAllDue(rendering.changes);
  const pulledUpTo = await pullItem({ client, replica, identity, since: upTo });
  const id = identity.documentId ?? identity.bookId ?? '';
  const [itemKey] = await namedNotes(state, [id]);
  if (itemKey === undefined || itemKey === null)
    return stats.fail({ id, path: null, problem: { code: 'nothing-to-refresh' } });
  const due = await replica.makeDue([itemKey], []);
  const decisions = await UserDecisions.read(state);
  const writer = new NoteWriter({ deps, options, stats, replica, decisions, rendering });
  writer.setV2({ kind: 'complete', upTo: pulledUpTo });
  await writer.write(due);
}

interface ItemPull {
  readonly client: ReadwiseClient;
  readonly replica: Replica;
  readonly identity: NoteIdentity;
  readonly since: string;
}

/** Returns the time up to which the item's highlights are now known. */
async function pullItem({ client, replica, identity, since }: ItemPull): Promise<string> {
  const { bookId, documentId } = identity;
  let knownUpTo: string | null = null;
  // A document without highlights may have a book by now, which is then among the changes.
  const request = bookId === null ? { updatedAfter: since } : { ids: [bookId] };
  for await (const page of pullHighlights(client, request)) {
    knownUpTo ??= page.serverDate;
    await replica.takeHighlights(page, () => []);
  }
  if (documentId !== null)
    await replica.takeDocuments(await client.send(documentCalls.get(documentId)), () => []);
  for (const category of documentId === null ? [] : (['highlight', 'note'] as const)) {
    for await (const page of pagesOf(client, documentCalls.list({ updatedAfter: since, category })))
      await replica.takeDocuments(page, () => []);
  }
  return knownUpTo ?? since;
}
