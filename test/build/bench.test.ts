import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const BENCH = join(__dirname, '../../dist/bench.mjs');

describe('the measurements', () => {
  it('should say how they are used when they are asked for a library that does not exist', async () => {
    const running = promisify(execFile)(process.execPath, [BENCH, '--size', 'XL']);
    await expect(running).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Usage: npm run bench') as string,
    });
  });
});
