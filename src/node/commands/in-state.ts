import { convertPages } from '../../notes/html/convert-pages';
import { NodeDownloader } from '../network/downloader';
import { NodeAttachments } from '../vault/attachment-files';
import { NodeHttpClient } from '../network/http';
import { openCurrentStore, replaceStore } from '../state/current-store';
import { NodeFolders } from '../vault/vault-files';
import { NodeVault } from '../vault/node-vault';
import { makeStateFolder, stateFolderOf } from '../state/state-folder';
import { systemClock } from '../system-clock';
import { makeTerminalReporter, type TerminalReporter } from '../text/reporter';
import { OwnFolders } from '../../sync/write/own-folders';
import type { SyncDependencies } from '../../sync/context/sync-options';
import { printMessage } from '../output';
import { problemMessage } from '../../messages/messages';
import { DamagedStateError } from '../../model/errors';
import type { StateStore } from '../../model/ports';
import type { Problem } from '../../model/problem';
import { DEFAULT_BASE_URL, type Settings } from '../../model/settings';
import { accountMark } from '../../readwise/account';
import { isAllowed, rememberAllowed } from '../state/state-folder';
import { CannotStart, tokenFrom, type Options } from './inputs';

/** A vault, with its state folder if it is not the usual one. */
export interface Place {
  readonly vault: string;
  readonly state?: string;
}

export interface TerminalDependencies extends SyncDependencies {
  readonly reporter: TerminalReporter;
  /** What happened to the state before the work; printed already. */
  readonly notices: readonly Problem[];
}

export const stateIn = ({ vault, state }: Place): string =>
  stateFolderOf({ vault, chosen: state ?? null, environment: process.env });

/**
 * Runs work on the store of a state folder, which no other process can use meanwhile. If that proves to be
 * damaged, the work is done from its beginning with a new one.
 */
export async function withStore<Result>(
  folder: string,
  beforeCommit: () => Promise<void>,
  work: (store: StateStore, notices: readonly Problem[]) => Promise<Result>,
): Promise<Result> {
  const options = { folder, beforeCommit };
  let current = await openCurrentStore(options);
  const run = (): Promise<Result> => {
    for (const notice of current.notices) printMessage(problemMessage(notice));
    return work(current.store, current.notices);
  };
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DamagedStateError)) throw error;
    current = await replaceStore(current, options);
    return await run();
  } finally {
    await current.store.close();
  }
}

/** Runs work on a vault and its locked state, and closes both. */
export async function inState(
  place: Place,
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
  return withStore(folder, flush, async (store, notices) => {
    const reporter = makeTerminalReporter(process.stderr, systemClock);
    signal.addEventListener('abort', () => reporter.end(), { once: true });
    try {
      const convertHtml = convertPages(async () => (await import('../parse-html')).parseHtml);
      const own = new OwnFolders({ folders: new NodeFolders(place.vault), state: store });
      const code = await work({
        vault: own.through(vault),
        http: new NodeHttpClient(),
        clock: systemClock,
        random: Math.random,
        state: store,
        reporter,
        notices,
        convertHtml,
        attachments: { files, downloader: new NodeDownloader() },
      });
      await own.settle();
      return code;
    } finally {
      reporter.end();
      await vault.flush();
    }
  });
}

/**
 * The token, for requests to the address of these settings. Throws `CannotStart` unless a person allowed that
 * on this device: a vault is shared and cloned, so what lies in it must not decide where a token goes (I11).
 */
export async function allowedToken(
  options: Partial<Options>,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
): Promise<string> {
  const token = await tokenFrom(options.tokenFile);
  const { origin } = new URL(baseUrl);
  const { vault } = options;
  if (origin === DEFAULT_BASE_URL || vault === undefined) return token;
  const folder = stateIn({ ...options, vault });
  const allowed = { origin, account: await accountMark({ baseUrl, token }) };
  if (options.baseUrl !== undefined) {
    makeStateFolder(folder);
    rememberAllowed(folder, allowed);
    return token;
  }
  if (options.settings !== undefined || isAllowed(folder, allowed)) return token;
  throw new CannotStart(
    `This vault wants to use ${origin}. Your token was not sent there. If you set this up, run the command once with --base-url ${origin}`,
  );
}
