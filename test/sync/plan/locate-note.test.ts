import type { Vault } from '../../../src/ports';
import { locateNote } from '../../../src/sync/plan/locate-note';
import { isOperational } from '../../../src/sync/sync-errors';
import { MemoryVault } from '../../support/memory-vault';

const NOTE = '---\nreadwise-id: 7\n---\nText\n';
const WANTED = { identity: { bookId: '7', documentId: null, partId: null }, lastPath: 'A.md', expectedPath: 'A.md' };

/** A host that knows where notes were before another program moved them, and hears of it after so many questions. */
function hearingLate(vault: MemoryVault, { questions }: { readonly questions: number }): Vault {
  const before = vault.copy();
  let asked = 0;
  return {
    locate: (identity) => ((asked += 1) > questions ? vault : before).locate(identity),
    survey: () => vault.survey(),
    spelled: (path) => vault.spelled(path),
    read: (path) => vault.read(path),
    has: (path) => vault.has(path),
    create: (path, text) => vault.create(path, text),
    update: (path, merge) => vault.update(path, merge),
    rename: (from, to) => vault.rename(from, to),
    moveToTrash: (path) => vault.moveToTrash(path),
  };
}

describe('locateNote', () => {
  it('should find a note when another program moved it since the vault was looked through', async () => {
    const vault = new MemoryVault([['A.md', NOTE]]);
    const late = hearingLate(vault, { questions: 1 });
    await vault.rename('A.md', 'B.md');
    expect(await locateNote({ ...WANTED, vault: late })).toEqual({ note: { path: 'B.md', text: NOTE }, duplicates: [] });
  });

  it('should not take a note for deleted when the host does not know yet where another program moved it (I14)', async () => {
    const vault = new MemoryVault([['A.md', NOTE]]);
    const late = hearingLate(vault, { questions: 2 });
    await vault.rename('A.md', 'B.md');
    const problem: unknown = await locateNote({ ...WANTED, vault: late }).catch((error: unknown) => error);
    expect(isOperational(problem) && problem.message).toBe('The note A.md went away while it was being updated.');
  });
});
