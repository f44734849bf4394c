import {
  imageOf,
  imageSize,
  MOST_KEPT,
  sameButLinks,
  textAfter,
  type BeforeImage,
} from '../../core/history/before-image';
import { historyAfter, newHistory, type NoteHistory } from '../../core/history/note-history';
import { openBlocks } from '../../core/history/open-blocks';
import { reverseNote } from '../../core/history/reverse-note';
import { placeAfter, resultOf, type Changing } from '../../core/plan/after-action';
import type { Action } from '../../core/plan/plan';
import type { RunKind } from '../../core/report';
import { marks } from '../../core/template/built-in-templates';
import type { Clock, StateChange, StateStore, Vault } from '../../ports';
import { Pace } from '../../pace';
import { keys, prefixes } from '../state/keys';
import { keyRange } from '../state/state-range';
import { readNotePlace, type NotePlace } from '../state/stored';
import { isOperational } from '../sync-errors';
import type { Tally } from '../tally';
import { earlierUndo } from './earlier-undo';
import {
  readConflict,
  readImage,
  readNoteHistory,
  runUnderWay,
  undoOf,
  type StoredConflict,
  type UndoState,
} from './stored-history';

export interface ChangeKeeperOptions {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly clock: Clock;
  readonly tally: Pick<Tally, 'vaultWrites'>;
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
  readonly made: number | null;
  readonly history: NoteHistory | null;
  readonly conflict: StoredConflict | null;
  readonly image: BeforeImage | null;
}

const isChanging = (
  change: ComingChange,
): change is { readonly noteKey: string; readonly action: Changing } =>
  change.action.kind !== 'create' && change.action.kind !== 'skip';

/** Notes looked at between two commits. */
const BATCH = 50;

/**
 * Keeps what notes were before a run changes them, and by which run each part of them came to be. An image is in the state before its
 * note is touched: whatever happens in between, nothing that a run did is missing among what can be undone.
 */
export class ChangeKeeper {
  private readonly known = new Map<string, Known>();
  /** What merges were given and what they made of it, by the note's key. */
  private readonly seen = new Map<string, { readonly before: string; readonly after: string }>();
  private changes: StateChange[] = [];
  private run = 0;
  /** Notes that a run which was cut short was about to make or to change, and of which nobody knows yet whether it did. */
  private begun: (Pick<UndoState, 'making'> & { readonly writing: readonly string[] }) | null = null;
  /** Those that this run is about to make or to change: all that was prepared since it said what is written. */
  private making: UndoState['making'] = [];
  private writing: string[] = [];
  /** As long as the run may have written nothing: its writes before the first note was prepared, and what gives the run before its place again. */
  private untouched: { readonly writes: number; readonly earlier: readonly StateChange[] } | null = null;

  constructor(private readonly options: ChangeKeeperOptions) {}

  /** To be called before any of the notes is touched. */
  async prepare(coming: readonly ComingChange[]): Promise<void> {
    const pace = new Pace(this.options.clock);
    for (let start = 0; start < coming.length; start += BATCH)
      await this.prepareBatch(coming.slice(start, start + BATCH), pace);
  }

  /** The merge, watched: what it was given when it was run last is what counts. */
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
    if (seen === undefined || known === undefined || seen.before === seen.after) return;
    const corrected = corrections(known.image, seen);
    if (corrected !== null) this.changes.push({ put: keys.before(noteKey), value: corrected });
    const history = historyAfter(known.history ?? newHistory(known.made), { ...seen, run: this.run });
    if (history !== null) this.changes.push({ put: keys.history(noteKey), value: history });
    this.changes.push(
      ...conflictChanges(noteKey, {
        known: known.conflict,
        text: seen.after,
        told: { path, blocks: conflicts, run: this.run },
      }),
    );
  }

  /** What is to be remembered of who made a note, with its place. */
  origin(noteKey: string): Pick<NotePlace, 'made'> {
    const made = this.known.get(noteKey)?.made ?? null;
    return made === null ? {} : { made };
  }

  /** What is to go into the commit that says the notes are written. */
  takeChanges(): readonly StateChange[] {
    const { untouched } = this;
    const changes =
      untouched !== null && untouched.writes === this.options.tally.vaultWrites
        ? [...this.changes, ...untouched.earlier]
        : this.changes;
    this.untouched = null;
    [this.changes, this.making, this.writing] = [[], [], []];
    this.known.clear();
    this.seen.clear();
    return changes;
  }

  private async prepareBatch(coming: readonly ComingChange[], pace: Pace): Promise<void> {
    const { state } = this.options;
    const creates = coming.filter(({ action }) => action.kind === 'create');
    const stay = coming.filter(({ action }) => action.kind !== 'create');
    const before = await undoOf(state);
    const isFirst = before.run <= before.last;
    this.run = runUnderWay(before);
    for (const { noteKey } of creates)
      this.known.set(noteKey, { made: this.run, history: null, conflict: null, image: null });
    this.begun ??= isFirst
      ? { making: [], writing: [] }
      : { making: await unsettled(before.making, state), writing: before.writing ?? [] };
    await this.lookUp(
      stay.map(({ noteKey }) => noteKey),
      isFirst,
    );
    this.making.push(...creates.map(({ noteKey, action }) => ({ noteKey, path: action.path })));
    const making = [...this.begun.making, ...this.making];
    let undo: UndoState = {
      ...before,
      run: this.run,
      ...(isFirst ? { size: 0, isPartial: false, kind: this.options.kind } : {}),
      making,
    };
    const puts: Extract<StateChange, { put: string }>[] = [];
    const writing: string[] = [];
    for (const change of stay) {
      if (!isChanging(change)) continue;
      await pace.breathe();
      const image = await this.imageBefore(change);
      if (image === null) continue;
      writing.push(change.noteKey);
      if (image === 'unknown') undo = { ...undo, isPartial: true };
      if (image === 'unknown' || image === 'own') continue;
      const size = undo.size + imageSize(image) - sizeOf(this.known.get(change.noteKey)?.image ?? null);
      undo = size > MOST_KEPT ? { ...undo, isPartial: true } : { ...undo, size };
      if (size > MOST_KEPT) continue;
      puts.push({ put: keys.before(change.noteKey), value: image });
      this.remember(change.noteKey, { image });
    }
    if (creates.length + writing.length === 0) return;
    this.writing.push(...writing);
    const earlier = isFirst ? await earlierUndo(state, before) : (this.untouched?.earlier ?? null);
    const writes = this.untouched?.writes ?? this.options.tally.vaultWrites;
    this.untouched =
      earlier === null
        ? null
        : { writes, earlier: [...puts.map(({ put }) => ({ remove: put })), ...earlier] };
    await state.commit([
      ...(isFirst ? await removals(state) : []),
      ...puts,
      {
        put: keys.undo,
        value: { ...undo, writing: [...this.begun.writing, ...this.writing] } satisfies UndoState,
      },
    ]);
  }

  private remember(noteKey: string, more: Partial<Known>): void {
    this.known.set(noteKey, {
      ...(this.known.get(noteKey) ?? { made: null, history: null, conflict: null, image: null }),
      ...more,
    });
  }

  private async lookUp(noteKeys: readonly string[], isFirst: boolean): Promise<void> {
    if (noteKeys.length === 0) return;
    const kinds = [keys.note, keys.history, keys.conflict, keys.before];
    const values = await this.options.state.getMany(kinds.flatMap((key) => noteKeys.map(key)));
    const count = noteKeys.length;
    noteKeys.forEach((noteKey, index) => {
      const history = readNoteHistory(values[count + index]);
      this.known.set(noteKey, {
        made:
          readNotePlace(values[index])?.made ??
          history?.made ??
          (this.begun?.making.some((note) => note.noteKey === noteKey) === true ? this.run : null),
        history,
        conflict: readConflict(values[2 * count + index]),
        // Of an earlier run: that is forgotten now.
        image: isFirst ? null : readImage(values[3 * count + index]),
      });
    });
  }

  /** What is to be kept of a note: null where it will stay as it is, `own` where there is nothing to keep because the run made it itself. */
  private async imageBefore({
    noteKey,
    action,
  }: {
    readonly noteKey: string;
    readonly action: Changing;
  }): Promise<BeforeImage | 'unknown' | 'own' | null> {
    const known = this.known.get(noteKey);
    if (action.path === '') return null;
    if (known?.made === this.run) return 'own';
    const found = await this.read(action.path);
    if (found === null || found === 'unknown') return found;
    const { text } = found;
    const after = resultOf(action, text);
    if (after === text && placeAfter(action) === action.path) return null;
    const kept = known?.image ?? null;
    if (kept === null) return imageOf({ action: action.kind, path: action.path }, { before: text, after });
    // The run wrote it before. What the person did to it since is theirs, and must be in what comes back.
    const left = textAfter(kept);
    const before =
      text === left ? kept.text : (reverseNote({ before: kept.text, after: left, current: text }) ?? text);
    return imageOf({ action: strongest(kept.action, action.kind), path: kept.path }, { before, after });
  }

  /** Whoever is about to write it will say what is wrong with it. */
  private async read(path: string): Promise<{ readonly text: string } | 'unknown' | null> {
    try {
      const text = await this.options.vault.read(path);
      return text === null ? null : { text };
    } catch (error) {
      if (!isOperational(error)) throw error;
      return 'unknown';
    }
  }
}

/** Those that no run has said to be written. */
export async function unsettled(
  making: UndoState['making'],
  state: StateStore,
): Promise<UndoState['making']> {
  const places = (await state.getMany(making.map(({ noteKey }) => keys.note(noteKey)))).map(readNotePlace);
  return making.filter((_, index) => places[index] === null);
}

const sizeOf = (image: BeforeImage | null): number => (image === null ? 0 : imageSize(image));

/** What a reader would say was done to the note. */
const strongest = (kept: BeforeImage['action'], next: BeforeImage['action']): BeforeImage['action'] =>
  kept === 'update' || next === 'trash' || next === 'archive' ? next : kept;

/** Forgets what an earlier run changed. */
export async function removals(state: StateStore): Promise<readonly StateChange[]> {
  const changes: StateChange[] = [];
  for await (const some of keyRange(state, prefixes.before))
    changes.push(...some.map((key) => ({ remove: key })));
  return changes;
}

/** The person wrote into the note after it was looked at: what the merge was given is what was there before. */
function corrections(
  image: BeforeImage | null,
  { before, after }: { readonly before: string; readonly after: string },
): BeforeImage | null {
  if (image === null || textAfter(image) === after) return null;
  const { action, path, text } = image;
  return imageOf(
    { action, path },
    { before: text === before || sameButLinks(text, before) ? text : before, after },
  );
}

function conflictChanges(
  noteKey: string,
  {
    known,
    text,
    told,
  }: { readonly known: StoredConflict | null; readonly text: string; readonly told: StoredConflict },
): readonly StateChange[] {
  const open = known === null ? [] : openBlocks(text, { blocks: known.blocks, mark: marks.conflict });
  const blocks = [...new Set([...open, ...told.blocks])];
  if (blocks.length > 0)
    return [
      {
        put: keys.conflict(noteKey),
        value: {
          path: told.path,
          blocks,
          run: told.blocks.length > 0 ? told.run : (known?.run ?? told.run),
        } satisfies StoredConflict,
      },
    ];
  return known === null ? [] : [{ remove: keys.conflict(noteKey) }];
}
