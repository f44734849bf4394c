import { liveItem } from '../../model/item';
import type { Item } from '../../model/model';
import type { ItemRecord } from '../../model/record';
import { ProblemError } from '../../model/problem';
import type { Settings } from '../../model/settings';
import { splitNote } from '../../notes/note/note';
import type { LocatedNote } from '../../sync/plan/locate-note';
import { noteAtHand } from '../../sync/plan/locate-note';
import { identityOf } from '../../sync/plan/note-identity';
import { requireVault } from '../../sync/plan/vault-health';
import { prepareRendering, type Rendering } from '../../sync/templates/prepare-rendering';
import { recordOf } from '../../store/library';
import { firstNotes } from '../preview/preview-item';
import type { SyncDependencies } from '../../sync/context/sync-options';
import { adoptNote, type AdoptedNote } from './adopt-note';
import { namedHighlights, type NamedHighlight } from '../../notes/other-plugins/as-served';
import { findPassages } from '../../notes/other-plugins/find-passages';

export type AdoptDependencies = Pick<SyncDependencies, 'vault' | 'state' | 'clock'>;

/** What rendering an item's note needs. */
export interface AdoptContext {
  readonly deps: AdoptDependencies;
  readonly settings: Settings;
  readonly rendering: Rendering;
}

/**
 * Throws a `ProblemError` if names are broken, because no note can be placed then, and for a vault
 * that is only partly there, because an item would get a second note.
 */
export async function adoptContext(deps: AdoptDependencies, settings: Settings): Promise<AdoptContext> {
  await requireVault({ ...deps, folder: settings.folder });
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
  /** Null if the note already belongs to an item. */
  readonly adopt: (text: string) => AdoptedNote | null;
}

/** Null if the item gets no note. `path` and `text`: of the note that it may adopt. */
export async function adopterOf(
  { deps, settings, rendering }: AdoptContext,
  { itemKey, path, text }: { readonly itemKey: string; readonly path: string; readonly text: string },
): Promise<Adopter | null> {
  const record = await recordOf(deps.state, itemKey);
  const item = record === null ? null : liveItem(record, settings.scope);
  if (record === null || item === null) return null;
  const highlights = namedHighlights(record, item);
  const style = hasLinkedItems(text, highlights) ? 'official' : undefined;
  const notes = await firstNotes(deps, { rendering, record, settings, style });
  if (notes === null)
    throw new ProblemError({
      code: 'templates-unusable',
      problems: rendering.broken.flatMap(({ problem }) => problem.problems),
    });
  const rendered = notes.find(({ noteKey }) => noteKey === itemKey);
  if (rendered === undefined) return null;
  return { record, item, adopt: (each) => adoptNote({ path, text: each, rendered, highlights }) };
}

/** Whether most passages look like those of the official plugin, so that new ones are to look like them. */
function hasLinkedItems(text: string, highlights: readonly NamedHighlight[]): boolean {
  const { passages } = findPassages(splitNote(text).body.split('\n'), highlights);
  return passages.filter(({ isLinkedItem }) => isLinkedItem).length * 2 > passages.length;
}

/** The note that the item already has, wherever it is. */
export const ownNoteOf = (
  { deps: { vault } }: AdoptContext,
  { record }: Adopter,
): Promise<LocatedNote | null> => noteAtHand(vault, { identity: identityOf(record), place: null });
