import { join } from 'node:path';
import { convertPages } from '../../notes/html/convert-pages';
import { NodeDownloader } from '../network/attachment-downloader';
import { NodeAttachments } from '../vault/attachment-files';
import { FetchHttpClient } from '../network/fetch-http-client';
import { openLevelStateStore, type OpenedStateStore } from '../state/level-state-store';
import { NodeFolders } from '../vault/vault-folders';
import { NodeVault } from '../vault/node-vault';
import { takeRunLock } from '../state/run-lock';
import { makeStateFolder, stateFolderOf } from '../state/state-folder';
import { systemClock } from '../system-clock';
import { makeTerminalReporter, type TerminalReporter } from '../text/terminal-reporter';
import { OwnFolders } from '../../sync/write/own-folders';
import type { SyncDependencies } from '../../sync/context/sync-options';
import { printMessage } from '../output';

/** A vault, with its state folder if it is not the usual one. */
export interface Place {
  readonly vault: string;
  readonly state?: string;
}

export type TerminalDependencies = SyncDependencies & { readonly reporter: TerminalReporter };

export const stateIn = ({ vault, state }: Place): string =>
  stateFolderOf({ vault, chosen: state ?? null, environment: process.env });

/** Opens the store in a state folder, and reports a damaged one. */
export async function openState(
  folder: string,
  beforeCommit: () => Promise<void>,
): Promise<OpenedStateStore['store']> {
  const { store, movedAside } = await openLevelStateStore({ folder: join(folder, 'store'), beforeCommit });
  if (movedAside !== null)
    printMessage(`The sync state was damaged and is now in ${movedAside}. Everything is fetched again.`);
  return store;
}

/** Runs work on a vault and its locked state, and closes both. */
export async function inState(
  place: Place,
  signal: AbortSignal,
  work: (deps: TerminalDependencies) => Promise<number>,
): Promise<number> {
  const folder = stateIn(place);
  makeStateFolder(folder);
  const lock = takeRunLock(folder);
  try {
    const vault = new NodeVault({ folder: place.vault, cacheFile: join(folder, 'notes.json') });
    const files = new NodeAttachments(place.vault);
    const flush = async (): Promise<void> => {
      await files.flush();
      await vault.flush();
    };
    const store = await openState(folder, flush);
    const reporter = makeTerminalReporter(process.stderr, systemClock);
    signal.addEventListener('abort', () => reporter.end(), { once: true });
    try {
      const convertHtml = convertPages(async () => (await import('../parse-html')).parseHtml);
      const own = new OwnFolders({ folders: new NodeFolders(place.vault), state: store });
      const code = await work({
        vault: own.through(vault),
        http: new FetchHttpClient(),
        clock: systemClock,
        random: Math.random,
        state: store,
        reporter,
        convertHtml,
        attachments: { files, downloader: new NodeDownloader() },
      });
      await own.settle();
      return code;
    } finally {
      reporter.end();
      await vault.close();
      await store.close();
    }
  } finally {
    lock.release();
  }
}
