import { firstLineOf } from '../../merge/conflict-callout';
import { adoptNote, type AdoptedNote, type AdoptionInput } from './adopt-note';
import { liveItem } from '../../model/item';
import type { Item } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import { ProblemError } from '../../model/problem';
import type { Settings } from '../../model/settings';
import { marks, type StyleName } from '../../notes/template/built-in-templates';
import type { NoteOrigin } from './recognise';
import { type LocatedNote, noteAtHand } from '../../sync/plan/locate-note';
import { identityOf } from '../../sync/plan/note-identity';
import { prepareRendering, type Rendering } from '../../sync/templates/prepare-rendering';
import { firstNotes } from '../preview/preview-item';
import type { SyncDependencies } from '../../sync/context/sync-options';
import { recordOf } from '../../store/library';

export type AdoptDependencies = Pick<SyncDependencies, 'vault' | 'state' | 'clock'>;

/** What rendering an item's note needs. */
export interface AdoptContext {
  readonly deps: AdoptDependencies;
  readonly settings: Settings;
  readonly rendering: Rendering;
}

/** Throws a `ProblemError` if templates or names are broken, because no note can be rendered then. */
export async function adoptContext(deps: AdoptDependencies, settings: Settings): Promise<AdoptContext> {
  const rendering = await prepareRendering(deps, settings);
  if (!rendering.ok)
    throw new ProblemError({
      code: 'templates-unusable',
      problems: rendering.failures.map(({ problem }) => problem),
    });
  return { deps, settings, rendering };
}

/** An item that may adopt a note. */
export interface Adopter {
  readonly record: ItemRecord;
  readonly item: Item;
  readonly adopt: (note: Pick<AdoptionInput, 'path' | 'text' | 'origin'>) => AdoptedNote | null;
}

/** The note that the item already has, wherever it is. */
export const ownNoteOf = (
  { deps: { vault } }: AdoptContext,
  { record }: Adopter,
): Promise<LocatedNote | null> => noteAtHand(vault, { identity: identityOf(record), place: null });

/** Notes of the official plugin keep its style, as long as the settings name no other. */
const styleOf = (origin: NoteOrigin): StyleName | undefined =>
  origin === 'official' ? 'official' : undefined;

/** Null if the item gets no note. `origin`: of the note that it may adopt. */
export async function adopterOf(
  { deps, settings, rendering }: AdoptContext,
  { itemKey, origin }: { readonly itemKey: string; readonly origin: NoteOrigin },
): Promise<Adopter | null> {
  const record = await recordOf(deps.state, itemKey);
  if (record === null) return null;
  const item = liveItem(record, settings.scope);
  const notes = await firstNotes(deps, { rendering, record, settings, style: styleOf(origin) });
  const rendered = notes.find(({ noteKey }) => noteKey === itemKey);
  if (item === null || rendered === undefined) return null;
  const { highlights } = item;
  const boxLine = firstLineOf(marks.conflict);
  return {
    record,
    item,
    adopt: (note) => adoptNote({ ...note, rendered, highlights, boxLine }),
  };
}
