import type { HttpClient, StateStore, Vault } from '../../../src/model/ports';
import { committing } from '../../../src/store/state-stores';
import { vaultWith } from '../../../src/sync/write/own-folders';

/** What passed through the engine's ports. */
export interface PortCounts {
  notesRead: number;
  notesCreated: number;
  notesUpdated: number;
  commits: number;
  bytesReceived: number;
  /** Notes on the disk when the second page of either endpoint was answered; null when there was none. */
  notesBeforeSecondPage: number | null;
}

export const newCounts = (): PortCounts => ({
  notesRead: 0,
  notesCreated: 0,
  notesUpdated: 0,
  commits: 0,
  bytesReceived: 0,
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

export const countingState = (state: StateStore, counts: PortCounts): StateStore =>
  committing(state, (changes) => {
    counts.commits += 1;
    return state.commit(changes);
  });

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
