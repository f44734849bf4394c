import type { DueItem } from '../../store/replica';
import type { V2Knowledge } from '../plan/plan-context';
import type { PageWriter } from '../run';

/** Stands in for the writer in a run that fetches first and writes at the end. */
export class WriteLater implements PageWriter {
  v2: V2Knowledge = { kind: 'under way' };
  /** Keys of the items that became due. */
  readonly due = new Set<string>();

  setV2(v2: V2Knowledge): void {
    this.v2 = v2;
  }

  writePage(records: readonly DueItem[]): Promise<void> {
    for (const { record } of records) this.due.add(record.key);
    return Promise.resolve();
  }
}
