import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { median } from './median';
import type { Row } from './rows';
import { startService } from './service';
import type { Workspace } from './workspace';

const RUNS = 7;
const MOST_RATIO = 2.5;

/** A sync with nothing new as a process of its own, beside a Node program that does nothing. */
export async function measureTerminal(root: string, workspace: Workspace): Promise<Row> {
  const service = await startService(root, 'M');
  try {
    const { vault, state } = workspace.newPlace();
    const words = ['sync', '--vault', vault, '--state', state, '--base-url', service.baseUrl];
    const cpuMs = (program: readonly string[]): number => {
      const hook = join(root, 'test/bench/programs/report-cpu.cjs');
      const { stderr } = spawnSync(process.execPath, ['--require', hook, ...program], {
        encoding: 'utf8',
        env: { ...process.env, READWISE_TOKEN: service.token },
      });
      const { cpuMs: cpu } = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as { cpuMs: number };
      return cpu;
    };
    const terminal = [join(root, 'dist/cli.mjs'), ...words];
    for (let warmUp = 0; warmUp < 2; warmUp += 1) cpuMs(terminal);
    const empty = median(Array.from({ length: RUNS }, () => cpuMs(['--eval', '0'])));
    const quiet = median(Array.from({ length: RUNS }, () => cpuMs(terminal)));
    const ratio = quiet / empty;
    return {
      what: 'Terminal: a process with nothing new, CPU',
      library: 'M',
      measured: `${ratio.toFixed(2)} × an empty Node program (${quiet.toFixed(0)} ms)`,
      goal: `≤ ${String(MOST_RATIO)} ×`,
      isMet: ratio <= MOST_RATIO,
    };
  } finally {
    await service.stop();
  }
}
