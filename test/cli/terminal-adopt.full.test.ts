import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { builtTerminal } from '../support/built-programs';
import { mirrorNote, type ForeignBook } from '../support/foreign-notes';
import { filesIn, startTerminal, type TerminalResult } from '../support/run-terminal';
import { makeTemporaryFolder } from '../support/temporary-folders';

const TOKEN = 'canaryToken7f3a';

describe('florilegium adopt', () => {
  let program: string;
  let server: ReferenceServer;
  let vault: string;
  let state: string;

  beforeAll(async () => {
    program = await builtTerminal();
  });
  beforeEach(async () => {
    const library = new Library();
    const books = ['Walden', 'Walking'].map((title): ForeignBook => {
      const { id } = library.addBook({ title, author: 'Henry David Thoreau', category: 'books' });
      for (const location of [1, 2])
        library.addHighlight(id, { text: `Passage ${String(location)} of the book ${title}.`, location });
      const highlights = library.books
        .liveHighlightsOf(id)
        .map((highlight) => ({ ...highlight, readerId: null, tags: [] }));
      return { id, title, author: 'Henry David Thoreau', category: 'books', url: '', highlights };
    });
    server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
    vault = makeTemporaryFolder();
    state = join(makeTemporaryFolder(), 'state');
    mkdirSync(join(vault, 'Reading'));
    const [walden, walking] = books;
    if (walden !== undefined) writeFileSync(join(vault, 'Reading/Walden.md'), mirrorNote(walden));
    writeFileSync(
      join(vault, 'Reading/Thoughts.md'),
      `What I think of it all.\n\n> ${walking?.highlights[0]?.text ?? ''}\n\nMore of what I think.\n`,
    );
  });
  afterEach(() => server.close());

  const run = (...words: readonly string[]): Promise<TerminalResult> =>
    startTerminal(program, [...words, '--vault', vault, '--state', state], {
      environment: { READWISE_TOKEN: TOKEN, TZ: 'UTC' },
    }).result;
  const sync = (...words: readonly string[]): Promise<TerminalResult> =>
    run('sync', '--base-url', server.url, ...words);

  it('should say what to do first when the library is not known, and then show, adopt and sync without a second note (I1)', async () => {
    expect(await run('adopt')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('sync --dry-run first') as string,
    });
    const foreseen = await sync('--dry-run');
    expect(foreseen).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Reading/Walden.md') as string,
    });
    const stopped = await sync('--json');
    expect(stopped.code).toBe(2);
    expect(JSON.parse(stopped.stdout)).toMatchObject({ outcome: 'failed', cause: 'other-notes' });
    expect(stopped.stderr).toMatch(/florilegium adopt.*--leave-others/s);
    const before = filesIn(vault);
    expect(await run('adopt', '--dry-run')).toMatchObject({
      code: 0,
      stdout:
        '2 notes checked, 2 can be moved in.\n  ask      Reading/Thoughts.md: Walking; 1 found, 1 to come with the next sync (few highlights, or much besides; move it in with the app)\n  move in  Reading/Walden.md: Walden; 2 found\n',
    });
    expect(filesIn(vault)).toEqual(before);
    const { code, stdout } = await run('adopt', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { plan: { looked: 2 }, report: { adopted: ['Reading/Walden.md'], failures: [] } },
    ]);
    await sync();
    expect(existsSync(join(vault, 'Readwise/Books/Walden.md'))).toBe(false);
    expect(readFileSync(join(vault, 'Reading/Walden.md'), 'utf8')).toContain('readwise-id:');
  });

  it('should take notes that were left first, whose second notes go to the trash unless somebody wrote in them', async () => {
    await sync('--leave-others');
    const second = join(vault, 'Readwise/Books/Walden.md');
    const untouched = readFileSync(second, 'utf8');
    writeFileSync(second, `${untouched}\nMine.\n`);
    const refused = await run('adopt');
    expect(refused).toMatchObject({ code: 0, stderr: '0 notes moved in.\n' });
    expect(refused.stdout).toContain('that you wrote in, Readwise/Books/Walden.md. To move this one in,');
    writeFileSync(second, untouched);
    expect(await run('adopt')).toMatchObject({
      code: 0,
      stderr: '1 note moved in.\n1 second note moved to the trash.\n',
    });
    expect(existsSync(second)).toBe(false);
    await sync();
    expect(existsSync(second)).toBe(false);
  });

  it('should end with code 130 when it is interrupted', async () => {
    await sync('--dry-run');
    for (let number = 0; number < 3000; number += 1)
      writeFileSync(
        join(vault, `Reading/Note ${String(number)}.md`),
        `# Note ${String(number)}\n\nOf nothing that Readwise knows.\n`,
      );
    // Another one each time that the store is opened.
    const current = (): string => readFileSync(join(state, 'store', 'CURRENT'), 'utf8');
    const before = current();
    const { child, result } = startTerminal(program, ['adopt', '--vault', vault, '--state', state], {
      environment: { READWISE_TOKEN: TOKEN },
    });
    while (current() === before && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill('SIGINT');
    const { code, stderr } = await result;
    expect(code).toBe(130);
    expect(stderr).not.toContain('Internal error');
  });
});
