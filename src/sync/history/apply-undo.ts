import { imageOf, textAfter, type BeforeImage } from '../../core/history/before-image';
import { historyAfter, newHistory } from '../../core/history/note-history';
import { reverseNote } from '../../core/history/reverse-note';
import type { UndoPlan, UndoStep } from '../../core/history/undo-plan';
import { shownId } from '../../core/layout/note-part';
import { joinNote, pathMark, splitNote, withTrailer } from '../../core/note/note';
import type { Reporter, StateChange } from '../../ports';
import { keys } from '../state/keys';
import { putPlace } from '../state/put-place';
import type { NotePlace } from '../state/stored';
import { isOperational } from '../sync-errors';
import type { Tally } from '../tally';
import { pathOfKey } from './path-key';
import { readConflict, readImage, readNoteHistory, undoOf, type UndoState } from './stored-history';
import { otherPath, placesOf, type UndoScene } from './undo-scene';
import { trashUntouched } from '../write/trash-untouched';

export interface UndoWork extends UndoScene {
  readonly reporter: Reporter;
  readonly tally: Tally;
  readonly signal: AbortSignal | undefined;
  /** Number of the run that the undoing itself is. */
  readonly run: number;
}

type Step<Kind extends UndoStep['kind']> = Extract<UndoStep, { kind: Kind }>;

const BATCH = 50;

/** Does what was planned, each step only where the note still allows it. Cut short at any point, it can be planned and done again. */
export class UndoApplier {
  private done = 0;
  /** Where notes are that were moved meanwhile. */
  private readonly paths = new Map<string, string>();
  /** A note that could not be moved keeps its text as well, until that is tried again. */
  private readonly failed = new Set<string>();

  constructor(private readonly work: UndoWork) {}

  /** What leaves makes room for what comes back, and texts come back where the notes then are. */
  async apply({ steps }: UndoPlan): Promise<void> {
    const reverts = ofKind(steps, 'revert');
    await this.batches(ofKind(steps, 'trash'), (batch) => this.trash(batch));
    await this.moveBack(reverts);
    await this.batches(ofKind(steps, 'recreate'), (batch) => this.recreate(batch));
    await this.batches(reverts, (batch) => this.revert(batch));
  }

  private async batches<S extends UndoStep>(
    steps: readonly S[],
    work: (batch: readonly S[]) => Promise<void>,
  ): Promise<void> {
    for (let start = 0; start < steps.length; start += BATCH) {
      this.work.signal?.throwIfAborted();
      const batch = steps.slice(start, start + BATCH);
      await work(batch);
      this.done += batch.length;
      this.work.reporter.progress({ step: 'writing', done: this.done, failed: 0 });
    }
  }

  /** Each counts as deleted by the person from before it goes: it comes back only when they ask for it. */
  private async trash(batch: readonly Step<'trash'>[]): Promise<void> {
    const { vault, state, tally } = this.work;
    const places = await placesOf(
      state,
      batch.map(({ noteKey }) => noteKey),
    );
    await state.commit(
      batch.map(({ noteKey, path }) =>
        putPlace(noteKey, { ...origin(places.get(noteKey)), path, isMissing: true }),
      ),
    );
    for (const { noteKey, path } of batch) {
      await this.attempt({ noteKey, path }, async () => {
        const result = await trashUntouched(vault, path);
        if (result === 'missing') return;
        if (result === 'written-in')
          return this.stays(noteKey, () =>
            state.commit([putPlace(noteKey, { ...origin(places.get(noteKey)), path })]),
          );
        tally.vaultWrites += 1;
        tally.note(noteKey, 'trashed');
      });
    }
  }

  /** Where notes have each other's places, one after the other steps aside. */
  private async moveBack(steps: readonly Step<'revert'>[]): Promise<void> {
    let waiting = steps.flatMap(({ noteKey, path, to }) => (to === null ? [] : [{ noteKey, path, to }]));
    const aside = new Set<string>();
    while (waiting.length > 0) {
      this.work.signal?.throwIfAborted();
      const before = waiting.length;
      const left: typeof waiting = [];
      for (const move of waiting)
        if (
          (await this.canRevert(move)) &&
          !(await this.move(move.noteKey, this.paths.get(move.noteKey) ?? move.path, move.to))
        )
          left.push(move);
      waiting = left;
      if (waiting.length < before) continue;
      const next = waiting.find(({ noteKey }) => !aside.has(noteKey));
      if (next === undefined) return;
      aside.add(next.noteKey);
      await this.move(
        next.noteKey,
        this.paths.get(next.noteKey) ?? next.path,
        otherPath(next.noteKey, next.to),
      );
    }
  }

  /** Returns false when something else has the place. */
  private async move(noteKey: string, from: string, to: string): Promise<boolean> {
    const { vault, state, tally } = this.work;
    let isSettled = true;
    await this.attempt({ noteKey, path: from }, async () => {
      const place = (await placesOf(state, [noteKey])).get(noteKey);
      await state.commit([putPlace(noteKey, { ...origin(place), path: from, movingTo: to })]);
      const result = await vault.rename(from, to);
      isSettled = result !== 'exists';
      if (result !== 'renamed') return;
      this.paths.set(noteKey, to);
      tally.vaultWrites += 1;
      tally.note(noteKey, 'renamed');
    });
    return isSettled;
  }

  private async canRevert({
    noteKey,
    path,
  }: {
    readonly noteKey: string;
    readonly path: string;
  }): Promise<boolean> {
    const [image] = await this.images([noteKey]);
    let can = false;
    await this.attempt({ noteKey, path }, async () => {
      const text = await this.work.vault.read(this.paths.get(noteKey) ?? path);
      can = text !== null && image !== null && image !== undefined && this.reversed(image, text) !== null;
    });
    return can;
  }

  private async recreate(batch: readonly Step<'recreate'>[]): Promise<void> {
    const { vault, state, tally } = this.work;
    const images = await this.begin(batch);
    for (const [index, { noteKey, paths }] of batch.entries()) {
      const image = images[index] ?? null;
      if (image === null) continue;
      await this.attempt({ noteKey, path: image.path }, async () => {
        for (const path of paths) {
          await state.commit(placeAt(noteKey, { path, image }));
          if ((await vault.create(path, image.text)) === 'exists') continue;
          tally.vaultWrites += 1;
          return tally.note(noteKey, 'created');
        }
        await state.commit(placeAt(noteKey, { path: null, image }));
        this.fail(noteKey, {
          path: image.path,
          message: 'Its place and its other name are both taken by other files.',
        });
      });
    }
  }

  /**
   * Before any of the notes is written: should this be cut short at one of them, it is known what it was. Into the image of a note that the
   * person wrote in since go their words as well.
   */
  private async begin(
    batch: readonly { readonly noteKey: string; readonly path?: string }[],
  ): Promise<readonly (BeforeImage | null)[]> {
    const { vault, state } = this.work;
    const undoing = batch.map(({ noteKey }) => noteKey);
    const puts: StateChange[] = [];
    const images = [...(await this.images(undoing))];
    for (const [index, { noteKey, path }] of batch.entries()) {
      const image = images[index] ?? null;
      if (image === null || path === undefined) continue;
      await this.attempt({ noteKey, path }, async () => {
        const text = await vault.read(this.paths.get(noteKey) ?? path);
        const before = text === null || text === textAfter(image) ? null : this.reversed(image, text);
        if (text === null || before === null || before === text) return;
        images[index] = { ...image, ...imageOf(image, { before, after: text }) };
        puts.push({ put: keys.before(noteKey), value: images[index] });
      });
    }
    await state.commit([
      ...puts,
      { put: keys.undo, value: { ...(await undoOf(state)), undoing } satisfies UndoState },
    ]);
    return images;
  }

  private async revert(batch: readonly Step<'revert'>[]): Promise<void> {
    const { vault, state, tally } = this.work;
    const noteKeys = batch.map(({ noteKey }) => noteKey);
    const [images, places] = [await this.begin(batch), await placesOf(state, noteKeys)];
    const known = await state.getMany([...noteKeys.map(keys.history), ...noteKeys.map(keys.conflict)]);
    const changes: StateChange[] = [];
    for (const [index, { noteKey, ...step }] of batch.entries()) {
      const image = images[index] ?? null;
      const path = this.paths.get(noteKey) ?? step.path;
      if (image === null || this.failed.has(noteKey)) continue;
      await this.attempt({ noteKey, path }, async () => {
        let seen: { readonly before: string; readonly after: string } | null = null;
        const merge = (text: string): string => {
          const reversed = this.reversed(image, text);
          const after = reversed === null ? text : keptPlace(reversed, { image, path, left: text });
          seen = reversed === null ? null : { before: text, after };
          return after;
        };
        const result = await vault.update(path, merge);
        if (result === 'written') tally.vaultWrites += 1;
        if (seen === null) return this.stays(noteKey);
        tally.note(noteKey, 'updated');
        if (pathOfKey(noteKey) !== null) changes.push(...placeAt(noteKey, { path, image }));
        else
          changes.push(
            ...this.remembered(noteKey, {
              path,
              seen,
              place: places.get(noteKey),
              history: known[index],
              conflict: known[batch.length + index],
            }),
          );
      });
    }
    if (changes.length > 0) await state.commit(changes);
  }

  private remembered(
    noteKey: string,
    {
      path,
      seen,
      place,
      ...values
    }: {
      readonly path: string;
      readonly seen: { readonly before: string; readonly after: string };
      readonly place: NotePlace | null | undefined;
      readonly history: unknown;
      readonly conflict: unknown;
    },
  ): readonly StateChange[] {
    const history = historyAfter(readNoteHistory(values.history) ?? newHistory(place?.made ?? null), {
      ...seen,
      run: this.work.run,
    });
    // Where a sync left it is what tells, at another try, that the person put it elsewhere. One that was cut short may not have said.
    const isWhereLeft = (place ?? null) === null || path === place?.path || path === place?.movingTo;
    return [
      ...(isWhereLeft ? [putPlace(noteKey, { ...origin(place), path })] : []),
      ...(history === null ? [] : [{ put: keys.history(noteKey), value: history }]),
      // What that run told of is undone with it.
      ...(readConflict(values.conflict) === null ? [] : [{ remove: keys.conflict(noteKey) }]),
    ];
  }

  private reversed(image: BeforeImage, current: string): string | null {
    return reverseNote({ before: image.text, after: textAfter(image), current });
  }

  private async images(noteKeys: readonly string[]): Promise<readonly (BeforeImage | null)[]> {
    return (await this.work.state.getMany(noteKeys.map(keys.before))).map(readImage);
  }

  /** The person was faster: it stays as it is. */
  private async stays(noteKey: string, also: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await also();
    this.work.tally.note(noteKey, 'unchanged');
  }

  private fail(
    noteKey: string,
    { path, message }: { readonly path: string; readonly message: string },
  ): void {
    this.failed.add(noteKey);
    this.work.tally.failNote(noteKey, { id: shownId(noteKey), path, message });
  }

  private async attempt(
    { noteKey, path }: { readonly noteKey: string; readonly path: string },
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isOperational(error)) throw error;
      this.fail(noteKey, { path, message: error.message });
    }
  }
}

const ofKind = <Kind extends UndoStep['kind']>(
  steps: readonly UndoStep[],
  kind: Kind,
): readonly Step<Kind>[] => steps.filter((step): step is Step<Kind> => step.kind === kind);

/** What the device is to know of a note that comes back; of one that is known by its path only, no more than that it is not given up. */
function placeAt(
  noteKey: string,
  { path, image: { givesUp } }: { readonly path: string | null; readonly image: BeforeImage },
): readonly StateChange[] {
  const key = pathOfKey(noteKey) === null ? noteKey : givesUp;
  if (key === undefined || (key === givesUp && path === null)) return [];
  return [path === null ? { remove: keys.note(key) } : putPlace(key, { path })];
}

const origin = (place: NotePlace | null | undefined): Pick<NotePlace, 'made'> =>
  place?.made === undefined ? {} : { made: place.made };

/** A note that could not go back where it was still is where a sync put it: else it would never follow its title again. */
function keptPlace(
  text: string,
  { image, path, left }: { readonly image: BeforeImage; readonly path: string; readonly left: string },
): string {
  if (path === image.path || splitNote(left).trailer?.path !== pathMark(path)) return text;
  const { yaml, body, trailer } = splitNote(text);
  return yaml === null || trailer === null
    ? text
    : withTrailer(joinNote(yaml, body), { ...trailer, path: pathMark(path) });
}
