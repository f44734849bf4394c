import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { programFile } from './build-programs';
import type { Changed, Listening, ServiceTask } from './programs/service';

export type Size = ServiceTask['size'];

/** The reference server in a process of its own, so that its work is not counted as ours. */
export interface Service {
  readonly baseUrl: string;
  readonly token: string;
  changeAHundredth(): Promise<Changed>;
  changeOne(): Promise<Changed>;
  stop(): Promise<void>;
}

const TOKEN = 'bench-token-4c1e';

/** Serves a generated library of that size without rate limits. */
export async function startService(root: string, size: Size): Promise<Service> {
  const task: ServiceTask = { size, token: TOKEN };
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
  const change = (what: string): Promise<Changed> => {
    stdin.write(`${what}\n`);
    return nextLine<Changed>();
  };
  return {
    baseUrl: url,
    token: TOKEN,
    changeAHundredth: () => change('hundredth'),
    changeOne: () => change('one'),
    stop: async () => {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    },
  };
}
