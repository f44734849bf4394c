import { describeVault } from '../contract/vault-contract';
import { MemoryVault } from './memory-vault';

describeVault('MemoryVault', () => {
  const vault = new MemoryVault();
  return Promise.resolve({
    vault,
    put: (path, text) => vault.put(path, text),
    look: (path) => new Map(vault.entries()).get(path) ?? null,
    trash: () => vault.trashEntries().map(([, text]) => text),
  });
});
