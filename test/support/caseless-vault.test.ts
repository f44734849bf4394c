import { describeCaselessVault } from '../contract/caseless-vault-contract';
import { describeVault, type VaultUnderTest } from '../contract/vault-contract';
import { CaselessVault } from './caseless-vault';

function underTest(): Promise<VaultUnderTest> {
  const vault = new CaselessVault();
  return Promise.resolve({
    vault,
    put: (path, text) => vault.put(path, text),
    look: (path) => new Map(vault.entries()).get(path) ?? null,
    trash: () => vault.trashEntries().map(([, text]) => text),
  });
}

describeVault('CaselessVault', underTest);
describeCaselessVault('CaselessVault', underTest);

describe('CaselessVault', () => {
  it('should take names for the same that differ only in case or in the encoding of accents, and keep the spelling that came first', async () => {
    const vault = new CaselessVault();
    expect(await vault.create('Zoë/Emma.md', 'one')).toBe('created');
    expect(await vault.create('ZOË/EMMA.md', 'two')).toBe('exists');
    expect(await vault.create('zoe\u0308/Persuasion.md', 'two')).toBe('created');
    expect(await vault.read('ZOË/persuasion.md')).toBe('two');
    expect(await vault.rename('zoë/emma.md', 'zoë/EMMA.md')).toBe('renamed');
    expect(vault.entries().map(([path]) => path)).toEqual(['Zoë/EMMA.md', 'Zoë/Persuasion.md']);
  });
});
