import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { builtTerminal } from '../support/built-programs';
import { startTerminal, type TerminalResult } from '../support/run-terminal';
import { makeTemporaryFolder } from '../support/temporary-folders';

const TOKEN = 'canaryToken7f3a';

describe('florilegium undo', () => {
  let program: string;
  let server: ReferenceServer;
  let vault: string;
  let state: string;
  let library: Library;
  let highlight: number;

  beforeAll(async () => {
    program = await builtTerminal();
  });
  beforeEach(async () => {
    library = new Library();
    highlight = library.addHighlight(library.addBook({ title: 'Walden', category: 'books' }).id, {
      text: 'I went to the woods',
      location: 1,
    }).id;
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    vault = makeTemporaryFolder();
    state = join(makeTemporaryFolder(), 'state');
  });
  afterEach(() => server.close());

  const run = (words: readonly string[]): Promise<TerminalResult> =>
    startTerminal(program, [...words, '--vault', vault, '--state', state], {
      environment: { READWISE_TOKEN: TOKEN, TZ: 'UTC' },
    }).result;
  const sync = (): Promise<TerminalResult> => run(['sync', '--base-url', server.url]);
  const note = (): string => readFileSync(join(vault, 'Readwise/Books/Walden.md'), 'utf8');

  it('should say that there is nothing to undo before the first sync', async () => {
    expect(await run(['undo'])).toMatchObject({ code: 0, stderr: 'There is no sync to undo.\n' });
    for (const more of [[], ['--dry-run']])
      expect(JSON.parse((await run(['undo', '--json', ...more])).stdout)).toEqual({
        run: null,
        kind: null,
        ended: null,
        isPartial: false,
        steps: [],
        stays: [],
        sent: [],
      });
  });

  it('should look with --dry-run, and take the last sync back without it', async () => {
    await sync();
    const before = note();
    library.editHighlight(highlight, { text: 'I went to the hills' });
    await sync();
    const after = note();
    expect((await run(['undo', '--dry-run'])).stdout).toMatch(
      /^The last run that wrote anything \(sync, .*\):\n {2}revert {3}Readwise\/Books\/Walden\.md\nAnother device .*\n$/,
    );
    expect(note()).toBe(after);
    expect(await run(['undo'])).toMatchObject({ code: 0 });
    expect(note()).toBe(before);
    expect(await sync()).toMatchObject({ code: 0, stderr: '' });
    expect(note()).toBe(before);
  });

  it('should name the run and wait for a confirmation when notes would go to the trash', async () => {
    await sync();
    const refused = await run(['undo']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      /^The last run that wrote anything \(sync, .*\):\n {2}to trash Readwise\/Books\/Walden\.md\nAnother device .*\n.*add --yes/,
    );
    expect(note()).toContain('I went to the woods');
  });

  it('should put notes into the trash that the sync made, say how they come back, and bring them back', async () => {
    await sync();
    const { stdout } = await run(['undo', '--yes', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      notes: { trashed: 1 },
      undoneNotes: { removed: 1, reverted: 0 },
    });
    expect(existsSync(join(vault, 'Readwise/Books/Walden.md'))).toBe(false);
    expect(
      readdirSync(join(vault, '.trash'), { recursive: true })
        .map(String)
        .some((path) => path.endsWith('Walden.md')),
    ).toBe(true);
    const told =
      '1 note that undo removed stays away until its item changes in Readwise. To bring them back now: sync --restore undone.';
    expect((await run(['sync', '--base-url', server.url, '--full'])).stderr).toContain(told);
    expect((await run(['status'])).stdout).toContain('Notes that undo removed.');
    expect(await run(['sync', '--base-url', server.url, '--restore', 'undone'])).toMatchObject({ code: 0 });
    expect(note()).toContain('I went to the woods');
  });

  it('should leave what was sent as it is, give the command that takes it back, and undo the sync only when told so', async () => {
    await sync();
    library.editHighlight(highlight, { text: 'I went to the hills' });
    const lake = library.addHighlight(library.addBook({ title: 'Lakes', category: 'books' }).id, {
      text: 'A lake',
      location: 1,
    }).id;
    await sync();
    library.editHighlight(lake, { text: 'A lake is the earth’s eye' });
    library.editHighlight(highlight, { text: 'I went to the lake' });
    await sync();
    const address = ['--base-url', server.url];
    const words = ['highlight', '--title', 'Walden', '--text', 'Simplify.'];
    expect(await run([...words, ...address])).toMatchObject({ code: 0 });
    const after = note();
    const refused = await run(['undo']);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('Walden.md: it has what was sent to Readwise');
    expect(refused.stderr).toContain('add --yes');
    const [, anchor = ''] = /To take it back: florilegium delete (rw\d+) --yes/.exec(refused.stderr) ?? [];
    expect(await run(['undo', '--yes'])).toMatchObject({ code: 0 });
    expect(note()).toBe(after);
    expect(readFileSync(join(vault, 'Readwise/Books/Lakes.md'), 'utf8')).not.toContain('eye');
    expect(await run(['delete', anchor, '--yes', ...address])).toMatchObject({ code: 0 });
    expect(note()).not.toContain('Simplify.');
    expect(await run([...words, ...address])).toMatchObject({ code: 0 });
    expect(note()).toContain('Simplify.');
  });
});
