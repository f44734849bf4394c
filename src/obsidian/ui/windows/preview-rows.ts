import type { Reason } from '../../../model/problem';
import { addToList } from '../../../model/collections';
import { compareText } from '../../../model/record';
import type { Hold, PlannedAction, SyncReport } from '../../../model/report';
import { itemKeyOf } from '../../../model/note-part';
import type { Choice } from '../../../sync/context/sync-options';

/** In display order. `held`: would be removed, and the guard asks first. */
export const GROUPS = ['create', 'update', 'rename', 'keep', 'archive', 'trash', 'held'] as const;
export type RowGroup = (typeof GROUPS)[number];

export interface PreviewRow {
  /** Keys of the note and of its item; an item's notes are written together. */
  readonly note: string;
  readonly item: string;
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
    return [{ note, item: itemKeyOf(note), group, path, from, reasons, conflicts: conflicts.length }];
  });
  return rows.sort((one, other) => compareText(one.path, other.path));
}

function groupOf({ action, id }: PlannedAction, held: ReadonlySet<string>): RowGroup | null {
  if (action !== 'skip') return action;
  return held.has(id) ? 'held' : null;
}

/** Reasons that the group's title already gives. */
const SHOWN_BY_GROUP: ReadonlySet<Reason> = new Set(['held', 'marked']);

/** Whether the note would be moved away. */
const isRemoval = ({ group }: PreviewRow): boolean =>
  group === 'trash' || group === 'archive' || group === 'held';

/** The ticked rows of a plan: notes of an item together, removals one by one. At first all but held ones. */
export class Ticks {
  private readonly items = new Set<string>();
  private readonly removals = new Set<string>();
  private readonly ofItem = new Map<string, PreviewRow[]>();

  constructor(private readonly rows: readonly PreviewRow[]) {
    for (const row of rows) {
      addToList(this.ofItem, row.item, row);
      if (row.group !== 'held') this.add(row);
    }
  }

  isOn(row: PreviewRow): boolean {
    return isRemoval(row) ? this.removals.has(row.note) : this.items.has(row.item);
  }

  set(rows: readonly PreviewRow[], isOn: boolean): void {
    for (const row of rows) {
      if (isOn) this.add(row);
      else this.remove(row);
    }
  }

  get count(): number {
    return this.rows.filter((row) => this.isOn(row)).length;
  }

  /** Whether all rows that were ticked at first still are. */
  get isAll(): boolean {
    return this.rows.every((row) => row.group === 'held' || this.isOn(row));
  }

  choice(hold: Hold | undefined): Choice {
    const items = new Set(this.items);
    return { ...(this.isAll ? { seen: items } : { items }), remove: new Set(this.removals), hold };
  }

  private add(row: PreviewRow): void {
    this.items.add(row.item);
    if (isRemoval(row)) this.removals.add(row.note);
  }

  private remove(row: PreviewRow): void {
    const others = this.ofItem.get(row.item) ?? [];
    if (isRemoval(row)) this.removals.delete(row.note);
    else for (const { note } of others) this.removals.delete(note);
    if (!isRemoval(row) || !others.some((other) => !isRemoval(other) || this.removals.has(other.note)))
      this.items.delete(row.item);
  }
}
