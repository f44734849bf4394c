import { liveItem } from '../../model/item';
import type { Item } from '../../model/model';
import type { LocatedNote } from '../../sync/plan/locate-note';
import {
  placeIn,
  standingAnchors,
  type HighlightRef,
  type NotePlace,
  type PlacedHighlight,
} from './highlight-embed';
import { NoteNotHereError, type StateStore, type Vault } from '../../model/ports';
import { Pace } from '../../model/pace';
import { lastPathOf, noteAtHand } from '../../sync/plan/locate-note';
import { identityOf } from '../../sync/plan/note-identity';
import { keys } from '../../store/keys';
import { readHead, readNotePlace } from '../../store/stored';
import type { ViewContext } from './view-context';
import { libraryRecords } from '../../store/read-library';

/** Every item in scope that has highlights. */
export async function* libraryItems({ state, settings, clock, signal }: ViewContext): AsyncGenerator<Item> {
  for await (const record of libraryRecords(state, new Pace(clock, signal))) {
    const item = liveItem(record, settings.scope);
    if (item !== null && item.highlights.length > 0) yield item;
  }
}

/** Where items' notes are in the vault, and which highlights stand in them. Each note is read once. */
export class Places {
  private readonly known = new Map<string, NotePlace | null>();

  constructor(private readonly context: { readonly vault: Vault; readonly state: StateStore }) {}

  /** Those of the highlights that have a block in the vault, in the given order. */
  async placed(highlights: readonly HighlightRef[]): Promise<readonly PlacedHighlight[]> {
    const placed: PlacedHighlight[] = [];
    for (const highlight of highlights) {
      const note = await this.noteOf(highlight.itemKey);
      const place = note === null ? null : placeIn(note, highlight);
      if (place !== null) placed.push(place);
    }
    return placed;
  }

  private async noteOf(itemKey: string): Promise<NotePlace | null> {
    const known = this.known.get(itemKey);
    if (known !== undefined) return known;
    const note = await this.find(itemKey);
    const place = note === null ? null : { path: note.path, anchors: standingAnchors(note.text) };
    this.known.set(itemKey, place);
    return place;
  }

  private async find(itemKey: string): Promise<LocatedNote | null> {
    const { vault, state } = this.context;
    const [stored, place] = await state.getMany([keys.item(itemKey), keys.note(itemKey)]);
    const head = readHead(stored);
    if (head === null) return null;
    try {
      return await noteAtHand(vault, {
        identity: identityOf(head),
        place: lastPathOf(readNotePlace(place) ?? undefined),
      });
    } catch (error) {
      // The note is in the cloud only, so it cannot be shown yet.
      if (error instanceof NoteNotHereError) return null;
      throw error;
    }
  }
}
