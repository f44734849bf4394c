import { utcDay } from '../../model/time-zone';
import { assembleItem } from '../../model/item';
import { isJoinedNote, isTextPart, itemKeyOf, partIdOf, textPartId } from '../../model/note-part';
import type { Item } from '../../model/model';
import type { Problem } from '../../model/problem';
import type { ItemRecord } from '../../model/record';
import type { Settings } from '../../model/settings';
import { createDecide } from '../../notes/layout/create-decide';
import { scopeFor, type Decide, type Decision } from '../../notes/layout/decision';
import { isHeading } from '../../model/action-tags';
import { readRecords } from '../../store/library';
import { noteKeysOfIds } from '../../store/note-places';
import type { SyncDependencies } from '../context/sync-options';
import type { KnownNote } from './vault-health';

/** What determines which notes a sync may write. */
export interface RestoreHost extends Pick<SyncDependencies, 'state' | 'clock'> {
  readonly settings: Settings;
}

/** Why no sync writes a note, whoever asks for it. */
export type Obstacle = Extract<Problem, { code: 'cannot-restore' }>['why'];

/** The obstacle for each of the notes; null if a sync can write it. */
export async function obstaclesTo(
  { state, clock, settings }: RestoreHost,
  noteKeys: readonly string[],
): Promise<readonly (Obstacle | null)[]> {
  const records = await readRecords(state, noteKeys.map(itemKeyOf));
  const today = utcDay(clock.now());
  const decided = createDecide({ ...settings, today });
  // If names or rules have a mistake, a sync writes nothing and reports that itself.
  const decide: Decide = decided.ok ? decided.decide : () => null;
  return noteKeys.map((noteKey, index) => obstacleTo(noteKey, records[index] ?? null, { settings, decide }));
}

function obstacleTo(
  noteKey: string,
  record: ItemRecord | null,
  { settings, decide }: { readonly settings: Settings; readonly decide: Decide },
): Obstacle | null {
  if (record === null) return 'unknown';
  const decision = decide(record);
  const assembled = assembleItem(record, { scope: scopeFor(settings.scope, decision) });
  if (assembled.kind === 'gone') return assembled.reason === 'no-highlights' ? 'no-highlights' : 'gone';
  if (assembled.kind === 'out-of-scope') return 'out-of-scope';
  if (decision === null) return null;
  if (decision.isLeftOut) return 'left-out';
  const partId = partIdOf(noteKey);
  if (assembled.leftOut.has(partId ?? '')) return 'left-out';
  // It is joined anew with the item's other note.
  if (isJoinedNote(noteKey)) return null;
  return partId === null ? null : obstacleToPart(partId, assembled.item, decision);
}

/** The part has no note of its own, by the settings or because it is gone. */
function obstacleToPart(partId: string, item: Item, decision: Decision): Obstacle | null {
  if (isTextPart(partId)) {
    if (item.document === null || textPartId(item.document.id) !== partId) return 'gone';
    return decision.fullText === 'file' ? null : 'no-own-note';
  }
  const passage = item.highlights.find(
    ({ anchor, otherAnchor }) => anchor === partId || otherAnchor === partId,
  );
  if (passage === undefined) return 'gone';
  return decision.notePerHighlight && !isHeading(passage) ? null : 'no-own-note';
}

/** The notes that a sync can write. */
export async function writableNotes(
  host: RestoreHost,
  notes: readonly KnownNote[],
): Promise<readonly KnownNote[]> {
  const obstacles = await obstaclesTo(
    host,
    notes.map(({ noteKey }) => noteKey),
  );
  return notes.filter((_, index) => obstacles[index] === null);
}

export interface ToRestore {
  readonly id: string;
  /** Null when there is no such item. */
  readonly itemKey: string | null;
  /** Why its note cannot come back; null when it can. */
  readonly obstacle: Obstacle | null;
}

/** The items with these ids, as a person names them. */
export async function itemsToRestore(
  host: RestoreHost,
  ids: readonly string[],
): Promise<readonly ToRestore[]> {
  const noteKeys = await noteKeysOfIds(host.state, ids);
  const obstacles = await obstaclesTo(
    host,
    noteKeys.map((noteKey) => noteKey ?? ''),
  );
  return ids.map((id, index) => {
    const noteKey = noteKeys[index] ?? null;
    return {
      id,
      itemKey: noteKey === null ? null : itemKeyOf(noteKey),
      obstacle: obstacles[index] ?? null,
    };
  });
}
