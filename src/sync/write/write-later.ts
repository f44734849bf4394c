import type { DueItem } from '../../store/replica';
import type { V2Knowledge } from '../plan/plan-context';
import type { PageWriter } from '../run';

/** Stands in for the writer of a run that fetches first and writes at the end. */
export class WriteLater implements PageWriter {
  v2: V2Knowledge = { kind: 'under way' };
  /** Keys of the items that the pages made due. */
  readonly due = new Set<string>();

  setV2(v2: V2Knowledge): void {
    this.v2 = v2;
  }

  writePage(due: readonly DueItem[]): Promise<void> {
    for (const { record } of due) this.due.add(record.key);
    return Promise.resolve();
  }
}
