import { problemMessage } from '../../src/messages/messages';
import { DamagedStateError } from '../../src/model/errors';
import type { Problem } from '../../src/model/problem';
import { convertPages } from '../../src/notes/html/convert-pages';
import type { Stores } from '../../src/store/outbox-store';
import type { SyncDependencies } from '../../src/sync/context/sync-options';
import { NodeCalendar, systemClock } from '../host';
import { NodeDownloader } from '../network/downloader';
import { NodeHttpClient } from '../network/http';
import { printMessage } from '../output';
import { openCurrentStore, replaceStore } from '../state/current-store';
import { openOutboxFile } from '../state/outbox-file';
import { makeStateFolder } from '../state/state-folder';
import { makeTerminalReporter, SILENT, type TerminalReporter } from '../progress-bar';
import { NodeAttachments } from '../vault/attachment-files';
import { NodeVault } from '../vault/node-vault';
import { stateIn } from './inputs';
import type { Options } from './options';

export interface TerminalDependencies extends SyncDependencies {
  readonly reporter: TerminalReporter;
  readonly calendar: NodeCalendar;
  readonly signal: AbortSignal;
  /** What happened to the state before the work; printed already. */
  readonly notices: readonly Problem[];
}

/**
 * Runs work on a vault and its state, which no other process can use meanwhile, and closes both. Returns the
 * exit code of the work.
 */
export async function inState(
  place: Pick<Options, 'vault' | 'state' | 'quiet'>,
  signal: AbortSignal,
  work: (deps: TerminalDependencies) => Promise<number>,
): Promise<number> {
  const folder = stateIn(place);
  makeStateFolder(folder);
  const vault = new NodeVault({
    folder: place.vault,
    onSkipped: printMessage,
  });
  const files = new NodeAttachments(place.vault);
  const flush = async (): Promise<void> => {
    await files.flush();
    await vault.flush();
  };
  return withStores(folder, flush, async (stores, notices) => {
    const reporter = place.quiet === true ? SILENT : makeTerminalReporter(process.stderr, systemClock);
    signal.addEventListener('abort', () => reporter.end(), { once: true });
    try {
      return await work({
        vault,
        http: new NodeHttpClient(),
        clock: systemClock,
        calendar: new NodeCalendar(place.vault),
        random: Math.random,
        ...stores,
        reporter,
        signal,
        notices,
        convertHtml: convertPages(async () => (await import('../parse-html')).parseHtml),
        attachments: { files, downloader: new NodeDownloader() },
      });
    } finally {
      reporter.end();
      await vault.flush();
    }
  });
}

/** If the state proves to be damaged, the work is done from its beginning with a new one. */
async function withStores<Result>(
  folder: string,
  beforeCommit: () => Promise<void>,
  work: (stores: Stores, notices: readonly Problem[]) => Promise<Result>,
): Promise<Result> {
  const notices: Problem[] = [];
  const tell = (notice: Problem): void => {
    notices.push(notice);
    printMessage(problemMessage(notice));
  };
  const options = { folder, beforeCommit };
  let current = await openCurrentStore(options);
  try {
    if (current.isReplacement) tell({ code: 'state-damaged' });
    const { outbox, setAside } = await openOutboxFile(folder);
    if (setAside !== null) tell({ code: 'outbox-damaged', setAside });
    try {
      return await work({ state: current.store, outbox }, notices);
    } catch (error) {
      if (!(error instanceof DamagedStateError)) throw error;
      current = await replaceStore(current, options);
      tell({ code: 'state-damaged' });
      return await work({ state: current.store, outbox }, notices);
    }
  } finally {
    await current.store.close();
  }
}
