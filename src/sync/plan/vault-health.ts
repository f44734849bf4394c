import { isJoinedNote, itemKeyOf, partIdOf } from '../../model/note-part';
import type { SyncOptions } from '../context/sync-options';
import type { NoteIdentity, StateStore, Vault } from '../../model/ports';
import { notePlaces, putAbsent } from '../../store/note-places';
import { ProblemError, type Problem } from '../../model/problem';
import { identityOfKey, wellFormed } from './note-identity';

export interface VaultPlace {
  readonly vault: Pick<Vault, 'survey' | 'fileMarks'>;
  readonly state: StateStore;
  /** The folder in the settings. */
  readonly folder: string;
}

/** A run that is about to write notes. */
interface Writing {
  readonly deps: Omit<VaultPlace, 'folder'>;
  readonly options: Pick<SyncOptions, 'settings' | 'confirmation'>;
}

type VaultIncomplete = Extract<Problem, { code: 'vault-incomplete' }>;

/**
 * What is missing in a vault that is only partly there; null if nothing hints at that. Call before reporting or doing
 * anything about missing notes. Cheap while notes are where this device last saw them.
 */
export async function vaultProblem(place: VaultPlace): Promise<VaultIncomplete | null> {
  const { vault, state, folder } = place;
  const known = await notesOnRecord(state);
  const present = await vault.fileMarks(known.map(({ path }) => path));
  const elsewhere = known.filter(({ path }) => !present.has(path));
  if (!isPartlyThere({ known, missing: elsewhere, folder })) return null;
  return problemWith(place, { known, missing: await missingOf(vault, known) });
}

/** Like `vaultProblem`, but throws a `ProblemError`. */
export async function requireVault(place: VaultPlace): Promise<void> {
  const problem = await vaultProblem(place);
  if (problem !== null) throw new ProblemError(problem);
}

/** The same before notes are written, unless a person accepts that notes are missing. */
export async function inspectVault({ deps, options }: Writing): Promise<void> {
  const { vault, state } = deps;
  const known = await notesOnRecord(state);
  if (known.length < MIN_NOTES_TO_JUDGE) return;
  const missing = await missingOf(vault, known);
  if (options.confirmation === 'accept-missing')
    return state.commit(missing.map(({ noteKey, path }) => putAbsent(noteKey, path, 'deleted')));
  const problem = problemWith(options.settings, { known, missing });
  if (problem !== null) throw new ProblemError(problem);
}

/** Every note that this device wrote and that is not known to be absent. */
async function notesOnRecord(state: StateStore): Promise<readonly KnownNote[]> {
  const places = [...(await notePlaces(state))];
  return places
    .filter(([, { absence }]) => absence === undefined)
    .map(([noteKey, { path }]) => ({ noteKey, path }));
}

async function missingOf(
  vault: VaultPlace['vault'],
  known: readonly KnownNote[],
): Promise<readonly KnownNote[]> {
  const isVisible = visibilityCheck(await vault.survey());
  return known.filter((note) => !isVisible(note));
}

function problemWith(
  { folder }: Pick<VaultPlace, 'folder'>,
  { known, missing }: { readonly known: readonly KnownNote[]; readonly missing: readonly KnownNote[] },
): VaultIncomplete | null {
  if (!isPartlyThere({ known, missing, folder })) return null;
  return {
    code: 'vault-incomplete',
    missing: missing.length,
    known: known.length,
    example: missing[0]?.path ?? '',
  };
}

/** Stops a run from writing to, or removing from, a vault that is only partly there. */
export class VaultHealth {
  private inspected: Promise<void> | null = null;
  private inspectedForMissing: Promise<void> | null = null;

  constructor(private readonly run: Writing) {}

  /**
   * Call before notes are touched. Checks once a run, and again when the first note is missing, because a
   * host may list notes from memory. Throws a `ProblemError` when too many are missing.
   */
  async check({ isAnyMissing }: { readonly isAnyMissing: boolean }): Promise<void> {
    if (isAnyMissing) this.inspected = this.inspectedForMissing ??= inspectVault(this.run);
    return (this.inspected ??= inspectVault(this.run));
  }
}

export interface KnownNote {
  readonly noteKey: string;
  readonly path: string;
}

export interface VisibleNote extends NoteIdentity {
  readonly path: string;
}

/** Returns a check of whether a known note is in the vault, wherever the user moved it. */
export function visibilityCheck(visible: readonly VisibleNote[]): (note: KnownNote) => boolean {
  const byPath = new Map(visible.map((note) => [note.path, note]));
  // Computed when needed: nearly all notes are where they were last seen.
  let ids: ReadonlySet<string> | null = null;
  return ({ noteKey, path }) => {
    const found = byPath.get(path);
    if (found !== undefined && mayBeOf(found, noteKey)) return true;
    ids ??= new Set(
      visible.flatMap(({ bookId, documentId, partId }) =>
        partId === null ? [`b:${bookId ?? ''}`, `d:${documentId ?? ''}`] : [partId],
      ),
    );
    // A note that has to go is not missed while its item has the other one.
    if (isJoinedNote(noteKey)) return ids.has(itemKeyOf(noteKey));
    return ids.has(partIdOf(noteKey) ?? noteKey);
  };
}

/** False if the note names another item by an id of the same kind, or has no usable id. */
function mayBeOf(found: VisibleNote, noteKey: string): boolean {
  const { bookId, documentId, partId } = wellFormed(found);
  const own = identityOfKey(noteKey);
  if (own.partId !== null || partId !== null) return partId === own.partId;
  const comparable = [
    [own.bookId, bookId],
    [own.documentId, documentId],
  ].filter(([ours, theirs]) => ours !== null && theirs !== null);
  if (comparable.length === 0) return (bookId ?? documentId) !== null;
  return comparable.some(([ours, theirs]) => ours === theirs);
}

/** With fewer notes, the user may well have deleted them. */
const MIN_NOTES_TO_JUDGE = 5;
const MAX_MISSING_SHARE = 0.5;

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
  if (missing.length === 0) return false;
  const inFolder = (notes: readonly KnownNote[]): number =>
    notes.filter(({ path }) => path.startsWith(`${folder}/`)).length;
  if (known.length >= MIN_NOTES_TO_JUDGE && missing.length > known.length * MAX_MISSING_SHARE) return true;
  return inFolder(known) >= MIN_NOTES_TO_JUDGE && inFolder(missing) === inFolder(known);
}
