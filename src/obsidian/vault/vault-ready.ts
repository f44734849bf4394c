import type { App, TFile } from 'obsidian';

/**
 * After this long the sync starts all the same: notes that the app has not indexed are then read one by one.
 */
const LONGEST_INDEXING_MS = 30_000;

/** Notes that were waited for and are not indexed all the same: they may never be. */
const waitedFor = new WeakSet<TFile>();

/**
 * Resolves once the app has laid out its workspace and indexed the notes, but for those that it was waited
 * for in vain. Rejects when the signal is aborted first.
 */
export async function vaultReady(app: App, signal: AbortSignal): Promise<void> {
  await wait(signal, app.workspace.layoutReady, (done) => {
    app.workspace.onLayoutReady(done);
    return () => undefined;
  });
  // `resolved` fires only after changes: a plugin that was just switched on in a running app would wait for
  // it in vain.
  await wait(
    signal,
    notIndexed(app).every((file) => waitedFor.has(file)),
    (done) => {
      const event = app.metadataCache.on('resolved', done);
      // A note that cannot be indexed must not keep every sync waiting.
      const timer = window.setTimeout(done, LONGEST_INDEXING_MS);
      return () => {
        app.metadataCache.offref(event);
        window.clearTimeout(timer);
      };
    },
  );
  for (const file of notIndexed(app)) waitedFor.add(file);
}

const notIndexed = ({ vault, metadataCache }: App): readonly TFile[] =>
  vault.getMarkdownFiles().filter((file) => metadataCache.getFileCache(file) === null);

async function wait(
  signal: AbortSignal,
  isDone: boolean,
  subscribe: (done: () => void) => () => void,
): Promise<void> {
  signal.throwIfAborted();
  if (isDone) return;
  let unsubscribe: () => void = () => undefined;
  const waited = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      unsubscribe = subscribe(resolve);
      signal.addEventListener('abort', () => reject(new Error('The wait for the vault was cancelled')), {
        signal: waited.signal,
      });
    });
  } finally {
    unsubscribe();
    waited.abort();
  }
}
