import { FEWEST_TO_JUDGE, isPartlyThere, noteSight, type KnownNote } from '../plan/vault-health';
import { itemKeyOf } from '../../notes/layout/note-part';
import type { Confirmation } from '../plan/confirmation';
import { type StateChange, type StateStore, type Vault, isOperational } from '../../model/ports';
import { keys } from '../../store/keys';
import { notePlaces, putPlace } from '../../store/note-places';
import { readRecord, type Due } from '../../store/stored';
import { NeedsPersonError } from '../sync-errors';

export interface VaultHealthOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly folder: string;
  readonly word: Confirmation | undefined;
}

/** What is planned for some notes: to change them where they are; to make or take away some; or some are not there. */
export type Touch = 'change' | 'make or take' | 'miss';

const GLANCED_AT = 40;

/** Sees to it that nothing is written to, or taken from, a vault that is only partly there. */
export class VaultHealth {
  private glanced: Promise<void> | null = null;
  private looked: Promise<void> | null = null;
  private lookedForMissing: Promise<void> | null = null;

  constructor(private readonly options: VaultHealthOptions) {}

  /**
   * To be called before notes are touched: looks once in a run, and once more when the first of them is missing, because until then
   * a host may show notes as it remembers them. Throws `NeedsPersonError` when too many are not there. As long as notes only change
   * that are there, nothing can go wrong that is not seen by a glance.
   */
  check(planned: Touch): Promise<void> {
    if (planned === 'change') return (this.glanced ??= this.glance());
    if (planned === 'miss') this.looked = this.lookedForMissing ??= this.look();
    this.glanced = this.looked ??= this.look();
    return this.looked;
  }

  /** Looks for a few of the notes, and for all when one of those is not there or any may have come back. */
  private async glance(): Promise<void> {
    const { known, given } = await this.notesOnRecord();
    if (given.length > 0 || (known.length >= FEWEST_TO_JUDGE && !(await this.areThere(known))))
      return (this.looked ??= this.look());
  }

  /** When fewer than half are in the vault, the chance that all of those asked for are is that of a coin which always shows heads. */
  private async areThere(known: readonly KnownNote[]): Promise<boolean> {
    const step = Math.max(1, known.length / GLANCED_AT);
    for (let at = 0; at < known.length; at += step)
      if (!(await this.isThere(known[Math.floor(at)]?.path ?? ''))) return false;
    return true;
  }

  /** What cannot be looked for is left for the whole look to judge. */
  private async isThere(path: string): Promise<boolean> {
    try {
      return await this.options.vault.has(path);
    } catch (error) {
      if (!isOperational(error)) throw error;
      return false;
    }
  }

  private async look(): Promise<void> {
    const { vault, state, folder, word } = this.options;
    const { known, given } = await this.notesOnRecord();
    if (known.length < FEWEST_TO_JUDGE && given.length === 0) return;
    const isVisible = noteSight(await vault.survey());
    const missing = known.filter((note) => !isVisible(note));
    if (word === 'accept-missing')
      await state.commit(missing.map(({ noteKey, path }) => putPlace(noteKey, { path, isMissing: true })));
    else if (isPartlyThere({ known, missing, folder })) throw partlyThere(missing, known.length);
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

  /** A note that was given up and is there again was not deleted: it is due, because it missed what came meanwhile. */
  private async takeBack(notes: readonly KnownNote[]): Promise<void> {
    const { state } = this.options;
    const records = (await state.getMany(notes.map(({ noteKey }) => keys.item(itemKeyOf(noteKey))))).map(
      readRecord,
    );
    const marks = await state.getMany(notes.map(({ noteKey }) => keys.due(itemKeyOf(noteKey))));
    const changes = notes.flatMap(({ noteKey, path }, index): readonly StateChange[] => {
      const record = records[index] ?? null;
      const due =
        record === null || marks[index] !== undefined
          ? []
          : [{ put: keys.due(itemKeyOf(noteKey)), value: { revision: record.revision } satisfies Due }];
      return [putPlace(noteKey, { path }), ...due];
    });
    if (changes.length > 0) await state.commit(changes);
  }
}

const partlyThere = (missing: readonly KnownNote[], known: number): NeedsPersonError =>
  new NeedsPersonError(
    'vault',
    `${missing.length} of the ${known} notes that were written here are not in the vault now, such as “${missing[0]?.path ?? ''}”. They were left as they are. If a cloud is still bringing them, or their folder is not mounted, see to that and sync again; if you deleted them, say so by accepting that they are missing.`,
  );
