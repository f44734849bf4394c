import { findTrailers, mayHoldTrailer } from '../../core/check/find-trailers';
import type { Finding, Follow } from '../../core/check/finding';
import { cutRaw } from '../../core/check/raw-note';
import type { Decide } from '../../core/layout/decision';
import { titleOf, nameableItem } from '../../core/library/naming';
import type { ItemRecord } from '../../core/library/record';
import { identityOf } from '../plan/note-identity';
import type { NotePlace } from '../state/stored';
import type { Pace } from '../../pace';
import type { CheckContext } from './check-context';
import { heldItems, ITEMS_AT_ONCE, type HeldItem } from './held-item';
import type { Holdings } from './holdings';
import { itemsWithNotes, type NoteGroup } from './note-groups';
import { readNote, type NoteText } from './read-note';

interface Known {
  readonly decide: Decide;
  readonly holdings: Holdings;
  readonly groups: readonly NoteGroup[];
  readonly places: ReadonlyMap<string, NotePlace>;
  readonly pace: Pace;
  /** What else is wrong with a note that is known by its place alone. */
  readonly check: (
    noteKey: string,
    note: { readonly path: string; readonly text: string; readonly held: HeldItem },
  ) => readonly Finding[];
}

/** Items in scope that have no note, though the person did not delete it and no sync is still to write it; and notes that lost their ids. */
export async function findMissing(
  { vault, state }: CheckContext,
  { decide, holdings, groups, places, pace, check }: Known,
): Promise<readonly Finding[]> {
  const found = itemsWithNotes(groups);
  const wanted = [...holdings.kinds].flatMap(([key, kind]) =>
    kind === 'live' && !found.has(key) ? [key] : [],
  );
  const findings: Finding[] = [];
  for (let start = 0; start < wanted.length; start += ITEMS_AT_ONCE) {
    for (const [key, held] of await heldItems(state, wanted.slice(start, start + ITEMS_AT_ONCE))) {
      await pace.breathe();
      const { record, isDue } = held;
      const place = places.get(key);
      if (place?.toTrash === true) continue;
      const decision = decide(record);
      if (decision === null || decision.isLeftOut) continue;
      const { text, isUnread } = place === undefined ? NOWHERE : await readNote(vault, place.path);
      if (isUnread) continue;
      if (place !== undefined && text !== null && isMarked(text))
        findings.push(withoutIds(record, place.path), ...check(key, { path: place.path, text, held }));
      else if (!isDue && place?.isMissing !== true) findings.push(missing(record, place?.path ?? ''));
    }
  }
  return findings;
}

const NOWHERE: NoteText = { text: null, isUnread: false };

const isMarked = (text: string): boolean =>
  mayHoldTrailer(text) && findTrailers(cutRaw(text).lines).length > 0;

function withoutIds(record: ItemRecord, path: string): Finding {
  const then: Follow = { due: record.key, place: { noteKey: record.key, path } };
  return {
    fault: 'identity-lost',
    path,
    about: [],
    repairs: [
      { kind: 'edit', path, edit: { edit: 'identity-on', identity: identityOf(record) }, then },
      {
        kind: 'edit',
        path,
        edit: { edit: 'marks-off' },
        then: { due: null, place: { noteKey: record.key, path: null } },
      },
    ],
  };
}

function missing(record: ItemRecord, path: string): Finding {
  const item = nameableItem(record);
  return {
    fault: 'note-missing',
    path,
    about: [item === null ? record.key : titleOf(item)],
    repairs: [
      {
        kind: 'ask-again',
        path,
        then: { due: record.key, place: path === '' ? null : { noteKey: record.key, path: null } },
      },
    ],
  };
}
