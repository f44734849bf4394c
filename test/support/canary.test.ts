import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { World } from '../simulation/world';
import { CANARY_TOKEN, failOnLeaks } from './canary';
import { MemoryStateStore } from './memory-state-store';
import { MemoryVault } from './memory-vault';
import { lookThrough, makeTemporaryFolder } from './temporary-folders';

/** Lets a token out somewhere, and then takes it away again. */
const LEAKS: readonly (readonly [where: string, leak: (folder: string) => unknown])[] = [
  ['a note', () => new MemoryVault().create('x.md', `> ${CANARY_TOKEN}`)],
  [
    'the state',
    () => new MemoryStateStore().commit([{ put: 'x', value: { authorization: `Token ${CANARY_TOKEN}` } }]),
  ],
  [
    'a file',
    (folder) => {
      writeFileSync(join(folder, 'log'), `\u0000\u00ff${CANARY_TOKEN}`);
      lookThrough(folder);
    },
  ],
  [
    'the name of a file',
    (folder) => {
      mkdirSync(join(folder, CANARY_TOKEN));
      lookThrough(folder);
    },
  ],
  [
    'an address',
    async () => {
      const world = await World.create();
      await world.server.inject({ url: `/api/v2/auth/?token=${CANARY_TOKEN}` });
      await world.close();
    },
  ],
  [
    'another header',
    async () => {
      const world = await World.create();
      await world.server.inject({ url: '/api/v2/auth/', headers: { cookie: `token=${CANARY_TOKEN}` } });
      await world.close();
    },
  ],
  [
    'what a test prints',
    () => {
      console.debug({ toString: () => CANARY_TOKEN });
    },
  ],
  [
    'what a program prints',
    () =>
      new Promise((resolve) => {
        spawn(process.execPath, ['-e', `console.error("canary" + "Token7f3a")`]).on('close', resolve);
      }),
  ],
];

describe('the watch over the token', () => {
  it.each(LEAKS)('should fail when the token is in %s (I11)', async (_where, leak) => {
    const folder = makeTemporaryFolder();
    await leak(folder);
    rmSync(folder, { recursive: true });
    expect(failOnLeaks).toThrow('A token was found in');
    expect(failOnLeaks).not.toThrow();
  });
});
