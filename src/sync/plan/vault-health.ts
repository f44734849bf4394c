import { partIdOf } from '../../model/note-part';
import type { Confirmation } from '../context/sync-options';
import type { NoteIdentity, StateStore, Vault } from '../../model/ports';
import { notePlaces, putAbsent } from '../../store/note-places';
import { ProblemError } from '../../model/problem';
import { wellFormed } from './note-identity';

export interface VaultHealthOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly folder: string;
  readonly confirmation: Confirmation | undefined;
}

/** Stops a run from writing to, or removing from, a vault that is only partly there. */
export class VaultHealth {
  private inspected: Promise<void> | null = null;
  private inspectedForMissing: Promise<void> | null = null;

  constructor(private readonly options: VaultHealthOptions) {}

  /**
   * Call before notes are touched. Checks once a run, and again when the first note is missing, because a
   * host may list notes from memory. Throws a `ProblemError` when too many are missing.
   */
  async check({ isAnyMissing }: { readonly isAnyMissing: boolean }): Promise<void> {
    if (isAnyMissing) this.inspected = this.inspectedForMissing ??= this.inspect();
    return (this.inspected ??= this.inspect());
  }

  private async inspect(): Promise<void> {
    const { vault, state, folder, confirmation } = this.options;
    const known = await this.notesOnRecord();
    if (known.length < FEWEST_TO_JUDGE) return;
    const isVisible = visibilityCheck(await vault.survey());
    const missing = known.filter((note) => !isVisible(note));
    if (confirmation === 'accept-missing')
      await state.commit(missing.map(({ noteKey, path }) => putAbsent(noteKey, path, 'deleted')));
    else if (isPartlyThere({ known, missing, folder }))
      throw new ProblemError({
        code: 'vault-incomplete',
        missing: missing.length,
        known: known.length,
        example: missing[0]?.path ?? '',
      });
  }

  /** Every note that this device wrote and that nobody is known to have removed. */
  private async notesOnRecord(): Promise<readonly KnownNote[]> {
    const places = [...(await notePlaces(this.options.state))];
    return places
      .filter(([, { absence }]) => absence === undefined)
      .map(([noteKey, { path }]) => ({ noteKey, path }));
  }
}

export interface KnownNote {
  readonly noteKey: string;
  readonly path: string;
}

export interface VisibleNote extends NoteIdentity {
  readonly path: string;
}

/** Returns a check whether a known note is in the vault, wherever the user moved it. */
export function visibilityCheck(visible: readonly VisibleNote[]): (note: KnownNote) => boolean {
  const byPath = new Map(visible.map((note) => [note.path, note]));
  // Computed when needed: nearly all notes are where they were last seen.
  let ids: ReadonlySet<string> | null = null;
  return ({ noteKey, path }) => {
    const found = byPath.get(path);
    if (found !== undefined && !isOfOtherItem(found, noteKey)) return true;
    ids ??= new Set(
      visible.flatMap(({ bookId, documentId, partId }) =>
        partId === null ? [`b:${bookId ?? ''}`, `d:${documentId ?? ''}`] : [partId],
      ),
    );
    return ids.has(partIdOf(noteKey) ?? noteKey);
  };
}

/** Whether the note found at the place names another item, by an id of the same kind. */
function isOfOtherItem(found: VisibleNote, noteKey: string): boolean {
  const { bookId, documentId, partId } = wellFormed(found);
  const part = partIdOf(noteKey);
  if (part !== null || partId !== null)
    return partId !== part && (partId !== null || (bookId ?? documentId) !== null);
  const id = noteKey.startsWith('b:') ? bookId : documentId;
  return id !== null && id !== noteKey.slice(2);
}

/** With fewer notes, the user may well have deleted them. */
const FEWEST_TO_JUDGE = 5;
const MOST_MISSING = 0.5;

/**
 * Whether the vault is only partly there: fewer than half of the known notes exist, or none of those in the
 * folder. A cloud may still be loading them, or a disk is not mounted.
 */
export function isPartlyThere(options: {
  readonly known: readonly KnownNote[];
  readonly missing: readonly KnownNote[];
  readonly folder: string;
}): boolean {
  const { known, missing, folder } = options;
  const inFolder = (notes: readonly KnownNote[]): number =>
    notes.filter(({ path }) => path.startsWith(`${folder}/`)).length;
  if (known.length >= FEWEST_TO_JUDGE && missing.length > known.length * MOST_MISSING) return true;
  return inFolder(known) >= FEWEST_TO_JUDGE && inFolder(missing) === inFolder(known);
}
