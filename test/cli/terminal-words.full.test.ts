import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCurrentStore } from '../../pkg/state/current-store';
import { builtTerminal } from '../support/built-programs';
import { makeTemporaryFolder } from '../support/temporary-folders';
import { addWalden } from '../support/walden-library';
import { TerminalScene } from './terminal-scene';

/** What the terminal says of a run, and the code that it ends with. */

const WALDEN = 'Readwise/Books/Walden.md';

let program: string;
let scene: TerminalScene;
let highlightId: number;

beforeAll(async () => {
  program = await builtTerminal();
});
beforeEach(async () => {
  scene = await TerminalScene.create(program);
  ({ highlightId } = addWalden(scene.library));
});
afterEach(() => scene.server.close());

describe('florilegium sync', () => {
  it('should date what it did, and say nothing when nothing is new and nobody looks on', async () => {
    expect(await scene.text('sync')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^\d{4}-\d\d-\d\d \d\d:\d\d 2 notes created\. \d+ requests, .*\n$/,
      ) as string,
    });
    expect(await scene.text('sync')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('should print one dated line with --quiet, and nothing when nothing is new', async () => {
    expect(await scene.text('sync', '--quiet')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^\d{4}-\d\d-\d\d \d\d:\d\d 2 notes created\. \d+ requests, .*\n$/,
      ) as string,
      stderr: '',
    });
    expect(await scene.text('sync', '--quiet')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('should print failures on standard error with --quiet', async () => {
    writeFileSync(join(scene.vault, 'Readwise'), 'a file where the folder should be');
    const { code, stdout, stderr } = await scene.text('sync', '--quiet');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^\d{4}.* 2 items could not be updated\.[^]*is a file, not a folder/);
  });

  it('should refuse with 2 to restore what nothing is, before it asks for anything', async () => {
    await scene.run('sync');
    scene.server.requests.clear();
    const { code, stderr } = await scene.text('sync', '--restore', '9999', '--restore', 'nonsense');
    expect(code).toBe(2);
    expect(stderr).toMatch(/9999: .* no such item[^]*nonsense: .*no such item[^]*status/);
    expect(scene.server.requests.entries).toEqual([]);
  });

  it('should tell of a refused token once, with one advice', async () => {
    const { code, stderr } = await scene.withToken('canaryTokenOfNobody', 'sync');
    expect(code).toBe(4);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('Get yours at https://readwise.io/access_token');
  });

  it('should end with 2 when the vault was emptied, whether or not there is news', async () => {
    for (const number of [1, 2, 3]) scene.library.addDocument({ title: `Page ${String(number)}` });
    await scene.run('sync');
    rmSync(join(scene.vault, 'Readwise'), { recursive: true });
    for (const words of [['sync'], ['sync', '--dry-run'], ['sync', '--quiet']]) {
      const { code, stderr } = await scene.text(...words);
      expect(code).toBe(2);
      expect(stderr).toMatch(/5 of the 5 notes .* are missing, such as “Readwise\/.*--accept-missing/);
      expect(stderr).not.toContain('next sync');
    }
    expect((await scene.run('sync', '--accept-missing')).code).toBe(0);
    expect((await scene.run('sync')).code).toBe(0);
  });
});

describe('florilegium status', () => {
  it('should say so, and tell what is known, while a sync runs', async () => {
    await scene.run('sync');
    expect(JSON.parse((await scene.run('status')).stdout)).toMatchObject({ isRunning: false });
    const sync = await openCurrentStore({ folder: scene.state, beforeCommit: () => Promise.resolve() });
    await sync.store.commit([{ put: 'due/b:1', value: {} }]);
    const { code, stdout } = await scene.text('status');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^A sync is running now[^]*still to be written: 1$/m) as string,
    ]);
    expect(JSON.parse((await scene.run('status')).stdout)).toMatchObject({ isRunning: true, due: 1 });
    await sync.store.commit([{ remove: 'due/b:1' }]);
    await sync.store.close();
    expect((await scene.text('sync')).code).toBe(0);
  });
});

describe('a conflict in a note', () => {
  it('should end the sync with 3, and be named by status and check-library until it is settled', async () => {
    await scene.run('sync');
    scene.rewrite(WALDEN, (text) => text.replace('Simplify, simplify.', 'Simplify thrice.'));
    scene.library.editHighlight(highlightId, { text: 'Make it simple.' });
    const found = await scene.run('sync');
    expect(found.code).toBe(3);
    expect((await scene.run('sync')).code).toBe(0);
    const anchor = `rw${String(highlightId)}`;
    const named = `${WALDEN} (“Simplify thrice.”, in Readwise “Make it simple.”)`;
    expect((await scene.text('status')).stdout).toContain(named);
    expect(JSON.parse((await scene.run('status')).stdout)).toMatchObject({
      conflicts: [{ path: WALDEN, block: anchor }],
    });
    const checked = await scene.text('check-library');
    expect([checked.code, checked.stdout]).toEqual([1, expect.stringContaining(named)]);
    scene.rewrite(WALDEN, (text) => text.replace(/> \[!.*\n(?:>.*\n)*/, ''));
    expect((await scene.text('status')).stdout).not.toContain('thrice');
    expect((await scene.text('check-library')).code).toBe(0);
  });
});

describe('settings', () => {
  it('should be refused with all of their mistakes, a line each', async () => {
    const file = join(makeTemporaryFolder(), 'settings.json');
    writeFileSync(file, JSON.stringify({ folder: '../x', scope: { discarded: 4 }, timeZone: 'Mars' }));
    const { code, stderr } = await scene.text('sync', '--settings', file);
    expect(code).toBe(2);
    expect(stderr).toMatch(/folder: [^]*scope\.discarded: [^]*timeZone: /);
  });

  it('should be used, and named with the nearest, when a key is not known', async () => {
    const file = join(makeTemporaryFolder(), 'settings.json');
    writeFileSync(file, JSON.stringify({ scope: { documentss: 'all' }, foldr: 'x', rules: [] }));
    const { code, stderr } = await scene.text('sync', '--settings', file);
    expect(code).toBe(0);
    expect(stderr).toMatch(/"scope.documentss" .*Did you mean "documents"\?\n.*"foldr" .*"folder"/);
    mkdirSync(join(scene.vault, '.obsidian/plugins/florilegium'), { recursive: true });
    writeFileSync(join(scene.vault, '.obsidian/plugins/florilegium/data.json'), '{"foldr":"x"}');
    expect((await scene.text('sync')).stderr).toMatch(/data\.json: "foldr" is not known/);
  });
});
