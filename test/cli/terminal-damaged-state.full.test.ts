import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ReportJson } from '../../src/messages/report-messages';
import { generateLibrary } from '../server/generate-library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { aWaitingChange } from '../support/builders';
import { builtTerminal } from '../support/built-programs';
import { filesIn, startTerminal, type TerminalResult } from '../support/run-terminal';
import { makeTemporaryFolder } from '../support/temporary-folders';

const DAMAGED =
  'This device’s copy of your library was damaged, so everything is fetched again. Your notes and waiting changes are as they were.';
const TOKEN = 'canaryToken7f3a';

let program: string;
let server: ReferenceServer;
let vault: string;
let state: string;
let intact: string;

beforeAll(async () => {
  program = await builtTerminal();
  const library = generateLibrary({ seed: 7, documents: 6, books: 6, highlights: 30 });
  server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
  vault = makeTemporaryFolder();
  intact = join(makeTemporaryFolder(), 'state');
  state = intact;
  await sync();
  // The second one moves what the first left in the log into a table.
  await sync();
});
afterAll(() => server.close());
beforeEach(() => {
  state = join(makeTemporaryFolder(), 'state');
  cpSync(intact, state, { recursive: true });
});

function sync(...more: string[]): Promise<TerminalResult> {
  const words = ['sync', '--vault', vault, '--state', state, '--base-url', server.url, '--json', ...more];
  return startTerminal(program, words, { environment: { READWISE_TOKEN: TOKEN } }).result;
}
const reportOf = ({ stdout }: TerminalResult): ReportJson => JSON.parse(stdout) as ReportJson;

const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  'filled with rubbish': (file) =>
    writeFileSync(file, Buffer.alloc(Math.max(64, readFileSync(file).length), 'rubbish \n\0')),
  'cut in half': (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
  missing: (file) => rmSync(file),
};

describe('a damaged state', () => {
  it.each(Object.keys(DAMAGES))(
    'should cost a full pull and no byte of a note when any file of the store is %s',
    async (damage) => {
      const notes = filesIn(vault);
      const files = readdirSync(join(intact, 'store')).filter((name) =>
        /^CURRENT|^MANIFEST|\d\.\w+$/.test(name),
      );
      expect(files.some((name) => name.endsWith('.ldb'))).toBe(true);
      for (const name of files) {
        const file = join(state, 'store', name);
        const isEmpty = readFileSync(file).length === 0;
        DAMAGES[damage]?.(file);
        const result = await sync();
        expect([name, result.code]).toEqual([name, 0]);
        expect(filesIn(vault)).toEqual(notes);
        if (!isEmpty || damage !== 'cut in half') {
          expect([name, reportOf(result).notices]).toEqual([
            name,
            [{ id: 'state', path: null, message: DAMAGED }],
          ]);
          expect(result.stderr).toContain(DAMAGED);
          expect(readdirSync(state).filter((each) => each.startsWith('store'))).toEqual(['store-2']);
        }
        rmSync(state, { recursive: true });
        cpSync(intact, state, { recursive: true });
      }
    },
    120_000,
  );

  it.each(Object.keys(DAMAGES))(
    'should cost nothing when a file beside the store is %s',
    async (damage) => {
      const notes = filesIn(vault);
      for (const name of ['last-quiet-sync', 'store/LOG', 'store/checksums.json']) {
        DAMAGES[damage]?.(join(state, name));
        expect((await sync()).code).toBe(0);
        expect(filesIn(vault)).toEqual(notes);
      }
    },
    30_000,
  );

  it('should be replaced when the damage shows only while the store is read, after a run that was killed', async () => {
    const notes = filesIn(vault);
    const store = join(state, 'store');
    // Without checksums, as after a crash.
    rmSync(join(store, 'checksums.json'));
    for (const name of readdirSync(store).filter((each) => each.endsWith('.ldb')))
      DAMAGES['filled with rubbish']?.(join(store, name));
    const result = await sync();
    expect(result.code).toBe(0);
    expect(reportOf(result).notices).toHaveLength(1);
    expect(filesIn(vault)).toEqual(notes);
    const again = reportOf(await sync());
    expect([again.notices, again.requests]).toEqual([[], 5]);
  });

  it('should keep the changes that wait to be sent (I15)', async () => {
    const waiting = JSON.stringify({ 'outbox/a': aWaitingChange('a') });
    writeFileSync(join(state, 'outbox.json'), waiting);
    writeFileSync(join(state, 'store', 'CURRENT'), 'rubbish');
    const words = ['status', '--vault', vault, '--state', state, '--json'];
    const { code, stdout } = await startTerminal(program, words).result;
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { items: 0, outbox: [{ id: 'a' }] }]);
    expect(readFileSync(join(state, 'outbox.json'), 'utf8')).toBe(waiting);
  });

  it.each(['\n', 'LOG/x\n', `${'x'.repeat(300)}\n`])(
    'should be recognized, with and without checksums, when CURRENT names no manifest but %j',
    async (text) => {
      for (const hasChecksums of [true, false]) {
        const store = join(state, 'store');
        writeFileSync(join(store, 'CURRENT'), text);
        if (!hasChecksums) rmSync(join(store, 'checksums.json'));
        const result = await sync();
        expect([result.code, reportOf(result).notices]).toEqual([
          0,
          [{ id: 'state', path: null, message: DAMAGED }],
        ]);
        rmSync(state, { recursive: true });
        cpSync(intact, state, { recursive: true });
      }
    },
    30_000,
  );

  it('should be told in the status, too, and not stop it', async () => {
    appendFileSync(join(state, 'store', 'CURRENT'), 'rubbish');
    const words = ['status', '--vault', vault, '--state', state, '--json'];
    const { code, stdout, stderr } = await startTerminal(program, words).result;
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { items: 0 }]);
    expect(stderr).toContain('was damaged');
  });

  it('should not be what a folder is taken for that may not be written', async () => {
    if (process.getuid?.() === 0) return;
    const store = join(state, 'store');
    chmodSync(store, 0o500);
    const { code, stderr } = await sync();
    chmodSync(store, 0o700);
    expect(code).toBe(2);
    expect(stderr).toContain('Check permissions and free disk space');
    expect(existsSync(`${store}-2`)).toBe(false);
  });
});
