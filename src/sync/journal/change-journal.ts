import { imageSize, imagesOf, MAX_UNDO_SIZE, putImage, type BeforeImage } from './before-image';
import { MadeNotes } from './made-notes';
import { recoverNote } from './recover';
import { undoOf, type OpenNote, type UndoState } from './undo-state';
import { placeAfter, resultOf, type Action } from '../plan/plan';
import type { RunKind } from '../../model/report';
import type { Clock, StateChange, StateStore, Vault } from '../../model/ports';
import { Pace } from '../../model/pace';
import { perItem } from '../context/contained';
import { keys, prefixes } from '../../store/keys';
import { keyRange } from '../../store/read-state';
import type { NotePlace } from '../../store/stored';

export interface ChangeJournalOptions {
  readonly state: StateStore;
  readonly clock: Clock;
  /** Kind of the run; a sync by default. */
  readonly kind?: RunKind;
  /**
   * It writes the results of sent changes. They belong to no run that can be undone; images are kept only in case
   * of an interruption.
   */
  readonly isOfSending?: boolean | undefined;
}

/** A note that a run is about to write or move. */
export interface PlannedChange {
  readonly noteKey: string;
  readonly action: Action;
  /** Of a note that is moved in: what the device knows of the item's note so far, if anything. */
  readonly formerPlace?: NotePlace | undefined;
}

type PlannedAction = Exclude<Action, { kind: 'skip' }>;

/** A note that is about to change. */
interface Prepared {
  readonly image: BeforeImage | null;
  /** The earlier image, if this run already wrote the note. */
  readonly kept: BeforeImage | null;
}

/** A note as it is now. */
interface NoteNow {
  readonly path: string;
  readonly text: string;
}

/** Notes prepared between two commits. */
const BATCH = 50;

/** Keeps images of notes for undo. An image is committed before its note is touched. */
export class ChangeJournal {
  private readonly prepared = new Map<string, Prepared>();
  /** Errors while notes were prepared, by note key. */
  private readonly unprepared = new Map<string, Error>();
  private changes: StateChange[] = [];
  /** As last committed; null while nothing is being written. */
  private undo: UndoState | null = null;
  /** Notes begun and not finished. */
  private readonly open = new Map<string, OpenNote>();
  private made: MadeNotes | null = null;

  constructor(private readonly options: ChangeJournalOptions) {}

  /** Call before any of the notes is touched. */
  async prepare(planned: readonly PlannedChange[]): Promise<void> {
    const pace = new Pace(this.options.clock);
    for (let start = 0; start < planned.length; start += BATCH)
      await this.prepareBatch(planned.slice(start, start + BATCH), pace);
  }

  /** Throws the error of preparing the note, if there was one: then it must not be touched. */
  refuseIfUnprepared(noteKey: string): void {
    const error = this.unprepared.get(noteKey);
    if (error !== undefined) throw error;
  }

  /**
   * Call when a note could not be written: puts back what was left half done. Throws `not-put-back` if the host
   * refuses that, too: then the run must end.
   */
  async putBack(vault: Vault, noteKey: string): Promise<void> {
    const note = this.open.get(noteKey);
    if (note === undefined) return;
    const image = this.prepared.get(noteKey)?.image ?? null;
    await recoverNote({ vault, state: this.options.state }, { note, image, isUndoing: false });
    this.finish(noteKey);
  }

  /** Call when nothing about a note is left half done. */
  finish(noteKey: string): void {
    this.open.delete(noteKey);
  }

  /** Call after a note was written as planned, though perhaps at another of the planned paths. */
  recordWritten(noteKey: string, { path, text }: NoteNow): void {
    const image = this.prepared.get(noteKey)?.image;
    if (image?.kind !== 'changed' || (image.newPath === path && image.newText === text)) return;
    const corrected = { ...image, newPath: path, newText: text };
    this.changes.push(putImage(noteKey, corrected));
  }

  /** Call when a note was left as it is, so that undo leaves it alone. */
  recordLeft(noteKey: string): void {
    const prepared = this.prepared.get(noteKey);
    if (prepared === undefined) return;
    const { kept } = prepared;
    if (kept === null) this.changes.push({ remove: keys.before(noteKey) });
    else if (kept.kind !== 'created') this.changes.push(putImage(noteKey, kept));
  }

  /** The changes after which undo leaves a note alone that another program made meanwhile. */
  forgetMade(noteKey: string): readonly StateChange[] {
    return this.made?.forget(noteKey) ?? [];
  }

  /** The changes to commit together with the marks of the written notes. */
  takeChanges(): readonly StateChange[] {
    const { changes, undo, open } = this;
    this.changes = [];
    this.undo = null;
    this.prepared.clear();
    this.unprepared.clear();
    if (undo === null) return changes;
    return [
      ...changes,
      { put: keys.undo, value: { ...undo, writing: [...open.values()] } satisfies UndoState },
    ];
  }

  private async prepareBatch(planned: readonly PlannedChange[], pace: Pace): Promise<void> {
    const { state, kind: ownKind, isOfSending = false } = this.options;
    const changing = planned.flatMap(({ noteKey, action, formerPlace }) =>
      action.kind === 'skip' || action.path === '' ? [] : [{ noteKey, action, formerPlace }],
    );
    if (changing.length === 0) return;
    const before = await undoOf(state);
    const isFirst = !isOfSending && before.run <= before.last;
    this.made ??= isFirst ? new MadeNotes() : await MadeNotes.read(state);
    const noteKeys = changing.map(({ noteKey }) => noteKey);
    const images = isFirst ? new Map<string, BeforeImage>() : await imagesOf(state, noteKeys, this.made);
    const puts: StateChange[] = [];
    const made: Record<string, string> = {};
    let hasAny = false;
    let { size, isPartial } = isFirst ? { size: 0, isPartial: false } : before;
    for (const { noteKey, action, formerPlace } of changing) {
      await pace.yieldIfDue();
      const stored = images.get(noteKey) ?? null;
      // While sending, it belongs to an earlier run.
      const kept = isOfSending ? null : stored;
      const result = await perItem(() => Promise.resolve(imageBefore(action, kept, formerPlace)));
      if (!result.ok) {
        // A merge that throws costs its own note only.
        this.unprepared.set(noteKey, result.error);
        continue;
      }
      const image = result.value;
      if (image === null) continue;
      hasAny = true;
      this.open.set(noteKey, openNote(noteKey, action));
      const added = imageSize(image) - (kept === null ? 0 : imageSize(kept));
      const nextSize = isOfSending ? size : size + added;
      if (nextSize > MAX_UNDO_SIZE) {
        isPartial = true;
        this.prepared.set(noteKey, { image: null, kept });
        continue;
      }
      size = nextSize;
      this.prepared.set(noteKey, { image, kept });
      if (image === kept) continue;
      // A note has one image.
      if (stored?.kind === 'created') puts.push(...this.made.forget(noteKey));
      if (image.kind !== 'created') puts.push(putImage(noteKey, image));
      else made[noteKey] = image.path;
      if (image.kind === 'created' && stored !== null) puts.push({ remove: keys.before(noteKey) });
    }
    if (!hasAny) return;
    if (Object.keys(made).length > 0) puts.push(this.made.add(made));
    const run = isFirst ? before.last + 1 : before.run;
    const kind = isFirst ? ownKind : before.kind;
    this.undo = { last: before.last, run, kind, size, isPartial, writing: [...this.open.values()] };
    if (isFirst) await this.forgetEarlierRun(before);
    await state.commit([...puts, { put: keys.undo, value: this.undo }]);
  }

  /** A crash may leave some of the images, so they are first marked as belonging to no run. */
  private async forgetEarlierRun(undo: UndoState): Promise<void> {
    const { state } = this.options;
    const sent: StateChange[] = [];
    for await (const found of keyRange(state, prefixes.sent))
      sent.push(...found.map((key) => ({ remove: key })));
    await state.commit([
      { put: keys.undo, value: { ...undo, run: 0, size: 0 } satisfies UndoState },
      ...sent,
    ]);
    await state.clear(prefixes.before);
  }
}

/** What undo needs of a note; null if the action changes nothing. */
function imageBefore(
  action: PlannedAction,
  kept: BeforeImage | null,
  formerPlace: NotePlace | undefined,
): BeforeImage | null {
  if (action.kind === 'create') return { kind: 'created', path: action.path };
  if (kept?.kind === 'created') return kept;
  const newPath = placeAfter(action);
  const newText = resultOf(action);
  if (newText === action.before && newPath === action.path) return null;
  // If this run already wrote the note, keep the older image, unless the note was edited in between.
  const isAsLeft = kept?.kind === 'changed' && kept.newText === action.before;
  const { path, text } = isAsLeft ? kept : { path: action.path, text: action.before };
  if (newText === null) return { kind: 'trashed', path, text };
  const former = isAsLeft ? kept.formerPlace : formerPlace;
  return { kind: 'changed', path, text, newPath, newText, formerPlace: former };
}

function openNote(noteKey: string, action: PlannedAction): OpenNote {
  const { path } = action;
  switch (action.kind) {
    case 'create':
      return { noteKey, from: null, to: [path, action.otherPath], isTrashed: false };
    case 'rename':
      return { noteKey, from: path, to: [action.to, action.otherPath], isTrashed: false };
    case 'archive':
      return { noteKey, from: path, to: action.to, isTrashed: false };
    case 'update':
    case 'keep':
    case 'trash':
      return { noteKey, from: path, to: [], isTrashed: action.kind === 'trash' };
  }
}
