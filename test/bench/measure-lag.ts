import { programFile } from './build-programs';
import type { Row } from './rows';
import { runProgram } from './run-program';
import type { LagHistory } from '../simulation/deletion-lag';

const MOST_SYNCS = 3;

/** A library as recorded, and one of the size that the service allows for. */
const HISTORIES: readonly LagHistory[] = [
  { documents: 900, days: 180, pageSize: 100, seed: 1 },
  { documents: 20_000, days: 90, pageSize: 100, seed: 2 },
];

/** How many daily syncs the note of a deleted document outlives, on simulated days. */
export async function measureLag(root: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const history of HISTORIES) {
    const lag = await runProgram<number>(programFile(root, 'deletion-lag'), history);
    const library = history.documents.toLocaleString('en');
    rows.push({
      what: `Deletions: longest until a note is gone, ${library} documents`,
      library: '',
      measured: `${String(lag)} daily syncs, in ${String(history.days)} days with deletions on most`,
      goal: `≤ ${String(MOST_SYNCS)}`,
      isMet: lag <= MOST_SYNCS,
    });
  }
  return rows;
}
