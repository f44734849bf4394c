import { placedHighlights, type HighlightRef, type NotePlace, type PlacedHighlight } from '../../core/views/highlight-embed';
import { standingAnchors } from '../../core/views/standing-anchors';
import { NoteNotHereError, type StateStore, type Vault } from '../../ports';
import { keys } from '../state/keys';
import { lastPathOf, locateNote } from '../plan/locate-note';
import { bears, identityOf } from '../plan/note-identity';
import { readNotePlace, readRecord } from '../state/stored';

/** Where items' notes are in the vault, and which highlights stand in them. */
export class Places {
  private readonly known = new Map<string, NotePlace | null>();

  constructor(private readonly context: { readonly vault: Vault; readonly state: StateStore }) {}

  /** Those that have a block in the vault, in the given order. */
  async placed(highlights: readonly HighlightRef[]): Promise<readonly PlacedHighlight[]> {
    for (const { itemKey } of highlights) if (!this.known.has(itemKey)) this.known.set(itemKey, await this.look(itemKey));
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

  private async find(itemKey: string): Promise<{ readonly path: string; readonly text: string } | null> {
    const { vault, state } = this.context;
    const [stored, place] = await state.getMany([keys.item(itemKey), keys.note(itemKey)]);
    const record = readRecord(stored);
    if (record === null) return null;
    const identity = identityOf(record);
    // The vault is looked through only where a note is not where it was.
    const path = lastPathOf(readNotePlace(place) ?? undefined);
    const text = path === null ? null : await vault.read(path);
    if (path !== null && text !== null && bears(text, identity)) return { path, text };
    return (await locateNote({ vault, identity, lastPath: null, expectedPath: '' })).note;
  }
}
