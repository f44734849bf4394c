import { appendFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

describe('florilegium sync', () => {
  it('should say once what dates are in when no setting names a time zone', async () => {
    const environment = { READWISE_TOKEN: TOKEN, TZ: 'Europe/Berlin' };
    const words = ['sync', '--vault', vault, '--state', state, '--base-url', server.url];
    const first = await startTerminal(program, words, { environment }).result;
    expect(first.stderr).toMatch(/^Dates in notes are in UTC\. For Europe\/Berlin, .*--settings FILE\)\.$/m);
    expect((await startTerminal(program, words, { environment }).result).stderr).toBe('');
  });

  it('should wait for a pause that the service asked for, but not with --full', async () => {
    server.faults.when(
      { path: '/api/v3/list/', times: 1 },
      { kind: 'status', status: 429, headers: { 'retry-after': '999999999' } },
    );
    const asked = (): number => server.requests.to('/api/v3/list/').length;
    expect((await sync().result).code).toBe(5);
    expect((await sync().result).code).toBe(5);
    expect(asked()).toBe(1);
    expect((await sync('--full').result).code).toBe(0);
    expect(asked()).toBeGreaterThan(1);
    expect((await sync().result).code).toBe(0);
  });

  it('should make no second note when the state is lost', async () => {
    await sync().result;
    const written = contents();
    rmSync(state, { recursive: true });
    expect(JSON.parse((await sync().result).stdout)).toMatchObject({
      outcome: 'done',
      notes: { created: 0, updated: 0 },
    });
    expect(contents()).toEqual(written);
  });

  it('should print how the text of each note would change when asked for that', async () => {
    const start = (...more: string[]) =>
      startTerminal(
        program,
        ['sync', '--vault', vault, '--state', state, '--base-url', server.url, ...more],
        { environment: { READWISE_TOKEN: TOKEN } },
      ).result;
    const first = await start('--dry-run', '--diff');
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(
      /^Dry run[^]*\n--- \/dev\/null\n\+\+\+ Readwise\/[^\n]+\.md\n@@ -0,0 \+1,\d+ @@\n\+---\n/,
    );
    expect(first.stdout).not.toContain('%% florilegium');
    expect(contents()).toEqual({});
    await start();
    expect((await start('--dry-run', '--diff')).stdout).toMatch(/^Dry run.*: nothing new\. .*\n$/);
  });

  it('should write the notes again under other names, without a token and a service, when asked to render', async () => {
    await sync().result;
    const names = Object.keys(contents());
    await server.close();
    const settings = join(makeTemporaryFolder(), 'settings.json');
    writeFileSync(settings, JSON.stringify({ naming: { folder: 'All', fileName: '{{kind}} {{title}}' } }));
    const render = (...more: string[]) =>
      start(['render', '--vault', vault, '--state', state, '--settings', settings, '--json', ...more], '')
        .result;
    const planned = JSON.parse((await render('--dry-run')).stdout) as { plan: readonly { action: string }[] };
    expect(new Set(planned.plan.map(({ action }) => action))).toEqual(new Set(['rename']));
    expect(Object.keys(contents())).toEqual(names);
    const { code, stdout } = await render();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'done',
      requests: 0,
      notes: { renamed: names.length },
    });
    expect(
      Object.keys(contents()).every((path) =>
        /^Readwise\/All\/(book|article|tweet|podcast|video) /.test(path),
      ),
    ).toBe(true);
  });

  it("should show first what new names would move, then move it with the links that lead there and the person's words (I2)", async () => {
    await sync().result;
    const [path = ''] = Object.keys(contents()).filter((name) => name.startsWith('Readwise/Books/'));
    const title = path.replace(/^.*\/|\.md$/g, '');
    writeFileSync(join(vault, 'Mine.md'), `See [[${title}]] and [[${path.slice(0, -3)}|it]].\n`);
    appendFileSync(join(vault, path), '\nMy words.\n');
    const settings = join(makeTemporaryFolder(), 'settings.json');
    writeFileSync(
      settings,
      JSON.stringify({ naming: { folder: '{{kind}}', fileName: '{{title}} ({{kind}})' } }),
    );
    const render = (...more: string[]) =>
      start(['render', '--vault', vault, '--state', state, '--settings', settings, ...more], '').result;
    const before = contents();
    expect((await render('--dry-run')).stdout).toContain(` → Readwise/book/${title} (book).md `);
    expect(contents()).toEqual(before);
    expect((await render()).code).toBe(0);
    const after = contents();
    expect(after['Mine.md']).toBe(`See [[${title} (book)]] and [[Readwise/book/${title} (book)|it]].\n`);
    expect(after[`Readwise/book/${title} (book).md`]).toContain('\nMy words.\n');
    expect(after[path]).toBeUndefined();
  });

  it("should say nothing of what stands in a person's properties, however odd", async () => {
    await sync().result;
    const [path = ''] = Object.keys(contents()).filter((name) => name.startsWith('Readwise/Books/'));
    writeFileSync(
      join(vault, path),
      (contents()[path] ?? '').replace('---\n', '---\nmine: {{title}}\nother: !mine words\n'),
    );
    const settings = join(makeTemporaryFolder(), 'settings.json');
    writeFileSync(settings, JSON.stringify({ templates: { book: 'built-in:outline' } }));
    const { code, stderr } = await startTerminal(program, [
      'render',
      '--vault',
      vault,
      '--state',
      state,
      '--settings',
      settings,
    ]).result;
    expect(code).toBe(0);
    expect(contents()[path]).toContain('\nmine: {{title}}\nother: !mine words\n');
    expect(stderr).not.toMatch(/warning|words|\{/i);
  });

  it('should go on to its end when whoever read its messages went away', async () => {
    const { child, result } = sync();
    child.stderr?.destroy();
    const { code, stdout } = await result;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'done' });
    expect(Object.keys(contents()).length).toBeGreaterThan(0);
  });

  it('should say that the state is damaged when only its status is asked for', async () => {
    await sync().result;
    writeFileSync(join(state, 'store', 'CURRENT'), 'nonsense');
    const { code, stderr } = await startTerminal(program, ['status', '--vault', vault, '--state', state])
      .result;
    expect(code).toBe(0);
    expect(stderr).toContain('was damaged');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'should report and end with 130 when %s comes while the service is silent',
    async (signal) => {
      server.faults.when({ path: '/api/v3/list/' }, { kind: 'silence' });
      const { child, result } = sync();
      while (server.requests.to('/api/v3/list/').length === 0 && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 5));
      child.kill(signal);
      const { code, stdout } = await result;
      expect(code).toBe(130);
      expect(JSON.parse(stdout)).toMatchObject({ outcome: 'failed', cause: 'cancelled' });
    },
  );

  it('should go on alone, and take nothing for damaged, when several begin at once after one was killed', async () => {
    const { child, result } = sync();
    while (!existsSync(join(vault, 'Readwise')) && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill('SIGKILL');
    await result;
    for (let round = 0; round < 2; round += 1) {
      const results = await Promise.all([sync(), sync(), sync()].map((run) => run.result));
      const codes = results.map(({ code }) => code);
      expect(codes).toContain(0);
      expect(codes.filter((code) => code !== 0 && code !== 6)).toEqual([]);
      expect(results.map(({ stderr }) => stderr).join('')).not.toContain('damaged');
    }
    expect(readdirSync(state).filter((name) => name.startsWith('store'))).toEqual(['store']);
  });

  it('should tell afterwards what it knows', async () => {
    await sync().result;
    const { code, stdout } = await start(['status', '--vault', vault, '--state', state, '--json']).result;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ due: 0, hold: null, lastRun: { outcome: 'done' } });
  });
});
