import type { App as RealApp } from 'obsidian';
import { ObsidianVault } from '../../../src/obsidian/vault/obsidian-vault';
import { App } from '../../browser/app/app-model';
import { newDevice, World } from '../../simulation/world';

/** Tells which calls to the app opened a file, since it was last asked. */
function watchReads({ vault }: App): () => readonly string[] {
  const calls: string[] = [];
  const read = vault.read.bind(vault);
  vault.read = (file) => {
    calls.push(`read ${file.path}`);
    return read(file);
  };
  const process = vault.process.bind(vault);
  vault.process = (file, change) => {
    calls.push(`process ${file.path}`);
    return process(file, change);
  };
  return () => calls.splice(0);
}

describe('a note in the app', () => {
  it('should be read for the plan and by the change itself, and no third time, when a sync changes it', async () => {
    const world = await World.create();
    const book = world.library.addBook({ title: 'Walden', category: 'books' }).id;
    const { id } = world.library.addHighlight(book, { text: 'Simplify, simplify.', location: 10 });
    const app = new App();
    const vault = new ObsidianVault(app as unknown as RealApp);
    const { state } = newDevice();
    const readsSince = watchReads(app);
    const path = 'Readwise/Books/Walden.md';
    await world.sync({ vault, state });
    expect(readsSince()).toEqual([]);
    world.pass(600);
    world.library.editHighlight(id, { note: 'Read once more.' });
    expect((await world.sync({ vault, state })).notes).toMatchObject({ updated: 1 });
    expect(readsSince()).toEqual([`read ${path}`, `process ${path}`]);
    expect(app.vault.disk.read(path)).toContain('Read once more.');
    vault.close();
    await world.close();
  });
});
