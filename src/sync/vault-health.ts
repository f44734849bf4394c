import { FEWEST_TO_JUDGE, isPartlyThere, noteSight, type KnownNote } from '../core/plan/vault-health';
import { itemKeyOf } from '../core/layout/note-part';
import type { PersonsWord } from '../core/plan/persons-word';
import type { StateChange, StateStore, Vault } from '../ports';
import { keys, prefixes } from './keys';
import { stateRange } from './state-range';
import { readNotePlace, readRecord, type Due, type NotePlace } from './stored';
import { NeedsPersonError } from './sync-errors';

export interface VaultHealthOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly folder: string;
  readonly word: PersonsWord | undefined;
}

/** Sees to it that nothing is written to, or taken from, a vault that is only partly there. */
export class VaultHealth {
  private looked: Promise<void> | null = null;
  private lookedForMissing: Promise<void> | null = null;

  constructor(private readonly options: VaultHealthOptions) {}

  /**
   * To be called before notes are touched: looks once in a run, and once more when the first of them is missing, because until then
   * a host may show notes as it remembers them. Throws `NeedsPersonError` when too many are not there.
   */
  check(planned: 'all are there' | 'some are missing'): Promise<void> {
    if (planned === 'some are missing') this.looked = this.lookedForMissing ??= this.look();
    this.looked ??= this.look();
    return this.looked;
  }

  private async look(): Promise<void> {
    const { vault, state, folder, word } = this.options;
    const { known, given } = await this.notesOnRecord();
    if (known.length < FEWEST_TO_JUDGE && given.length === 0) return;
    const isVisible = noteSight(await vault.survey());
    const missing = known.filter((note) => !isVisible(note));
    if (word === 'accept-missing') await state.commit(missing.map(({ noteKey, path }) => ({ put: keys.note(noteKey), value: { path, isMissing: true } satisfies NotePlace })));
    else if (isPartlyThere({ known, missing, folder })) throw partlyThere(missing, known.length);
    await this.takeBack(given.filter(isVisible));
  }

  /** Every note that this device wrote; `given` are those that it has given up as deleted by the person. */
  private async notesOnRecord(): Promise<{ readonly known: readonly KnownNote[]; readonly given: readonly KnownNote[] }> {
    const known: KnownNote[] = [];
    const given: KnownNote[] = [];
    for await (const entries of stateRange(this.options.state, prefixes.note)) {
      for (const { key, value } of entries) {
        const place = readNotePlace(value);
        // What a sync was about to trash is missing by that.
        if (place !== null && place.toTrash !== true) (place.isMissing === true ? given : known).push({ noteKey: key.slice(prefixes.note.length), path: place.path });
      }
    }
    return { known, given };
  }

  /** A note that was given up and is there again was not deleted: it is due, because it missed what came meanwhile. */
  private async takeBack(notes: readonly KnownNote[]): Promise<void> {
    const { state } = this.options;
    const records = (await state.getMany(notes.map(({ noteKey }) => keys.item(itemKeyOf(noteKey))))).map(readRecord);
    const marks = await state.getMany(notes.map(({ noteKey }) => keys.due(itemKeyOf(noteKey))));
    const changes = notes.flatMap(({ noteKey, path }, index): readonly StateChange[] => {
      const record = records[index] ?? null;
      const due = record === null || marks[index] !== undefined ? [] : [{ put: keys.due(itemKeyOf(noteKey)), value: { revision: record.revision } satisfies Due }];
      return [{ put: keys.note(noteKey), value: { path } satisfies NotePlace }, ...due];
    });
    if (changes.length > 0) await state.commit(changes);
  }
}

const partlyThere = (missing: readonly KnownNote[], known: number): NeedsPersonError =>
  new NeedsPersonError(
    'vault',
    `${missing.length} of the ${known} notes that were written here are not in the vault now, such as “${missing[0]?.path ?? ''}”. They were left as they are. If a cloud is still bringing them, or their folder is not mounted, see to that and sync again; if you deleted them, say so by accepting that they are missing.`,
  );
