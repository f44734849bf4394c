import type { Choice } from '../../sync/sync-options';
import { addToList } from '../../model/collections';
import type { Hold } from '../../model/report';
import { isLeaving, type PreviewRow } from './preview-rows';

/** Rows taken in at once, so that the app does not stand still over thousands. */
const STEP = 2000;

/**
 * What is ticked of a plan. The notes of an item are written together, so they are ticked together; each that would leave its place
 * is ticked by itself. At first everything is, but for what the guard held back.
 */
export class Ticks {
  private readonly items = new Set<string>();
  private readonly removals = new Set<string>();
  private readonly ofItem = new Map<string, PreviewRow[]>();

  private constructor(private readonly rows: readonly PreviewRow[]) {}

  /** `pause` is awaited between steps. */
  static async of(rows: readonly PreviewRow[], pause: () => Promise<void>): Promise<Ticks> {
    const ticks = new Ticks(rows);
    for (const [index, row] of rows.entries()) {
      if (index > 0 && index % STEP === 0) await pause();
      addToList(ticks.ofItem, row.item, row);
      if (row.group !== 'held') ticks.add(row);
    }
    return ticks;
  }

  isOn(row: PreviewRow): boolean {
    return isLeaving(row) ? this.removals.has(row.note) : this.items.has(row.item);
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

  /** Whether nothing was taken off of what was ticked at first. */
  get isAll(): boolean {
    return this.rows.every((row) => row.group === 'held' || this.isOn(row));
  }

  choice(hold: Hold | undefined): Choice {
    const items = new Set(this.items);
    return { ...(this.isAll ? { seen: items } : { items }), remove: new Set(this.removals), hold };
  }

  private add(row: PreviewRow): void {
    this.items.add(row.item);
    if (isLeaving(row)) this.removals.add(row.note);
  }

  private remove(row: PreviewRow): void {
    const others = this.ofItem.get(row.item) ?? [];
    if (isLeaving(row)) this.removals.delete(row.note);
    else for (const { note } of others) this.removals.delete(note);
    if (!isLeaving(row) || !others.some((other) => !isLeaving(other) || this.removals.has(other.note)))
      this.items.delete(row.item);
  }
}
