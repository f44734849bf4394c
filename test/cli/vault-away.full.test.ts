import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shelfOfBooks } from '../server/shelf-of-books';
import { builtTerminal } from '../support/built-programs';
import { filesIn } from '../support/run-terminal';
import { TerminalScene } from './terminal-scene';

let program: string;
let scene: TerminalScene;

beforeAll(async () => {
  program = await builtTerminal();
});
beforeEach(async () => {
  scene = await TerminalScene.create(program, shelfOfBooks(6));
  await scene.text('sync');
  renameSync(join(scene.vault, 'Readwise'), `${scene.vault}-away`);
});
afterEach(() => scene.server.close());

function settingsFile(values: object): string {
  const file = join(`${scene.vault}-away`, 'settings.json');
  writeFileSync(file, JSON.stringify({ ...values, timeZone: 'UTC' }));
  return file;
}

const MISSING = /^6 of the 6 notes written here are missing, .*--accept-missing\.$/m;

describe('a vault whose notes are not there', () => {
  it.each([
    { words: ['sync', '--restore', 'all'] },
    { words: ['sync', '--dry-run'] },
    { words: ['undo'] },
    { words: ['adopt'] },
    { words: ['unmark'] },
    { words: ['check-library'] },
    { words: ['day'] },
    { words: ['review'] },
    { words: ['send'], values: { sendBack: { note: true } } },
  ])('should be told of, and nothing be done, by $words', async ({ words, values }) => {
    const before = filesIn(scene.vault);
    const settings = values === undefined ? [] : ['--settings', settingsFile(values)];
    const { code, stderr } = await scene.text(...words, ...settings);
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr.replace(/\n +/g, ' ')).toMatch(/6 of the 6 notes written here are missing/);
    expect(filesIn(scene.vault)).toEqual(before);
  });

  it('should be what the status tells of, and no note be called deleted', async () => {
    const { code, stdout } = await scene.text('status');
    expect(code).toBe(0);
    expect(stdout).toMatch(MISSING);
    expect(stdout).not.toContain('you deleted; to restore');
    const { stdout: json } = await scene.text('status', '--json');
    expect(json).toContain('"vault":"6 of the 6 notes');
    expect(JSON.parse(json)).toMatchObject({ deletedNotes: [] });
  });
});
