import { assembleItem, type Scope } from '../../model/item';
import { nameableItem } from '../../notes/names/naming';
import { compareText } from '../../model/record';
import type { DeletedNote } from '../../model/report';
import type { RestoreRequest } from '../plan/restore-request';
import { itemKeyOf, shownId } from '../../notes/layout/note-part';
import { noteSight, type KnownNote } from '../plan/vault-health';
import type { StateStore, Vault } from '../../model/ports';
import { keys } from '../../store/keys';
import { notePlaces, putPlace } from '../../store/note-places';
import { namedNotes } from '../../store/named-notes';
import type { UserDecisions } from './user-decisions';
import { readRecord, type Due } from '../../store/stored';
import type { SyncStats } from '../sync-stats';

/** Notes that this device wrote, that are not in the vault now, and whose items the service still has, in path order. */
export async function findDeletedNotes({
  state,
  vault,
}: {
  readonly state: StateStore;
  readonly vault: Vault;
}): Promise<readonly DeletedNote[]> {
  const missing = await missingNotes(state, vault);
  const records = (await state.getMany(missing.map(({ noteKey }) => keys.item(itemKeyOf(noteKey))))).map(
    readRecord,
  );
  return missing
    .filter((_, index) => {
      const record = records[index] ?? null;
      return record !== null && nameableItem(record) !== null;
    })
    .map(({ noteKey, path }) => ({ id: shownId(noteKey), path }))
    .sort((left, right) => compareText(left.path, right.path));
}

async function missingNotes(state: StateStore, vault: Vault): Promise<readonly KnownNote[]> {
  const isVisible = noteSight(await vault.survey());
  return [...(await notePlaces(state))].flatMap(([noteKey, { path, toTrash }]) =>
    toTrash === true || isVisible({ noteKey, path }) ? [] : [{ noteKey, path }],
  );
}

/**
 * Takes in what a person wants back: makes the items due, with the word that what was deleted of them comes back. What cannot come
 * back is in the stats with the reason.
 */
export async function loadRestoreRequest(
  request: RestoreRequest,
  options: {
    readonly state: StateStore;
    readonly vault: Vault;
    readonly decisions: UserDecisions;
    readonly scope: Scope;
    readonly stats: SyncStats;
  },
): Promise<void> {
  const { state, vault, decisions, scope, stats } = options;
  const ids =
    request.kind === 'all'
      ? (await findDeletedNotes({ state, vault })).map(({ id }) => id)
      : [...new Set(request.ids)];
  const names = await namedNotes(state, ids);
  const records = (await state.getMany(names.map((name) => keys.item(itemKeyOf(name ?? ''))))).map(
    readRecord,
  );
  const wanted = records.flatMap((record, index) => {
    const obstacle = record === null ? 'unknown' : assembleItem(record, { scope }).kind;
    if (obstacle === 'live') return record ?? [];
    if (request.kind === 'items')
      stats.fail({
        id: ids[index] ?? '',
        path: null,
        problem: { code: 'cannot-restore', why: obstacle },
      });
    return [];
  });
  const itemKeys = new Set(wanted.map(({ key }) => key));
  decisions.record('restore', [...itemKeys]);
  const marks = await state.getMany(wanted.map(({ key }) => keys.due(key)));
  // The person has just said that it was they who deleted these.
  const deleted = (await missingNotes(state, vault)).filter(({ noteKey }) =>
    itemKeys.has(itemKeyOf(noteKey)),
  );
  const changes = [
    ...wanted.flatMap(({ key, revision }, index) =>
      marks[index] === undefined ? [{ put: keys.due(key), value: { revision } satisfies Due }] : [],
    ),
    ...deleted.map(({ noteKey, path }) => putPlace(noteKey, { path, isMissing: true })),
  ];
  if (changes.length > 0) await state.commit(changes);
}
