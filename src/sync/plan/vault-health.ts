import { itemKeyOf, partIdOf } from '../../model/note-part';
import type { Confirmation } from '../context/sync-options';
import { type StateChange, type StateStore, type Vault } from '../../model/ports';
import { keys } from '../../store/keys';
import type { Due } from '../../store/stored';
import { readHeads } from '../../store/item-records';
import { notePlaces, putPlace } from '../../store/note-places';
import { ProblemError } from '../../model/problem';
import { wellFormed } from './note-identity';

export interface VaultHealthOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly folder: string;
  readonly confirmation: Confirmation | undefined;
}

/** Sees to it that nothing is written to, or taken from, a vault that is only partly there. */
export class VaultHealth {
  private looked: Promise<void> | null = null;
  private lookedForMissing: Promise<void> | null = null;

  constructor(private readonly options: VaultHealthOptions) {}

  /**
   * To be called before notes are touched: looks once in a run, and once more when the first of them is
   * missing, because until then a host may show notes as it remembers them. Throws a `ProblemError` when too
   * many are not there.
   */
  check({ isAnyMissing }: { readonly isAnyMissing: boolean }): Promise<void> {
    if (isAnyMissing) this.looked = this.lookedForMissing ??= this.look();
    return (this.looked ??= this.look());
  }

  private async look(): Promise<void> {
    const { vault, state, folder, confirmation } = this.options;
    const { known, given } = await this.notesOnRecord();
    if (known.length < FEWEST_TO_JUDGE && given.length === 0) return;
    const isVisible = noteSight(await vault.survey());
    const missing = known.filter((note) => !isVisible(note));
    if (confirmation === 'accept-missing')
      await state.commit(missing.map(({ noteKey, path }) => putPlace(noteKey, { path, isMissing: true })));
    else if (isPartlyThere({ known, missing, folder }))
      throw new ProblemError({
        code: 'vault-incomplete',
        missing: missing.length,
        known: known.length,
        example: missing[0]?.path ?? '',
      });
    await this.takeBack(given.filter(isVisible));
  }

  /** Every note that this device wrote; `given` are those that it has given up as deleted by the person. */
  private async notesOnRecord(): Promise<{
    readonly known: readonly KnownNote[];
    readonly given: readonly KnownNote[];
  }> {
    const [known, given]: [KnownNote[], KnownNote[]] = [[], []];
    for (const [noteKey, { path, isMissing, toTrash }] of await notePlaces(this.options.state)) {
      // What a sync was about to trash is missing by that.
      if (toTrash !== true) (isMissing === true ? given : known).push({ noteKey, path });
    }
    return { known, given };
  }

  /**
   * A note that was given up and is there again was not deleted: it is due, because it missed what came
   * meanwhile.
   */
  private async takeBack(notes: readonly KnownNote[]): Promise<void> {
    const { state } = this.options;
    const itemKeys = notes.map(({ noteKey }) => itemKeyOf(noteKey));
    const heads = await readHeads(state, itemKeys);
    const marks = await state.getMany(itemKeys.map(keys.due));
    const changes = notes.flatMap(({ noteKey, path }, index): readonly StateChange[] => {
      const head = heads[index] ?? null;
      const due =
        head === null || marks[index] !== undefined
          ? []
          : [{ put: keys.due(itemKeyOf(noteKey)), value: { revision: head.revision } satisfies Due }];
      return [putPlace(noteKey, { path }), ...due];
    });
    if (changes.length > 0) await state.commit(changes);
  }
}

/** A note that a device wrote, by its key. */
export interface KnownNote {
  readonly noteKey: string;
  readonly path: string;
}

/** A note that is in the vault now. */
export interface VisibleNote {
  readonly path: string;
  readonly bookId: string | null;
  readonly documentId: string | null;
  readonly partId: string | null;
}

/** Tells whether a known note is in the vault, wherever the person moved it. */
export function noteSight(visible: readonly VisibleNote[]): (note: KnownNote) => boolean {
  const byPath = new Map(visible.map((note) => [note.path, note]));
  // Nearly all stand where they were last seen.
  let ids: ReadonlySet<string> | null = null;
  return ({ noteKey, path }) => {
    const there = byPath.get(path);
    if (there !== undefined && !isAnothers(there, noteKey)) return true;
    ids ??= new Set(
      visible.flatMap(({ bookId, documentId, partId }) =>
        partId === null ? [`b:${bookId ?? ''}`, `d:${documentId ?? ''}`] : [partId],
      ),
    );
    return ids.has(partIdOf(noteKey) ?? noteKey);
  };
}

/** Whether what stands where a note was says, by an id of the same kind, that it is of something else. */
function isAnothers(there: VisibleNote, noteKey: string): boolean {
  const { bookId, documentId, partId } = wellFormed(there);
  const part = partIdOf(noteKey);
  if (part !== null || partId !== null)
    return partId !== part && (partId !== null || (bookId ?? documentId) !== null);
  const id = noteKey.startsWith('b:') ? bookId : documentId;
  return id !== null && id !== noteKey.slice(2);
}

/** Fewer may well have been deleted by the person. */
const FEWEST_TO_JUDGE = 5;
const MOST_MISSING = 0.5;

/**
 * Whether the vault is only partly there: fewer than half of the notes that the device knows are, or none at
 * all of those that it wrote into the folder. A cloud may still be bringing them, or a disk is not mounted; a
 * person rarely deletes as many.
 */
export function isPartlyThere({
  known,
  missing,
  folder,
}: {
  readonly known: readonly KnownNote[];
  readonly missing: readonly KnownNote[];
  readonly folder: string;
}): boolean {
  const inFolder = (notes: readonly KnownNote[]): number =>
    notes.filter(({ path }) => path.startsWith(`${folder}/`)).length;
  if (known.length >= FEWEST_TO_JUDGE && missing.length > known.length * MOST_MISSING) return true;
  return inFolder(known) >= FEWEST_TO_JUDGE && inFolder(missing) === inFolder(known);
}
