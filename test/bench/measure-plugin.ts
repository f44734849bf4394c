import { statSync } from 'node:fs';
import { join } from 'node:path';
import { programFile } from './build-programs';
import { medianOf } from './median';
import type { PluginStartResult, PluginStartTask } from './programs/plugin-start';
import { runProgram } from './run-program';

export interface PluginMeasures extends PluginStartResult {
  /** Bytes. */
  readonly size: number;
}

const STARTS = 7;

/** The built plugin, loaded cold several times. */
export async function measurePlugin(root: string): Promise<PluginMeasures> {
  const task: PluginStartTask = { plugin: join(root, 'main.js') };
  const starts: PluginStartResult[] = [];
  while (starts.length < STARTS)
    starts.push(await runProgram<PluginStartResult>(programFile(root, 'plugin-start'), task));
  return {
    size: statSync(task.plugin).size,
    requireMs: medianOf(starts, ({ requireMs }) => requireMs),
    onloadMs: medianOf(starts, ({ onloadMs }) => onloadMs),
    requests: Math.max(...starts.map(({ requests }) => requests)),
  };
}
