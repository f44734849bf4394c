import type { App as ObsidianApp } from 'obsidian';
import { App } from '../../browser/app/app-model';

/** The app with these notes, all of them read. */
export async function vaultWith(notes: Readonly<Record<string, string>>): Promise<ObsidianApp> {
  const app = new App();
  const waiting = new Set(Object.keys(notes));
  const isIndexed = new Promise<void>((resolve) => {
    app.metadataCache.on('changed', ({ path }) => {
      waiting.delete(path);
      if (waiting.size === 0) resolve();
    });
  });
  for (const [path, text] of Object.entries(notes)) await app.vault.create(path, text);
  await isIndexed;
  return app as unknown as ObsidianApp;
}
