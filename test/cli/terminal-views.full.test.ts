import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { builtTerminal } from '../support/built-programs';
import { startTerminal, type TerminalResult } from '../support/run-terminal';
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
  const library = new Library();
  const walden = library.addBook({ title: 'Walden', author: 'Thoreau', category: 'books' }).id;
  library.addHighlight(walden, {
    text: 'I went to the woods',
    tags: ['Nature'],
    highlightedAt: Date.parse('2020-05-17T12:00:00Z'),
  });
  library.addHighlight(walden, {
    text: 'to live deliberately',
    note: 'Every day.',
    highlightedAt: Date.now(),
  });
  server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
  vault = makeTemporaryFolder();
  state = join(makeTemporaryFolder(), 'state');
});
afterEach(() => server.close());

const run = (
  words: readonly string[],
  environment: Readonly<Record<string, string>> = { READWISE_TOKEN: TOKEN, TZ: 'UTC' },
): Promise<TerminalResult> =>
  startTerminal(program, [...words, '--vault', vault, '--state', state], { environment }).result;
const sync = (...more: readonly string[]): Promise<TerminalResult> =>
  run(['sync', '--base-url', server.url, ...more]);
const note = (path: string): string => readFileSync(join(vault, path), 'utf8');
const json = ({ stdout }: TerminalResult): unknown => JSON.parse(stdout);

function useDailyNotes(): void {
  mkdirSync(join(vault, '.obsidian'));
  mkdirSync(join(vault, 'Daily'));
  writeFileSync(join(vault, '.obsidian/core-plugins.json'), '{"daily-notes":true}');
  writeFileSync(join(vault, '.obsidian/daily-notes.json'), '{"folder":"Daily","format":"[Day] YYYY-MM-DD"}');
}

describe('florilegium and its views', () => {
  it('should make a Base, and leave it alone when it was changed', async () => {
    const path = 'Readwise/Library.base';
    expect(json(await run(['base', '--json']))).toEqual({
      outcome: 'done',
      view: 'base',
      path,
      result: 'created',
    });
    writeFileSync(join(vault, path), `${note(path)}# mine\n`);
    const again = await run(['base']);
    expect(again).toMatchObject({
      code: 0,
      stdout: `${path} already exists. To get a new one, delete it first.\n`,
    });
    expect(note(path)).toContain('# mine');
  });

  it('should write today’s review, once, and need a token for that alone', async () => {
    await sync();
    const review = ['review', '--base-url', server.url];
    const first = await run([...review, '--json']);
    expect(json(first)).toMatchObject({
      outcome: 'done',
      view: 'review',
      result: 'created',
      highlights: 2,
      missing: 0,
    });
    expect(first.stderr).toMatch(/^Created Readwise\/Reviews\/\d{4}-\d\d-\d\d\.md: 2 highlights\n$/);
    expect((await run(review)).stdout).toMatch(/^Nothing new for /);
    expect((await run(review, {})).code).toBe(2);
    expect(await run([...review, '--json'], { READWISE_TOKEN: 'canaryOther' })).toMatchObject({
      code: 4,
      stdout: expect.stringContaining('"cause":"token"') as string,
    });
    expect((await run(['day'], {})).code).toBe(0);
  });

  it('should put the highlights of a day into the daily note of the app, by its settings', async () => {
    useDailyNotes();
    await sync();
    expect((await run(['day', '2020-05-17'])).stdout).toBe('Created Daily/Day 2020-05-17.md: 1 highlight\n');
    expect(note('Daily/Day 2020-05-17.md')).toMatch(/!\[\[Readwise\/Books\/Walden#\^rw\d+\]\]/);
    expect((await run(['day', '1999-01-01'])).stdout).toBe('No highlights in the vault are from that day.\n');
    expect(existsSync(join(vault, 'Daily/Day 1999-01-01.md'))).toBe(false);
  });

  it('should do so after a sync in a daily note that has the comment for it', async () => {
    useDailyNotes();
    const day = new Date().toISOString().slice(0, 10);
    const daily = `Daily/Day ${day}.md`;
    await sync();
    expect(existsSync(join(vault, daily))).toBe(false);
    writeFileSync(join(vault, daily), `My words.\n%% florilegium-day ${day} %%\n`);
    expect(json(await sync('--json'))).toMatchObject({ outcome: 'done', vaultWrites: 1 });
    expect(note(daily)).toMatch(/^My words\.\n%% florilegium-day [^]*!\[\[Readwise\/Books\/Walden#\^rw/);
    expect(json(await sync('--json'))).toMatchObject({ vaultWrites: 0 });
  });

  it.each([
    [
      ['day', 'yesterday'],
      "'yesterday' is invalid for argument 'date'. It must be a date such as 2026-01-31.",
    ],
    [['day', '2026-02-30'], 'It must be a date'],
    [['day', '2026-01-01', '2026-01-02'], 'too many arguments'],
    [['review', 'x'], 'too many arguments'],
    [['base', '--tag', 'x'], "unknown option '--tag'"],
    [['day', '--full'], "unknown option '--full'"],
  ])('should say what is wrong with %j', async (words, problem) => {
    const { code, stderr } = await run(words);
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
  });
});
