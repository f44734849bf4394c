import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCurrentStore } from '../../pkg/state/current-store';
import { generateLibrary } from '../server/generate-library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { builtTerminal } from '../support/built-programs';
import { filesIn, startTerminal, type TerminalRun } from '../support/run-terminal';
import { makeTemporaryFolder } from '../support/temporary-folders';

const TOKEN = 'canaryToken7f3a';

let program: string;
let server: ReferenceServer;
let vault: string;
let state: string;

beforeAll(async () => {
  program = await builtTerminal();
});
beforeEach(async () => {
  const library = generateLibrary({ seed: 7, documents: 8, books: 8, highlights: 40 });
  server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
  vault = makeTemporaryFolder();
  state = join(makeTemporaryFolder(), 'state');
});
afterEach(() => server.close());

const start = (words: readonly string[], token = TOKEN): TerminalRun =>
  startTerminal(program, words, { environment: { READWISE_TOKEN: token } });

function sync(...more: string[]): ReturnType<typeof start> {
  return start(['sync', '--vault', vault, '--state', state, '--base-url', server.url, '--json', ...more]);
}

const contents = (): Record<string, string> => filesIn(vault);

/** The way that everybody goes, and its exit codes; all others are in `terminal-*.full.test.ts`. */
describe('the terminal program', () => {
  it('should print its usage when asked for help', async () => {
    const result = await start(['--help']).result;
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toContain('update the notes');
    expect(result.stdout).toContain('Exit codes:\n  0    done\n');
  });

  it('should say so in one line with code 2 and write nothing when its words are wrong', async () => {
    const { code, stdout, stderr } = await sync('--nonsense').result;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^.*--nonsense.*\n$/);
    expect(contents()).toEqual({});
  });

  it('should write every note once, and nothing when run again', async () => {
    const first = await sync().result;
    expect(first.code).toBe(0);
    const report = JSON.parse(first.stdout) as { outcome: string; notes: { created: number } };
    expect(report.outcome).toBe('done');
    expect(report.notes.created).toBeGreaterThan(0);
    const written = contents();
    expect(Object.keys(written)).toHaveLength(report.notes.created);
    const second = await sync().result;
    expect(second.code).toBe(0);
    expect(JSON.parse(second.stdout)).toMatchObject({
      outcome: 'done',
      vaultWrites: 0,
      notes: { created: 0, updated: 0 },
    });
    expect(contents()).toEqual(written);
  });

  it('should write no note in a dry run', async () => {
    const { code, stdout } = await sync('--dry-run').result;
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { plan: unknown[] }).plan.length).toBeGreaterThan(0);
    expect(contents()).toEqual({});
  });

  it('should end in the same bytes when it was killed on the way', async () => {
    await sync().result;
    const expected = contents();
    rmSync(vault, { recursive: true });
    rmSync(state, { recursive: true });
    vault = makeTemporaryFolder();
    const { child, result } = sync();
    while (!existsSync(join(vault, 'Readwise')) && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill('SIGKILL');
    await result;
    expect((await sync().result).code).toBe(0);
    expect(contents()).toEqual(expected);
  });

  it('should begin anew and say so when the state is damaged', async () => {
    await sync().result;
    const written = contents();
    writeFileSync(join(state, 'store', 'CURRENT'), 'nonsense');
    const { code, stderr } = await sync().result;
    expect(code).toBe(0);
    expect(stderr).toContain('was damaged');
    expect(contents()).toEqual(written);
  });

  it('should end with 1 and name the notes when they cannot be written, and write them once they can', async () => {
    writeFileSync(join(vault, 'Readwise'), 'a file where the folder should be');
    const { code, stdout, stderr } = await sync().result;
    expect(code).toBe(1);
    expect(stderr).toContain('is a file, not a folder');
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'partial', notes: { created: 0 } });
    rmSync(join(vault, 'Readwise'));
    expect((await sync().result).code).toBe(0);
    expect(Object.keys(contents()).length).toBeGreaterThan(0);
  });

  it('should end with 4 and write nothing when the token is refused', async () => {
    const { code, stdout, stderr } = await start(
      ['sync', '--vault', vault, '--state', state, '--base-url', server.url, '--json'],
      'wrongCanary',
    ).result;
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'failed', cause: 'token' });
    expect(stdout + stderr).not.toContain('wrongCanary');
    expect(contents()).toEqual({});
  });

  it('should end with 6, and say that another sync is running, when one has the state folder', async () => {
    await sync().result;
    const other = await openCurrentStore({ folder: state, beforeCommit: () => Promise.resolve() });
    const { code, stdout, stderr } = await sync().result;
    await other.store.close();
    expect([code, stdout]).toEqual([6, '']);
    expect(stderr).toContain('Another sync is running');
    expect((await sync().result).code).toBe(0);
  });

  it('should keep the token out of everything it writes', async () => {
    const { stdout, stderr } = await sync().result;
    const kept = readdirSync(state, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const everything = [
      stdout,
      stderr,
      JSON.stringify(contents()),
      ...kept.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')),
    ];
    expect(everything.join('\n')).not.toContain(TOKEN);
  });

  it('should end with 5 when what answers is not the API', async () => {
    server.faults.when({ path: '/api/v2/auth/' }, { kind: 'html-page' });
    expect((await start(['check', '--base-url', server.url]).result).code).toBe(5);
  });
});
