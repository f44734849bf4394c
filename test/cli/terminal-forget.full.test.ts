import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCurrentStore } from '../../pkg/state/current-store';
import { Library } from '../server/library';
import { builtTerminal } from '../support/built-programs';
import { filesIn } from '../support/run-terminal';
import { makeTemporaryFolder } from '../support/temporary-folders';
import { TerminalScene, type ChangeJson } from './terminal-scene';

const NAMED = 'Not sent yet, and lost with it (1):\n  Change note: Simplify.\n';

let program: string;
let scene: TerminalScene;
let notes: Readonly<Record<string, string>>;

interface Forgotten {
  readonly outcome: string;
  readonly folder: string;
  readonly dropped: readonly ChangeJson[];
}

beforeAll(async () => {
  program = await builtTerminal();
});
beforeEach(async () => {
  const library = new Library();
  const { id } = library.addBook({ title: 'Walden', category: 'books' });
  const highlight = library.addHighlight(id, { text: 'Simplify.', location: 1 });
  library.addDocument({ title: 'Walking', author: 'Thoreau' });
  scene = await TerminalScene.create(program, library);
  await scene.text('sync');
  await scene.offline('edit', `rw${String(highlight.id)}`, '--note', 'On the train.');
  notes = filesIn(scene.vault);
});
afterEach(() => scene.server.close());

const forget = (...more: readonly string[]) => scene.text('forget', ...more);
const forgotten = async (): Promise<Forgotten> =>
  JSON.parse((await forget('--yes', '--json')).stdout) as Forgotten;

describe('florilegium forget', () => {
  it('should name what is lost and remove nothing when nobody confirms it', async () => {
    const before = filesIn(scene.state)['outbox.json'];
    for (const words of [[], ['--json']]) {
      const { code, stdout, stderr } = await forget(...words);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`This removes the state in ${scene.state}: the copy of your library`);
      expect(stderr).toContain(NAMED);
      expect(stderr).toContain('Notes and settings stay. To go on, add --yes.');
    }
    expect(filesIn(scene.state)['outbox.json']).toBe(before);
    expect((await scene.outbox()).length).toBe(1);
  });

  it('should remove all that it stores, leave the notes, and begin again without a second one', async () => {
    expect(await forgotten()).toMatchObject({
      outcome: 'done',
      folder: scene.state,
      dropped: [{ name: 'Simplify.', fields: ['note'], state: 'waiting' }],
    });
    expect([existsSync(scene.state), filesIn(scene.vault)]).toEqual([false, notes]);
    expect(await forget()).toMatchObject({ code: 0, stdout: 'This device stores nothing for this vault.\n' });
    expect(await scene.text('sync')).toMatchObject({ code: 0 });
    expect(filesIn(scene.vault)).toEqual(notes);
    expect(scene.writes).toEqual([]);
  });

  it('should say afterwards, too, which changes were lost', async () => {
    const { code, stdout } = await forget('--yes');
    expect([code, stdout]).toEqual([0, `The state of this vault was removed from this device.\n${NAMED}`]);
  });

  it('should leave what a person has in a folder that was chosen for the state', async () => {
    writeFileSync(join(scene.state, 'mine.txt'), 'mine');
    await forgotten();
    expect(readdirSync(scene.state)).toEqual(['mine.txt']);
  });

  it('should wait for a running sync, which needs the state', async () => {
    const running = await openCurrentStore({ folder: scene.state, beforeCommit: () => Promise.resolve() });
    const { code, stderr } = await forget('--yes');
    await running.store.close();
    expect([code, stderr]).toEqual([6, expect.stringContaining('Another sync is running')]);
    expect((await scene.outbox()).length).toBe(1);
  });

  it('should name the changes and remove all when the store is damaged', async () => {
    for (const name of readdirSync(join(scene.state, 'store')).filter((each) =>
      /^CURRENT|^MANIFEST/.test(each),
    ))
      truncateSync(join(scene.state, 'store', name), 3);
    expect((await forget()).stderr).toContain('lost with it (1):\n  Change note: ');
    expect((await forgotten()).dropped).toHaveLength(1);
    expect(existsSync(scene.state)).toBe(false);
  });

  it('should say that changes cannot be read when their file is damaged, and leave it until that is confirmed', async () => {
    writeFileSync(join(scene.state, 'outbox.json'), 'rubbish');
    expect((await forget()).stderr).toContain('Some waiting changes cannot be read. They are lost, too.');
    expect(filesIn(scene.state)['outbox.json']).toBe('rubbish');
    await forgotten();
    expect(existsSync(scene.state)).toBe(false);
  });

  it('should need no settings that can be read', async () => {
    const settings = join(makeTemporaryFolder(), 'settings.json');
    writeFileSync(settings, '{');
    expect(await forget('--yes', '--settings', settings)).toMatchObject({ code: 0 });
  });
});
