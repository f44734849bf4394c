import { programFile } from './build-programs';
import type { EngineResult, EngineTask } from './programs/engine';
import { runProgram } from './run-program';

export type EngineOptions = Partial<Pick<EngineTask, 'secondPageMs' | 'work' | 'settings'>> & {
  readonly nodeOptions?: readonly string[];
};

/** One run of the engine in a process of its own. Throws when it did not end well. */
export async function runEngine(
  root: string,
  where: Pick<EngineTask, 'baseUrl' | 'token' | 'vault' | 'state'>,
  { nodeOptions = [], ...given }: EngineOptions = {},
): Promise<EngineResult> {
  const { baseUrl, token, vault, state } = where;
  const task: EngineTask = {
    baseUrl,
    token,
    vault,
    state,
    secondPageMs: 0,
    work: 'sync',
    settings: {},
    ...given,
  };
  const result = await runProgram<EngineResult>(programFile(root, 'engine'), task, nodeOptions);
  if (result.report.outcome !== 'done')
    throw new Error(`A measured sync did not end well: ${JSON.stringify(result.report)}`);
  return result;
}
