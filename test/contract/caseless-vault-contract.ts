import type { VaultUnderTest } from './vault-contract';

const BOOK = { bookId: '41023871', documentId: null, partId: null };
const NOTE = '---\nreadwise-id: 41023871\n---\nText\n';

/** What `Vault` promises besides on a disk that ignores case. */
export function describeCaselessVault(name: string, makeVault: () => Promise<VaultUnderTest>): void {
  describe(`${name} as a Vault on a disk that ignores case`, () => {
    it('should spell folders as they are there, and leave all else as it was asked', async () => {
      const { vault, put } = await makeVault();
      await put('Readwise/Jane Austen/Emma.md', 'text');
      const asked = [
        'readwise/jane austen/emma.md',
        'Readwise/JANE AUSTEN/New/x.md',
        'Readwise/Jane Austen/Emma.md',
        'None/A.md',
        'a.md',
        'readwise/Thoreau/Walden.md',
      ];
      expect(await Promise.all(asked.map((path) => vault.spelled(path)))).toEqual([
        'Readwise/Jane Austen/emma.md',
        'Readwise/Jane Austen/New/x.md',
        'Readwise/Jane Austen/Emma.md',
        'None/A.md',
        'a.md',
        'Readwise/Thoreau/Walden.md',
      ]);
    });

    it('should put a new note into the folder that is there', async () => {
      const { vault, put, look } = await makeVault();
      await put('Readwise/Jane Austen/Emma.md', 'text');
      expect(await vault.create('readwise/jane austen/Persuasion.md', NOTE)).toBe('created');
      expect(await look('Readwise/Jane Austen/Persuasion.md')).toBe(NOTE);
      expect(await vault.create('readwise/jane austen/EMMA.md', 'theirs')).toBe('exists');
      expect(await look('Readwise/Jane Austen/Emma.md')).toBe('text');
    });

    it('should reach a note whose folder is asked for in another spelling', async () => {
      const { vault, put, look } = await makeVault();
      await put('Log/Runs.md', 'one');
      expect(await vault.read('log/Runs.md')).toBe('one');
      expect(await vault.has('log/Runs.md')).toBe(true);
      expect(await vault.update('log/Runs.md', (text) => `${text} two`)).toBe('written');
      expect(await look('Log/Runs.md')).toBe('one two');
      expect(await vault.moveToTrash('log/Runs.md')).toBe('trashed');
      expect(await look('Log/Runs.md')).toBeNull();
    });

    it('should reach a note whose name is asked for in another spelling', async () => {
      const { vault, put, look } = await makeVault();
      await put('Log/Runs.md', 'one');
      expect(await vault.read('Log/runs.md')).toBe('one');
      expect(await vault.has('Log/runs.md')).toBe(true);
      expect(await vault.update('Log/runs.md', (text) => `${text} two`)).toBe('written');
      expect((await look('Log/Runs.md')) ?? (await look('Log/runs.md'))).toBe('one two');
    });

    it('should move a note into the folder that is there, and find it there', async () => {
      const { vault, put, look } = await makeVault();
      await put('Readwise/Jane Austen/Emma.md', 'text');
      await put('Readwise/Persuasion.md', NOTE);
      expect(
        await vault.rename(
          'Readwise/Persuasion.md',
          await vault.spelled('readwise/jane austen/Persuasion.md'),
        ),
      ).toBe('renamed');
      expect(await look('Readwise/Jane Austen/Persuasion.md')).toBe(NOTE);
      expect(await vault.locate(BOOK)).toEqual(['Readwise/Jane Austen/Persuasion.md']);
      expect(
        await vault.rename('Readwise/Jane Austen/Persuasion.md', 'Readwise/Jane Austen/PERSUASION.md'),
      ).toBe('renamed');
      expect(await vault.locate(BOOK)).toEqual(['Readwise/Jane Austen/PERSUASION.md']);
    });
  });
}
