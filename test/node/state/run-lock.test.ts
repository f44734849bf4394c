import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { takeRunLock } from '../../../src/node/state/run-lock';
import { makeTemporaryFolder } from '../../support/temporary-folders';

const DEAD_PROCESS = 2 ** 22 + 1;

function left(content: string): string {
  const folder = makeTemporaryFolder();
  writeFileSync(join(folder, 'lock'), content);
  return folder;
}

describe('takeRunLock', () => {
  it('should refuse when another sync has the lock, and give it once that is released', () => {
    const folder = makeTemporaryFolder();
    const lock = takeRunLock(folder);
    expect(() => takeRunLock(folder)).toThrow(`Another sync is running (process ${process.pid})`);
    lock.release();
    takeRunLock(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([JSON.stringify({ pid: DEAD_PROCESS, host: hostname() }), '', '{"pid":', '{"pid":"x"}'])(
    'should take over when the lock left behind is %j',
    (content) => {
      const folder = left(content);
      const lock = takeRunLock(folder);
      expect(readdirSync(folder)).toEqual(['lock']);
      lock.release();
    },
  );

  it('should take over when the lock is older than the start of the machine, whoever has the process id now', () => {
    const folder = left(JSON.stringify({ pid: process.pid, host: hostname() }));
    utimesSync(join(folder, 'lock'), 1, 1);
    takeRunLock(folder).release();
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  it('should say what to delete when the lock is of another machine', () => {
    const folder = left(JSON.stringify({ pid: DEAD_PROCESS, host: 'elsewhere' }));
    expect(() => takeRunLock(folder)).toThrow(`delete ${join(folder, 'lock')}`);
  });

  it('should refuse and say what to delete when a program has the process id of a dead owner', () => {
    const folder = left(JSON.stringify({ pid: process.ppid, host: hostname() }));
    expect(() => takeRunLock(folder)).toThrow(
      `If that process is not a sync, delete ${join(folder, 'lock')}.`,
    );
  });

  it('should say what is in the way when the lock cannot be written or read', () => {
    const folder = makeTemporaryFolder();
    expect(() => takeRunLock(join(folder, 'nowhere'))).toThrow(
      `Could not write ${join(folder, 'nowhere', 'lock')} (ENOENT).`,
    );
    mkdirSync(join(folder, 'lock'));
    expect(() => takeRunLock(folder)).toThrow(`Could not read ${join(folder, 'lock')} (EISDIR).`);
  });
});
