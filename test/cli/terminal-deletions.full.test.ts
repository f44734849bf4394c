import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SyncReport, SyncStatus } from '../../src/model/report';
import { Library } from '../server/library';
import { builtTerminal } from '../support/built-programs';
import { TerminalScene, type Answer } from './terminal-scene';

let program: string;
let scene: TerminalScene;

beforeAll(async () => {
  program = await builtTerminal();
});
beforeEach(async () => {
  const library = new Library();
  for (let number = 1; number <= 15; number += 1)
    library.addHighlight(library.addBook({ title: `Book ${String(number)}` }).id, { text: 'A passage.' });
  scene = await TerminalScene.create(program, library);
});
afterEach(() => scene.server.close());

const sync = (...more: readonly string[]): Promise<Answer> => scene.run('sync', ...more);
const status = async (): Promise<SyncStatus> => JSON.parse((await scene.run('status')).stdout) as SyncStatus;
const reportOf = ({ stdout }: Answer): SyncReport => JSON.parse(stdout) as SyncReport;
const books = (): readonly string[] => readdirSync(join(scene.vault, 'Readwise/Books')).sort();
const note = (name: string): string => scene.note(`Readwise/Books/${name}`);

async function emptyTwelve(): Promise<void> {
  await sync();
  for (const book of [...scene.library.books.books()].slice(0, 12))
    for (const { id } of scene.library.books.liveHighlightsOf(book.id)) scene.library.deleteHighlight(id);
}

describe('florilegium and what was deleted', () => {
  it('should end with 3, name what it would remove, and tell it again when asked for the status', async () => {
    await emptyTwelve();
    const held = await sync();
    expect(held.code).toBe(3);
    expect(held.stderr).toMatch(
      /Readwise\/Books\/Book 3\.md \(no highlights left; to the trash\)[^]*--max-delete 12; to keep them: sync --refuse-held\./,
    );
    expect(reportOf(held).hold?.notes).toContainEqual({
      id: expect.any(String) as string,
      path: 'Readwise/Books/Book 3.md',
      action: 'trash',
      reason: 'no highlights left',
    });
    expect(books()).toHaveLength(15);
    expect((await status()).hold).toEqual(reportOf(held).hold);
    expect((await scene.text('status')).stdout).toContain(
      'Readwise/Books/Book 3.md (no highlights left; to the trash)',
    );
  });

  it('should let them go when they are allowed by number', async () => {
    await emptyTwelve();
    expect((await sync('--max-delete', '11')).code).toBe(3);
    expect((await sync('--max-delete', '12')).code).toBe(0);
    expect(books()).toHaveLength(3);
    expect(existsSync(join(scene.vault, '.trash'))).toBe(true);
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
    for (const name of ['Book 4.md', 'Book 5.md', 'Book 6.md'])
      rmSync(join(scene.vault, 'Readwise/Books', name));
    expect((await sync('--full')).code).toBe(0);
    expect(books()).toHaveLength(12);
    const { deletedNotes } = await status();
    expect(deletedNotes.map(({ path }) => path)).toEqual([
      'Readwise/Books/Book 4.md',
      'Readwise/Books/Book 5.md',
      'Readwise/Books/Book 6.md',
    ]);
    expect((await scene.text('status')).stdout).toContain(
      `Readwise/Books/Book 4.md (${deletedNotes[0]?.id ?? ''})`,
    );
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
