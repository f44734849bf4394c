import type { HttpClient, StateStore, Vault } from '../../../src/model/ports';
import { vaultWith } from '../../../src/sync/vault-with';

/** What passed through the engine's ports. */
export interface PortCounts {
  notesRead: number;
  notesCreated: number;
  notesUpdated: number;
  commits: number;
  bytesReceived: number;
  /** Values read from the state, and values put into it, by the first part of their keys. */
  readonly stateReads: Record<string, number>;
  readonly statePuts: Record<string, number>;
  /** Notes on the disk when the second page of either endpoint was answered; null when there was none. */
  notesBeforeSecondPage: number | null;
}

export const newCounts = (): PortCounts => ({
  notesRead: 0,
  notesCreated: 0,
  notesUpdated: 0,
  commits: 0,
  bytesReceived: 0,
  stateReads: {},
  statePuts: {},
  notesBeforeSecondPage: null,
});

export function countingVault(vault: Vault, counts: PortCounts): Vault {
  return vaultWith(vault, {
    read: (path) => {
      counts.notesRead += 1;
      return vault.read(path);
    },
    create: async (path, text) => {
      const result = await vault.create(path, text);
      if (result === 'created') counts.notesCreated += 1;
      return result;
    },
    update: async (path, merge) => {
      counts.notesRead += 1;
      const result = await vault.update(path, merge);
      if (result === 'written') counts.notesUpdated += 1;
      return result;
    },
  });
}

export function countingState(state: StateStore, counts: PortCounts): StateStore {
  const read = (key: string): void => count(counts.stateReads, key);
  return {
    getMany: (keys) => {
      keys.forEach(read);
      return state.getMany(keys);
    },
    list: async (range) => {
      const entries = await state.list(range);
      entries.forEach(({ key }) => read(key));
      return entries;
    },
    keys: async (range) => {
      const keys = await state.keys(range);
      keys.forEach((key) => read(`key of ${key}`));
      return keys;
    },
    commit: (changes) => {
      counts.commits += 1;
      for (const change of changes) if ('put' in change) count(counts.statePuts, change.put);
      return state.commit(changes);
    },
    update: (key, edit) => {
      read(key);
      counts.commits += 1;
      return state.update(key, edit);
    },
    clear: (prefix) => {
      counts.commits += 1;
      return state.clear(prefix);
    },
    close: () => state.close(),
  };
}

function count(counts: Record<string, number>, key: string): void {
  const [kind = ''] = key.split('/');
  counts[kind] = (counts[kind] ?? 0) + 1;
}

/** `secondPageMs`: by how much the answers with the second pages are late, as over a slow line. */
export function countingHttp(
  http: HttpClient,
  { counts, secondPageMs }: { readonly counts: PortCounts; readonly secondPageMs: number },
): HttpClient {
  const pages = new Map<string, number>();
  return {
    send: async (request) => {
      const { pathname } = new URL(request.url);
      const page = (pages.get(pathname) ?? 0) + 1;
      pages.set(pathname, page);
      const response = await http.send(request);
      counts.bytesReceived += response.body.length;
      if (page === 2) {
        if (secondPageMs > 0) await new Promise((resolve) => setTimeout(resolve, secondPageMs));
        counts.notesBeforeSecondPage ??= counts.notesCreated;
      }
      return response;
    },
  };
}
