import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { programFile } from './build-programs';
import { median } from './median';
import type { PluginStartResult, PluginStartTask } from './programs/plugin-start';
import { runProgram } from './run-program';

export interface PluginMeasures extends PluginStartResult {
  /** Bytes. */
  readonly size: number;
}

const STARTS = 7;

/** The built plugin, loaded cold several times; null when it has not been built. */
export async function measurePlugin(root: string): Promise<PluginMeasures | null> {
  const plugin = join(root, 'main.js');
  if (!existsSync(plugin)) return null;
  const starts: PluginStartResult[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    starts.push(
      await runProgram<PluginStartResult>(programFile(root, 'plugin-start'), {
        plugin,
      } satisfies PluginStartTask),
    );
  }
  return {
    size: statSync(plugin).size,
    requireMs: median(starts.map(({ requireMs }) => requireMs)),
    onloadMs: median(starts.map(({ onloadMs }) => onloadMs)),
    restMs: median(starts.map(({ restMs }) => restMs)),
    requests: Math.max(...starts.map(({ requests }) => requests)),
  };
}
