import { byFolder } from '../../features/unmark/remove-marks';
import { compareText } from '../../model/record';
import { PreviewList, type RowTicks } from '../preview/preview-list';
import type { PreviewRow, PreviewSource } from '../preview/preview-rows';
import { notes } from '../strings';
import { saidOf } from '../library/library-strings';

export interface LeaveListOptions {
  readonly paths: readonly string[];
  /** How the note there would change. */
  readonly look: PreviewSource['look'];
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

const rowOf = (path: string): PreviewRow => ({
  note: path,
  item: path,
  group: 'update',
  path,
  from: null,
  reasons: [],
  conflicts: 0,
});

/** Notes by their folders, each with a box to tick and a look at what it would become. At first all are ticked. */
export class LeaveList implements RowTicks {
  private readonly chosen: Set<string>;

  constructor(
    container: HTMLElement,
    private readonly options: LeaveListOptions,
  ) {
    const { paths, look, changed, failed } = options;
    this.chosen = new Set(paths);
    const rows = [...paths].sort(compareText).map(rowOf);
    const groups = (some: readonly PreviewRow[]) =>
      byFolder(some).map(({ folder, notes: own }) => ({
        title: saidOf(folder, notes(own.length)),
        rows: own,
      }));
    new PreviewList(container, { rows, groups, ticks: this, look, changed, failed });
  }

  get paths(): readonly string[] {
    return [...this.chosen];
  }

  get isAll(): boolean {
    return this.chosen.size === this.options.paths.length;
  }

  isOn({ path }: PreviewRow): boolean {
    return this.chosen.has(path);
  }

  set(rows: readonly PreviewRow[], isOn: boolean): void {
    for (const { path } of rows) {
      if (isOn) this.chosen.add(path);
      else this.chosen.delete(path);
    }
  }
}
