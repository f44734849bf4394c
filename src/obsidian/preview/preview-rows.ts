import type { NoteLook } from '../../merge/diff/text-diff';
import { itemKeyOf } from '../../notes/layout/note-part';
import { compareText } from '../../model/record';
import type { Choice } from '../../sync/sync-options';
import type { PlannedAction, SyncReport } from '../../model/report';
import type { Reason } from '../../model/problem';
import type { Reporter } from '../../model/ports';

/** Where a plan that a person looks at comes from. Nothing but `apply` writes into the vault. */
export interface PreviewSource {
  plan(options: { readonly signal: AbortSignal; readonly reporter: Reporter }): Promise<SyncReport>;
  /** Plans one note of it once more, and tells how its text would change; null: it would not, any more. */
  look(noteKey: string): Promise<NoteLook | null>;
  /** Does what was chosen, in its turn. */
  apply(choice: Choice): void;
}

/** In the order in which a person is shown them. `held`: would leave their places, and the guard asks first. */
export const GROUPS = ['create', 'update', 'rename', 'keep', 'archive', 'trash', 'held'] as const;
export type RowGroup = (typeof GROUPS)[number];

/** A note of a plan. */
export interface PreviewRow {
  /** Keys of the note and of its item, whose notes are written together. */
  readonly note: string;
  readonly item: string;
  readonly group: RowGroup;
  readonly path: string;
  /** Where it is now, if it is to move. */
  readonly from: string | null;
  readonly reasons: readonly Reason[];
  /** Passages that both sides changed. */
  readonly conflicts: number;
}

/** Whether the note would leave its place for good. */
export const isLeaving = ({ group }: PreviewRow): boolean =>
  group === 'trash' || group === 'archive' || group === 'held';

/** Rows made at once, so that the app does not stand still over thousands. */
const STEP = 1000;
/** So many can be put in order at once. Of more, people find theirs by filtering. */
const MOST_SORTED = 5000;

/** What there is to see in a plan; notes with nothing new are not. `pause` is awaited between steps. */
export async function rowsOf(
  { plan = [], hold }: SyncReport,
  pause: () => Promise<void>,
): Promise<readonly PreviewRow[]> {
  const held = new Set((hold?.notes ?? []).map(({ id }) => id));
  const rows: PreviewRow[] = [];
  for (let start = 0; start < plan.length; start += STEP) {
    if (start > 0) await pause();
    for (const action of plan.slice(start, start + STEP)) {
      const group = groupOf(action, held);
      if (group === null) continue;
      const { note, path, from = null, conflicts = [] } = action;
      rows.push({
        note,
        item: itemKeyOf(note),
        group,
        path,
        from,
        reasons: action.reasons.filter((reason) => !SAID_BY_GROUP.has(reason)),
        conflicts: conflicts.length,
      });
    }
  }
  return rows.length > MOST_SORTED ? rows : rows.sort((one, other) => compareText(one.path, other.path));
}

function groupOf({ action, id }: PlannedAction, held: ReadonlySet<string>): RowGroup | null {
  if (action !== 'skip') return action;
  return held.has(id) ? 'held' : null;
}

/** What the title of a row's group says already. */
const SAID_BY_GROUP: ReadonlySet<Reason> = new Set(['held', 'marked']);
