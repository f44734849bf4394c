import type { StateStore, Vault } from '../../../src/model/ports';
import { vaultWith } from '../../../src/sync/vault-with';
import { cpuMs } from './process-cost';

/** What passed through the engine's ports. */
export interface PortCounts {
  notesWritten: number;
  commits: number;
  valuesPut: number;
  /** Of the values as JSON. */
  bytesPut: number;
  valuesRead: number;
  /** CPU that counting bytes took, which is not the engine's. */
  countingMs: number;
}

export const newCounts = (): PortCounts => ({
  notesWritten: 0,
  commits: 0,
  valuesPut: 0,
  bytesPut: 0,
  valuesRead: 0,
  countingMs: 0,
});

export const countingVault = (vault: Vault, counts: () => PortCounts): Vault =>
  vaultWith(vault, {
    create: async (path, text) => {
      const result = await vault.create(path, text);
      if (result === 'created') counts().notesWritten += 1;
      return result;
    },
    update: async (path, merge) => {
      const result = await vault.update(path, merge);
      if (result === 'written') counts().notesWritten += 1;
      return result;
    },
  });

export const countingState = (state: StateStore, counts: () => PortCounts): StateStore => ({
  getMany: (keys) => {
    counts().valuesRead += keys.length;
    return state.getMany(keys);
  },
  list: async (range) => {
    const entries = await state.list(range);
    counts().valuesRead += entries.length;
    return entries;
  },
  keys: (range) => state.keys(range),
  commit: (changes) => {
    counts().commits += 1;
    const before = cpuMs();
    for (const change of changes) {
      if ('remove' in change) continue;
      counts().valuesPut += 1;
      counts().bytesPut += Buffer.byteLength(JSON.stringify(change.value));
    }
    counts().countingMs += cpuMs() - before;
    return state.commit(changes);
  },
  update: (key, edit) => {
    counts().commits += 1;
    counts().valuesRead += 1;
    return state.update(key, edit);
  },
  clear: (prefix) => {
    counts().commits += 1;
    return state.clear(prefix);
  },
  close: () => state.close(),
});
