import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SyncReport } from '../../src/model/report';
import { generateLibrary } from '../server/generate-library';
import type { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { builtTerminal } from '../support/built-programs';
import { filesIn, startTerminal } from '../support/run-terminal';
import { makeTemporaryFolder } from '../support/temporary-folders';

const MINE = 'canaryTokenOfMine';
const THEIRS = 'canaryTokenOfTheirs';

let program: string;
let library: Library;
let server: ReferenceServer;
let vault: string;
let state: string;

beforeAll(async () => {
  program = await builtTerminal();
});
beforeEach(async () => {
  library = generateLibrary({ seed: 7, documents: 8, books: 8, highlights: 40 });
  server = await startReferenceServer({ library, token: MINE, rateLimits: 'off' });
  vault = makeTemporaryFolder();
  state = join(makeTemporaryFolder(), 'state');
});
afterEach(() => server.close());

async function sync(
  token: string,
  url: string,
  ...more: readonly string[]
): Promise<{ readonly code: unknown; readonly report: SyncReport; readonly stderr: string }> {
  const words = ['sync', '--vault', vault, '--state', state, '--base-url', url, '--json', ...more];
  const { code, stdout, stderr } = await startTerminal(program, words, {
    environment: { READWISE_TOKEN: token },
  }).result;
  expect(stdout + stderr).not.toContain(token);
  return { code, report: JSON.parse(stdout) as SyncReport, stderr };
}

const contents = (): Record<string, string> => filesIn(vault);

describe('florilegium sync', () => {
  it("should change nothing with another account's token, and follow that account after --relink (I4, I11)", async () => {
    await sync(MINE, server.url);
    const before = contents();
    const theirs = generateLibrary({ seed: 8, documents: 3, books: 0, highlights: 0 });
    const other = await startReferenceServer({ library: theirs, token: THEIRS, rateLimits: 'off' });
    const refused = await sync(THEIRS, other.url, '--max-delete', '1000');
    expect(refused).toMatchObject({
      code: 2,
      report: { outcome: 'failed', cause: 'account', vaultWrites: 0 },
    });
    expect(refused.stderr).toMatch(/another Readwise account.*--relink/);
    expect(contents()).toEqual(before);
    expect(await sync(THEIRS, other.url, '--relink')).toMatchObject({
      code: 0,
      report: { notes: { created: 3, trashed: 0 } },
    });
    expect(contents()).toMatchObject(before);
    await other.close();
  });

  it('should touch nothing while the folder of the notes is not mounted, and catch up when it is', async () => {
    await sync(MINE, server.url);
    const before = contents();
    const away = join(makeTemporaryFolder(), 'Readwise');
    renameSync(join(vault, 'Readwise'), away);
    library.addHighlight([...library.books.books()][0]?.id ?? 0, { text: 'Marked meanwhile.' });
    const stopped = await sync(MINE, server.url, '--max-delete', '1000');
    expect(stopped).toMatchObject({ code: 2, report: { outcome: 'failed', cause: 'vault', vaultWrites: 0 } });
    expect(stopped.stderr).toMatch(/notes written here are missing.*--accept-missing/s);
    expect(existsSync(join(vault, 'Readwise'))).toBe(false);
    renameSync(away, join(vault, 'Readwise'));
    expect(await sync(MINE, server.url)).toMatchObject({
      code: 0,
      report: { notes: { created: 0, updated: 1 } },
    });
    expect(Object.keys(contents())).toEqual(Object.keys(before));
    expect(JSON.stringify(contents())).toContain('Marked meanwhile.');
  });

  it('should go on without them when the person says that the missing notes were deleted (I3)', async () => {
    await sync(MINE, server.url);
    renameSync(join(vault, 'Readwise'), join(makeTemporaryFolder(), 'Readwise'));
    library.addHighlight([...library.books.books()][0]?.id ?? 0, { text: 'Marked meanwhile.' });
    expect((await sync(MINE, server.url)).code).toBe(2);
    expect(await sync(MINE, server.url, '--accept-missing')).toMatchObject({
      code: 0,
      report: { notes: { created: 0 } },
    });
    expect(contents()).toEqual({});
  });

  it('should leave a note waiting, by name, while iCloud has only a placeholder of it here', async () => {
    await sync(MINE, server.url);
    const before = contents();
    const { id } = [...library.books.books()][0] ?? { id: 0 };
    const path =
      Object.keys(before).find((candidate) => before[candidate]?.includes(`readwise-id: ${String(id)}\n`)) ??
      '';
    const placeholder = join(vault, dirname(path), `.${basename(path)}.icloud`);
    mkdirSync(dirname(placeholder), { recursive: true });
    renameSync(join(vault, path), placeholder);
    library.addHighlight(id, { text: 'Marked meanwhile.' });
    const waiting = await sync(MINE, server.url);
    expect(waiting).toMatchObject({
      code: 1,
      report: { outcome: 'partial', notes: { created: 0 }, failures: [{ path }] },
    });
    expect(waiting.stderr).toContain('only in the cloud');
    expect(existsSync(join(vault, path))).toBe(false);
    renameSync(placeholder, join(vault, path));
    expect(await sync(MINE, server.url)).toMatchObject({
      code: 0,
      report: { notes: { updated: 1, created: 0 } },
    });
    writeFileSync(placeholder, 'left behind');
    expect(await sync(MINE, server.url)).toMatchObject({ code: 0, report: { vaultWrites: 0 } });
  });
});
