import { describeAttachments } from '../contract/attachment-files-contract';
import { describeCaselessVault } from '../contract/caseless-vault-contract';
import { describeStateStore } from '../contract/state-store-contract';
import { describeVault, type VaultUnderTest } from '../contract/vault-contract';
import { OverlayVault } from '../../src/sync/overlay-vault';
import { vaultWith } from '../../src/sync/vault-with';
import { CaselessVault } from './caseless-vault';
import { CountingStateStore } from './counting-state-store';
import { DyingStateStore } from './dying-state-store';
import { MemoryAttachments } from './memory-attachments';
import { MemoryStateStore } from './memory-state-store';
import { MemoryVault } from './memory-vault';

/** The fakes keep the contracts of the ports, as the real adapters do. */

const underTest = (vault: MemoryVault): Promise<VaultUnderTest> =>
  Promise.resolve({
    vault,
    put: (path, text) => vault.put(path, text),
    look: (path) => new Map(vault.entries()).get(path) ?? null,
    trash: () => vault.trashEntries().map(([, text]) => text),
  });

describeVault('MemoryVault', () => underTest(new MemoryVault()));
describeVault('CaselessVault', () => underTest(new CaselessVault()));
describeCaselessVault('CaselessVault', () => underTest(new CaselessVault()));
describeVault('OverlayVault', () => {
  const below = new MemoryVault();
  const vault = new OverlayVault(below);
  const trashed: string[] = [];
  return Promise.resolve({
    vault: vaultWith(vault, {
      moveToTrash: async (path) => {
        const text = await vault.read(path);
        if (text !== null) trashed.push(text);
        return vault.moveToTrash(path);
      },
    }),
    put: async (path, text) => {
      const isTrashed = new Map(below.entries()).has(path) && (await vault.read(path)) === null;
      if (isTrashed) await vault.create(path, text);
      else below.put(path, text);
    },
    look: (path) => vault.read(path).catch(() => null),
    trash: () => trashed,
  });
});
describeStateStore('MemoryStateStore', () => Promise.resolve(new MemoryStateStore()));
describeStateStore('CountingStateStore', () =>
  Promise.resolve(new CountingStateStore(new MemoryStateStore())),
);
describeStateStore('DyingStateStore', () => Promise.resolve(new DyingStateStore(Number.POSITIVE_INFINITY)));
describeAttachments('MemoryAttachments', () => {
  const files = new MemoryAttachments();
  return Promise.resolve({
    files,
    put: (path, bytes) => files.put(path, bytes),
    look: (path) => files.entries().find(([each]) => each === path)?.[1] ?? null,
  });
});

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
