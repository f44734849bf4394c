import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { programFile } from './build-programs';
import type { Changed, Listening, ServiceCommand, ServiceTask } from './programs/service';

export type Size = ServiceTask['library'];

/** The reference server in a process of its own, so that its work is not counted as ours. */
export interface Service {
  readonly baseUrl: string;
  readonly token: string;
  do(command: ServiceCommand): Promise<Changed>;
  stop(): Promise<void>;
}

const TOKEN = 'bench-token-4c1e';

/** Serves a generated library without rate limits. */
export async function startService(root: string, library: Size): Promise<Service> {
  const task: ServiceTask = { library, token: TOKEN };
  const child = fork(programFile(root, 'service'), [JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null)
    throw new Error('The reference server was started without its pipes');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const nextLine = async <Line>(): Promise<Line> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('The reference server ended');
    return JSON.parse(line.value) as Line;
  };
  const { url } = await nextLine<Listening>();
  return {
    baseUrl: url,
    token: TOKEN,
    do: (command) => {
      stdin.write(`${command}\n`);
      return nextLine<Changed>();
    },
    stop: async () => {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    },
  };
}
