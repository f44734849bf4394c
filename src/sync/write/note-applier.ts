import { itemKeyOf, shownId } from '../../core/layout/note-part';
import { isUntouched, splitNote } from '../../core/note/note';
import type { Clock, NoteIdentity, StateChange, StateStore, Vault } from '../../ports';
import { ChangeKeeper } from '../history/change-keeper';
import { bears, bearsAnother } from '../plan/note-identity';
import type { NotePlan } from '../plan/item-plan';
import { putPlace } from '../state/put-place';
import type { NotePlace } from '../state/stored';
import type { Tally } from '../tally';
import { NoteError, wentAway } from './note-error';

export interface NoteApplierOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly clock: Clock;
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
  private readonly keeper: ChangeKeeper;

  constructor(private readonly options: NoteApplierOptions) {
    this.keeper = new ChangeKeeper(options);
  }

  /** To be called with all that is about to be applied: what the notes were before is kept. */
  prepare(plans: readonly NotePlan[]): Promise<void> {
    return this.keeper.prepare(plans.filter(({ kind }) => kind === 'act'));
  }

  /** What is to be remembered of a note that was applied. */
  placeOf(
    noteKey: string,
    { path, isMissing }: { readonly path: string; readonly isMissing: boolean },
  ): NotePlace {
    return { path, ...(isMissing ? { isMissing } : {}), ...this.keeper.origin(noteKey) };
  }

  /** What is to go into the commit that says that the notes are in order. */
  takeChanges(): readonly StateChange[] {
    return this.keeper.takeChanges();
  }

  /** Returns where the note now is, or null when another note still is in its place. */
  async apply(
    plan: Act,
    { room, identity }: { readonly room: Room; readonly identity: NoteIdentity },
  ): Promise<string | null> {
    const { tally } = this.options;
    const { action, noteKey } = plan;
    switch (action.kind) {
      case 'create':
        return this.create(noteKey, {
          paths: room.places === 'final' ? [action.path, plan.otherPath] : [action.path],
          text: action.text,
          room,
        });
      case 'rename':
        return this.rename(plan, action, { room, identity });
      case 'update':
      case 'keep': {
        const written = await this.update({ noteKey, path: action.path, identity }, (text) =>
          action.merge(text, action.path),
        );
        this.keeper.wrote(noteKey, {
          path: action.path,
          conflicts: action.kind === 'update' ? action.conflicts : [],
        });
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
  async noticeMade(
    noteKey: string,
    { path, identity }: { readonly path: string; readonly identity: NoteIdentity },
  ): Promise<void> {
    const text = await this.options.vault.read(path);
    // Not as one that this run made: it may be another's.
    if (text !== null && bears(text, identity))
      await this.options.state.commit([putPlace(noteKey, { path })]);
  }

  /**
   * Another program may have made the same note in the place where this one is to go. Then this one goes to the trash, when it has
   * stepped aside to a name that no other note can have, and holds nothing of a person's; what stands there is merged next.
   */
  async gaveWay({ noteKey, action, otherPath }: Act, identity: NoteIdentity): Promise<boolean> {
    if (action.kind !== 'rename' || action.path !== otherPath) return false;
    const theirs = await this.options.vault.read(action.to);
    if (theirs === null || !bears(theirs, identity) || !(await this.droppedTwin(action.path, identity)))
      return false;
    await this.remember(noteKey, { path: action.to });
    return true;
  }

  /** Puts a second note of the same item into the trash, unless it holds anything of a person's. */
  async droppedTwin(path: string, identity: NoteIdentity): Promise<boolean> {
    const text = await this.options.vault.read(path);
    if (text === null || !bears(text, identity) || !isUntouched(splitNote(text))) return false;
    if ((await this.options.vault.moveToTrash(path)) === 'trashed') {
      this.options.tally.vaultWrites += 1;
      this.options.tally.note(path, 'trashed');
    }
    return true;
  }

  /** Where another device renamed a note meanwhile, a file sync keeps this one, too, if somebody wrote in it. */
  private async isWrittenIn(path: string): Promise<boolean> {
    const text = await this.options.vault.read(path);
    return text !== null && !isUntouched(splitNote(text));
  }

  private async rename(
    { noteKey, otherPath }: Act,
    action: Extract<Act['action'], { kind: 'rename' }>,
    { room, identity }: { readonly room: Room; readonly identity: NoteIdentity },
  ): Promise<string | null> {
    const { vault, tally } = this.options;
    const to = await vault.spelled(action.to);
    await this.remember(noteKey, { path: action.path, movingTo: to });
    const move = async (): Promise<boolean> => (await vault.rename(action.path, to)) === 'renamed';
    const moved =
      (await move()) ||
      ((await this.isWrittenIn(action.path)) && (await this.droppedTwin(to, identity)) && (await move()));
    if (!moved && room.places === 'may-clear') {
      if (room.stepsAside === itemKeyOf(noteKey))
        await this.stepAside(noteKey, { from: action.path, to: otherPath });
      return null;
    }
    if (moved) tally.vaultWrites += 1;
    const path = moved ? to : action.path;
    const written = await this.update({ noteKey, path, identity }, (text) => action.merge(text, path));
    this.keeper.wrote(noteKey, { path, conflicts: action.conflicts });
    tally.note(noteKey, moved ? 'renamed' : written ? 'updated' : 'unchanged');
    this.noteConflicts(noteKey, path, action.conflicts);
    return path;
  }

  private async stepAside(
    noteKey: string,
    { from, to }: { readonly from: string; readonly to: string },
  ): Promise<void> {
    await this.remember(noteKey, { path: from, movingTo: to });
    if (from !== to && (await this.options.vault.rename(from, to)) === 'renamed')
      this.options.tally.vaultWrites += 1;
  }

  private async create(
    noteKey: string,
    {
      paths,
      text,
      room,
    }: { readonly paths: readonly string[]; readonly text: (path: string) => string; readonly room: Room },
  ): Promise<string | null> {
    const { vault, tally } = this.options;
    for (const planned of paths) {
      // Of two spellings of a folder, the note that was made first has the say.
      const path = await vault.spelled(planned);
      if ((await vault.create(path, text(path))) === 'exists') continue;
      tally.vaultWrites += 1;
      tally.note(noteKey, 'created');
      return path;
    }
    if (room.places === 'may-clear') return null;
    const [path = '', other = path] = paths;
    const isOne = path === other;
    throw new NoteError(
      isOne
        ? `Could not create the note: ${path} is taken by another file. Rename that.`
        : `Could not create the note: ${path} and ${other} are both taken by other files. Rename one of them.`,
    );
  }

  private async update(
    {
      noteKey,
      path,
      identity,
    }: { readonly noteKey: string; readonly path: string; readonly identity: NoteIdentity },
    merge: (text: string) => string,
  ): Promise<boolean> {
    const mergeOwn = (text: string): string => {
      if (bearsAnother(text, identity)) throw new NoteError(`The note ${path} is another item's now.`);
      return merge(text);
    };
    const result = await this.options.vault.update(path, this.keeper.watching(noteKey, mergeOwn));
    if (result === 'missing') throw wentAway(path);
    if (result === 'written') this.options.tally.vaultWrites += 1;
    return result === 'written';
  }

  private remember(noteKey: string, place: NotePlace): Promise<void> {
    return this.options.state.commit([putPlace(noteKey, { ...place, ...this.keeper.origin(noteKey) })]);
  }

  private noteConflicts(noteKey: string, path: string, conflicts: readonly string[]): void {
    for (const block of conflicts)
      this.options.tally.conflict(noteKey, { id: shownId(noteKey), path, block });
  }
}
