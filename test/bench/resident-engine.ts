import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { programFile } from './build-programs';
import type { ResidentSync } from './programs/resident-engine';
import type { WiringTask } from './programs/wired-engine';

/** After so many, the code of a small sync is compiled. */
export const SYNCS_BEFORE = 4;

/** An engine in a process of its own that stays for several syncs. */
export interface ResidentEngine {
  sync(): Promise<ResidentSync>;
  stop(): Promise<void>;
}

export function startResidentEngine(root: string, task: WiringTask): ResidentEngine {
  const child = spawn(process.execPath, [programFile(root, 'resident-engine'), JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    sync: async () => {
      child.stdin.write('sync\n');
      const line = await lines.next();
      if (line.done === true) throw new Error('The engine ended');
      const sync = JSON.parse(line.value) as ResidentSync;
      if (sync.outcome !== 'done') throw new Error(`A measured sync did not end well: ${line.value}`);
      return sync;
    },
    stop: async () => {
      child.stdin.end();
      await closed;
    },
  };
}
