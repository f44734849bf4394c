import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeVault } from '../../../pkg/vault/node-vault';
import { NodeFolders } from '../../../pkg/vault/vault-files';
import type { Vault } from '../../../src/model/ports';
import { OwnFolders } from '../../../src/sync/write/own-folders';
import { settings, World } from '../../simulation/world';
import { MemoryStateStore } from '../../support/memory-state-store';
import { makeTemporaryFolder } from '../../support/temporary-folders';
import { undo } from '../journal/history-scene';

describe('folders that become empty because notes move', () => {
  let world: World;
  let folder: string;
  let state: MemoryStateStore;

  beforeEach(async () => {
    world = await World.create();
    folder = makeTemporaryFolder();
    state = new MemoryStateStore();
    for (const category of ['books', 'articles'] as const) {
      const { id } = world.library.addBook({ title: `One of ${category}`, category });
      world.library.addHighlight(id, { text: `A passage of ${category}.`, location: 1 });
    }
  });
  afterEach(() => world.close());

  const at = (path: string): string => join(folder, path);
  const isThere = (path: string): boolean => existsSync(at(path));

  async function inVault<Result>(use: (vault: Vault) => Promise<Result>): Promise<Result> {
    const vault = new NodeVault({ folder });
    const own = new OwnFolders({ folders: new NodeFolders(folder), state });
    try {
      const result = await use(own.through(vault));
      await own.settle();
      return result;
    } finally {
      await vault.flush();
    }
  }
  const syncInto = (name: string) => {
    world.pass(61);
    return inVault((vault) => world.sync({ vault, state }, { settings: settings({ folder: name }) }));
  };

  it('should go, with those above them, when a sync made them and moves all notes out of them', async () => {
    await syncInto('Deep/Readwise');
    expect(await syncInto('Library')).toMatchObject({ notes: { renamed: 2 } });
    expect(isThere('Library/Books/One of books.md')).toBe(true);
    expect(isThere('Deep')).toBe(false);
    expect(await syncInto('Library')).toMatchObject({ vaultWrites: 0 });
  });

  it('should stay where the person made them', async () => {
    mkdirSync(at('Deep/Readwise'), { recursive: true });
    await syncInto('Deep/Readwise');
    await syncInto('Library');
    expect(isThere('Deep/Readwise')).toBe(true);
    expect(isThere('Deep/Readwise/Books')).toBe(false);
  });

  it('should stay where anything else is in them, hidden or not', async () => {
    await syncInto('Readwise');
    writeFileSync(at('Readwise/Books/.hidden'), '');
    writeFileSync(at('Readwise/Articles/Mine.md'), 'My words.');
    await syncInto('Library');
    expect(isThere('Readwise/Books/.hidden')).toBe(true);
    expect(isThere('Readwise/Articles/Mine.md')).toBe(true);
  });

  it('should stay where the person made one of that name anew', async () => {
    await syncInto('Readwise');
    await syncInto('Library');
    rmSync(at('Library/Articles'), { recursive: true });
    await new Promise((resolve) => void setTimeout(resolve, 5));
    mkdirSync(at('Library/Articles'));
    await syncInto('Third');
    expect(isThere('Library/Books')).toBe(false);
    expect(isThere('Library/Articles')).toBe(true);
  });

  it('should be there again, and the new ones gone, when that is undone', async () => {
    await syncInto('Readwise');
    await syncInto('Library');
    await inVault((vault) => undo({ vault, state }, world));
    expect(isThere('Readwise/Books/One of books.md')).toBe(true);
    expect(isThere('Library')).toBe(false);
  });

  it('should stay when nothing was moved out of them', async () => {
    await syncInto('Readwise');
    rmSync(at('Readwise/Articles/One of articles.md'));
    await syncInto('Readwise');
    expect(isThere('Readwise/Articles')).toBe(true);
  });
});
