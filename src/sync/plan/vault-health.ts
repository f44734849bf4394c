import { partIdOf } from '../../model/note-part';
import type { Confirmation } from '../context/sync-options';
import { isOperational } from '../../model/errors';
import type { NoteIdentity, StateStore, Vault } from '../../model/ports';
import { keys, prefixes } from '../../store/keys';
import { readNotePlace } from '../../store/stored';
import { notePlaces, putMissing } from '../../store/note-places';
import { ProblemError } from '../../model/problem';
import { wellFormed } from './note-identity';

export interface VaultHealthOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly folder: string;
  readonly confirmation: Confirmation | undefined;
}

interface TouchedNotes {
  /** One of them was written before and is not in the vault. */
  readonly isAnyMissing: boolean;
  /** All of them are in the vault. */
  readonly areAllFound: boolean;
}

/** Stops a run from writing to, or removing from, a vault that is only partly there. */
export class VaultHealth {
  private inspected: Promise<void> | null = null;
  private inspectedForMissing: Promise<void> | null = null;
  private sampled: Promise<boolean> | null = null;

  constructor(private readonly options: VaultHealthOptions) {}

  /**
   * Call before notes are touched. Checks once a run, and again when the first note is missing, because a
   * host may list notes from memory. Where all of them are in a large vault, and so are all of a sample, the
   * rest is not asked for. Throws a `ProblemError` when too many are missing.
   */
  async check({ isAnyMissing, areAllFound }: TouchedNotes): Promise<void> {
    if (areAllFound && this.inspected === null && (await this.looksWhole())) return;
    if (isAnyMissing) this.inspected = this.inspectedForMissing ??= this.inspect();
    return (this.inspected ??= this.inspect());
  }

  /** Looks once a run at a part of the notes on record. */
  private looksWhole(): Promise<boolean> {
    return (this.sampled ??= this.inspectSample());
  }

  private async inspectSample(): Promise<boolean> {
    const { vault, state } = this.options;
    const sample = await sampleOfPlaces(state);
    if (sample === null) return false;
    for (const { noteKey, path } of sample)
      if (!(await isAt(vault, path)) && !(await isAnywhere(vault, noteKey))) return false;
    return true;
  }

  private async inspect(): Promise<void> {
    const { vault, state, folder, confirmation } = this.options;
    const known = await this.notesOnRecord();
    if (known.length < FEWEST_TO_JUDGE) return;
    const isVisible = visibilityCheck(await vault.survey());
    const missing = known.filter((note) => !isVisible(note));
    if (confirmation === 'accept-missing')
      await state.commit(missing.flatMap(({ noteKey, path }) => putMissing(noteKey, path)));
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
      .filter(([, { isMissing, toTrash }]) => isMissing !== true && toTrash !== true)
      .map(([noteKey, { path }]) => ({ noteKey, path }));
  }
}

/** With fewer notes on record, all are looked at. */
const FEWEST_TO_SAMPLE = 1000;
const IN_A_SAMPLE = 60;

/** Notes on record in two stretches, the first of books and the first of documents; null when there are few. */
async function sampleOfPlaces(state: StateStore): Promise<readonly KnownNote[] | null> {
  const many = await state.keys({ prefix: prefixes.note, limit: FEWEST_TO_SAMPLE });
  if (many.length < FEWEST_TO_SAMPLE) return null;
  const sample: KnownNote[] = [];
  for (const kind of ['b:', 'd:']) {
    for (const { key, value } of await state.list({ prefix: keys.note(kind), limit: IN_A_SAMPLE / 2 })) {
      const place = readNotePlace(value);
      if (place === null || place.isMissing === true || place.toTrash === true) continue;
      sample.push({ noteKey: key.slice(prefixes.note.length), path: place.path });
    }
  }
  return sample;
}

/** Whether a file is there, without opening it: that tells whether the vault is whole, whatever is in the note. */
async function isAt(vault: Vault, path: string): Promise<boolean> {
  try {
    return await vault.has(path);
  } catch (error) {
    if (!isOperational(error)) throw error;
    return false;
  }
}

const isAnywhere = async (vault: Vault, noteKey: string): Promise<boolean> =>
  (await vault.locate(identityOfKey(noteKey))).length > 0;

function identityOfKey(noteKey: string): NoteIdentity {
  const partId = partIdOf(noteKey);
  const id = noteKey.slice(2);
  return {
    bookId: partId === null && noteKey.startsWith('b:') ? id : null,
    documentId: partId === null && noteKey.startsWith('d:') ? id : null,
    partId,
  };
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
