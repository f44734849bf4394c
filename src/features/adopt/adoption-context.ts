import { liveItem } from '../../model/item';
import type { Item } from '../../model/model';
import { partIdOf } from '../../model/note-part';
import type { StateStore } from '../../model/ports';
import type { ItemRecord } from '../../model/record';
import { ProblemError } from '../../model/problem';
import type { Settings } from '../../model/settings';
import { scopeFor, type Decide } from '../../notes/layout/decision';
import { splitNote } from '../../notes/note/note';
import type { LocatedNote } from '../../sync/plan/locate-note';
import { noteAtHand } from '../../sync/plan/locate-note';
import { identityOfNote } from '../../sync/plan/note-identity';
import { requireVault } from '../../sync/plan/vault-health';
import { prepareRendering, type Rendering } from '../../sync/templates/prepare-rendering';
import { keys } from '../../store/keys';
import { recordOf } from '../../store/library';
import { readOne } from '../../store/read-state';
import { readNotePlace, readText } from '../../store/stored';
import { firstNotes, type FirstNote } from '../preview/preview-item';
import type { SyncDependencies } from '../../sync/context/sync-options';
import { adoptNote, passagesIn, type AdoptedNote } from './adopt-note';
import { namedHighlights, type NamedHighlight } from '../../notes/other-plugins/as-served';

export type AdoptDependencies = Pick<SyncDependencies, 'vault' | 'state' | 'clock'>;

/** What is needed to render an item's notes. */
export interface AdoptContext {
  readonly deps: AdoptDependencies;
  readonly settings: Settings;
  readonly decide: Decide;
  /** The notes that a sync would make of an item, in the given style if there is one. */
  readonly notesOf: (record: ItemRecord, style: string | undefined) => Promise<readonly FirstNote[]>;
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
  return { deps, settings, decide: rendering.decide, notesOf: notesRenderer(deps, settings, rendering) };
}

/** Caches the notes of the last item: the plain notes of its highlights come one after another. */
function notesRenderer(
  deps: AdoptDependencies,
  settings: Settings,
  rendering: Rendering,
): AdoptContext['notesOf'] {
  let last: { readonly key: string; readonly notes: readonly FirstNote[] } | null = null;
  return async (record, style) => {
    const key = `${style ?? ''} ${record.key}`;
    if (last?.key === key) return last.notes;
    const notes = await firstNotes(deps, { rendering, record, settings, style });
    if (notes === null)
      throw new ProblemError({
        code: 'templates-unusable',
        problems: rendering.broken.flatMap(({ problem }) => problem.problems),
      });
    last = { key, notes };
    return notes;
  };
}

/** An item that may adopt a note. */
export interface Adopter {
  readonly record: ItemRecord;
  readonly item: Item;
  /** The note of the item that it would become. */
  readonly noteKey: string;
  /** The highlights that this note has. */
  readonly highlights: readonly NamedHighlight[];
  /** Null if the note already belongs to an item. */
  readonly adopt: (text: string) => AdoptedNote | null;
}

interface NoteToAdopt {
  readonly itemKey: string;
  readonly path: string;
  readonly text: string;
}

/** Null if the item gets no note. */
export async function adopterOf(context: AdoptContext, note: NoteToAdopt): Promise<Adopter | null> {
  const { deps, settings } = context;
  const { itemKey, path, text } = note;
  const record = await recordOf(deps.state, itemKey);
  if (record === null) return null;
  const item = liveItem(record, scopeFor(settings.scope, context.decide(record)));
  if (item === null) return null;
  const all = namedHighlights(record, item);
  const style = hasLinkedItems(text, all) ? 'official' : undefined;
  const notes = await context.notesOf(record, style);
  const rendered = await noteAt(deps.state, notes, note);
  if (rendered === null) return null;
  const { noteKey } = rendered;
  const partId = partIdOf(noteKey);
  const highlights = partId === null ? all : all.filter(({ anchor }) => anchor === partId);
  const taken = await readOne(deps.state, keys.trailer(noteKey), readText);
  const written = taken === null ? null : splitNote(taken).trailer;
  return {
    record,
    item,
    noteKey,
    highlights,
    adopt: (each) => adoptNote({ path, text: each, rendered, highlights, written }),
  };
}

/**
 * Which of the item's notes a plain one is: that of a highlight or the full text if it is where this device last saw
 * that note or a sync would create it, otherwise that of the whole item.
 */
async function noteAt(
  state: StateStore,
  notes: readonly FirstNote[],
  { itemKey, path }: NoteToAdopt,
): Promise<FirstNote | null> {
  const parts = notes.filter(({ noteKey }) => noteKey !== itemKey);
  const places = (await state.getMany(parts.map(({ noteKey }) => keys.note(noteKey)))).map(readNotePlace);
  const known = parts.find((_, index) => places[index]?.path === path);
  const expected = parts.find((each) => each.path === path);
  return known ?? expected ?? notes.find(({ noteKey }) => noteKey === itemKey) ?? null;
}

/** Whether most passages look like those of the official plugin, so that new ones should, too. */
function hasLinkedItems(text: string, highlights: readonly NamedHighlight[]): boolean {
  const { passages } = passagesIn(splitNote(text).body.split('\n'), highlights);
  return passages.filter(({ isLinkedItem }) => isLinkedItem).length * 2 > passages.length;
}

/** The note that the item already has, wherever it is. */
export const ownNoteOf = (
  { deps: { vault } }: AdoptContext,
  { record, noteKey }: Adopter,
): Promise<LocatedNote | null> =>
  noteAtHand(vault, { identity: identityOfNote(record, noteKey), place: null });
