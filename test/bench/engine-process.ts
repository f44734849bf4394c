import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { programFile } from './build-programs';
import type { EngineResult, EngineWork } from './programs/engine';
import type { EngineTask } from './programs/wired-engine';

/** The engine in a process of its own, which stays for several syncs. */
export interface EngineProcess {
  /** Throws when it did not end well. */
  do(work: EngineWork): Promise<EngineResult>;
  stop(): Promise<void>;
}

export function startEngine(root: string, task: EngineTask): EngineProcess {
  const child = spawn(process.execPath, [programFile(root, 'engine'), JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    do: async (work) => {
      child.stdin.write(`${work}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error('The engine ended');
      const result = JSON.parse(line.value) as EngineResult;
      if (result.report.outcome !== 'done') throw new Error(`A measured run did not end well: ${line.value}`);
      return result;
    },
    stop: async () => {
      child.stdin.end();
      await closed;
    },
  };
}
