import { compareIds } from '../model/record';
import type { NoteIdentity, StateStore } from '../model/ports';
import { accountMark } from '../readwise/account';
import type { ReadwiseClient } from '../readwise/client';
import { findDocument, pullHighlights } from '../readwise/pull';
import { NUMERIC_ID, WORD_ID } from '../readwise/fields';
import { keys, prefixes } from '../store/keys';
import { identityOf } from './plan/note-identity';
import { readHead, readText } from '../store/stored';
import { ProblemError } from '../model/problem';
import type { SyncDependencies, SyncOptions } from './context/sync-options';
import { forgetRange, readOne } from '../store/read-state';

/**
 * Makes sure that the token's account is the one that the state and the notes came from, before anything is
 * written. Asks the service only when token or address are not those of the last time. Throws a
 * `ProblemError` when it is another account.
 */
export async function checkAccount(run: {
  readonly deps: SyncDependencies;
  readonly options: SyncOptions;
  readonly client: ReadwiseClient;
}): Promise<void> {
  const { state, vault } = run.deps;
  const { settings, token, confirmation } = run.options;
  const mark = await accountMark({ baseUrl: settings.baseUrl, token });
  if (confirmation === 'relink') return startAfresh(state, mark);
  if ((await readOne(state, keys.account, readText)) === mark) return;
  // What this device holds decides first: by that it would delete. Without any, the notes tell, as on a new
  // device.
  const held = await identitiesHeld(state);
  const sample = accountSample((held.length > 0 ? held : await vault.survey()).map(askable));
  const asked = sample.bookIds.length + sample.documentIds.length;
  if (asked > 0 && !(await isFound(run.client, sample)))
    throw new ProblemError({ code: 'other-account', asked });
  if (held.length === 0) await startAfresh(state, mark);
  else await state.commit([{ put: keys.account, value: mark }]);
}

/** One of them is enough. */
async function isFound(client: ReadwiseClient, { bookIds, documentIds }: AccountSample): Promise<boolean> {
  for await (const page of bookIds.length === 0 ? [] : pullHighlights(client, { ids: bookIds })) {
    if (page.books.some(({ book }) => bookIds.includes(book.id))) return true;
    if (page.books.length > 0) break;
  }
  for (const id of documentIds) if ((await findDocument(client, id)) === 'present') return true;
  return false;
}

/** A person may have changed an id to something that cannot be asked for. */
const askable = ({ bookId, documentId }: NoteIdentity): NoteIdentity => ({
  partId: null,
  bookId: bookId !== null && NUMERIC_ID.test(bookId) ? bookId : null,
  documentId: documentId !== null && WORD_ID.test(documentId) ? documentId : null,
});

const LISTED = 100;

/** Some items of the replica, those that were alive when last heard of if there are any. */
async function identitiesHeld(state: StateStore): Promise<readonly NoteIdentity[]> {
  const entries = await Promise.all(
    ['b:', 'd:'].map((kind) => state.list({ prefix: prefixes.item + kind, limit: LISTED })),
  );
  const heads = entries.flat().flatMap(({ value }) => readHead(value) ?? []);
  const alive = heads.filter(({ book, document }) => document !== null || book?.deleted === false);
  return (alive.length > 0 ? alive : heads.filter(({ book }) => book !== null)).map(identityOf);
}

/**
 * Not of an account: what the notes were rendered by, from when on the person wants days, and how the last
 * run ended.
 */
const OF_NO_ACCOUNT: ReadonlySet<string> = new Set([
  keys.rendering,
  keys.templates,
  keys.daysSince,
  keys.lastRun,
]);

/**
 * Drops all that was held of an account, and takes the new one's mark. The mark and the watermarks go before
 * the records, so that no later sync takes what is left, after an interruption, for whole.
 */
async function startAfresh(state: StateStore, mark: string): Promise<void> {
  for (const prefix of ['meta/', 'pull/', 'watermark/', ''])
    await forgetRange(state, prefix, (key) => OF_NO_ACCOUNT.has(key));
  await state.commit([{ put: keys.account, value: mark }]);
}

/**
 * Looked up of each kind: enough that a few that were deleted at the service do not make an account look
 * foreign.
 */
const MOST = 5;

/** Ids by which the service can tell whether it is the account that notes came from. */
interface AccountSample {
  readonly bookIds: readonly string[];
  readonly documentIds: readonly string[];
}

/**
 * Takes a few of the items, spread evenly over all: by their book where they have one, because books are
 * cheaper to look up.
 */
function accountSample(
  items: readonly { readonly bookId: string | null; readonly documentId: string | null }[],
): AccountSample {
  const bookIds = items.flatMap(({ bookId }) => bookId ?? []);
  const documentIds = items.flatMap(({ bookId, documentId }) => (bookId === null ? (documentId ?? []) : []));
  return { bookIds: spread([...new Set(bookIds)]), documentIds: spread([...new Set(documentIds)]) };
}

function spread(ids: readonly string[]): readonly string[] {
  const sorted = [...ids].sort(compareIds);
  return sorted.length <= MOST
    ? sorted
    : Array.from({ length: MOST }, (_, index) => sorted[Math.floor((index * sorted.length) / MOST)] ?? '');
}
