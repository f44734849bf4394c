import type { Reason } from '../../../model/problem';
import { compareText } from '../../../model/record';
import type { PlannedAction, SyncReport } from '../../../model/report';

/** In display order. `held`: would be removed, and the guard asks first. */
export const GROUPS = ['create', 'update', 'rename', 'keep', 'archive', 'trash', 'held'] as const;
export type RowGroup = (typeof GROUPS)[number];

export interface PreviewRow {
  /** The note's key. */
  readonly note: string;
  readonly group: RowGroup;
  readonly path: string;
  /** The current path, if it would move. */
  readonly from: string | null;
  readonly reasons: readonly Reason[];
  readonly conflicts: number;
}

/** The notes that would change, sorted by path. */
export function rowsOf({ plan = [], hold }: SyncReport): readonly PreviewRow[] {
  const held = new Set((hold?.notes ?? []).map(({ id }) => id));
  const rows = plan.flatMap((action): readonly PreviewRow[] => {
    const group = groupOf(action, held);
    if (group === null) return [];
    const { note, path, from = null, conflicts = [] } = action;
    const reasons = action.reasons.filter((reason) => !SHOWN_BY_GROUP.has(reason));
    return [{ note, group, path, from, reasons, conflicts: conflicts.length }];
  });
  return rows.sort((one, other) => compareText(one.path, other.path));
}

function groupOf({ action, id }: PlannedAction, held: ReadonlySet<string>): RowGroup | null {
  if (action !== 'skip') return action;
  return held.has(id) ? 'held' : null;
}

/** Reasons that the group's title already gives. */
const SHOWN_BY_GROUP: ReadonlySet<Reason> = new Set(['held', 'marked']);
