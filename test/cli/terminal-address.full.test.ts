import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { generateLibrary } from '../server/generate-library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { builtTerminal } from '../support/built-programs';
import { filesIn, startTerminal, type TerminalResult } from '../support/run-terminal';
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
  const library = generateLibrary({ seed: 7, documents: 2, books: 2, highlights: 8 });
  server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
  vault = makeTemporaryFolder();
  state = join(makeTemporaryFolder(), 'state');
});
afterEach(() => server.close());

/** The vault's own settings, as a clone of it would bring them. */
function bring(settings: object): string {
  const folder = join(vault, '.obsidian/plugins/florilegium');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'data.json');
  writeFileSync(file, JSON.stringify(settings));
  return file;
}

function run(
  words: readonly string[],
  { token = TOKEN, input = '', place = ['--vault', vault] } = {},
): Promise<TerminalResult> {
  return startTerminal(
    program,
    [...words, ...place, ...(place.includes('--vault') ? ['--state', state] : [])],
    {
      environment: { READWISE_TOKEN: token },
      input,
    },
  ).result;
}

const REQUESTING: readonly (readonly string[])[] = [
  ['sync'],
  ['sync', '--dry-run'],
  ['sync', '--full', '--json'],
  ['check'],
  ['review'],
  ['save', 'https://example.com/a-page'],
  ['edit', 'rw512001', '--note', 'mine'],
  ['delete', 'rw512001', '--yes'],
  ['highlight', '--text', 'A passage', '--title', 'A book'],
  ['send'],
];

describe('an address that only the vault brings (I11)', () => {
  it.each(REQUESTING)(
    'should get no request, and the program end with 2, when asked for %s %s',
    async (...words) => {
      bring({ baseUrl: server.url });
      const { code, stdout, stderr } = await run(words);
      expect(server.requests.entries).toEqual([]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(stderr).toContain(`--base-url ${server.url}`);
    },
  );

  it('should get no request when the vault was synced with another address before', async () => {
    const other = await startReferenceServer({ library: server.library, token: TOKEN, rateLimits: 'off' });
    try {
      expect((await run(['sync', '--base-url', other.url])).code).toBe(0);
      const written = filesIn(vault);
      bring({ baseUrl: server.url });
      expect((await run(['sync'])).code).toBe(2);
      expect(server.requests.entries).toEqual([]);
      expect(filesIn(vault)).toMatchObject(written);
    } finally {
      await other.close();
    }
  });

  it('should be asked about once when --base-url allows it', async () => {
    bring({ baseUrl: `${server.url}/` });
    expect((await run(['sync'])).code).toBe(2);
    expect((await run(['check', '--base-url', server.url])).code).toBe(0);
    expect((await run(['sync'])).code).toBe(0);
    expect((await run(['review'])).code).toBe(0);
  });

  it('should be asked about again when another token would be sent', async () => {
    bring({ baseUrl: server.url });
    await run(['sync', '--base-url', server.url]);
    server.requests.clear();
    expect((await run(['sync'], { token: 'canaryToken8e4b' })).code).toBe(2);
    expect(server.requests.entries).toEqual([]);
  });

  it('should need no question when a settings file outside of every vault names it', async () => {
    const file = join(makeTemporaryFolder(), 'settings.json');
    writeFileSync(file, JSON.stringify({ baseUrl: server.url }));
    expect((await run(['sync', '--settings', file])).code).toBe(0);
    expect((await run(['check', '--settings', relative(process.cwd(), file)])).code).toBe(0);
  });

  it('should get no request when a settings file on the command line lies in a vault', async () => {
    const file = bring({ baseUrl: server.url });
    const outside = makeTemporaryFolder();
    symlinkSync(file, join(outside, 'link.json'));
    symlinkSync(vault, join(outside, 'folder'));
    writeFileSync(join(outside, 'target.json'), JSON.stringify({ baseUrl: server.url }));
    symlinkSync(join(outside, 'target.json'), join(vault, 'in-vault.json'));
    const named = [
      file,
      relative(process.cwd(), file),
      `${outside}/../${basename(outside)}/link.json`,
      join(outside, 'folder/.obsidian/plugins/florilegium/data.json'),
      join(outside, 'folder/in-vault.json'),
    ];
    for (const settings of named) {
      const { code, stderr } = await run(['sync', '--settings', settings]);
      expect([settings, code]).toEqual([settings, 2]);
      expect(stderr).toContain('lies in a vault');
    }
    // As another vault's folder.
    const elsewhere = ['--vault', makeTemporaryFolder(), '--settings', file];
    expect((await run(['sync'], { place: elsewhere })).code).toBe(2);
    expect((await run(['check'], { place: ['--settings', file] })).code).toBe(2);
    expect(server.requests.entries).toEqual([]);
    expect((await run(['check', '--base-url', server.url])).code).toBe(0);
    expect((await run(['sync', '--settings', file])).code).toBe(0);
  });

  it('should get no request when a settings file lies in a folder that is a vault without Obsidian', async () => {
    const file = join(vault, 'settings.json');
    writeFileSync(file, JSON.stringify({ baseUrl: server.url }));
    expect((await run(['sync', '--settings', file])).code).toBe(2);
    expect(server.requests.entries).toEqual([]);
  });

  it('should stay allowed when the store beside it is lost, and not when its own file is', async () => {
    bring({ baseUrl: server.url });
    await run(['sync', '--base-url', server.url]);
    rmSync(join(state, 'store'), { recursive: true });
    expect((await run(['sync'])).code).toBe(0);
    writeFileSync(join(state, 'allowed.json'), '[{"origin":');
    expect((await run(['sync'])).code).toBe(2);
    expect((await run(['sync', '--base-url', server.url])).code).toBe(0);
    expect((await run(['sync'])).code).toBe(0);
  });

  it('should be remembered in a file that only its owner can read, without the token', async () => {
    await run(['sync', '--base-url', server.url]);
    const file = join(state, 'allowed.json');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain(server.url);
  });
});
