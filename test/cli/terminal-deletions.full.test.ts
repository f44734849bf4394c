import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SyncReport, SyncStatus } from '../../src/model/report';
import { Library } from '../server/library';
import { startReferenceServer, type ReferenceServer } from '../server/reference-server';
import { buildTerminalProgram } from '../support/build-terminal-program';
import { startTerminal, type TerminalResult } from '../support/run-terminal';
import { makeTemporaryFolder } from '../support/temporary-folders';

const TOKEN = 'canaryToken7f3a';

let program: Awaited<ReturnType<typeof buildTerminalProgram>>;
let server: ReferenceServer;
let vault: string;
let state: string;

beforeAll(async () => {
  program = await buildTerminalProgram();
});
afterAll(() => program.remove());
beforeEach(async () => {
  const library = new Library();
  for (let number = 1; number <= 15; number += 1)
    library.addHighlight(library.addBook({ title: `Book ${String(number)}` }).id, { text: 'A passage.' });
  server = await startReferenceServer({ library, token: TOKEN, rateLimits: 'off' });
  vault = makeTemporaryFolder();
  state = join(makeTemporaryFolder(), 'state');
});
afterEach(() => server.close());

const run = (...words: readonly string[]): Promise<TerminalResult> =>
  startTerminal(program.file, [...words, '--vault', vault, '--state', state], {
    environment: { READWISE_TOKEN: TOKEN },
  }).result;

const sync = (...more: readonly string[]): Promise<TerminalResult> =>
  run('sync', '--base-url', server.url, '--json', ...more);
const status = async (): Promise<SyncStatus> =>
  JSON.parse((await run('status', '--json')).stdout) as SyncStatus;
const reportOf = ({ stdout }: TerminalResult): SyncReport => JSON.parse(stdout) as SyncReport;
const books = (): readonly string[] => readdirSync(join(vault, 'Readwise/Books')).sort();
const note = (name: string): string => readFileSync(join(vault, 'Readwise/Books', name), 'utf8');

async function emptyTwelve(): Promise<void> {
  await sync();
  for (const book of [...server.library.books.books()].slice(0, 12))
    for (const { id } of server.library.books.liveHighlightsOf(book.id)) server.library.deleteHighlight(id);
}

describe('florilegium and what was deleted', () => {
  it('should end with 3, name what it would remove, and tell it again when asked for the status', async () => {
    await emptyTwelve();
    const held = await sync();
    expect(held.code).toBe(3);
    expect(held.stderr).toMatch(
      /Readwise\/Books\/Book 3\.md \(no highlights left; to the trash\)[^]*--max-delete 12; to keep them, with --refuse-held/,
    );
    expect(reportOf(held).hold?.notes).toContainEqual({
      id: expect.any(String) as string,
      path: 'Readwise/Books/Book 3.md',
      action: 'trash',
      reason: 'no highlights left',
    });
    expect(books()).toHaveLength(15);
    expect((await status()).hold).toEqual(reportOf(held).hold);
    expect((await run('status')).stdout).toContain(
      'Readwise/Books/Book 3.md (no highlights left; to the trash)',
    );
  });

  it('should let them go when they are allowed by number', async () => {
    await emptyTwelve();
    expect((await sync('--max-delete', '11')).code).toBe(3);
    expect((await sync('--max-delete', '12')).code).toBe(0);
    expect(books()).toHaveLength(3);
    expect(existsSync(join(vault, '.trash'))).toBe(true);
  });

  it('should keep and mark them, and ask no more, when they are refused', async () => {
    await emptyTwelve();
    await sync();
    const refused = await sync('--refuse-held');
    expect(refused.code).toBe(0);
    expect(reportOf(refused).notes).toMatchObject({ trashed: 0, kept: 12 });
    expect(books()).toHaveLength(15);
    expect(note('Book 3.md')).toContain('readwise-status: deleted\n');
    expect(await status()).toMatchObject({ hold: null });
    expect(reportOf(await sync('--full'))).toMatchObject({ outcome: 'done', vaultWrites: 0 });
  });

  it('should name the notes that the person deleted, and bring them back by id or all of them (I3)', async () => {
    await sync();
    const before = note('Book 4.md');
    for (const name of ['Book 4.md', 'Book 5.md', 'Book 6.md']) rmSync(join(vault, 'Readwise/Books', name));
    expect((await sync('--full')).code).toBe(0);
    expect(books()).toHaveLength(12);
    const { deletedNotes } = await status();
    expect(deletedNotes.map(({ path }) => path)).toEqual([
      'Readwise/Books/Book 4.md',
      'Readwise/Books/Book 5.md',
      'Readwise/Books/Book 6.md',
    ]);
    expect((await run('status')).stdout).toContain(`Readwise/Books/Book 4.md (${deletedNotes[0]?.id ?? ''})`);
    expect(reportOf(await sync('--restore', deletedNotes[0]?.id ?? '')).notes).toMatchObject({ created: 1 });
    expect(note('Book 4.md')).toBe(before);
    expect(reportOf(await sync('--restore', 'all')).notes).toMatchObject({ created: 2 });
    expect((await status()).deletedNotes).toEqual([]);
    const unknown = await sync('--restore', 'nonsense');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain(
      'nonsense: Could not restore the note: there is no such item in your library.',
    );
  });
});
