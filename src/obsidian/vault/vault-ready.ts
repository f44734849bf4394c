import type { App, TFile } from 'obsidian';

/** After this time the sync starts anyway; notes that are not indexed are then read one by one. */
const LONGEST_INDEXING_MS = 30_000;

/** Notes that were still not indexed after a wait; they may never be. */
const waitedFor = new WeakSet<TFile>();

/** Waits for the layout and the index, except for notes that earlier waits gave up on. */
export async function vaultReady(app: App, signal: AbortSignal): Promise<void> {
  await wait(signal, app.workspace.layoutReady, (done) => {
    app.workspace.onLayoutReady(done);
    return () => undefined;
  });
  // `resolved` fires only after changes, so a plugin that was just turned on must not wait for it when all is
  // indexed.
  await wait(
    signal,
    notIndexed(app).every((file) => waitedFor.has(file)),
    (done) => {
      const event = app.metadataCache.on('resolved', done);
      // One note that cannot be indexed must not block every sync.
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
