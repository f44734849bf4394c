import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { buildTerminalProgram } from '../support/build-terminal-program';
import { startTerminal, type TerminalResult } from '../support/run-terminal';
import { makeTemporaryFolder } from '../support/temporary-folders';

const TOKEN = 'canaryToken7f3a';

describe('florilegium undo', () => {
  let program: Awaited<ReturnType<typeof buildTerminalProgram>>;
  let server: ReferenceServer;
  let vault: string;
  let state: string;
  let library: Library;
  let highlight: number;

  beforeAll(async () => {
    program = await buildTerminalProgram();
  });
  afterAll(() => program.remove());
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
    startTerminal(program.file, [...words, '--vault', vault, '--state', state], {
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
      });
  });

  it('should look with --dry-run, and take the last sync back without it', async () => {
    await sync();
    const before = note();
    library.editHighlight(highlight, { text: 'I went to the hills' });
    await sync();
    const after = note();
    expect((await run(['undo', '--dry-run'])).stdout).toMatch(
      /^The last run that wrote anything \(sync, .*\):\n {2}revert {3}Readwise\/Books\/Walden\.md\n$/,
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
      /^The last run that wrote anything \(sync, .*\):\n {2}to trash Readwise\/Books\/Walden\.md\n.*add --yes/,
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
    // The sync made the folders, and nothing is left in them.
    expect(existsSync(join(vault, 'Readwise'))).toBe(false);
    expect(
      readdirSync(join(vault, '.trash'), { recursive: true })
        .map(String)
        .some((path) => path.endsWith('Walden.md')),
    ).toBe(true);
    const told =
      '1 note that undo removed stays away until its item changes in Readwise. To have what was removed back now, sync with --restore undone.';
    expect((await run(['sync', '--base-url', server.url, '--full'])).stderr).toContain(told);
    expect((await run(['status'])).stdout).toContain('Undone: notes that undo removed');
    expect(await run(['sync', '--base-url', server.url, '--restore', 'undone'])).toMatchObject({ code: 0 });
    expect(note()).toContain('I went to the woods');
  });
});
