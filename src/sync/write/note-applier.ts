import { foldedPath } from '../../notes/names/naming';
import { itemKeyOf, shownId } from '../../model/note-part';
import { isUntouched, splitNote } from '../../notes/note/note';
import type { OwnNotes } from '../../notes/note/own-links';
import type { Clock, NoteIdentity, StateChange, StateStore, Vault } from '../../model/ports';
import { ChangeJournal, type PlannedChange } from '../journal/change-journal';
import { hasIdentity, hasOtherIdentity, identityOfKey, otherIds } from '../plan/note-identity';
import type { Action, Merge } from '../plan/plan';
import type { NotePlan } from '../plan/plan-context';
import { keys } from '../../store/keys';
import type { SyncStats } from '../context/sync-stats';
import { refuseGitConflict } from '../plan/locate-note';
import { isNoteOfOther, putPlace } from '../../store/note-places';
import { ProblemError } from '../../model/problem';

export interface NoteApplierOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly stats: SyncStats;
}

type Act = Extract<NotePlan, { kind: 'act' }>;

/** Where a note is now, and its text; `''` for one that is missing. */
interface AppliedNote {
  readonly path: string;
  readonly text: string;
}

/** `left`: moved to the archive at `to`, or gone. */
export type Removed = { readonly kind: 'stays' } | { readonly kind: 'left'; readonly to: string | null };

interface NoteAt {
  readonly noteKey: string;
  readonly path: string;
  readonly identity: NoteIdentity;
}

/** Carries out the planned action on one note. */
export class NoteApplier {
  private readonly journal: ChangeJournal;

  constructor(private readonly options: NoteApplierOptions) {
    this.journal = new ChangeJournal(options);
  }

  /** Call with all changes before they are applied: keeps what the notes were before. */
  prepare(changes: readonly PlannedChange[]): Promise<void> {
    return this.journal.prepare(changes);
  }

  /** The changes to commit together with the marks of the written notes. */
  takeChanges(): readonly StateChange[] {
    return this.journal.takeChanges();
  }

  /** Returns null when the item must be planned again. */
  async apply(plan: Act, identity: NoteIdentity): Promise<AppliedNote | null> {
    this.journal.refuseIfUnprepared(plan.noteKey);
    const applied = await this.applyAction(plan, identity);
    this.journal.finish(plan.noteKey);
    return applied;
  }

  private async applyAction(plan: Act, identity: NoteIdentity): Promise<AppliedNote | null> {
    const { stats } = this.options;
    const { action, noteKey } = plan;
    switch (action.kind) {
      case 'create':
        return this.create(plan, action, identity);
      case 'rename':
        return this.rename(plan, action, identity);
      case 'update':
      case 'keep': {
        const { path } = action;
        const conflicts = action.kind === 'update' ? action.conflicts : [];
        const { isWritten, text } = await this.update({ noteKey, path, identity }, (before) =>
          action.merge(before, path),
        );
        this.journal.recordWritten(noteKey, { path, conflicts });
        const outcome = action.kind === 'keep' ? 'kept' : 'updated';
        stats.note(noteKey, isWritten ? outcome : 'unchanged');
        this.reportConflicts(noteKey, path, conflicts);
        return { path, text };
      }
      case 'skip':
        stats.note(noteKey, 'unchanged');
        return { path: action.path, text: plan.text ?? '' };
      case 'trash':
      case 'archive':
        throw new Error(`A live item must not be planned as ${action.kind}: ${noteKey}`);
    }
  }

  /** Removes the note of an item that is gone. Null if it stays: the user wrote in it since it was planned. */
  async remove(noteKey: string, action: Action): Promise<Removed | null> {
    this.journal.refuseIfUnprepared(noteKey);
    const removed = await this.applyRemoval(noteKey, action);
    if (removed !== null) this.journal.finish(noteKey);
    return removed;
  }

  private async applyRemoval(noteKey: string, action: Action): Promise<Removed | null> {
    const { vault, stats } = this.options;
    switch (action.kind) {
      case 'trash': {
        const result = await trashUntouched(vault, action.path, action.own);
        if (result === 'written-in') return null;
        if (result === 'trashed') stats.vaultWrites += 1;
        stats.note(noteKey, 'trashed');
        return { kind: 'left', to: null };
      }
      case 'archive': {
        const path = await this.moveToArchive(action);
        // The user removed it meanwhile.
        if (path === null) return { kind: 'stays' };
        await this.mark(noteKey, path, action.merge);
        stats.note(noteKey, 'archived');
        return { kind: 'left', to: path };
      }
      case 'keep':
        await this.mark(noteKey, action.path, action.merge);
        stats.note(noteKey, 'kept');
        return { kind: 'stays' };
      case 'skip':
        if (action.path !== '') stats.note(noteKey, 'kept');
        return { kind: 'stays' };
      case 'create':
      case 'update':
      case 'rename':
        throw new TypeError(`A deleted item must not be planned as ${action.kind}: ${noteKey}`);
    }
  }

  private async mark(noteKey: string, path: string, merge: Merge): Promise<void> {
    const identity = identityOfKey(noteKey);
    await this.update({ noteKey, path, identity }, (text) => merge(text, path));
    this.journal.recordWritten(noteKey, { path });
  }

  /** Returns the new path; null if the note is missing. Moves first: a marked note looks finished. */
  private async moveToArchive(action: Extract<Action, { kind: 'archive' }>): Promise<string | null> {
    const { vault, stats } = this.options;
    for (const planned of action.to) {
      const to = await vault.spelled(planned);
      if (to === action.path) return to;
      const result = await vault.rename(action.path, to);
      if (result === 'exists') continue;
      if (result === 'missing') return null;
      stats.vaultWrites += 1;
      return to;
    }
    throw new ProblemError({ code: 'archive-taken', path: action.path, taken: [...action.to] });
  }

  /** Moves a duplicate note to the trash, unless the user edited it. Returns whether it was untouched. */
  async trashDuplicate(path: string, identity: NoteIdentity): Promise<boolean> {
    const { vault, stats } = this.options;
    const text = await vault.read(path);
    if (text === null || !hasIdentity(text, identity) || !isUntouched(splitNote(text))) return false;
    if ((await vault.moveToTrash(path)) === 'trashed') {
      stats.vaultWrites += 1;
      stats.note(path, 'trashed');
    }
    return true;
  }

  /** When another device renamed the note, file sync restores this one if it was edited. */
  private async isEdited(path: string): Promise<boolean> {
    const text = await this.options.vault.read(path);
    return text !== null && !isUntouched(splitNote(text));
  }

  private async rename(
    { noteKey, pathWithId }: Act,
    action: Extract<Act['action'], { kind: 'rename' }>,
    identity: NoteIdentity,
  ): Promise<AppliedNote | null> {
    const { stats } = this.options;
    if (await this.trashedForMovedNote(action, identity)) {
      await this.options.state.commit([putPlace(noteKey, { path: action.to })]);
      return null;
    }
    const path = await this.move({ path: action.path, identity }, [action.to, pathWithId]);
    if (path !== action.path) stats.note(noteKey, 'renamed');
    const { isWritten, text } = await this.update({ noteKey, path, identity }, (before) =>
      action.merge(before, path),
    );
    this.journal.recordWritten(noteKey, { path, conflicts: action.conflicts });
    stats.note(noteKey, isWritten ? 'updated' : 'unchanged');
    this.reportConflicts(noteKey, path, action.conflicts);
    return { path, text };
  }

  /** If another device moved this note already, trashes the note here, unless the user edited it. */
  private async trashedForMovedNote(
    { path, to }: Extract<Act['action'], { kind: 'rename' }>,
    identity: NoteIdentity,
  ): Promise<boolean> {
    // On a disk that ignores case, that is the note itself.
    if (foldedPath(path) === foldedPath(to)) return false;
    const otherText = await this.options.vault.read(to);
    return (
      otherText !== null && hasIdentity(otherText, identity) && (await this.trashDuplicate(path, identity))
    );
  }

  /** Moves a note to the first free path and returns its path, the old one if none is free. */
  private async move(
    { path: from, identity }: Omit<NoteAt, 'noteKey'>,
    paths: readonly string[],
  ): Promise<string> {
    const { vault, stats } = this.options;
    for (const planned of paths) {
      const to = await vault.spelled(planned);
      if (to === from) return from;
      const isMoved = async (): Promise<boolean> => (await vault.rename(from, to)) === 'renamed';
      const freesPath = async (): Promise<boolean> =>
        (await this.isEdited(from)) && (await this.trashDuplicate(to, identity));
      if ((await isMoved()) || ((await freesPath()) && (await isMoved()))) {
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
  ): Promise<AppliedNote | null> {
    const { vault, state, stats } = this.options;
    for (const planned of [action.path, pathWithId]) {
      // If a folder exists in another spelling, that spelling is used.
      const path = await vault.spelled(planned);
      const text = action.text(path);
      if ((await vault.create(path, text)) === 'created') {
        stats.vaultWrites += 1;
        stats.note(noteKey, 'created');
        return { path, text };
      }
      const existing = await vault.read(path);
      if (existing === null || !hasIdentity(existing, identity)) continue;
      const ids = otherIds(existing, identity);
      // The note of an item that this book has just left still has its id.
      if (!(await isNoteOfOther(state, itemKeyOf(noteKey), { path, ids }))) {
        // Another program made this note. It is merged by the next plan, and undo must leave it.
        await state.commit([putPlace(noteKey, { path }), { remove: keys.before(noteKey) }]);
        return null;
      }
    }
    throw new ProblemError({ code: 'names-taken', paths: [...new Set([action.path, pathWithId])] });
  }

  private async update(
    { noteKey, path, identity }: NoteAt,
    merge: (text: string) => string,
  ): Promise<{ readonly isWritten: boolean; readonly text: string }> {
    let merged = '';
    const mergeOwn = (text: string): string => {
      if (hasOtherIdentity(text, identity)) throw new ProblemError({ code: 'of-another-item', path });
      refuseGitConflict(path, text);
      merged = merge(text);
      return merged;
    };
    const result = await this.options.vault.update(path, this.journal.watchMerge(noteKey, mergeOwn));
    if (result === 'missing') throw new ProblemError({ code: 'went-away', path });
    if (result === 'written') this.options.stats.vaultWrites += 1;
    return { isWritten: result === 'written', text: merged };
  }

  private reportConflicts(noteKey: string, path: string, conflicts: readonly string[]): void {
    for (const block of conflicts)
      this.options.stats.conflict(noteKey, { id: shownId(noteKey), path, block });
  }
}

/** Moves a note to the trash unless it was edited; checks at the last moment. */
export async function trashUntouched(
  vault: Pick<Vault, 'read' | 'moveToTrash'>,
  path: string,
  own?: OwnNotes,
): Promise<'trashed' | 'missing' | 'written-in'> {
  const text = await vault.read(path);
  return text !== null && !isUntouched(splitNote(text), own) ? 'written-in' : vault.moveToTrash(path);
}
