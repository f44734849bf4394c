import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SyncStatus } from '../../src/model/report';
import { shelfOfBooks } from '../server/shelf-of-books';
import { builtTerminal } from '../support/built-programs';
import { filesIn } from '../support/run-terminal';
import { TerminalScene, type Answer } from './terminal-scene';

const NOTE = 'Readwise/Books/Book 1.md';

let program: string;
let scene: TerminalScene;

beforeAll(async () => {
  program = await builtTerminal();
});
beforeEach(async () => {
  scene = await TerminalScene.create(program, shelfOfBooks(3));
  await sync();
});
afterEach(() => scene.server.close());

const run = (...words: readonly string[]): Promise<Answer> => scene.text(...words);
const sync = (...more: readonly string[]): Promise<Answer> => run('sync', ...more);
const note = (path: string): string => scene.note(path);

describe('florilegium check-library and unmark', () => {
  it('should tell what is not in order and what to do, and change nothing', async () => {
    expect(await run('check-library')).toMatchObject({
      code: 0,
      stdout: '3 notes checked. Everything is in order.\n',
    });
    writeFileSync(join(scene.vault, NOTE), `${note(NOTE)}\nMine.\n`);
    writeFileSync(join(scene.vault, 'Copy.md'), note('Readwise/Books/Book 2.md'));
    const before = filesIn(scene.vault);
    const { code, stdout } = await run('check-library');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Two notes of the same item\. Only one of them is kept up to date\./);
    expect(stdout).toContain('\n  Copy.md (the other note: Readwise/Books/Book 2.md)\n');
    expect(stdout).toContain(`\n  ${NOTE}: The hidden comment “%% florilegium`);
    expect(stdout).toMatch(/\n4 notes checked, 2 findings\.\n$/);
    expect(JSON.parse((await run('check-library', '--json')).stdout)).toMatchObject({
      findings: [{ fault: 'double' }, { fault: 'broken', damage: 'trailer' }],
    });
    expect(filesIn(scene.vault)).toEqual(before);
  });

  it('should name line, mistake and what to do with broken properties, in each sync until they are mended', async () => {
    const whole = note(NOTE);
    const [, id = ''] = /^readwise-id: (\d+)$/m.exec(whole) ?? [];
    const broken = whole.replace('\ntitle: ', '\nmood: "good\ntitle: ');
    writeFileSync(join(scene.vault, NOTE), broken);
    const line = broken.slice(0, broken.indexOf('\n---\n', 4)).split('\n').length;
    const mistake = new RegExp(`${NOTE}: The properties cannot be read\\. Line \\d+: .*Close it`);
    for (let time = 0; time < 3; time += 1) {
      const { code, stderr } = await sync();
      expect(code).toBe(1);
      expect(stderr).toMatch(mistake);
      expect(note(NOTE)).toContain(broken.slice(0, broken.indexOf('\n---\n', 4)));
      scene.library.editBook(Number(id), { author: 'Another Author' });
    }
    const check = await run('check-library');
    expect([check.code, check.stdout]).toEqual([1, expect.stringMatching(mistake)]);
    expect(Number(/Line (\d+)/.exec(check.stdout)?.[1])).toBeLessThanOrEqual(line + 1);
    writeFileSync(join(scene.vault, NOTE), note(NOTE).replace('"good', 'good'));
    expect((await sync()).code).toBe(0);
    // What changed meanwhile is in the properties now.
    expect(note(NOTE)).toMatch(/^---\n(?:.+\n)*?author.*\n?.*Another Author/);
    expect((await run('check-library')).code).toBe(0);
  });

  it('should tell a note whose id was removed from one that was deleted, and the last success and failure', async () => {
    writeFileSync(join(scene.vault, NOTE), note(NOTE).replace(/^readwise-id: .*\n/m, ''));
    rmSync(join(scene.vault, 'Readwise/Books/Book 2.md'));
    const status = JSON.parse((await run('status', '--json')).stdout) as SyncStatus;
    expect(status.notesWithoutId.map(({ path }) => path)).toEqual([NOTE]);
    expect(status.deletedNotes.map(({ path }) => path)).toEqual(['Readwise/Books/Book 2.md']);
    expect([typeof status.lastSuccess, status.lastFailure]).toEqual(['string', null]);
    await scene.server.close();
    // Both lists fail in the same way.
    const { failures } = JSON.parse((await sync('--json')).stdout) as { failures: readonly unknown[] };
    expect(failures).toHaveLength(1);
    const after = JSON.parse((await run('status', '--json')).stdout) as SyncStatus;
    expect([after.lastSuccess, after.lastFailure?.cause]).toEqual([status.lastSuccess, 'service']);
  }, 60_000);

  it('should turn all notes into plain markdown, after showing which', async () => {
    const before = filesIn(scene.vault);
    expect(JSON.parse((await run('unmark', '--dry-run', '--json')).stdout)).toMatchObject({
      notes: [NOTE, 'Readwise/Books/Book 2.md', 'Readwise/Books/Book 3.md'],
      keptAnchors: 0,
    });
    expect(filesIn(scene.vault)).toEqual(before);
    expect(await run('unmark')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/makes 3 notes plain[^]*add --yes/) as string,
    });
    expect(filesIn(scene.vault)).toEqual(before);
    expect(await run('unmark', '--yes')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('3 notes turned into plain markdown.') as string,
    });
    for (const text of Object.values(filesIn(scene.vault)))
      expect(text).not.toMatch(/florilegium|readwise-id|\^rw/);
    expect((await run('unmark', '--json')).stdout).toBe('{"changed":0,"left":0,"failures":[]}\n');
  });

  it('should neither miss nor write what was made plain', async () => {
    for (let number = 4; number <= 6; number += 1) {
      const { id } = scene.library.addBook({ title: `Book ${String(number)}` });
      scene.library.addHighlight(id, { text: 'A passage.' });
    }
    await sync();
    await run('unmark', '--yes');
    const plain = filesIn(scene.vault);
    for (const { id } of scene.library.books.books())
      scene.library.addHighlight(id, { text: 'Marked afterwards.' });
    for (const words of [[], ['--full'], ['--restore', 'all']])
      expect(await sync(...words)).toMatchObject({ code: 0 });
    expect(filesIn(scene.vault)).toEqual(plain);
    expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({
      deletedNotes: [],
      notesWithoutId: [],
    });
    expect((await run('check-library')).stdout).toContain('Everything is in order');
    // Nor does a device that knows nothing of them: it asks.
    rmSync(scene.state, { recursive: true });
    expect(await sync()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Move them in') as string,
    });
    expect(filesIn(scene.vault)).toEqual(plain);
  });

  it('should name a note that is in the cloud alone, and not end as if all were done, when it could not look at it', async () => {
    renameSync(join(scene.vault, NOTE), join(scene.vault, 'Readwise/Books/.Book 1.md.icloud'));
    expect(await run('check-library')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`${NOTE}: could not be read\n`) as string,
    });
    const asked = await run('unmark', '--dry-run');
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain(`\n${NOTE}: “${NOTE}” is not on this device yet`);
    expect(JSON.parse((await run('unmark', '--dry-run', '--json')).stdout)).toMatchObject({
      notes: ['Readwise/Books/Book 2.md', 'Readwise/Books/Book 3.md'],
      failures: [{ path: NOTE }],
    });
  });

  it('should say what goes with what when it is asked otherwise', async () => {
    expect(await run('unmark', '--full')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("unknown option '--full'") as string,
    });
    expect(await run('check-library', '--dry-run')).toMatchObject({ code: 2 });
  });
});
