import {
  imageSize,
  MOST_KEPT,
  sameButLinks,
  type BeforeImage,
  readImage,
  undoOf,
  type UndoState,
} from './undo-state';
import { readConflict, type StoredConflict } from './run-history';
import { findConflicts } from '../../merge/resolve-conflict';
import { placeAfter, resultOf, type Action } from '../plan/plan';
import type { RunKind } from '../../model/report';
import { marks } from '../../notes/template/built-in-templates';
import { type Clock, type StateChange, type StateStore, type Vault, isOperational } from '../../model/ports';
import { Pace } from '../../model/pace';
import { keys, prefixes } from '../../store/keys';
import { keyRange } from '../../store/read-state';

export interface ChangeJournalOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly clock: Clock;
  /** Of the run, where it is not a sync. */
  readonly kind?: RunKind;
}

/** One note that a run is about to write or to move. */
export interface ComingChange {
  readonly noteKey: string;
  readonly action: Action;
}

/** What is known of a note that is about to change. */
interface Known {
  readonly image: BeforeImage | null;
  readonly conflict: StoredConflict | null;
  /** The text that the image was made from. */
  readonly text: string;
}

/** Notes looked at between two commits. */
const BATCH = 50;

/**
 * Keeps what notes were before a run changes them. The image of a note is in the state before the note is
 * touched, so that nothing is missing for the undo whenever the run is cut short.
 */
export class ChangeJournal {
  private readonly known = new Map<string, Known>();
  /** What merges were given and what they made of it, by the note's key. */
  private readonly seen = new Map<string, { readonly before: string; readonly after: string }>();
  private changes: StateChange[] = [];
  /** As last committed; null when nothing is being written. */
  private undo: UndoState | null = null;
  /** Notes that were cut by an earlier run and that could not be given back so far. */
  private cut: readonly string[] = [];

  constructor(private readonly options: ChangeJournalOptions) {}

  /** To be called before any of the notes is touched. */
  async prepare(coming: readonly ComingChange[]): Promise<void> {
    const pace = new Pace(this.options.clock);
    for (let start = 0; start < coming.length; start += BATCH) {
      await this.prepareBatch(coming.slice(start, start + BATCH));
      await pace.yieldIfDue();
    }
  }

  /** The merge, watched: the last time that it is run is what counts. */
  watching(noteKey: string, merge: (text: string) => string): (text: string) => string {
    return (before) => {
      const after = merge(before);
      this.seen.set(noteKey, { before, after });
      return after;
    };
  }

  /** To be called when a note is as it was planned to be. */
  wrote(
    noteKey: string,
    { path, conflicts = [] }: { readonly path: string; readonly conflicts?: readonly string[] },
  ): void {
    const seen = this.seen.get(noteKey);
    const known = this.known.get(noteKey);
    this.seen.delete(noteKey);
    if (seen === undefined || known === undefined) return;
    this.correct(noteKey, { path, known, ...seen });
    if (conflicts.length > 0) {
      const run = this.undo?.run ?? 0;
      this.changes.push({ put: keys.conflict(noteKey), value: { path, run } satisfies StoredConflict });
    } else if (known.conflict !== null && findConflicts(seen.after, marks.conflict).length === 0) {
      this.changes.push({ remove: keys.conflict(noteKey) });
    }
  }

  /** What is to go into the commit that says that the notes are written. */
  takeChanges(): readonly StateChange[] {
    const { changes, undo, cut } = this;
    this.changes = [];
    this.undo = null;
    this.known.clear();
    this.seen.clear();
    if (undo === null) return changes;
    return [...changes, { put: keys.undo, value: { ...undo, writing: [...cut] } satisfies UndoState }];
  }

  private async prepareBatch(coming: readonly ComingChange[]): Promise<void> {
    const { state } = this.options;
    const changing = coming.filter(({ action }) => action.kind !== 'skip');
    if (changing.length === 0) return;
    const before = await undoOf(state);
    const isFirst = before.run <= before.last;
    const earlier = isFirst ? [] : before.writing;
    if (this.undo === null) this.cut = earlier;
    const noteKeys = changing.map(({ noteKey }) => noteKey);
    const conflicts = (await state.getMany(noteKeys.map(keys.conflict))).map(readConflict);
    // What is there before the first change is of an earlier run.
    const images = isFirst ? [] : (await state.getMany(noteKeys.map(keys.before))).map(readImage);
    const puts: StateChange[] = [];
    const writing: string[] = [];
    let { size, isPartial } = isFirst ? { size: 0, isPartial: false } : before;
    for (const [index, { noteKey, action }] of changing.entries()) {
      const kept = images[index] ?? null;
      const found = await this.imageBefore(action, kept);
      if (found === 'unchanged') continue;
      writing.push(noteKey);
      if (found === 'unreadable') {
        isPartial = true;
        continue;
      }
      const conflict = conflicts[index] ?? null;
      const nextSize = size + imageSize(found.image) - (kept === null ? 0 : imageSize(kept));
      if (nextSize > MOST_KEPT) {
        isPartial = true;
        this.known.set(noteKey, { image: null, conflict, text: found.text });
        continue;
      }
      size = nextSize;
      this.known.set(noteKey, { image: found.image, conflict, text: found.text });
      if (found.image !== kept) puts.push({ put: keys.before(noteKey), value: found.image });
    }
    if (writing.length === 0) return;
    const run = isFirst ? before.last + 1 : before.run;
    const kind = isFirst ? this.options.kind : before.kind;
    this.undo = { last: before.last, run, kind, size, isPartial, writing: [...earlier, ...writing] };
    await state.commit([
      ...(isFirst ? await imageRemovals(state) : []),
      ...puts,
      { put: keys.undo, value: this.undo },
    ]);
  }

  private async imageBefore(
    action: Action,
    kept: BeforeImage | null,
  ): Promise<{ readonly image: BeforeImage; readonly text: string } | 'unchanged' | 'unreadable'> {
    const { path } = action;
    if (action.kind === 'skip' || path === '') return 'unchanged';
    if (action.kind === 'create') return { image: { kind: 'created', path }, text: '' };
    const text = await this.read(path);
    if (text === null) return 'unchanged';
    if (text === 'unreadable') return 'unreadable';
    if (kept?.kind === 'created') return { image: kept, text: text.found };
    return this.imageOf(action, { found: text.found, kept });
  }

  private imageOf(
    action: Exclude<Action, { kind: 'skip' | 'create' }>,
    { found, kept }: { readonly found: string; readonly kept: BeforeImage | null },
  ): { readonly image: BeforeImage; readonly text: string } | 'unchanged' {
    const [newPath, newText] = [placeAfter(action), resultOf(action, found)];
    if (newText === found && newPath === action.path) return 'unchanged';
    // Where this run has written the note already, the image is of before that; unless somebody has changed
    // it in between.
    const isAsLeft = kept?.kind === 'changed' && kept.newText === found;
    const { path, text } = isAsLeft ? kept : { path: action.path, text: found };
    if (newText === null) return { image: { kind: 'trashed', path, text }, text: found };
    return { image: { kind: 'changed', path, text, newPath, newText }, text: found };
  }

  /** What cannot be read is reported by whoever is about to write it. */
  private async read(path: string): Promise<{ readonly found: string } | 'unreadable' | null> {
    try {
      const found = await this.options.vault.read(path);
      return found === null ? null : { found };
    } catch (error) {
      if (!isOperational(error)) throw error;
      return 'unreadable';
    }
  }

  /** The note may be elsewhere than planned, and somebody may have written in it since it was looked at. */
  private correct(
    noteKey: string,
    {
      path,
      known,
      before,
      after,
    }: { readonly path: string; readonly known: Known; readonly before: string; readonly after: string },
  ): void {
    const { image } = known;
    if (image?.kind !== 'changed' || (image.newPath === path && image.newText === after)) return;
    const text = sameButLinks(known.text, before) ? image.text : before;
    const corrected: BeforeImage = { ...image, text, newPath: path, newText: after };
    this.changes.push({ put: keys.before(noteKey), value: corrected });
  }
}

/** Forgets what an earlier run changed. */
export async function imageRemovals(state: StateStore): Promise<readonly StateChange[]> {
  const changes: StateChange[] = [];
  for await (const some of keyRange(state, prefixes.before))
    changes.push(...some.map((key) => ({ remove: key })));
  return changes;
}
