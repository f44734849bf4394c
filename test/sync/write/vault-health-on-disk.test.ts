import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeVault } from '../../../pkg/vault/node-vault';
import { World } from '../../simulation/world';
import { MemoryStateStore } from '../../support/memory-state-store';

const BOOKS = 120;

describe('a vault on a disk whose notes were emptied where they stand', () => {
  let world: World;
  let folder: string;
  let state: MemoryStateStore;

  beforeEach(async () => {
    world = await World.create({ pageSizes: { exportBooks: 10 } });
    folder = mkdtempSync(join(tmpdir(), 'vault-'));
    state = new MemoryStateStore();
  });

  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await world.close();
  });

  async function sync() {
    world.pass(3600);
    const vault = new NodeVault({ folder });
    try {
      return await world.sync({ vault, state });
    } finally {
      await vault.flush();
    }
  }

  it('should be known for partly there before a note is written, though the first that are due are whole', async () => {
    const ids = Array.from(
      { length: BOOKS },
      (_, index) =>
        world.library.addBook({ title: `Book ${String(index).padStart(3, '0')}`, category: 'books' }).id,
    );
    const mark = (): void =>
      ids.forEach((id) => void world.library.addHighlight(id, { text: `Of ${String(id)}.` }));
    mark();
    expect(await sync()).toMatchObject({ outcome: 'done', notes: { created: BOOKS } });
    const books = join(folder, 'Readwise/Books');
    const emptied = readdirSync(books).sort().slice(0, 80);
    for (const name of emptied) writeFileSync(join(books, name), '');
    mark();
    expect(await sync()).toMatchObject({ outcome: 'failed', cause: 'vault', notes: { updated: 0 } });
    expect([...state.texts().values()].filter((text) => text.includes('absence'))).toEqual([]);
  });
});
