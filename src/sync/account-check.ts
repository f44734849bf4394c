import { compareIds } from '../model/record';
import type { NoteIdentity, StateChange, StateStore } from '../model/ports';
import { accountMark } from '../readwise/check-token';
import type { ReadwiseClient } from '../readwise/client';
import { findDocument, pullHighlights } from '../readwise/fetch-pages';
import { NUMERIC_ID, WORD_ID } from '../readwise/wire-fields';
import { keys, prefixes } from '../store/keys';
import { identityOf } from './plan/note-identity';
import { readAccount, readRecord, storedAccount } from '../store/stored';
import { ProblemError } from '../model/problem';
import type { SyncDependencies, SyncOptions } from './context/sync-options';
import { delayOutbox, refuseOutbox } from '../store/outbox-store';
import { forgetRange, readOne } from '../store/read-state';

/** Throws a `ProblemError` when the token and the notes belong to different accounts. */
export async function checkAccount(run: {
  readonly deps: SyncDependencies;
  readonly options: SyncOptions;
  readonly client: ReadwiseClient;
}): Promise<void> {
  const { state, outbox, vault } = run.deps;
  const { settings, token, confirmation } = run.options;
  const mark = await accountMark({ baseUrl: settings.baseUrl, token });
  const known = await readOne(state, keys.account, readAccount);
  if (known === mark) return;
  // The replica takes precedence, because deletions are decided by it; a new device has only the notes.
  const inReplica = await replicaIdentities(state);
  const sample = accountSample((inReplica.length > 0 ? inReplica : await vault.survey()).map(withValidIds));
  const asked = sample.bookIds.length + sample.documentIds.length;
  const isSame = asked > 0 && (await isAnyFound(run.client, sample));
  if (!isSame && confirmation === 'relink') {
    // Changes for the old account must not reach the new one.
    await refuseOutbox(outbox, { code: 'other-account' });
    return resetState(state, mark);
  }
  if (!isSame && asked > 0) {
    await delayOutbox(outbox, { code: 'token-of-another-account' });
    throw new ProblemError({ code: 'other-account', asked });
  }
  if (known === null || inReplica.length === 0) await resetState(state, mark);
  else await state.commit([putAccount(mark)]);
}

/** Whether the account has at least one item of the sample. */
async function isAnyFound(client: ReadwiseClient, { bookIds, documentIds }: AccountSample): Promise<boolean> {
  for await (const page of bookIds.length === 0 ? [] : pullHighlights(client, { ids: bookIds })) {
    if (page.books.some(({ book }) => bookIds.includes(book.id))) return true;
    if (page.books.length > 0) break;
  }
  for (const id of documentIds) {
    if ((await findDocument(client, id)) === 'present') return true;
  }
  return false;
}

/** Drops ids that the service cannot be asked for: the user may have edited them. */
const withValidIds = ({ bookId, documentId }: NoteIdentity): NoteIdentity => ({
  partId: null,
  bookId: bookId !== null && NUMERIC_ID.test(bookId) ? bookId : null,
  documentId: documentId !== null && WORD_ID.test(documentId) ? documentId : null,
});

const RECORDS_READ = 100;

/** Identities of some items in the replica; of live ones if there are any. */
async function replicaIdentities(state: StateStore): Promise<readonly NoteIdentity[]> {
  const entries = await Promise.all(
    ['b:', 'd:'].map((kind) => state.list({ prefix: prefixes.item + kind, limit: RECORDS_READ })),
  );
  const records = entries.flat().flatMap(({ value }) => readRecord(value) ?? []);
  const alive = records.filter(({ book, document }) => document !== null || book?.deleted === false);
  return (alive.length > 0 ? alive : records.filter(({ book }) => book !== null)).map(identityOf);
}

/** State that does not depend on the account, so it survives a change of account. */
const KEPT_KEYS: ReadonlySet<string> = new Set<string>([keys.rendering, keys.templates]);

/** Drops the state of another account or version: watermarks first, so that records that remain never look complete. */
async function resetState(state: StateStore, mark: string): Promise<void> {
  for (const prefix of ['meta/', 'pull/', '']) await forgetRange(state, prefix, (key) => KEPT_KEYS.has(key));
  await state.commit([putAccount(mark)]);
}

const putAccount = (mark: string): StateChange => ({ put: keys.account, value: storedAccount(mark) });

/** Sample size for books and for documents. A few may have been deleted at the service. */
const SAMPLE_SIZE = 5;

/** Ids to look up, to recognise the account. */
interface AccountSample {
  readonly bookIds: readonly string[];
  readonly documentIds: readonly string[];
}

/** A few items, spread evenly. By book id where possible, because books are cheaper to look up. */
function accountSample(items: readonly NoteIdentity[]): AccountSample {
  const bookIds = items.flatMap(({ bookId }) => bookId ?? []);
  const documentIds = items.flatMap(({ bookId, documentId }) => (bookId === null ? (documentId ?? []) : []));
  return { bookIds: spread([...new Set(bookIds)]), documentIds: spread([...new Set(documentIds)]) };
}

function spread(ids: readonly string[]): readonly string[] {
  const sorted = [...ids].sort(compareIds);
  if (sorted.length <= SAMPLE_SIZE) return sorted;
  return Array.from(
    { length: SAMPLE_SIZE },
    (_, index) => sorted[Math.floor((index * sorted.length) / SAMPLE_SIZE)] ?? '',
  );
}
