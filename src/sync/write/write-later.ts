import type { V2Knowledge } from '../plan/plan-context';
import type { PageWriter } from '../run';

/** Stands in for the writer of a run that fetches first and writes at the end. */
export class WriteLater implements PageWriter {
  v2: V2Knowledge = { kind: 'under way' };

  setV2(v2: V2Knowledge): void {
    this.v2 = v2;
  }

  writePage(): Promise<void> {
    return Promise.resolve();
  }
}
