import { foldedPath } from '../../notes/names/naming';
import { itemKeyOf, shownId } from '../../model/note-part';
import { isUntouched, splitNote } from '../../notes/note/note';
import type { NoteIdentity, StateChange, Vault } from '../../model/ports';
import { ChangeJournal, type PlannedChange } from '../journal/change-journal';
import { hasIdentity, otherIds } from '../plan/note-identity';
import { sameButLinks } from '../journal/undo-state';
import type { Action, ChangingAction, MergedText, NewText } from '../plan/plan';
import type { WriterParts } from '../run';
import { isNoteOfOtherItem, putPlace } from '../../store/note-places';
import { isOperational } from '../../model/errors';
import { ProblemError } from '../../model/problem';

/** A planned action on a note. */
export interface NoteToApply {
  readonly noteKey: string;
  readonly identity: NoteIdentity;
  readonly action: Action;
  /** The note's text when it was planned. */
  readonly text?: string | undefined;
}

/** `again`: the note changed since it was planned, so its item stays due. */
export type Applied =
  | {
      readonly kind: 'done';
      /** Where the note is now; null for one in the trash. */
      readonly path: string | null;
      /** `''` for one that is missing. */
      readonly text: string;
    }
  | { readonly kind: 'again' };

interface NoteAt {
  readonly path: string;
  readonly identity: NoteIdentity;
}

interface Written {
  readonly isWritten: boolean;
  readonly text: string;
}

const outcomeOf = ({ isWritten }: Written): 'updated' | 'unchanged' => (isWritten ? 'updated' : 'unchanged');

/** Carries out the planned action on one note. */
export class NoteApplier {
  private readonly journal: ChangeJournal;

  constructor(private readonly parts: WriterParts) {
    const { deps, options } = parts;
    this.journal = new ChangeJournal({ ...deps, isOfSending: options.isOfSending });
  }

  private get vault(): Vault {
    return this.parts.deps.vault;
  }

  /** Call with all changes before they are applied: keeps images of the notes. */
  prepare(changes: readonly PlannedChange[]): Promise<void> {
    return this.journal.prepare(changes);
  }

  /** The changes to commit together with the marks of the written notes. */
  takeChanges(): readonly StateChange[] {
    return this.journal.takeChanges();
  }

  /** Throws what failed, also while the note was prepared. */
  async apply(note: NoteToApply): Promise<Applied> {
    this.journal.refuseIfUnprepared(note.noteKey);
    try {
      const applied = await this.applyAction(note);
      this.journal.finish(note.noteKey);
      return applied;
    } catch (error) {
      if (!isOperational(error)) throw error;
      await this.journal.putBack(this.vault, note.noteKey);
      throw error;
    }
  }

  private async applyAction({ noteKey, identity, action, text = '' }: NoteToApply): Promise<Applied> {
    const { stats } = this.parts;
    switch (action.kind) {
      case 'create':
        return this.create(noteKey, action, identity);
      case 'rename':
        return this.rename(noteKey, action, identity);
      case 'update':
      case 'keep': {
        const { path } = action;
        const written = await this.write(noteKey, path, action);
        if (written === 'changed') return this.leave(noteKey, action, path);
        stats.note(noteKey, action.kind === 'keep' ? 'kept' : outcomeOf(written));
        return { kind: 'done', path, text: written.text };
      }
      case 'trash':
        return this.trash(noteKey, action);
      case 'archive':
        return this.archive(noteKey, action);
      case 'skip':
        return { kind: 'done', path: action.path, text };
    }
  }

  private async trash(noteKey: string, action: Extract<Action, { kind: 'trash' }>): Promise<Applied> {
    const { stats } = this.parts;
    const { path, before } = action;
    const text = await this.vault.read(path);
    if (text !== null && !sameButLinks(text, before)) return this.leave(noteKey, action, path);
    if ((await this.vault.moveToTrash(path)) === 'trashed') stats.vaultWrites += 1;
    stats.note(noteKey, 'trashed');
    return { kind: 'done', path: null, text: '' };
  }

  private async archive(noteKey: string, action: Extract<Action, { kind: 'archive' }>): Promise<Applied> {
    const path = await this.moveToArchive(action);
    // The user removed it meanwhile.
    if (path === null) return { kind: 'done', path: action.path, text: '' };
    const written = await this.write(noteKey, path, action);
    if (written === 'changed') return this.leave(noteKey, action, path);
    this.parts.stats.note(noteKey, 'archived');
    return { kind: 'done', path, text: written.text };
  }

  /** Writes the note where it is now, unless it changed since it was planned. */
  private async write(
    noteKey: string,
    path: string,
    { before, merge, conflicts = [], kept = [] }: NewText & Partial<MergedText>,
  ): Promise<Written | 'changed'> {
    const { stats } = this.parts;
    let text: string | null = null;
    const result = await this.vault.update(path, (now) => {
      text = sameButLinks(now, before) ? merge(now, path) : null;
      return text ?? now;
    });
    if (result === 'missing' || text === null) return 'changed';
    const isWritten = result === 'written';
    if (isWritten) stats.vaultWrites += 1;
    this.journal.recordWritten(noteKey, { path, text });
    for (const block of conflicts) stats.conflict(noteKey, { id: shownId(noteKey), path, block });
    for (const property of kept)
      stats.notice({ id: shownId(noteKey), path, problem: { code: 'property-kept', property } });
    return { isWritten, text };
  }

  /** Leaves a note that changed since it was planned. If it was moved, it is moved back, to be planned again. */
  private async leave(noteKey: string, { path: from }: ChangingAction, path: string): Promise<Applied> {
    if (path !== from && (await this.vault.rename(path, from)) !== 'renamed')
      throw new ProblemError({ code: 'changed-meanwhile' });
    this.journal.recordLeft(noteKey);
    return { kind: 'again' };
  }

  /** Returns the new path; null if the note is missing. Moves before marking: a marked note looks finished. */
  private async moveToArchive(action: Extract<Action, { kind: 'archive' }>): Promise<string | null> {
    const { stats } = this.parts;
    for (const planned of action.to) {
      const to = await this.vault.spelled(planned);
      if (to === action.path) return to;
      const result = await this.vault.rename(action.path, to);
      if (result === 'exists') continue;
      if (result === 'missing') return null;
      stats.vaultWrites += 1;
      return to;
    }
    throw new ProblemError({ code: 'archive-taken', path: action.path, taken: [...action.to] });
  }

  /** Moves a duplicate note to the trash, unless the user edited it. Returns whether it was untouched. */
  async trashDuplicate(path: string, identity: NoteIdentity): Promise<boolean> {
    const { stats } = this.parts;
    const text = await this.vault.read(path);
    if (text === null || !hasIdentity(text, identity) || !isUntouched(splitNote(text))) return false;
    if ((await this.vault.moveToTrash(path)) === 'trashed') {
      stats.vaultWrites += 1;
      stats.note(path, 'trashed');
    }
    return true;
  }

  /** If another device renamed the note, file sync restores this one when it was edited. */
  private async isEdited(path: string): Promise<boolean> {
    const text = await this.vault.read(path);
    return text !== null && !isUntouched(splitNote(text));
  }

  private async rename(
    noteKey: string,
    action: Extract<Action, { kind: 'rename' }>,
    identity: NoteIdentity,
  ): Promise<Applied> {
    const { stats } = this.parts;
    if (await this.trashedForMovedNote(action, identity)) {
      await this.parts.deps.state.commit([putPlace(noteKey, { path: action.to })]);
      return { kind: 'again' };
    }
    const path = await this.move({ path: action.path, identity }, [action.to, action.otherPath]);
    const written = await this.write(noteKey, path, action);
    if (written === 'changed') return this.leave(noteKey, action, path);
    if (path !== action.path) stats.note(noteKey, 'renamed');
    stats.note(noteKey, outcomeOf(written));
    return { kind: 'done', path, text: written.text };
  }

  /** If another device already moved this note, trashes the one here unless the user edited it. */
  private async trashedForMovedNote(
    { path, to }: Extract<Action, { kind: 'rename' }>,
    identity: NoteIdentity,
  ): Promise<boolean> {
    // On a disk that ignores case, that is the note itself.
    if (foldedPath(path) === foldedPath(to)) return false;
    const otherText = await this.vault.read(to);
    return (
      otherText !== null && hasIdentity(otherText, identity) && (await this.trashDuplicate(path, identity))
    );
  }

  /** Moves a note to the first free path and returns its path, the old one if none is free. */
  private async move({ path: from, identity }: NoteAt, paths: readonly string[]): Promise<string> {
    const { stats } = this.parts;
    for (const planned of paths) {
      const to = await this.vault.spelled(planned);
      if (to === from) return from;
      const isMoved = async (): Promise<boolean> => (await this.vault.rename(from, to)) === 'renamed';
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
    noteKey: string,
    action: Extract<Action, { kind: 'create' }>,
    identity: NoteIdentity,
  ): Promise<Applied> {
    const { deps, stats } = this.parts;
    for (const planned of [action.path, action.otherPath]) {
      // If a folder exists in another spelling, that spelling is used.
      const path = await this.vault.spelled(planned);
      const text = action.text(path);
      if ((await this.vault.create(path, text)) === 'created') {
        stats.vaultWrites += 1;
        stats.note(noteKey, 'created');
        return { kind: 'done', path, text };
      }
      const existing = await this.vault.read(path);
      if (existing === null || !hasIdentity(existing, identity)) continue;
      const ids = otherIds(existing, identity);
      // The note of the item that this book has just left still has the book's id.
      if (!(await isNoteOfOtherItem(deps.state, itemKeyOf(noteKey), { path, ids }))) {
        // Another program made this note. It is merged by the next plan, and undo must leave it.
        await deps.state.commit([putPlace(noteKey, { path }), ...this.journal.forgetMade(noteKey)]);
        return { kind: 'again' };
      }
    }
    throw new ProblemError({ code: 'names-taken', paths: [...new Set([action.path, action.otherPath])] });
  }
}

/** Moves a note to the trash unless it was edited; checks at the last moment. */
export async function trashUntouched(
  vault: Pick<Vault, 'read' | 'moveToTrash'>,
  path: string,
): Promise<'trashed' | 'missing' | 'written-in'> {
  const text = await vault.read(path);
  return text !== null && !isUntouched(splitNote(text)) ? 'written-in' : vault.moveToTrash(path);
}
