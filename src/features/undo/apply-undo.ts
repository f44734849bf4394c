import {
  sameButLinks,
  type BeforeImage,
  isPathKey,
  readImage,
  undoOf,
  type UndoState,
} from '../../sync/journal/undo-state';
import type { UndoPlan, UndoStep } from './undo-plan';
import { shownId } from '../../notes/layout/note-part';
import { problemOf, type Problem } from '../../model/problem';
import { type Reporter, isOperational } from '../../model/ports';
import { keys } from '../../store/keys';

import type { SyncStats } from '../../sync/sync-stats';
import { trashUntouched } from '../../sync/write/note-applier';
import type { UndoHost } from './plan-undo';
import { putPlace } from '../../store/note-places';

export interface UndoWork extends UndoHost {
  readonly reporter: Reporter;
  readonly stats: SyncStats;
  readonly signal: AbortSignal | undefined;
}

type Step<Kind extends UndoStep['kind']> = Extract<UndoStep, { kind: Kind }>;

const BATCH = 50;

/**
 * Does what was planned, each step only where the note still is as the run left it. Cut short at any point, it can be planned and
 * done again.
 */
export class UndoApplier {
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

  /** The notes count as deleted by the person from before they go: they come back only on request. */
  private async trash(batch: readonly Step<'trash'>[]): Promise<void> {
    const { vault, state, stats } = this.work;
    await state.commit(batch.map(({ noteKey, path }) => putPlace(noteKey, { path, isMissing: true })));
    for (const step of batch) {
      await this.attempt(step, async ({ noteKey, path }) => {
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
      if (image?.kind === 'changed') await this.attempt(step, () => this.revertOne(step, image));
    }
  }

  private async revertOne(
    { noteKey, path, to }: Step<'revert'>,
    { text: before, newText }: Extract<BeforeImage, { kind: 'changed' }>,
  ): Promise<void> {
    const { vault, stats } = this.work;
    const current = await vault.read(path);
    if (current !== newText && current !== before) return stats.note(noteKey, 'unchanged');
    if (to !== null) {
      const moved = await vault.rename(path, to);
      if (moved === 'exists') return this.fail({ noteKey, path }, TAKEN);
      if (moved === 'missing') return;
      stats.vaultWrites += 1;
      stats.note(noteKey, 'renamed');
    }
    let isReverted = false;
    const result = await vault.update(to ?? path, (text) => {
      // The app may have led the links of a note that was just moved to where they led before.
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
      await this.attempt(step, async ({ noteKey, path }) => {
        if ((await vault.create(path, image.text)) === 'exists') return this.fail(step, TAKEN);
        stats.vaultWrites += 1;
        stats.note(noteKey, 'created');
      });
    }
  }

  /** Commits, before any of the notes is written, which are about to be written and where they will be. */
  private async begin<S extends UndoStep>(
    batch: readonly S[],
    pathOf: (step: S) => string,
  ): Promise<readonly (BeforeImage | null)[]> {
    const { state } = this.work;
    const writing = batch.map(({ noteKey }) => noteKey);
    const undo: UndoState = { ...(await undoOf(state)), writing, isUndoing: true };
    const ofItems = batch.filter(({ noteKey }) => !isPathKey(noteKey));
    await state.commit([
      { put: keys.undo, value: undo },
      ...ofItems.flatMap((step) => [
        putPlace(step.noteKey, { path: pathOf(step) }),
        // A conflict that the run brought is undone with it.
        { remove: keys.conflict(step.noteKey) },
      ]),
    ]);
    return (await state.getMany(writing.map(keys.before))).map(readImage);
  }

  private async attempt<S extends UndoStep>(step: S, work: (step: S) => Promise<void>): Promise<void> {
    this.work.signal?.throwIfAborted();
    try {
      await work(step);
    } catch (error) {
      if (!isOperational(error)) throw error;
      this.fail(step, problemOf(error));
    }
  }

  private fail({ noteKey, path }: Pick<UndoStep, 'noteKey' | 'path'>, problem: Problem): void {
    this.work.stats.failNote(noteKey, { id: shownId(noteKey), path, problem });
  }
}

const TAKEN: Problem = { code: 'place-taken' };

const ofKind = <Kind extends UndoStep['kind']>(
  steps: readonly UndoStep[],
  kind: Kind,
): readonly Step<Kind>[] => steps.filter((step): step is Step<Kind> => step.kind === kind);
