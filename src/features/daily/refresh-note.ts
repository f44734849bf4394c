import { documentCalls } from '../../readwise/document-calls';
import type { SyncReport } from '../../model/report';
import type { Settings } from '../../model/settings';
import type { NoteIdentity } from '../../model/ports';
import { pagesOf } from '../../readwise/page-walk';
import type { ReadwiseClient } from '../../readwise/client';
import { pullHighlights } from '../../readwise/pull';
import { checkAccount } from '../../sync/account-check';
import { openClient } from '../../sync/open-client';
import { openRun } from '../../sync/open-run';
import type { Replica } from '../../store/replica';
import { renderedRun } from '../../sync/run-report';
import type { Run } from '../../sync/run';
import { runSync } from '../../sync/run-sync';
import type { SyncDependencies } from '../../sync/context/sync-options';
import { namedNotes } from '../../store/note-places';
import { knownUpTo } from '../../store/read-state';

export interface RefreshOptions {
  readonly settings: Settings;
  readonly token: string;
  /** The ids in the note's properties. */
  readonly identity: NoteIdentity;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches one item again and writes its notes, even if nothing changed. Removes nothing and keeps the
 * watermarks. Must not run beside a sync. Operational errors are in the report.
 */
export async function refreshNote(deps: SyncDependencies, options: RefreshOptions): Promise<SyncReport> {
  const { identity, ...others } = options;
  const upTo = await knownUpTo(deps.state);
  // Before the first pull no changes can be asked for.
  if (upTo === null) return runSync(deps, others);
  const client = await openClient(deps, others);
  return renderedRun(deps, { settings: options.settings, client }, async (rendered) => {
    await checkAccount({ deps, options: others, client });
    const run = await openRun(deps, rendered, others);
    await refresh(run, { client, identity, upTo });
  });
}

interface Refresh {
  readonly client: ReadwiseClient;
  readonly identity: NoteIdentity;
  /** The replica knows all highlights changed before this time. */
  readonly upTo: string;
}

async function refresh({ deps, replica, stats, writer }: Run, refreshed: Refresh): Promise<void> {
  const { client, identity, upTo } = refreshed;
  const pulledUpTo = await pullItem({ client, replica, identity, since: upTo });
  const id = identity.documentId ?? identity.bookId ?? '';
  const [itemKey] = await namedNotes(deps.state, [id]);
  if (itemKey === undefined || itemKey === null)
    return stats.fail({ id, path: null, problem: { code: 'nothing-to-refresh' } });
  writer.setV2({ kind: 'complete', upTo: pulledUpTo });
  await writer.write(await replica.makeDue([itemKey], []));
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
