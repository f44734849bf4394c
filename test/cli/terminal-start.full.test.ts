import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { builtTerminal } from '../support/built-programs';
import { startTerminal, type TerminalResult } from '../support/run-terminal';
import { makeTemporaryFolder } from '../support/temporary-folders';

const TOKEN = 'canaryToken7f3a';

let program: string;
let home: string;
let server: Server | null = null;

beforeAll(async () => {
  program = await builtTerminal();
});
beforeEach(() => {
  home = makeTemporaryFolder();
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

const run = (
  words: readonly string[],
  {
    environment = {},
    input = '',
  }: { readonly environment?: Record<string, string>; readonly input?: string } = {},
): Promise<TerminalResult> =>
  startTerminal(program, words, {
    environment: { HOME: home, XDG_STATE_HOME: join(home, 'state'), ...environment },
    input,
  }).result;

async function serve(status: number, body: string): Promise<string> {
  server = createServer((_request, response) =>
    response
      .writeHead(status, { 'Content-Type': body.startsWith('<') ? 'text/html' : 'application/json' })
      .end(body),
  );
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function expectOneLine({ stdout, stderr }: TerminalResult, text: string): void {
  expect(stdout).toBe('');
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toContain(text);
}

describe('the terminal program', () => {
  it('should print the options of a command when asked for its help', async () => {
    const result = await run(['sync', '--help']);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toContain('--max-delete <n>');
    expect(result.stdout).not.toContain('--repair');
  });

  it.each([
    [['snyc', '--vault', 'x'], "unknown command 'snyc'\n(Did you mean sync?)"],
    [['sync', '--vault', 'x', '--ful'], "unknown option '--ful'\n(Did you mean --full?)"],
  ])('should name the nearest and end with 2 when %j is mistyped', async (words, problem) => {
    const result = await run(words);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(problem);
  });

  it('should let nothing that the service says reach the terminal as a command', async () => {
    const url = await serve(400, JSON.stringify({ detail: 'no\u001b[2J\u009b way' }));
    const { code, stderr } = await run(['check', '--base-url', url], {
      environment: { READWISE_TOKEN: TOKEN },
    });
    expect(code).toBe(5);
    expect(stderr).toContain('way');
    expect(stderr).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it('should end as it would have when whoever read its output went away', async () => {
    const { child, result } = startTerminal(program, ['--help']);
    child.stdout?.destroy();
    expect(await result).toMatchObject({ code: 0, stderr: '' });
  });

  const FULL = '/dev/full';
  const onFullDevices = existsSync(FULL) ? it : it.skip;
  onFullDevices('should say so and end with code 2 when the disk is full that its output goes to', () => {
    const full = openSync(FULL, 'w');
    const { status, stderr } = spawnSync(process.execPath, [program, '--help'], {
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect(status).toBe(2);
    expect(stderr).toBe('The output could not be written (ENOSPC).\n');
  });

  it('should print its version when asked', async () => {
    expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['sync'], "required option '--vault <dir>' not specified"],
    [['sync', '--vault', 'x', '--nonsense'], '--nonsense'],
    [['sync', '--vault', 'x', '--max-delete', 'many'], '--max-delete'],
    [['status', '--vault', 'x', '--full'], "unknown option '--full'"],
    [['sync', '--vault', '/no/such/vault'], 'no vault folder /no/such/vault'],
    [['status', '--vault', '/no/such/vault'], 'no vault folder /no/such/vault'],
  ] as const)(
    'should say so in one line with code 2 and write nothing when given %j',
    async (words, text) => {
      const result = await run(words, { environment: { READWISE_TOKEN: TOKEN } });
      expect(result.code).toBe(2);
      expectOneLine(result, text);
      expect(readdirSync(home)).toEqual([]);
    },
  );

  it.each([
    ['an http address of another machine', ['--base-url', 'http://example.com'], 'https'],
    ['an address that is none', ['--base-url', 'readwise'], '--base-url'],
    ['a settings file that is missing', ['--settings', '/no/such/file'], 'no such file'],
    ['no token', [], 'READWISE_TOKEN'],
    ['an empty standard input for the token', ['--token-file', '-'], 'standard input'],
  ] as const)(
    'should refuse to sync with code 2 and make no state when there is %s',
    async (_what, words, text) => {
      const vault = makeTemporaryFolder();
      const result = await run(['sync', '--vault', vault, ...words]);
      expect(result.code).toBe(2);
      expectOneLine(result, text);
      expect([readdirSync(home), readdirSync(vault)]).toEqual([[], []]);
    },
  );

  it('should refuse with the name of the key when a settings file is wrong', async () => {
    const file = join(makeTemporaryFolder(), 'settings.json');
    // As some editors write it, with a mark of the byte order.
    writeFileSync(file, `\ufeff${JSON.stringify({ folder: '../outside' })}`);
    const result = await run(['sync', '--vault', makeTemporaryFolder(), '--settings', file], {
      environment: { READWISE_TOKEN: TOKEN },
    });
    expect(result.code).toBe(2);
    expectOneLine(result, 'folder');
  });

  it('should name the line and column when a settings file is no JSON', async () => {
    const file = join(makeTemporaryFolder(), 'settings.json');
    for (const [text, place] of [
      ['{\n  "folder": "Readwise",\n  "baseUrl": nowhere\n}', 'line 3, column 15'],
      ['{\n  "folder": "Readwise"\n  "naming": {}\n}', 'line 3, column 3'],
      ['{\n  "scope": { "documentLocations": ["new", ] }\n}', 'line 2, column 43'],
      ['{\n  "folder": "Read', 'line 2, column 18'],
    ] as const) {
      writeFileSync(file, text);
      const result = await run(['sync', '--vault', makeTemporaryFolder(), '--settings', file]);
      expect(result.code).toBe(2);
      expectOneLine(result, `${file}, ${place}: `);
    }
  });

  it('should use the settings of the plugin when the vault has them', async () => {
    const vault = makeTemporaryFolder();
    const folder = join(vault, '.obsidian', 'plugins', 'florilegium');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'data.json'), '{"baseUrl":"ftp://nowhere"}');
    const result = await run(['sync', '--vault', vault], { environment: { READWISE_TOKEN: TOKEN } });
    expect(result.code).toBe(2);
    expectOneLine(result, 'baseUrl');
  });

  const TOO_LONG = `/tmp/${'x'.repeat(300)}`;
  it.each([
    ['vault', ['status', '--vault', TOO_LONG]],
    ['state', ['status', '--vault', '/usr', '--state', TOO_LONG]],
  ] as const)(
    'should name the %s that the system does not let it look at, with code 2',
    async (_what, words) => {
      const result = await run(words);
      expect(result.code).toBe(2);
      expectOneLine(result, 'ENAMETOOLONG');
    },
  );

  it('should not take settings that it cannot reach for none, nor what another plugin remembers', async () => {
    const vault = makeTemporaryFolder();
    const plugins = join(vault, '.obsidian', 'plugins');
    mkdirSync(plugins, { recursive: true });
    symlinkSync(join(plugins, 'florilegium'), join(plugins, 'florilegium'));
    const result = await run(['check-library', '--vault', vault]);
    expect(result.code).toBe(2);
    expectOneLine(result, 'data.json: it cannot be read (ELOOP)');
  });

  it('should refuse a token file that others can read', async () => {
    const file = join(makeTemporaryFolder(), 'token');
    writeFileSync(file, TOKEN, { mode: 0o644 });
    const result = await run(['check', '--token-file', file]);
    expect(result.code).toBe(2);
    expectOneLine(result, 'chmod 600');
  });

  it('should refuse a state folder inside the vault', async () => {
    const vault = makeTemporaryFolder();
    const result = await run(['sync', '--vault', vault, '--state', join(vault, 'state')], {
      environment: { READWISE_TOKEN: TOKEN },
    });
    expect(result.code).toBe(2);
    expectOneLine(result, 'inside the vault');
    expect(readdirSync(vault)).toEqual([]);
  });

  it.each(['render', 'status', 'undo', 'check-library', 'unmark', 'base', 'day', 'check'])(
    'should accept at %s what the other commands take, where that changes nothing',
    async (command) => {
      const file = join(makeTemporaryFolder(), 'token');
      writeFileSync(file, TOKEN, { mode: 0o600 });
      const settings = join(makeTemporaryFolder(), 'settings.json');
      writeFileSync(settings, '{}');
      const url = await serve(204, '');
      const shared = ['--vault', makeTemporaryFolder(), '--state', join(home, 'state'), '--json'];
      const service = ['--settings', settings, '--base-url', url, '--token-file', file];
      const { code, stdout } = await run([command, ...shared, ...service]);
      expect([code, typeof JSON.parse(stdout)]).toEqual([0, 'object']);
    },
  );

  it('should say that there is nothing to render when the vault was never synced', async () => {
    const { code, stderr } = await run(['render', '--vault', makeTemporaryFolder()]);
    expect(code).toBe(0);
    expect(stderr).toContain('has not been synced on this device yet');
  });

  it('should tell the status without making anything when there never was a sync', async () => {
    const vault = makeTemporaryFolder();
    const result = await run(['status', '--vault', vault, '--json']);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toMatchObject({ items: 0, hold: null, lastRun: null });
    expect([readdirSync(home), readdirSync(vault)]).toEqual([[], []]);
  });
});

describe('florilegium check', () => {
  it('should end with 0 when the token is good, wherever it comes from', async () => {
    const url = await serve(204, '');
    const file = join(makeTemporaryFolder(), 'token');
    writeFileSync(file, `${TOKEN}\n`, { mode: 0o600 });
    const checked = await run(['check', '--base-url', url], { environment: { READWISE_TOKEN: TOKEN } });
    expect(checked).toEqual({ code: 0, stdout: `The token is valid for ${url}.\n`, stderr: '' });
    const words = ['check', '--base-url', url, '--vault', home, '--state', makeTemporaryFolder(), '--json'];
    const { stdout } = await run(words, { environment: { READWISE_TOKEN: TOKEN } });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'done' });
    expect((await run(['check', '--base-url', url, '--token-file', file])).code).toBe(0);
    expect((await run(['check', '--base-url', url, '--token-file', '-'], { input: `${TOKEN}\n` })).code).toBe(
      0,
    );
  });

  it('should say what dates are in, and how to change it, when no setting names a time zone', async () => {
    const settings = join(makeTemporaryFolder(), 'settings.json');
    writeFileSync(settings, JSON.stringify({ timeZone: 'Asia/Tokyo' }));
    const words = ['check', '--base-url', await serve(204, '')];
    const environment = { READWISE_TOKEN: TOKEN, TZ: 'Europe/Berlin' };
    expect((await run(words, { environment })).stdout).toContain(
      'Dates in notes are in UTC. For Europe/Berlin, put "timeZone": "Europe/Berlin" into the settings',
    );
    expect((await run([...words, '--settings', settings], { environment })).stdout).not.toContain('UTC');
    expect((await run(words, { environment: { ...environment, TZ: 'UTC' } })).stdout).not.toContain('UTC');
  });

  it('should end with 4 and keep the token to itself when the service refuses it', async () => {
    const result = await run(['check', '--base-url', await serve(401, '{"detail":"Invalid token."}')], {
      environment: { READWISE_TOKEN: TOKEN },
    });
    expect(result.code).toBe(4);
    expect(result.stdout + result.stderr).not.toContain(TOKEN);
  });
});
