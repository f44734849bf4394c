import { itemKeyOf, shownId } from '../core/layout/note-part';
import type { NoteIdentity, StateStore, Vault } from '../ports';
import { keys } from './keys';
import { bears } from './note-identity';
import type { NotePlan } from './item-plan';
import type { NotePlace } from './stored';
import type { Tally } from './tally';

export interface NoteApplierOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly tally: Tally;
}

/** Whether a place that is taken may yet come free, and whose turn it is to make room. */
export interface Room {
  readonly places: 'may-clear' | 'final';
  /** Key of the item that steps aside. */
  readonly stepsAside: string | null;
}

type Act = Extract<NotePlan, { kind: 'act' }>;

/** Does to one note what was planned. */
export class NoteApplier {
  constructor(private readonly options: NoteApplierOptions) {}

  /** Returns where the note now is, or null when another note still is in its place. */
  async apply(plan: Act, room: Room): Promise<string | null> {
    const { tally } = this.options;
    const { action, noteKey } = plan;
    switch (action.kind) {
      case 'create':
        return this.create(noteKey, { paths: room.places === 'final' ? [action.path, plan.otherPath] : [action.path], text: action.text, room });
      case 'rename':
        return this.rename(plan, action, room);
      case 'update':
      case 'keep': {
        const written = await this.update(action.path, (text) => action.merge(text, action.path));
        tally.note(noteKey, written ? (action.kind === 'keep' ? 'kept' : 'updated') : 'unchanged');
        if (action.kind === 'update') this.noteConflicts(noteKey, action.path, action.conflicts);
        return action.path;
      }
      case 'skip':
        tally.note(noteKey, 'unchanged');
        return action.path;
      case 'trash':
      case 'archive':
        throw new Error(`A live item cannot be planned for the ${action.kind}: ${noteKey}`);
    }
  }

  /** Another program may have made the note since the vault was looked through: then that is where it is. */
  async noticeMade(noteKey: string, { path, identity }: { readonly path: string; readonly identity: NoteIdentity }): Promise<void> {
    const text = await this.options.vault.read(path);
    if (text !== null && bears(text, identity)) await this.remember(noteKey, { path });
  }

  private async rename({ noteKey, otherPath }: Act, action: Extract<Act['action'], { kind: 'rename' }>, room: Room): Promise<string | null> {
    const { vault, tally } = this.options;
    await this.remember(noteKey, { path: action.path, movingTo: action.to });
    const moved = (await vault.rename(action.path, action.to)) === 'renamed';
    if (!moved && room.places === 'may-clear') {
      if (room.stepsAside === itemKeyOf(noteKey)) await this.stepAside(noteKey, { from: action.path, to: otherPath });
      return null;
    }
    if (moved) tally.vaultWrites += 1;
    const path = moved ? action.to : action.path;
    const written = await this.update(path, (text) => action.merge(text, path));
    tally.note(noteKey, moved ? 'renamed' : written ? 'updated' : 'unchanged');
    this.noteConflicts(noteKey, path, action.conflicts);
    return path;
  }

  private async stepAside(noteKey: string, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
    await this.remember(noteKey, { path: from, movingTo: to });
    if (from !== to && (await this.options.vault.rename(from, to)) === 'renamed') this.options.tally.vaultWrites += 1;
  }

  private async create(noteKey: string, { paths, text, room }: { readonly paths: readonly string[]; readonly text: (path: string) => string; readonly room: Room }): Promise<string | null> {
    const { vault, tally } = this.options;
    for (const path of paths) {
      if ((await vault.create(path, text(path))) === 'exists') continue;
      tally.vaultWrites += 1;
      tally.note(noteKey, 'created');
      return path;
    }
    if (room.places === 'may-clear') return null;
    throw new NoteError(`Could not create the note: ${paths.join(' and ')} are both taken by other files. Rename one of them.`);
  }

  private async update(path: string, merge: (text: string) => string): Promise<boolean> {
    const result = await this.options.vault.update(path, merge);
    if (result === 'missing') throw new NoteError(`The note ${path} went away while it was being updated.`);
    if (result === 'written') this.options.tally.vaultWrites += 1;
    return result === 'written';
  }

  private remember(noteKey: string, place: NotePlace): Promise<void> {
    return this.options.state.commit([{ put: keys.note(noteKey), value: place }]);
  }

  private noteConflicts(noteKey: string, path: string, conflicts: readonly string[]): void {
    for (const block of conflicts) this.options.tally.conflict(noteKey, { id: shownId(noteKey), path, block });
  }
}

/** What went wrong with one note, in words for a person. */
export class NoteError extends Error {
  override readonly name = 'NoteError';
}
