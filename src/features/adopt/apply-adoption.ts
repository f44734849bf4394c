import type { Adoption, AdoptionReport } from './adoption';
import { itemKeyOf, partIdOf, partKey, shownId } from '../../model/note-part';
import { isUntouched, splitNote } from '../../notes/note/note';
import { trailerMark } from '../../notes/note/trailer';
import type { Settings } from '../../model/settings';
import { ChangeJournal, type PlannedChange } from '../../sync/journal/change-journal';
import { recover } from '../../sync/journal/recover';
import { pathKey } from '../../sync/journal/undo-state';
import type { StateChange } from '../../model/ports';
import { Replica } from '../../store/replica';
import { rememberRun, reportOf } from '../../sync/run-report';
import { ProblemError, problemOf } from '../../model/problem';
import { isOperational } from '../../model/errors';
import { readOne } from '../../store/read-state';
import { readNotePlace, type NotePlace } from '../../store/stored';
import { lookForOtherNotes } from '../../sync/plan/other-notes';
import { SyncStats } from '../../sync/context/sync-stats';
import {
  adoptContext,
  adopterOf,
  ownNoteOf,
  type AdoptContext,
  type Adopter,
  type AdoptDependencies,
} from './adoption-context';
import { keys } from '../../store/keys';
import { putPlace } from '../../store/note-places';
import { trashUntouched } from '../../sync/write/apply';

export interface ApplyAdoptionOptions {
  readonly settings: Settings;
  readonly chosen: readonly Adoption[];
  readonly signal?: AbortSignal | undefined;
  readonly progress?: (done: number, total: number) => void;
}

interface AdoptionRun {
  readonly context: AdoptContext;
  readonly replica: Replica;
  readonly journal: ChangeJournal;
  readonly stats: SyncStats;
}

/**
 * Adopts the chosen notes in place. A failure does not stop the others. Safe to repeat. The run is in the
 * history and can be undone.
 */
export async function applyAdoption(
  deps: AdoptDependencies,
  { settings, chosen, signal, progress }: ApplyAdoptionOptions,
): Promise<AdoptionReport> {
  const started = deps.clock.monotonic();
  const context = await adoptContext(deps, settings);
  const stats = new SyncStats();
  stats.vaultWrites += await recover(deps);
  const run: AdoptionRun = {
    context,
    replica: new Replica(deps.state),
    journal: new ChangeJournal({ ...deps, kind: 'adopt' }),
    stats,
  };
  const adoptedNotes = new Set<string>();
  const adopted: string[] = [];
  const replaced: string[] = [];
  let missing = 0;
  for (const [done, adoption] of chosen.entries()) {
    if (signal?.aborted === true) break;
    progress?.(done, chosen.length);
    const { noteKey, path, doubt } = adoption;
    try {
      if (adoptedNotes.has(noteKey)) throw new ProblemError({ code: 'item-taken' });
      missing += await adoptOne(run, adoption);
      adoptedNotes.add(noteKey);
      adopted.push(path);
      if (doubt?.kind === 'replaces' && (await trashFormerNote(run, doubt.path))) replaced.push(doubt.path);
    } catch (error) {
      if (!isOperational(error)) throw error;
      stats.fail({ id: shownId(noteKey), path, problem: problemOf(error) });
    }
  }
  const durationMs = deps.clock.monotonic() - started;
  const report = reportOf({ stats, cause: null, requests: 0, durationMs });
  if (adopted.length > 0) await rememberRun(report, { ...deps, kind: 'adopt' });
  return { adopted, replaced, missing, failures: stats.failures, isCancelled: signal?.aborted === true };
}

/** Returns the number of highlights that the next sync adds or brings up to date. */
async function adoptOne(
  { context, replica, journal, stats }: AdoptionRun,
  { noteKey, path, doubt }: Adoption,
): Promise<number> {
  const { vault } = context.deps;
  const before = await vault.read(path);
  if (before === null) throw new ProblemError({ code: 'note-lost' });
  const itemKey = itemKeyOf(noteKey);
  const adopter = await adopterOf(context, { itemKey, path, text: before });
  if (adopter?.noteKey !== noteKey) throw new ProblemError({ code: 'item-lost' });
  const planned = adopter.adopt(before);
  if (planned === null) throw new ProblemError({ code: 'belongs-to-item' });
  const own = await ownNoteOf(context, adopter);
  const isReplaced =
    own !== null && doubt?.kind === 'replaces' && doubt.path === own.path && isUntouched(splitNote(own.text));
  if (own !== null && !isReplaced) throw new ProblemError({ code: 'has-note', path: own.path });
  const after = planned.text;
  const known = (await readOne(context.deps.state, keys.note(noteKey), readNotePlace)) ?? undefined;
  const changes: PlannedChange[] = [
    {
      noteKey,
      action: { kind: 'update', path, before, merge: () => after, conflicts: [], reasons: [] },
      formerPlace: isReplaced ? { ...known, path: own.path } : known,
    },
  ];
  if (isReplaced) {
    const action = { kind: 'trash', path: own.path, before: own.text, reasons: [] } as const;
    changes.push({ noteKey: pathKey(own.path), action });
  }
  await journal.prepare(changes);
  const place: NotePlace = isReplaced ? { path, replaces: own.path } : { path };
  // If interrupted from here on, the next sync completes the adoption. If the write fails, the item's own note
  // is still found by its id.
  await replica.makeDue(
    [itemKey],
    [
      ...(await lookForOtherNotes(context.deps.state)),
      ...partChanges(adopter),
      ...(isReplaced ? [putPlace(noteKey, place)] : []),
    ],
  );
  const written = await vault.update(path, (text) => (text === before ? after : text));
  if (written !== 'written') throw new ProblemError({ code: 'changed-meanwhile' });
  journal.recordWritten(noteKey, { path, text: after });
  journal.finish(noteKey);
  stats.note(noteKey, 'updated');
  stats.vaultWrites += 1;
  await context.deps.state.commit([
    ...journal.takeChanges(),
    putPlace(noteKey, { ...place, base: trailerMark(after) }),
  ]);
  return planned.missing.length;
}

/** A highlight has only one note; an earlier one may have its id in Reader, from before Readwise had it. */
function partChanges({ noteKey, highlights: [highlight] }: Adopter): readonly StateChange[] {
  if (partIdOf(noteKey) === null) return [];
  const otherAnchor = highlight?.otherAnchor ?? null;
  const hasParts = { put: keys.parts, value: true };
  if (otherAnchor === null) return [hasParts];
  return [hasParts, { remove: keys.note(partKey(itemKeyOf(noteKey), otherAnchor)) }];
}

/** Moves the item's former note to the trash if the user has not written in it. */
async function trashFormerNote({ context, stats }: AdoptionRun, own: string): Promise<boolean> {
  if ((await trashUntouched(context.deps.vault, own)) !== 'trashed') return false;
  stats.vaultWrites += 1;
  return true;
}
