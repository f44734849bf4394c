import {
  placedHighlights,
  type HighlightRef,
  type NotePlace,
  type PlacedHighlight,
} from '../../core/views/highlight-embed';
import type { LocatedNote } from '../../core/plan/plan';
import { standingAnchors } from '../../core/views/standing-anchors';
import { NoteNotHereError, type StateStore, type Vault } from '../../ports';
import { keys } from '../state/keys';
import { lastPathOf, noteAtHand } from '../plan/locate-note';
import { identityOf } from '../plan/note-identity';
import { readNotePlace, readRecord } from '../state/stored';

/** Where items' notes are in the vault, and which highlights stand in them. */
export class Places {
  private readonly known = new Map<string, NotePlace | null>();

  constructor(private readonly context: { readonly vault: Vault; readonly state: StateStore }) {}

  /** Those that have a block in the vault, in the given order. */
  async placed(highlights: readonly HighlightRef[]): Promise<readonly PlacedHighlight[]> {
    for (const { itemKey } of highlights)
      if (!this.known.has(itemKey)) this.known.set(itemKey, await this.look(itemKey));
    return placedHighlights(highlights, (itemKey) => this.known.get(itemKey) ?? null);
  }

  async placeOf(highlight: HighlightRef): Promise<PlacedHighlight | null> {
    return (await this.placed([highlight]))[0] ?? null;
  }

  private async look(itemKey: string): Promise<NotePlace | null> {
    try {
      const note = await this.find(itemKey);
      return note === null ? null : { path: note.path, anchors: standingAnchors(note.text) };
    } catch (error) {
      // In the cloud only: there is nothing yet that could be shown.
      if (error instanceof NoteNotHereError) return null;
      throw error;
    }
  }

  private async find(itemKey: string): Promise<LocatedNote | null> {
    const { vault, state } = this.context;
    const [stored, place] = await state.getMany([keys.item(itemKey), keys.note(itemKey)]);
    const record = readRecord(stored);
    if (record === null) return null;
    return noteAtHand(vault, {
      identity: identityOf(record),
      place: lastPathOf(readNotePlace(place) ?? undefined),
    });
  }
}
