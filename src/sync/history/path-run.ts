import { imageOf, imageSize, MOST_KEPT, textAfter, type BeforeImage } from '../../core/history/before-image';
import { reverseNote } from '../../core/history/reverse-note';
import type { RunKind } from '../../core/report';
import type { Clock, StateChange, StateStore, Vault } from '../../ports';
import { keys } from '../state/keys';
import { reportOf } from '../run-report';
import { isOperational } from '../sync-errors';
import { Tally } from '../tally';
import { removals } from './change-keeper';
import { mendCutNotes } from './mend-cut-notes';
import { pathKey } from './path-key';
import { recordChanges } from './record-run';
import { readImage, undoOf, type UndoState } from './stored-history';
import { readOne } from '../state/read-one';

export interface PathRunDependencies {
  readonly vault: Vault;
  readonly state: StateStore;
  readonly clock: Clock;
}

/** One text that is about to change, other than by a sync. */
export interface ComingEdit {
  readonly path: string;
  /** What it will be; null: it goes to the trash. */
  readonly edit: (text: string) => string | null;
  /** The note, by its key, that this device gives up by that. */
  readonly givesUp?: string | undefined;
}

/**
 * A run that changes texts where they are, other than a sync: it mends them, or takes away what a sync goes by. It can be undone like
 * a sync. What an earlier run kept for that is forgotten with the first thing that this one changes.
 */
export class PathRun {
  private readonly tally = new Tally();
  private readonly started: number;
  private readonly seen = new Map<string, { readonly before: string; readonly after: string }>();
  private undo: UndoState | null = null;

  private constructor(
    private readonly deps: PathRunDependencies,
    private readonly kind: RunKind,
  ) {
    this.started = deps.clock.monotonic();
  }

  /** To be called before any of the texts is looked at: first, notes that a run which was cut short was writing are brought back. */
  static async begin(deps: PathRunDependencies, kind: RunKind): Promise<PathRun> {
    const run = new PathRun(deps, kind);
    run.tally.vaultWrites += await mendCutNotes(deps);
    return run;
  }

  /** To be called before any of the texts is touched; no path twice. */
  async prepare(coming: readonly ComingEdit[]): Promise<void> {
    const { state } = this.deps;
    const paths = coming.map(({ path }) => keys.before(pathKey(path)));
    const kept = this.undo === null ? [] : (await state.getMany(paths)).map(readImage);
    let undo = this.undo ?? nextRun(await undoOf(state), this.kind);
    const puts: StateChange[] = [];
    const writing: string[] = [];
    for (const [index, each] of coming.entries()) {
      const before = kept[index] ?? null;
      const image = await this.imageBefore(each, before);
      if (image === null) continue;
      writing.push(pathKey(each.path));
      const size =
        image === 'unknown'
          ? Infinity
          : undo.size + imageSize(image) - (before === null ? 0 : imageSize(before));
      undo = size > MOST_KEPT ? { ...undo, isPartial: true } : { ...undo, size };
      if (image !== 'unknown' && size <= MOST_KEPT)
        puts.push({ put: keys.before(pathKey(each.path)), value: image });
    }
    if (writing.length === 0) return;
    undo = { ...undo, writing };
    await state.commit([
      ...(this.undo === null ? await removals(state) : []),
      ...puts,
      { put: keys.undo, value: undo },
    ]);
    this.undo = undo;
  }

  /** The edit, watched: what it was given when it was run last is what counts. */
  watching(path: string, edit: (text: string) => string): (text: string) => string {
    return (before) => {
      const after = edit(before);
      this.seen.set(path, { before, after });
      return after;
    };
  }

  /** To be called when a text was written or moved to the trash. Somebody may have changed it since it was looked at. */
  async did(path: string, deed: 'updated' | 'trashed'): Promise<void> {
    this.tally.vaultWrites += 1;
    this.tally.note(pathKey(path), deed);
    const [key, seen] = [keys.before(pathKey(path)), this.seen.get(path)];
    const image = seen === undefined ? null : await readOne(this.deps.state, key, readImage);
    if (seen === undefined || image === null || textAfter(image) === seen.after) return;
    const before = this.beforeBoth(image, seen.before);
    await this.deps.state.commit([
      { put: key, value: { ...image, ...imageOf(image, { before, after: seen.after }) } },
    ]);
  }

  failed(path: string, message: string): void {
    this.tally.failNote(pathKey(path), { id: path, path, message });
  }

  /** To be called at the end, also where it was stopped: from then on it has a record. */
  async end(): Promise<void> {
    const { state, clock } = this.deps;
    if (this.undo === null) return;
    const report = reportOf({
      tally: this.tally,
      cause: null,
      requests: 0,
      durationMs: clock.monotonic() - this.started,
      dryRun: false,
    });
    await state.commit(
      await recordChanges(state, report, { at: new Date(clock.now()).toISOString(), kind: this.kind }),
    );
  }

  /** Null where it stays as it is. Of a text that this run changed before, what it was before both. */
  private async imageBefore(
    { path, edit, givesUp }: ComingEdit,
    kept: BeforeImage | null,
  ): Promise<BeforeImage | 'unknown' | null> {
    try {
      const text = await this.deps.vault.read(path);
      const after = text === null ? null : edit(text);
      if (text === null || after === text) return null;
      const before = kept === null ? text : this.beforeBoth(kept, text);
      const gone = givesUp ?? kept?.givesUp;
      return {
        ...imageOf({ action: after === null ? 'trash' : 'update', path }, { before, after }),
        ...(gone === undefined ? {} : { givesUp: gone }),
      };
    } catch (error) {
      // Whoever is about to write it will say what is wrong with it.
      if (!isOperational(error)) throw error;
      return 'unknown';
    }
  }

  /** What the person wrote since is theirs, and must be in what comes back. */
  private beforeBoth(image: BeforeImage, text: string): string {
    const left = textAfter(image);
    if (text === left) return image.text;
    return reverseNote({ before: image.text, after: left, current: text }) ?? text;
  }
}

/** A run that was cut short ends with that: what follows is another one. */
function nextRun(undo: UndoState, kind: RunKind): UndoState {
  const last = Math.max(undo.last, undo.run);
  return { last, run: last + 1, size: 0, isPartial: false, making: [], kind };
}
