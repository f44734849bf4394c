import { assembleItem, livingHighlights, type Scope } from '../../core/library/item';
import { textPartId } from '../../core/layout/note-part';
import { documentKey, type ItemRecord } from '../../core/library/record';
import { anchorsOf } from '../../core/note/find-trailer';
import { splitNote } from '../../core/note/note';
import type { NoteIds } from '../../core/views/item-links';
import type { StateStore } from '../../ports';
import { keys } from '../state/keys';
import { readText } from '../state/stored';
import { libraryRecords } from '../replica/library-records';
import type { Pace } from '../../pace';
import { readOne, recordOf } from '../state/read-one';

export interface HeldPart {
  readonly itemKey: string;
  /** Whether the service still has it. */
  readonly isAlive: boolean;
}

/** What this device holds of the library, as far as notes can be told by it. */
export class Holdings {
  readonly kinds = new Map<string, 'live' | 'gone' | 'out-of-scope'>();
  private readonly itemsOfBooks = new Map<string, string>();
  private readonly parts = new Map<string, HeldPart>();

  private constructor(private readonly state: StateStore) {}

  /** Walks through the replica; `wantedParts` are those that notes bear. */
  static async read(
    state: StateStore,
    {
      scope,
      wantedParts,
      pace,
      heard,
    }: {
      readonly scope: Scope;
      readonly wantedParts: ReadonlySet<string>;
      readonly pace: Pace;
      readonly heard: (items: number) => void;
    },
  ): Promise<Holdings> {
    const holdings = new Holdings(state);
    for await (const record of libraryRecords(state, pace)) {
      holdings.take(record, scope, wantedParts);
      heard(holdings.kinds.size);
    }
    return holdings;
  }

  private take(record: ItemRecord, scope: Scope, wantedParts: ReadonlySet<string>): void {
    const { key, book, document } = record;
    this.kinds.set(key, assembleItem(record, { scope }).kind);
    if (book !== null) this.itemsOfBooks.set(book.id, key);
    if (wantedParts.size === 0) return;
    const wanted = anchorsIn(record).filter((anchor) => wantedParts.has(anchor));
    const alive =
      wanted.length === 0
        ? new Set<string>()
        : new Set(
            livingHighlights(record).flatMap(({ anchor, otherAnchor }) => [anchor, otherAnchor ?? anchor]),
          );
    for (const anchor of wanted) this.parts.set(anchor, { itemKey: key, isAlive: alive.has(anchor) });
    if (key.startsWith('d:')) {
      const textPart = textPartId(key.slice(2));
      if (wantedParts.has(textPart)) this.parts.set(textPart, { itemKey: key, isAlive: document !== null });
    }
  }

  part(partId: string): HeldPart | null {
    return this.parts.get(partId) ?? null;
  }

  /** The items that a note's ids name, that of the document first; none that this device does not hold. */
  async itemsOf({ bookId, documentId }: NoteIds): Promise<readonly string[]> {
    const keysFound = [
      documentId === null ? null : documentKey(documentId),
      bookId === null ? null : await this.itemOfBook(bookId),
    ];
    return [...new Set(keysFound.flatMap((key) => (key !== null && this.kinds.has(key) ? [key] : [])))];
  }

  /** Whether a note tells by its trailer that blocks of the item are, or were, in it. */
  async hasBlocksIn(text: string, itemKey: string): Promise<boolean> {
    const { trailer } = splitNote(text);
    const record = await recordOf(this.state, itemKey);
    const known = new Set(trailer === null ? [] : anchorsOf(trailer));
    return record !== null && anchorsIn(record).some((anchor) => known.has(anchor));
  }

  private async itemOfBook(bookId: string): Promise<string | null> {
    const held = this.itemsOfBooks.get(bookId);
    if (held !== undefined) return held;
    const documentId = await readOne(this.state, keys.joined(bookId), readText);
    return documentId === null ? null : documentKey(documentId);
  }
}

/** Of all highlights that the item has or had. */
export const anchorsIn = ({
  highlights,
  documentHighlights,
  removedDocumentHighlights,
}: ItemRecord): readonly string[] => [
  ...highlights.map(({ id }) => `rw${id}`),
  ...[...documentHighlights.map(({ id }) => id), ...removedDocumentHighlights].map((id) => `rd${id}`),
];
