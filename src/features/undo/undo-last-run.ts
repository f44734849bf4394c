import { problemOf, type Problem } from '../../model/problem';
import { isOperational } from '../../model/errors';
import type { Clock, Reporter, StateChange, StateStore } from '../../model/ports';
import type { RunKind, SyncReport } from '../../model/report';
import type { Settings } from '../../model/settings';
import { shownId } from '../../model/note-part';
import { trailerMark } from '../../notes/note/trailer';
import { keys, prefixes } from '../../store/keys';
import { putAbsent, putPlace } from '../../store/note-places';
import { readOne } from '../../store/read-state';
import { Replica } from '../../store/replica';
import type { NotePlace } from '../../store/stored';
import {
  isPathKey,
  sameButLinks,
  undoOf,
  type OpenNote,
  type UndoState,
} from '../../sync/journal/undo-state';
import { readImage, type BeforeImage } from '../../sync/journal/before-image';
import { recover } from '../../sync/journal/recover';
import { planUndo, type UndoHost } from './plan-undo';
import { recordChanges, kindOfUndone, readRun } from '../../sync/journal/run-history';
import { attempt, reportOf } from '../../sync/run-report';
import { SyncStats } from '../../sync/context/sync-stats';
import { isPlainText } from '../../sync/plan/note-identity';
import { lookForOtherNotes } from '../../sync/plan/other-notes';
import { countUndoneNotes } from '../../sync/plan/undone-notes';
import { trashUntouched } from '../../sync/write/apply';
import { reopenDecisions } from './reopened-decisions';
import type { UndoPlan, UndoStep } from './undo-plan';

export interface UndoDependencies extends UndoHost {
  readonly clock: Clock;
  readonly reporter: Reporter;
}

export interface UndoOptions {
  /** The run that the user was shown; no other run is undone in its place. */
  readonly run: number;
  readonly settings: Settings;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Undoes the last run that wrote anything, in the notes that are exactly as it left them. Undone notes do
 * not become due. Operational errors are in the report.
 */
export async function undoLastRun(
  deps: UndoDependencies,
  { run, settings, signal }: UndoOptions,
): Promise<SyncReport> {
  const started = deps.clock.monotonic();
  const stats = new SyncStats();
  const undone = await kindOf(deps.state, run);
  const halfDone: OpenNote[] = [];
  const cause = await attempt(() => undo({ ...deps, settings, signal, stats, halfDone }, run), stats);
  const report: SyncReport = {
    ...reportOf({ stats, cause, requests: 0, durationMs: deps.clock.monotonic() - started }),
    undone,
  };
  await remember(deps, { report, run, halfDone });
  return report;
}

const kindOf = async (state: StateStore, run: number): Promise<RunKind> =>
  kindOfUndone(await readOne(state, keys.run(run), readRun), await undoOf(state));

interface UndoWork extends UndoDependencies {
  readonly settings: Settings;
  readonly signal: AbortSignal | undefined;
  readonly stats: SyncStats;
  /** Notes that could not be written, which the next run puts back. */
  readonly halfDone: OpenNote[];
}

async function undo(work: UndoWork, run: number): Promise<void> {
  const { state, stats } = work;
  stats.vaultWrites += await recover(work);
  const plan = await planUndo(work);
  if (plan?.run !== run) return;
  const before = await undoOf(state);
  // An interrupted run counts as ended, so that a later sync starts a new one.
  const last = Math.max(before.last, run);
  if (last !== before.last)
    await state.commit([{ put: keys.undo, value: { ...before, last } satisfies UndoState }]);
  await new UndoApplier(work).apply(plan);
  for (const { noteKey } of plan.stays) stats.note(noteKey, 'unchanged');
  stats.undoneNotes = await countUndoneNotes(work);
}

/** Commits the record, and marks the run as undone. After a failure it can be undone again. */
async function remember(
  { state, clock }: UndoDependencies,
  {
    report,
    run,
    halfDone,
  }: Pick<UndoWork, 'halfDone'> & { readonly report: SyncReport; readonly run: number },
): Promise<void> {
  const before = await undoOf(state);
  if (before.run !== run) return;
  const at = new Date(clock.now()).toISOString();
  const isComplete = report.outcome === 'done' || report.outcome === 'held';
  // Everything is as before the run, so nothing is left to undo.
  if (isComplete) await state.clear(prefixes.before);
  const images = isComplete ? { run: 0, size: 0, isPartial: false } : {};
  // After a failure, all that was begun is looked at again.
  const undo = report.outcome === 'failed' ? images : { ...images, writing: halfDone };
  await state.commit(await recordChanges(state, report, { at, kind: 'undo', undo }));
}

type Step<Kind extends UndoStep['kind']> = Extract<UndoStep, { kind: Kind }>;

type ChangedImage = Extract<BeforeImage, { kind: 'changed' }>;

const BATCH = 50;

/** Executes a plan for the notes that are still as the run left them. Safe to repeat after a crash. */
class UndoApplier {
  private done = 0;

  constructor(private readonly work: UndoWork) {}

  async apply({ steps }: UndoPlan): Promise<void> {
    await this.inBatches(ofKind(steps, 'trash'), (batch) => this.trash(batch));
    await this.inBatches(ofKind(steps, 'revert'), (batch) => this.revert(batch));
    await this.inBatches(ofKind(steps, 'recreate'), (batch) => this.recreate(batch));
  }

  private async inBatches<S extends UndoStep>(
    steps: readonly S[],
    work: (batch: readonly S[]) => Promise<void>,
  ): Promise<void> {
    for (let start = 0; start < steps.length; start += BATCH) {
      const batch = steps.slice(start, start + BATCH);
      await work(batch);
      this.done += batch.length;
      this.work.reporter.progress({ step: 'writing', done: this.done, failed: 0 });
    }
  }

  /** Marks the notes as undone first, so that no sync creates them again before their items change. */
  private async trash(batch: readonly Step<'trash'>[]): Promise<void> {
    const { vault, state, stats } = this.work;
    await state.commit([
      { put: keys.undone, value: true },
      ...batch.map(({ noteKey, path }) => putAbsent(noteKey, path, 'undone')),
    ]);
    for (const step of batch) {
      await this.tryStep(step, async ({ noteKey, path }) => {
        const result = await trashUntouched(vault, path);
        if (result === 'missing') return;
        if (result === 'written-in') {
          await state.commit([putPlace(noteKey, { path })]);
          stats.note(noteKey, 'unchanged');
          return;
        }
        stats.vaultWrites += 1;
        stats.note(noteKey, 'trashed');
      });
    }
  }

  private async revert(batch: readonly Step<'revert'>[]): Promise<void> {
    const images = await this.begin(batch, ({ to, path }) => to ?? path);
    for (const [index, step] of batch.entries()) {
      const image = images[index];
      if (image?.kind === 'changed') await this.tryStep(step, () => this.revertOne(step, image));
    }
  }

  private async revertOne(
    { noteKey, path, to }: Step<'revert'>,
    { text: before, newText }: ChangedImage,
  ): Promise<void> {
    const { vault, stats } = this.work;
    const current = await vault.read(path);
    if (current !== newText && current !== before) return stats.note(noteKey, 'unchanged');
    if (to !== null) {
      const moved = await vault.rename(path, to);
      if (moved === 'exists') return this.fail({ noteKey, path }, PLACE_TAKEN);
      if (moved === 'missing') return;
      stats.vaultWrites += 1;
      stats.note(noteKey, 'renamed');
    }
    let isReverted = false;
    const result = await vault.update(to ?? path, (text) => {
      // Moving a note back may make the app change links in it.
      isReverted = text === newText || (to !== null && sameButLinks(text, current));
      return isReverted ? before : text;
    });
    if (result === 'written') stats.vaultWrites += 1;
    stats.note(noteKey, isReverted ? 'updated' : 'unchanged');
  }

  private async recreate(batch: readonly Step<'recreate'>[]): Promise<void> {
    const { vault, stats } = this.work;
    const images = await this.begin(batch, ({ path }) => path);
    for (const [index, step] of batch.entries()) {
      const image = images[index];
      if (image?.kind !== 'trashed') continue;
      await this.tryStep(step, async ({ noteKey, path }) => {
        if ((await vault.create(path, image.text)) === 'exists') return this.fail(step, PLACE_TAKEN);
        stats.vaultWrites += 1;
        stats.note(noteKey, 'created');
      });
    }
  }

  /** Commits which notes are about to be written, and their new paths, before the first write. */
  private async begin<S extends UndoStep>(
    batch: readonly S[],
    pathOf: (step: S) => string,
  ): Promise<readonly (BeforeImage | null)[]> {
    const { state, stats, halfDone } = this.work;
    const writing = [...halfDone, ...batch.map(openStep)];
    const undo: UndoState = { ...(await undoOf(state)), writing, isUndoing: true };
    const images = (await state.getMany(batch.map(({ noteKey }) => keys.before(noteKey)))).map(readImage);
    const returning = batch.map(({ noteKey }, index) => ({ noteKey, image: images[index] ?? null }));
    const reopened = await reopenDecisions(this.work, returning);
    const places: StateChange[] = images.some(isMovedIn) ? [...(await lookForOtherNotes(state))] : [];
    for (const [index, step] of batch.entries()) {
      const { noteKey } = step;
      const image = images[index] ?? null;
      if (isPathKey(noteKey)) continue;
      if (isMovedIn(image)) {
        places.push(placeBefore(noteKey, image));
        continue;
      }
      const { isReverted, ...place } = placeAfter(image, pathOf(step));
      const isToDecide = reopened.noteKeys.has(noteKey);
      places.push(putPlace(noteKey, isToDecide ? place : { ...place, isReverted }));
    }
    stats.hold = reopened.hold ?? stats.hold;
    await new Replica(state).makeDue(reopened.itemKeys, [
      { put: keys.undo, value: undo },
      { put: keys.undone, value: true },
      ...places,
      ...reopened.changes,
    ]);
    return images;
  }

  private async tryStep<S extends UndoStep>(step: S, work: (step: S) => Promise<void>): Promise<void> {
    this.work.signal?.throwIfAborted();
    try {
      await work(step);
    } catch (error) {
      if (!isOperational(error)) throw error;
      this.work.halfDone.push(openStep(step));
      this.fail(step, problemOf(error));
    }
  }

  private fail({ noteKey, path }: Pick<UndoStep, 'noteKey' | 'path'>, problem: Problem): void {
    this.work.stats.failNote(noteKey, { id: shownId(noteKey), path, problem });
  }
}

/** A step as `recover` sees it. Notes to be trashed are marked as undone beforehand. */
function openStep(step: UndoStep): OpenNote {
  const { noteKey, path } = step;
  const isNew = step.kind === 'recreate';
  const to = step.kind === 'revert' && step.to !== null ? [step.to] : [];
  return { noteKey, from: isNew ? null : path, to: isNew ? [path] : to, isTrashed: false };
}

/** Whether the run moved the note in: before that, it belonged to no item. */
const isMovedIn = (image: BeforeImage | null): image is ChangedImage =>
  image?.kind === 'changed' && isPlainText(image.text);

/** What the device knew of the item's note before another one was moved in. */
const placeBefore = (noteKey: string, { formerPlace }: ChangedImage): StateChange =>
  formerPlace === undefined ? { remove: keys.note(noteKey) } : putPlace(noteKey, formerPlace);

/** What the device remembers of a note that is put back. */
function placeAfter(image: BeforeImage | null, path: string): NotePlace {
  const text = image === null || image.kind === 'created' ? '' : image.text;
  // The next sync must not mistake the restored text for an older version that came back.
  return { path, base: trailerMark(text), isReverted: true };
}

const PLACE_TAKEN: Problem = { code: 'place-taken' };

const ofKind = <Kind extends UndoStep['kind']>(
  steps: readonly UndoStep[],
  kind: Kind,
): readonly Step<Kind>[] => steps.filter((step): step is Step<Kind> => step.kind === kind);
