import { reasonText } from '../../../messages/messages';
import { blocksTexts } from '../../../messages/report-messages';
import type { Reason } from '../../../model/problem';
import { compareText } from '../../../model/record';
import type { HeldNote, PlannedAction, SyncReport } from '../../../model/report';
import type { HoldDecision } from '../../../sync/context/sync-options';
import { LEFT_OUT, PREVIEW, REMOVALS } from '../../strings/window-strings';
import type { NoteRow } from '../parts/note-list';

/** A note that would be removed. Its key is the id by which a decision names it. */
export interface RemovalRow extends NoteRow {
  readonly action: HeldNote['action'];
}

/** The notes that a sync would change, by what it would do. */
export interface PlannedNotes {
  readonly created: readonly NoteRow[];
  readonly updated: readonly NoteRow[];
  readonly moved: readonly NoteRow[];
  /** Held back, or few enough to go at once. */
  readonly removed: readonly RemovalRow[];
  readonly leftOut: readonly NoteRow[];
}

export function plannedNotes({ plan = [], hold, outOfScope = [] }: SyncReport): PlannedNotes {
  const of = (...actions: readonly PlannedAction['action'][]): readonly PlannedAction[] =>
    plan.filter(({ action }) => actions.includes(action)).sort(byPath);
  const going = of('trash', 'archive').flatMap(({ action, ...note }): readonly HeldNote[] =>
    action === 'trash' || action === 'archive' ? [{ ...note, action }] : [],
  );
  return {
    created: of('create').map(rowOf),
    updated: of('update', 'keep').map(rowOf),
    moved: of('rename').map(rowOf),
    removed: removalRows([...going, ...(hold?.notes ?? [])]),
    leftOut: leftOutRows(outOfScope),
  };
}

/** Where a note would go is said where it is not the trash. */
export const removalRows = (notes: readonly HeldNote[]): readonly RemovalRow[] =>
  [...notes].sort(byPath).map(({ id, path, action, reasons }) => ({
    key: id,
    path,
    action,
    reasons: [...texts(reasons), ...(action === 'archive' ? [REMOVALS.toArchive] : [])],
  }));

export const leftOutRows = (
  notes: readonly { readonly id: string; readonly path: string }[],
): readonly NoteRow[] =>
  [...notes].sort(byPath).map(({ id, path }) => ({ key: id, path, reasons: [LEFT_OUT.reason] }));

/** What the person decided in a preview; undefined when nothing would be removed. */
export function decisionOf(
  { removed, leftOut }: PlannedNotes,
  ticked: ReadonlySet<string>,
): HoldDecision | undefined {
  const later = removed.flatMap(({ key }) => (ticked.has(key) ? [] : [key]));
  const remove = [...removed, ...leftOut].flatMap(({ key }) => (ticked.has(key) ? [key] : []));
  return remove.length + later.length === 0 ? undefined : { kind: 'each', remove, keep: [], later };
}

const rowOf = ({ note, path, from, reasons, conflicts = [], ...counts }: PlannedAction): NoteRow => ({
  key: note,
  path,
  from,
  reasons: [
    ...texts(reasons),
    ...blocksTexts(counts),
    ...(from === undefined ? [] : [PREVIEW.from(from)]),
    ...(conflicts.length > 0 ? [PREVIEW.conflicts(conflicts.length)] : []),
  ],
});

const texts = (reasons: readonly Reason[]): readonly string[] => reasons.map(reasonText);

/** The order of rows. */
export const byPath = (one: { readonly path: string }, other: { readonly path: string }): number =>
  compareText(one.path, other.path);
