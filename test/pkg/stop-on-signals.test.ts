import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { startTerminal, type TerminalRun } from '../support/run-terminal';
import { makeTemporaryFolder } from '../support/temporary-folders';

/** Programs that never end by themselves; they print `ready` when a signal may come. */
const PROGRAMS = {
  'is waiting': `stopOnSignals(() => undefined); setInterval(() => undefined, 1000); console.log('ready');`,
  'is busy, and has not noticed the first one': `
    stopOnSignals(() => undefined);
    setInterval(() => undefined, 1000);
    process.stdout.write('ready\\n', () => { const end = Date.now() + 1500; while (Date.now() < end); });`,
  'is busy for ever after the first one': `
    stopOnSignals(() => setTimeout(() => { process.stderr.write('busy\\n'); for (;;); }, 20));
    setInterval(() => undefined, 1000);
    console.log('ready');`,
} as const;

function start(program: string): TerminalRun {
  const outfile = join(makeTemporaryFolder(), 'program.mjs');
  const contents = `import { stopOnSignals } from './output'; ${program}`;
  const stdin = { contents, resolveDir: join(__dirname, '../../pkg'), loader: 'ts' } as const;
  buildSync({ stdin, outfile, bundle: true, format: 'esm', platform: 'node' });
  return startTerminal(outfile, []);
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));

describe('stopOnSignals', () => {
  it.each(Object.entries(PROGRAMS))(
    'should end the process at the second signal when it %s',
    async (_what, program) => {
      const { child, result } = start(program);
      await new Promise((resolve) => child.stdout?.once('data', resolve));
      child.kill('SIGINT');
      await pause();
      expect([child.exitCode, child.signalCode]).toEqual([null, null]);
      child.kill('SIGINT');
      const { stderr } = await result;
      expect(child.signalCode).toBe('SIGINT');
      expect(stderr).toContain('Press Ctrl-C again to stop at once.');
    },
  );

  it('should end it at the second signal whichever of the two came first', async () => {
    const { child, result } = start(PROGRAMS['is waiting']);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.kill('SIGTERM');
    await pause();
    child.kill('SIGINT');
    await result;
    expect(child.signalCode).toBe('SIGINT');
  });
});
