import { assembleItem, type Scope } from '../../model/item';
import { nameableItem } from '../../notes/names/naming';
import { compareText } from '../../model/record';
import type { DeletedNote } from '../../model/report';
import type { RestoreRequest } from '../plan/restore-request';
import { itemKeyOf, shownId } from '../../notes/layout/note-part';
import { noteSight, type KnownNote } from '../plan/vault-health';
import type { StateStore, Vault } from '../../model/ports';
import { keys } from '../../store/keys';
import type { UserDecisions } from './user-decisions';
import { readItems } from '../../store/item-records';
import type { Due } from '../../store/stored';
import type { SyncStats } from '../sync-stats';
import { namedNotes, notePlaces, putPlace } from '../../store/note-places';

/** Notes that this device wrote, that are not in the vault now, and whose items the service still has, in path order. */
export async function findDeletedNotes({
  state,
  vault,
}: {
  readonly state: StateStore;
  readonly vault: Vault;
}): Promise<readonly DeletedNote[]> {
  const missing = await missingNotes(state, vault);
  const records = await readItems(
    state,
    missing.map(({ noteKey }) => itemKeyOf(noteKey)),
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
  const records = await readItems(
    state,
    names.map((name) => itemKeyOf(name ?? '')),
  );
  const wanted = records.flatMap((record, index) => {
    const obstacle =
      record === null
        ? 'the service has told of no such item'
        : obstacleOf(assembleItem(record, { scope }).kind);
    if (obstacle === null) return record ?? [];
    if (request.kind === 'items')
      stats.fail({
        id: ids[index] ?? '',
        path: null,
        message: `Could not bring back what was deleted: ${obstacle}.`,
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

function obstacleOf(kind: 'live' | 'gone' | 'out-of-scope'): string | null {
  switch (kind) {
    case 'live':
      return null;
    case 'gone':
      return 'it is gone at the service, too';
    case 'out-of-scope':
      return 'the settings leave it out';
  }
}
