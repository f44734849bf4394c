import { foldedPath } from '../../notes/names/naming';
import { shownId } from '../../model/note-part';
import { isUntouched, splitNote } from '../../notes/note/note';
import type { Clock, NoteIdentity, StateChange, StateStore, Vault } from '../../model/ports';
import { ChangeJournal } from '../journal/change-journal';
import { bears, bearsAnother } from '../plan/note-identity';
import type { NotePlan } from '../plan/plan-context';
import { keys } from '../../store/keys';
import type { NotePlace } from '../../store/stored';
import type { SyncStats } from '../context/sync-stats';
import { putPlace } from '../../store/note-places';
import { ProblemError } from '../../model/problem';

export interface NoteApplierOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly stats: SyncStats;
}

type Act = Extract<NotePlan, { kind: 'act' }>;

/** Does to one note what was planned. */
export class NoteApplier {
  private readonly journal: ChangeJournal;

  constructor(private readonly options: NoteApplierOptions) {
    this.journal = new ChangeJournal(options);
  }

  /** To be called with all that is about to be applied: what the notes were before is kept. */
  prepare(plans: readonly NotePlan[]): Promise<void> {
    return this.journal.prepare(plans.filter(({ kind }) => kind === 'act'));
  }

  /** What is to go into the commit that says that the notes are in order. */
  takeChanges(): readonly StateChange[] {
    return this.journal.takeChanges();
  }

  /**
   * Returns where the note now is; null when another program made it meanwhile, so that it has to be planned
   * again.
   */
  async apply(plan: Act, identity: NoteIdentity): Promise<string | null> {
    const { stats } = this.options;
    const { action, noteKey } = plan;
    switch (action.kind) {
      case 'create':
        return this.create(plan, action, identity);
      case 'rename':
        return this.rename(plan, action, identity);
      case 'update':
      case 'keep': {
        const written = await this.update({ noteKey, path: action.path, identity }, (text) =>
          action.merge(text, action.path),
        );
        this.journal.wrote(noteKey, {
          path: action.path,
          conflicts: action.kind === 'update' ? action.conflicts : [],
        });
        stats.note(noteKey, written ? (action.kind === 'keep' ? 'kept' : 'updated') : 'unchanged');
        if (action.kind === 'update') this.noteConflicts(noteKey, action.path, action.conflicts);
        return action.path;
      }
      case 'skip':
        stats.note(noteKey, 'unchanged');
        return action.path;
      case 'trash':
      case 'archive':
        throw new Error(`A live item cannot be planned for the ${action.kind}: ${noteKey}`);
    }
  }

  /** Puts a second note of the same item into the trash, unless it holds anything of a person's. */
  async droppedTwin(path: string, identity: NoteIdentity): Promise<boolean> {
    const text = await this.options.vault.read(path);
    if (text === null || !bears(text, identity) || !isUntouched(splitNote(text))) return false;
    if ((await this.options.vault.moveToTrash(path)) === 'trashed') {
      this.options.stats.vaultWrites += 1;
      this.options.stats.note(path, 'trashed');
    }
    return true;
  }

  /**
   * Where another device renamed a note meanwhile, a file sync keeps this one, too, if somebody wrote in it.
   */
  private async isWrittenIn(path: string): Promise<boolean> {
    const text = await this.options.vault.read(path);
    return text !== null && !isUntouched(splitNote(text));
  }

  private async rename(
    { noteKey, pathWithId }: Act,
    action: Extract<Act['action'], { kind: 'rename' }>,
    identity: NoteIdentity,
  ): Promise<string | null> {
    const { stats } = this.options;
    if (await this.gaveWay(action, identity)) {
      await this.remember(noteKey, { path: action.to });
      return null;
    }
    const path = await this.move({ noteKey, from: action.path, identity }, [action.to, pathWithId]);
    const written = await this.update({ noteKey, path, identity }, (text) => action.merge(text, path));
    this.journal.wrote(noteKey, { path, conflicts: action.conflicts });
    stats.note(noteKey, path !== action.path ? 'renamed' : written ? 'updated' : 'unchanged');
    this.noteConflicts(noteKey, path, action.conflicts);
    return path;
  }

  /**
   * Where another device moved this note already, ours goes to the trash, unless it holds anything of a
   * person's.
   */
  private async gaveWay(
    { path, to }: Extract<Act['action'], { kind: 'rename' }>,
    identity: NoteIdentity,
  ): Promise<boolean> {
    // A disk that ignores case reads the note itself there.
    if (foldedPath(path) === foldedPath(to)) return false;
    const theirs = await this.options.vault.read(to);
    return theirs !== null && bears(theirs, identity) && (await this.droppedTwin(path, identity));
  }

  /**
   * Moves a note to the first of the paths that is free, and returns where it is then: where it was, when
   * none is.
   */
  private async move(
    note: { readonly noteKey: string; readonly from: string; readonly identity: NoteIdentity },
    paths: readonly string[],
  ): Promise<string> {
    const { vault, stats } = this.options;
    const { noteKey, from, identity } = note;
    for (const planned of paths) {
      const to = await vault.spelled(planned);
      if (to === from) return from;
      await this.remember(noteKey, { path: from, movingTo: to });
      const isMoved = async (): Promise<boolean> => (await vault.rename(from, to)) === 'renamed';
      const makesRoom = async (): Promise<boolean> =>
        (await this.isWrittenIn(from)) && (await this.droppedTwin(to, identity));
      if ((await isMoved()) || ((await makesRoom()) && (await isMoved()))) {
        stats.vaultWrites += 1;
        return to;
      }
    }
    return from;
  }

  private async create(
    { noteKey, pathWithId }: Act,
    action: Extract<Act['action'], { kind: 'create' }>,
    identity: NoteIdentity,
  ): Promise<string | null> {
    const { vault, state, stats } = this.options;
    for (const planned of [action.path, pathWithId]) {
      // Of two spellings of a folder, the note that was made first has the say.
      const path = await vault.spelled(planned);
      if ((await vault.create(path, action.text(path))) === 'created') {
        stats.vaultWrites += 1;
        stats.note(noteKey, 'created');
        return path;
      }
      const standing = await vault.read(path);
      if (standing !== null && bears(standing, identity)) {
        // Another program made this very note meanwhile. It is merged when the item is planned next.
        // It is not this run's note, so an undo must leave it.
        await state.commit([putPlace(noteKey, { path }), { remove: keys.before(noteKey) }]);
        return null;
      }
    }
    throw new ProblemError({ code: 'names-taken', paths: [...new Set([action.path, pathWithId])] });
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
      if (bearsAnother(text, identity)) throw new ProblemError({ code: 'of-another-item', path });
      return merge(text);
    };
    const result = await this.options.vault.update(path, this.journal.watching(noteKey, mergeOwn));
    if (result === 'missing') throw new ProblemError({ code: 'went-away', path });
    if (result === 'written') this.options.stats.vaultWrites += 1;
    return result === 'written';
  }

  private remember(noteKey: string, place: NotePlace): Promise<void> {
    return this.options.state.commit([putPlace(noteKey, place)]);
  }

  private noteConflicts(noteKey: string, path: string, conflicts: readonly string[]): void {
    for (const block of conflicts)
      this.options.stats.conflict(noteKey, { id: shownId(noteKey), path, block });
  }
}

/**
 * Moves a note to the trash, if it holds nothing but what a sync wrote, at the last moment: somebody may have
 * written in it since it was planned to go.
 */
export async function trashUntouched(
  vault: Pick<Vault, 'read' | 'moveToTrash'>,
  path: string,
): Promise<'trashed' | 'missing' | 'written-in'> {
  const text = await vault.read(path);
  return text !== null && !isUntouched(splitNote(text)) ? 'written-in' : vault.moveToTrash(path);
}
